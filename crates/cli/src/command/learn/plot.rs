//! The curves of a training as a picture.

use std::fmt::Write as _;

use super::run::Candidate;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;
const COLOURS: [&str; 6] = ["#1f6feb", "#d1480f", "#2a7f3f", "#8a3ffc", "#a56a00", "#00758f"];

/// Losses by epoch: solid on the games held out, dashed on those learned from.
pub(super) fn curves(title: &str, candidates: &[&Candidate]) -> String {
    let losses = || candidates.iter().flat_map(|candidate| candidate.curve.iter().flatten().copied());
    let least = losses().fold(f64::INFINITY, f64::min);
    let most = losses().fold(f64::NEG_INFINITY, f64::max);
    let epochs = candidates.iter().map(|candidate| candidate.curve.len()).max().unwrap_or(0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#333\">\n<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    if epochs == 0 || most <= least {
        svg.push_str("</svg>\n");
        return svg;
    }
    let x = |epoch: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * epoch as f64 / (epochs.max(2) - 1) as f64;
    let y = |loss: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (most - loss) / (most - least);
    for i in 0..=4 {
        let loss = least + (most - least) * f64::from(i) / 4.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            y(loss) + 4.0,
            at = y(loss)
        );
    }
    for (i, candidate) in candidates.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        for (side, dash) in [(0, " stroke-dasharray=\"4 4\""), (1, "")] {
            let points: Vec<String> = candidate
                .curve
                .iter()
                .enumerate()
                .map(|(epoch, losses)| format!("{:.1},{:.1}", x(epoch), y(losses[side])))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>",
                points.join(" ")
            );
        }
        let at = MARGIN + 16.0 * i as f64;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{at}\" text-anchor=\"end\" fill=\"{colour}\">{}</text>",
            WIDTH - MARGIN,
            candidate.name
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{title}</text><text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch, 1 to {epochs}; \
         solid: games held out, dashed: games learned from</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 16.0
    );
    svg
}
