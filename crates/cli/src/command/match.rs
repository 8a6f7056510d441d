//! `plywood match`: two players, many games, who is stronger.

use std::fs::File;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use arena::statistics::Sprt;
use arena::{Balance, Event, Match, MatchFault, PlayerSpec, Standing};
use clap::Args;
use engine::Control;

use super::print_json;
use crate::args::{Words, game_names};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::load;
use crate::progress::Progress;
use crate::render::score;

/// What `--help` teaches.
pub(crate) const HELP: &str = r#"Players are words with values:
  type=plywood     the engine, the usual type: level=1…10 (10), and for each move
                   time=SECONDS, nodes=N or depth=PLIES; threads=N (1), table=MB,
                   weights=best|first|FILE; without any limit 0.1 seconds a move
  type=reference   plain alpha-beta, depth=PLIES or the game's usual depth
  type=random      any legal move
  type=oneshot     a program that is started for every move: cmd="COMMAND" with
                   {n} {side} {board} {seconds} {position} filled in; the last line
                   that it prints before time=SECONDS (1) is its move, or the board
                   after it. It runs in a copy of dir=DIR with at most memory=MB
                   (2048) and processes=N (64), and is ended with all it started
  type=line        a program that stays, with the same words: it reads 1 or 2, the
                   side it has, then the other side's moves, and prints its own;
                   only with --opening-plies 0
and name=NAME for the table.

Every opening is a few random plies from the start, judged balanced by a short
search, and is played twice with the sides exchanged. Where all players have
node or depth limits and one thread, the same seed gives the same games.

Examples:
  plywood match raichu --player time=0.2 --player type=reference --games 20
  plywood match checkers --player 'name=new nodes=20000' --player 'name=old nodes=20000 weights=first'
  plywood match raichu --player level=3 \
    --player 'type=oneshot dir=student cmd="python3 raichu.py {n} {side} {board} {seconds}"'
  plywood match abalone --player level=5 --player level=4 --games 200 --json
  plywood match checkers --player nodes=9000 --player nodes=3000 --games 2000 --sprt 0,20"#;

/// What was asked for.
#[derive(Args, Debug)]
pub(crate) struct Request {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = Words(game_names))]
    game: String,
    /// A player; give two of them, and the score is that of the first
    #[arg(long = "player", value_name = "WORDS", required = true)]
    players: Vec<String>,
    /// How many games; two for each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many random plies an opening has [default: depends on the game]
    #[arg(long, visible_alias = "openings-plies", value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=200))]
    opening_plies: Option<u16>,
    /// Take openings that are judged balanced, as is usual
    #[arg(long, overrides_with = "unbalanced")]
    balanced: bool,
    /// Take random openings as they come, without judging them
    #[arg(long, overrides_with = "balanced")]
    unbalanced: bool,
    /// By how many points a side may be better in a balanced opening (the least piece has about 100)
    #[arg(long, value_name = "POINTS", default_value_t = Balance::default().margin,
        value_parser = clap::value_parser!(i32).range(0..=20_000), conflicts_with = "unbalanced")]
    margin: i32,
    /// How many games to play at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// What openings and random choices depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop as soon as it is decided whether the first player is stronger by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Write the games to this file as records, or as JSON lines where its name ends in .jsonl
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Answer in JSON: {players, games, wins, draws, losses, score, pairs, rating, …}
    #[arg(long)]
    json: bool,
}

impl Request {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let contest = self.plan()?;
        let mut out = self.out.as_deref().map(|path| Output::create(path, &self.game)).transpose()?;
        let control = Control::new();
        let interrupt = Interrupt::stopping(&control);
        let mut talk = Talk::new(self.games.into());
        let mut trouble = None;
        let mut observe = |event: &Event| {
            let written = out.as_mut().map_or(Ok(()), |out| out.write(event.game));
            if let Err(failure) = written {
                trouble.get_or_insert(failure);
                control.stop();
            }
            talk.tell(event.standing);
        };
        let standing = contest.run(&control, &mut observe).map_err(fault)?;
        drop(talk);
        if let Some(failure) = trouble {
            return Err(failure);
        }
        self.show(&contest, &standing)?;
        if interrupt.was_pressed() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// What will be done.
    fn plan(&self) -> Result<Match, Failure> {
        let start = engine::find(&self.game)?.start();
        let [first, second] = &self.players[..] else {
            let given = self.players.len();
            return Err(Failure::Misuse(format!(
                "a match has two players: give --player twice, not {given}×"
            )));
        };
        let read = |words: &String| {
            let spec: Result<PlayerSpec, _> = words.parse();
            spec.and_then(PlayerSpec::with_files_read)
                .map_err(|fault| Failure::Misuse(format!("--player '{}': {fault}", engine::quoted(words))))
        };
        let mut players = [read(first)?, read(second)?];
        if players[0].name == players[1].name {
            players[1].name += " 2";
        }
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        Ok(Match {
            opening_plies: self.opening_plies.map_or_else(|| arena::opening_plies(&*start), usize::from),
            start,
            players,
            games: self.games as usize,
            balance: (self.balanced || !self.unbalanced)
                .then(|| Balance { margin: self.margin, ..Balance::default() }),
            seed: self.seed,
            concurrency: self.concurrency.map_or_else(load::processors, usize::from),
            sprt,
        })
    }

    fn show(&self, contest: &Match, standing: &Standing) -> Result<(), Failure> {
        let names = contest.players.each_ref().map(|player| player.name.as_str());
        let summary = standing.summary(&self.game, names, contest.sprt);
        if self.json {
            return print_json(&summary);
        }
        write!(anstream::stdout().lock(), "{}", score::table(&summary))?;
        Ok(())
    }
}

fn fault(fault: MatchFault) -> Failure {
    Failure::Misuse(fault.to_string())
}

fn read_sprt(text: &str) -> Result<Sprt, Failure> {
    let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    let limits = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    limits.filter(|(low, high)| low < high).map(|(low, high)| Sprt::new(low, high)).ok_or_else(|| {
        let text = engine::quoted(text);
        Failure::Misuse(format!("--sprt '{text}': give two Elo differences, the smaller first, such as 0,10"))
    })
}

/// The file that the games are written to.
struct Output {
    file: File,
    path: PathBuf,
    /// The word for the game.
    game: String,
    games: usize,
}

impl Output {
    fn create(path: &Path, game: &str) -> Result<Output, Failure> {
        let refused = |error| Failure::Misuse(format!("cannot write to '{}': {error}", path.display()));
        let file = File::create(path).map_err(refused)?;
        Ok(Output { file, path: path.to_path_buf(), game: game.to_string(), games: 0 })
    }

    /// Writes a game, all of it at once.
    fn write(&mut self, game: &arena::GameRecord) -> Result<(), Failure> {
        let text = if self.path.extension().is_some_and(|extension| extension == "jsonl") {
            serde_json::to_string(game).map_err(std::io::Error::other)? + "\n"
        } else {
            let gap = if self.games == 0 { "" } else { "\n" };
            format!("{gap}{}", game.kept(&self.game).write())
        };
        self.games += 1;
        let refused = |error| Failure::Refused(format!("cannot write to '{}': {error}", self.path.display()));
        self.file.write_all(text.as_bytes()).map_err(refused)
    }
}

/// How the match stands, on standard error: a line that changes on a terminal, and elsewhere a line now and then.
struct Talk {
    live: Option<Progress>,
    games: u64,
    tenths: u64,
}

impl Talk {
    fn new(games: u64) -> Talk {
        let live = std::io::stderr().is_terminal().then(|| Progress::start("the first games are played"));
        Talk { live, games, tenths: 0 }
    }

    fn tell(&mut self, standing: &Standing) {
        let line = score::line(standing, self.games);
        let tenths = 10 * standing.games() / self.games;
        match &self.live {
            Some(live) => live.say(line),
            None if tenths > self.tenths => {
                // Where nobody can be told, the match goes on.
                let _ = writeln!(anstream::stderr(), "{line}");
            }
            None => {}
        }
        self.tenths = tenths;
    }
}
