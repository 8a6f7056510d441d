//! A picture of a position, for a document or a slide: one SVG file that needs nothing else.

use std::fmt::Write as _;

use game::{Cell, Diagram, Piece, Player, Point, Shade};

use crate::erased::AnyPosition;

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PictureOptions {
    /// Whether the board is turned around, as the other player sees it.
    pub flip: bool,
}

/// How wide a cell is, in the picture's own units.
const CELL: f64 = 60.0;
/// Around the outermost cells and labels, in cells.
const MARGIN: f64 = 0.2;
const LABEL_SIZE: f64 = 0.32;
const PIECE_RADIUS: f64 = 0.4;

/// The position as an SVG file.
#[must_use]
pub fn picture(pos: &dyn AnyPosition, options: PictureOptions) -> String {
    let diagram = pos.diagram();
    let frame = Frame::around(&diagram, options.flip);
    let mut svg = frame.head(&title(pos, &diagram));
    for cell in &diagram.cells {
        frame.cell(cell, &mut svg);
    }
    for label in &diagram.labels {
        let at = frame.place(label.at);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"#6b5a48\" text-anchor=\"middle\" \
             dominant-baseline=\"central\">{}</text>",
            at.x,
            at.y,
            LABEL_SIZE * CELL,
            escaped(&label.text)
        );
    }
    for (cell, occupant) in diagram.cells.iter().zip(pos.occupants()) {
        if let Some(piece) = occupant.and_then(|number| diagram.pieces.get(number)) {
            frame.piece(cell, piece, diagram.players[piece.player].paint, &mut svg);
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// What somebody hears who cannot see the picture.
fn title(pos: &dyn AnyPosition, diagram: &Diagram) -> String {
    let turn = match pos.outcome() {
        Some(_) => "the game is over".to_string(),
        None => format!("{} to move", diagram.players[pos.turn()].name),
    };
    let pieces = Player::ALL.map(|player| {
        let number =
            pos.occupants().iter().flatten().filter(|&&n| diagram.pieces[n].player == player).count();
        format!("{} has {number}", diagram.players[player].name)
    });
    format!("{}: {turn}; {}", pos.game().title(), pieces.join(", "))
}

/// What part of the plane is shown, and which way round.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    flip: bool,
}

impl Frame {
    fn around(diagram: &Diagram, flip: bool) -> Frame {
        let corners = diagram.cells.iter().flat_map(|cell| cell.outline.iter().copied());
        let half = LABEL_SIZE / 2.0;
        let labels = diagram
            .labels
            .iter()
            .flat_map(|label| [label.at.moved(-half, -half), label.at.moved(half, half)]);
        let points: Vec<Point> = corners.chain(labels).collect();
        let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min) - MARGIN;
        let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + MARGIN;
        let (left, top) = (least(|p| p.x), least(|p| p.y));
        Frame { left, top, width: most(|p| p.x) - left, height: most(|p| p.y) - top, flip }
    }

    /// Where a point of the diagram is in the picture.
    fn place(&self, point: Point) -> Point {
        let (x, y) = (point.x - self.left, point.y - self.top);
        let (x, y) = if self.flip { (self.width - x, self.height - y) } else { (x, y) };
        Point::new(x * CELL, y * CELL)
    }

    fn head(&self, title: &str) -> String {
        let (width, height) = (self.width * CELL, self.height * CELL);
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" rx=\"14\" fill=\"#f4ede1\"/>\n\
             <g font-family=\"system-ui, sans-serif\">\n"
        )
    }

    fn cell(&self, cell: &Cell, svg: &mut String) {
        let fill = match cell.shade {
            Shade::Light | Shade::Unused => "#ecd9b6",
            Shade::Dark => "#b98d5e",
        };
        let points: Vec<String> = cell
            .outline
            .iter()
            .map(|&corner| self.place(corner))
            .map(|corner| format!("{:.1},{:.1}", corner.x, corner.y))
            .collect();
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#8a6540\" stroke-width=\"1\"/>",
            points.join(" ")
        );
    }

    fn piece(&self, cell: &Cell, piece: &Piece, paint: [u8; 3], svg: &mut String) {
        let at = self.place(cell.center);
        let (rim, ink) = if is_light(paint) { ("#3a3026", "#3a3026") } else { ("#16110c", "#f6ecd8") };
        let [red, green, blue] = paint;
        let _ = writeln!(
            svg,
            "<g transform=\"translate({:.1} {:.1}) scale({CELL})\"><circle r=\"{PIECE_RADIUS}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\" stroke=\"{rim}\" stroke-width=\".03\"/>\
             <path d=\"{}\" fill=\"{ink}\" fill-rule=\"evenodd\"/></g>",
            at.x, at.y, piece.emblem
        );
    }
}

/// Whether dark lines are seen better on a colour than light ones.
fn is_light([red, green, blue]: [u8; 3]) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 140_000
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
