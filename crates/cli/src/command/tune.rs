//! `plywood tune`: weights fitted to the results of games.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::{TuneOptions, TuneProgress, TuneReport, WeightsChoice};

use crate::args::TuneArgs;
use crate::failure::Failure;

/// Plays and fits, and prints the weights or writes them to a file.
pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let game = engine::find(&args.game)?;
    let from = match args.from.as_deref() {
        None | Some("first") => WeightsChoice::First,
        Some("best") => WeightsChoice::Best,
        Some(file) => WeightsChoice::Text(read(Path::new(file))?),
    };
    let options = TuneOptions {
        games: args.games as usize,
        nodes: args.nodes,
        rounds: args.rounds.into(),
        opening: args.opening.into(),
        mix: args.mix,
        seed: args.seed,
        threads: args.threads.into(),
        from,
    };
    let report = engine::tune(game, &options, &mut tell)
        .map_err(|fault| Failure::Refused(format!("not weights of {}: {fault}", args.game)))?;
    let text = format!("{}{}", header(args, &report), report.weights);
    match &args.out {
        None => std::io::stdout().lock().write_all(text.as_bytes())?,
        Some(file) => write(file, &text)?,
    }
    Ok(())
}

/// How to make the same weights again, and how good they are.
fn header(args: &TuneArgs, report: &TuneReport) -> String {
    let TuneArgs { game, games, nodes, rounds, opening, mix, seed, .. } = args;
    let from = args.from.as_deref().filter(|&from| from != "first");
    let from = from.map(|from| format!(" --from {from}")).unwrap_or_default();
    let command = format!(
        "plywood tune {game} --games {games} --nodes {nodes} --rounds {rounds} --opening {opening} --mix {mix} \
         --seed {seed}{from}"
    );
    format!("# made by: {command}\n# {}\n", summary(report))
}

fn summary(report: &TuneReport) -> String {
    let TuneReport { results: [one, draws, two], positions, held_back, before, after, .. } = report;
    format!(
        "{} games: {one} won by the first side, {draws} drawn, {two} won by the second; loss on {positions} \
         positions {:.5} -> {:.5}, on {held_back} held back {:.5} -> {:.5}",
        one + draws + two,
        before.fitted,
        after.fitted,
        before.held_back,
        after.held_back
    )
}

fn tell(progress: &TuneProgress) {
    let mut err = anstream::stderr();
    // Where nobody listens, the work goes on.
    let _ = match progress {
        TuneProgress::Playing { round, done, of } if *done == *of || done % of.div_ceil(10) == 0 => {
            writeln!(err, "round {round}: {done} of {of} games")
        }
        TuneProgress::Playing { .. } => Ok(()),
        TuneProgress::Fitted { round, report } => writeln!(err, "round {round}: {}", summary(report)),
    };
}

fn read(file: &Path) -> Result<String, Failure> {
    let cannot = |error| Failure::Misuse(format!("cannot read '{}': {error}", file.display()));
    std::fs::read_to_string(file).map_err(cannot)
}

fn write(file: &PathBuf, text: &str) -> Result<(), Failure> {
    let cannot = |error| Failure::Refused(format!("cannot write '{}': {error}", file.display()));
    std::fs::write(file, text).map_err(cannot)
}
