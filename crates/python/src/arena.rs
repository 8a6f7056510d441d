//! Matches in which players may be Python functions.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use arena::report::{self, About};
use arena::{
    Answer, Event, GRACE, InProcessPlayer, NoMove, Plan, Player, PlayerKind, PlayerOptions, Tournament,
    VerdictKind,
};
use catalogue::CATALOGUE;
use engine::protocol::Go;
use engine::{Control, Session};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{Raise as _, exception};
use crate::game::{PyGame, game_of};
use crate::position::PyPosition;
use crate::running::{Observer, PyStop, control, interruptible_with};
use crate::session::PyRecord;

/// A game: its record, its number, the verdict if there is one, and the seconds of each side.
type GameParts = (PyRecord, usize, Option<String>, (f64, f64));
/// The summary as JSON, the games, the report as a page, the standings as CSV.
type MatchParts = (String, Vec<GameParts>, String, String);

/// A Python function as a player. Called with a position, the seconds for this move, what is left on its clock, the
/// increment, and what is left on the other clock; None where there is none.
struct FunctionPlayer {
    choose: Arc<Py<PyAny>>,
    game: PyGame,
}

impl Player for FunctionPlayer {
    fn answer(&mut self, session: &Session, go: &Go, _: &Control) -> Answer {
        let turn = session.position().turn();
        let seconds = |time: Option<std::time::Duration>| time.map(|time| time.as_secs_f64());
        let times = (
            seconds(go.move_time),
            seconds(go.left[turn]),
            seconds(go.increment[turn]),
            seconds(go.left[turn.other()]),
        );
        let begin = Instant::now();
        let answer = Python::attach(|py| {
            let pos = PyPosition { game: self.game, pos: session.shared_position() };
            let answer = self.choose.call1(py, (pos.clone(), times.0, times.1, times.2, times.3));
            let answer = match answer {
                Ok(answer) => answer.into_bound(py),
                Err(error) => return Err(NoMove::new(VerdictKind::Crash, error.to_string())),
            };
            if answer.is_none() {
                return Err(NoMove::new(VerdictKind::Silent, "it returned None"));
            }
            let text = answer.str().map(|text| text.to_string()).unwrap_or_default();
            pos.legal(&answer).map(Into::into).map_err(|error| {
                let is_illegal = error.is_instance_of::<exception::IllegalMove>(py);
                let kind = if is_illegal { VerdictKind::Illegal } else { VerdictKind::Garbage };
                let what = error.value(py).to_string();
                NoMove { answer: Some(text), ..NoMove::new(kind, what) }
            })
        });
        // The referee keeps clocks; what a move may take is for the player to keep.
        let is_late = go.move_time.is_some_and(|time| begin.elapsed() > time + GRACE);
        if is_late {
            Err(NoMove::new(VerdictKind::Timeout, "its time was up before it answered"))
        } else {
            answer
        }
    }
}

/// A player as it was given: its name if it has one, and a function or options such as `level=3`.
type PlayerArgument<'py> = (Option<String>, Bound<'py, PyAny>);

/// Names the executable `plywood`, which supervises the programs of a match.
#[pyfunction(name = "_use_supervisor")]
pub(crate) fn use_supervisor(program: PathBuf) {
    #[cfg(target_os = "linux")]
    arena::sandbox::use_supervisor(program);
    #[cfg(not(target_os = "linux"))]
    let _ = program;
}

/// Whether options describe a program, which needs a supervisor.
#[pyfunction(name = "_is_program")]
pub(crate) fn is_program(options: &str) -> PyResult<bool> {
    let player = options.parse::<PlayerOptions>().and_then(|words| words.player()).raise()?;
    Ok(matches!(player.kind, PlayerKind::Program { .. }))
}

/// Plays a match. `plan` is JSON; `observe` is called with every game, `when_stopped` while the match is to stop and
/// functions still run.
#[pyfunction(name = "_run_match")]
#[pyo3(signature = (plan, players, concurrency, stop, observe, when_stopped))]
pub(crate) fn run_match(
    py: Python<'_>,
    plan: &str,
    players: Vec<PlayerArgument<'_>>,
    concurrency: usize,
    stop: Option<&PyStop>,
    observe: Option<Py<PyAny>>,
    when_stopped: Py<PyAny>,
) -> PyResult<MatchParts> {
    let mut plan: Plan =
        serde_json::from_str(plan).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut functions = Vec::new();
    for (name, player) in players {
        let (mut words, function) = match player.cast::<PyString>() {
            Ok(words) => (words.to_str()?.parse::<PlayerOptions>().raise()?, None),
            Err(_) => {
                // The plan describes what options can describe; the function takes the place of this player.
                let mut words = PlayerOptions::default();
                words.set("type", "random".to_string());
                (words, Some(Arc::new(player.unbind())))
            }
        };
        if let Some(name) = name {
            words.set("name", name);
        }
        plan.players.push(words);
        functions.push(function);
    }
    let mut plan = plan.complete(CATALOGUE).raise()?;
    let mut tournament = plan.tournament(CATALOGUE, concurrency.max(1)).raise()?;
    let game = game_of(&*tournament.start);
    for ((spec, words), function) in tournament.players.iter_mut().zip(&mut plan.players).zip(functions) {
        if let Some(choose) = function {
            words.set("type", "python".to_string());
            spec.kind = PlayerKind::InProcess(InProcessPlayer::new(move || {
                Box::new(FunctionPlayer { choose: choose.clone(), game })
            }));
        }
    }
    let control = control(stop);
    let mut observer = Observer::new(observe, &control);
    let told = interruptible_with(
        py,
        &control,
        |py| when_stopped.call0(py).map(|_| ()),
        || play(&plan, &tournament, game, &control, &mut observer),
    )?;
    observer.finish()?;
    told.raise()
}

/// A game of the match as Python sees it.
fn parts(game: &arena::GameRecord) -> GameParts {
    let [one, two] = game.times.each_ref().map(|times| times.total.as_secs_f64());
    let verdict = game.verdict.as_ref().map(ToString::to_string);
    (PyRecord::new(game.record.clone()), game.number, verdict, (one, two))
}

fn play(
    plan: &Plan,
    tournament: &Tournament,
    game: PyGame,
    control: &Control,
    observer: &mut Observer,
) -> Result<MatchParts, arena::TournamentError> {
    let caution = tournament.opening_warning()?;
    let mut games = Vec::new();
    let mut observe = |event: &Event| {
        games.push(event.game.clone());
        observer.tell(|_| Ok((parts(event.game),)));
    };
    let standing = tournament.run(Vec::new(), &mut |_| Ok(()), control, &mut observe)?;
    games.sort_by_key(|game| game.number);
    let summary = tournament.summary(&plan.game, &standing);
    let about = About::of(plan, tournament, Some(game.0), caution);
    let html = report::html(&about, &summary, &games);
    let json = serde_json::to_string(&summary).map_err(std::io::Error::other)?;
    Ok((json, games.iter().map(parts).collect(), html, report::csv(&summary)))
}
