//! Matches: schedule, referee and score.

use std::collections::HashSet;

use arena::referee::RefereeOptions;
use arena::statistics::{Decision, Sprt};
use arena::{
    Answer, Balance, Event, GameRecord, MachineError, NoMove, OpeningError, OpeningSource, Openings, Plan,
    Player, RandomPlayer, Score, Summary, Times, Tournament, TournamentError, VerdictKind, referee,
};
use engine::protocol::Go;
use engine::{ByPlayer, Control, MoveId, Outcome, Session};

fn start(game: &str) -> Box<dyn engine::AnyPosition> {
    catalogue::CATALOGUE.find(game).unwrap().start()
}

fn contest(game: &str, players: [&str; 2], games: usize) -> Tournament {
    tournament(Plan { games: Some(games), ..plan(game, &players) })
}

fn plan(game: &str, players: &[&str]) -> Plan {
    Plan {
        game: game.to_string(),
        players: players.iter().map(|words| words.parse().unwrap()).collect(),
        balanced: Some(false),
        seed: Some(5),
        ..Plan::default()
    }
}

fn tournament(plan: Plan) -> Tournament {
    plan.complete(catalogue::CATALOGUE).unwrap().tournament(catalogue::CATALOGUE, 2).unwrap()
}

/// Plays a tournament after some of its games; returns all games without their thinking times.
fn go_on(
    contest: &Tournament,
    before: Vec<GameRecord>,
) -> Result<(Vec<GameRecord>, Summary), TournamentError> {
    let mut games = Vec::new();
    let standing = contest.run(before, &mut |_| Ok(()), &Control::new(), &mut |event| {
        let mut game = event.game.clone();
        game.times = <[Times; 2]>::default();
        games.push(game);
    })?;
    Ok((games, standing.summary("", contest.sprt)))
}

fn played(contest: &Tournament) -> (Vec<GameRecord>, Summary) {
    go_on(contest, Vec::new()).unwrap()
}

#[test]
fn every_opening_is_played_with_both_sides() {
    for game in catalogue::CATALOGUE.names() {
        let (games, summary) = played(&contest(game, ["name=A nodes=50", "name=B type=random"], 6));
        assert_eq!(games.len(), 6);
        let openings: HashSet<&[String]> = games.iter().map(|game| game.record.split_opening().0).collect();
        assert_eq!(openings.len(), 3, "{game}");
        for (i, pair) in games.chunks(2).enumerate() {
            assert_eq!((pair[0].number, pair[1].number), (2 * i, 2 * i + 1));
            let [first, second] = [&pair[0].record, &pair[1].record];
            assert_eq!(first.split_opening().0, second.split_opening().0);
            assert_eq!((&*first.players.one, &*first.players.two), ("A", "B"));
            assert_eq!((&*second.players.one, &*second.players.two), ("B", "A"));
        }
        let Score { games, wins, draws, losses } = summary.meetings[0].score;
        assert_eq!((games, wins + draws + losses, summary.games), (6, 6, 6));
        assert_eq!(summary.meetings[0].pairs.count(), 3);
        assert_eq!(summary.endings.values().sum::<u64>(), 6);
        assert!(summary.verdicts.is_empty());
    }
}

#[test]
fn games_are_whole_and_scored_by_the_session() {
    let (games, summary) = played(&contest("checkers", ["nodes=300", "type=random"], 8));
    let mut wins = 0;
    for game in &games {
        let mut session = Session::game(
            &*catalogue::CATALOGUE.find("checkers").unwrap().read(&game.record.position).ok().unwrap(),
        );
        for mv in &game.record.moves {
            assert_eq!(session.ending(), None, "{game:?}");
            session.play_text(mv).unwrap();
        }
        let ending = session.ending().unwrap();
        assert_eq!(ending.outcome, game.outcome());
        let ours =
            if game.record.players.one == "nodes=300" { engine::Player::One } else { engine::Player::Two };
        wins += u64::from(ending.outcome == Outcome::Win(ours));
    }
    assert_eq!(summary.players[0].score.wins, wins);
    // A player that searches beats a random one.
    assert!(wins >= 7, "{summary:?}");
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_are_played_at_once() {
    for (game, players) in [
        ("raichu", ["level=2", "type=reference depth=2"]),
        ("checkers", ["name=A nodes=200", "name=B level=3"]),
        ("dragon-queen", ["nodes=100", "type=reference depth=3"]),
        ("abalone", ["level=1", "type=random"]),
    ] {
        let with = |concurrency, seed| {
            let plan = Plan { games: Some(8), seed: Some(seed), ..plan(game, &players) };
            played(&Tournament { concurrency, ..tournament(plan) }).0
        };
        let one = with(1, 5);
        assert_eq!(one, with(3, 5), "{game}");
        assert_ne!(one, with(3, 6), "{game}");
    }
}

#[test]
fn a_test_stops_early_and_at_the_same_game() {
    let with = |concurrency| {
        let sprt = Some(Sprt::new(0.0, 200.0));
        played(&Tournament { concurrency, sprt, ..contest("abalone", ["nodes=200", "type=random"], 400) })
    };
    let (games, summary) = with(1);
    let sprt = summary.sprt.unwrap();
    assert!(sprt.decision.is_some() && games.len() < 100, "{sprt:?} after {} games", games.len());
    let (same, summary) = with(4);
    assert_eq!((games, sprt), (same, summary.sprt.unwrap()));
}

#[test]
fn a_test_of_two_levels_is_decided_correctly_and_early() {
    for (game, players, decision) in [
        ("abalone", ["level=10 nodes=4000", "level=5"], Decision::Stronger),
        ("checkers", ["level=5", "level=10 nodes=4000"], Decision::Weaker),
    ] {
        let plan = Plan { sprt: Some("0,100".to_string()), games: Some(400), ..plan(game, &players) };
        let (games, summary) = played(&tournament(plan));
        assert_eq!(summary.sprt.unwrap().decision, Some(decision), "{game}");
        assert!(games.len() <= 60, "{game}: {} games", games.len());
    }
}

#[test]
fn a_match_that_is_stopped_gives_the_score_so_far() {
    let control = Control::new();
    let mut told = 0;
    let contest = contest("checkers", ["nodes=100", "nodes=100"], 1_000);
    let standing = contest
        .run(Vec::new(), &mut |_| Ok(()), &control, &mut |_| {
            told += 1;
            control.stop();
        })
        .unwrap();
    assert!(told >= 1 && standing.games() == told && told < 100, "{told}");
}

#[test]
fn openings_are_different_unfinished_and_reproducible() {
    for game in catalogue::CATALOGUE.names() {
        let plies = start(game).game().opening_plies();
        let some = |seed| {
            let mut openings = Openings::new(start(game), plies, None, seed);
            (0..50).map(|_| openings.next_opening().unwrap().moves).collect::<Vec<_>>()
        };
        let openings = some(1);
        assert_eq!(openings, some(1));
        assert_ne!(openings, some(2));
        let mut keys = HashSet::new();
        for moves in &openings {
            let mut session = Session::game(&*start(game));
            moves.iter().for_each(|mv| session.play_text(mv).unwrap());
            assert_eq!((moves.len(), session.ending()), (plies, None));
            assert!(keys.insert(session.position().key()), "{game}: the same position twice");
        }
    }
}

#[test]
fn openings_are_judged() {
    let balance = |margin| Some(Balance { margin, nodes: 500 });
    for game in catalogue::CATALOGUE.names() {
        let mut openings = Openings::new(start(game), 8, balance(80), 1);
        let options = engine::ThinkerOptions { table_bytes: 1 << 20, ..engine::ThinkerOptions::default() };
        let mut thinker = start(game).game().thinker(&options).unwrap();
        for _ in 0..5 {
            let mut session = Session::game(&*start(game));
            openings.next_opening().unwrap().moves.iter().for_each(|mv| session.play_text(mv).unwrap());
            thinker.forget();
            let thought =
                thinker.think(&session, 1, &engine::Limits::nodes(500), &Control::new(), &mut |_| {});
            assert!(thought.lines[0].score.points().abs() <= 80, "{game}: {thought:?}");
        }
    }
    let fault = Openings::new(start("abalone"), 3, balance(-1), 1).next_opening().unwrap_err();
    assert!(matches!(fault, OpeningError::Unfair { plies: 3, margin: -1, .. }), "{fault}");
    let fault = Openings::new(start("dragon-queen"), 60, None, 1).next_opening().unwrap_err();
    assert!(matches!(fault, OpeningError::Over { plies: 60, .. }), "{fault}");
}

#[test]
fn openings_come_again_when_there_are_no_others() {
    let mut openings = Openings::new(start("checkers"), 1, None, 1);
    let first: Vec<_> = (0..7).map(|_| openings.next_opening().unwrap().moves).collect();
    let second: Vec<_> = (0..7).map(|_| openings.next_opening().unwrap().moves).collect();
    let set = |openings: &[Vec<String>]| openings.iter().cloned().collect::<HashSet<_>>();
    assert_eq!(set(&first).len(), 7);
    assert_eq!(set(&first), set(&second));
}

/// Plays two good moves, then gives this answer.
struct Bad(u32, Answer);

impl Player for Bad {
    fn answer(&mut self, _: &Session, _: &Go, _: &Control) -> Answer {
        self.0 += 1;
        if self.0 <= 2 { Ok(MoveId::new(0).into()) } else { self.1.clone() }
    }
}

#[test]
fn the_referee_believes_nobody() {
    let silence = NoMove::new(VerdictKind::Silent, "nothing was said");
    for (answer, kind, why) in [
        (Ok(MoveId::new(99).into()), VerdictKind::Illegal, "there is no legal move number 99"),
        (Err(silence), VerdictKind::Silent, "nothing was said"),
    ] {
        let mut session = Session::game(&*start("checkers"));
        let mut players: ByPlayer<Box<dyn Player>> =
            ByPlayer { one: Box::new(RandomPlayer::new(1)), two: Box::new(Bad(0, answer.clone())) };
        let played =
            referee::play(&mut session, &mut players, &RefereeOptions::default(), &Control::new()).unwrap();
        assert_eq!(played.outcome, Outcome::Win(engine::Player::One));
        assert_eq!(session.moves().len(), 5);
        let referee::Termination::Forfeit(violation) = &played.termination else { panic!("{played:?}") };
        assert_eq!((violation.kind, violation.by), (kind, engine::Player::Two));
        assert!(violation.why.contains(why), "{violation:?}");
        assert_eq!(played.termination.description(), kind.word());
    }
}

/// Cannot play, through no fault of its own.
struct Innocent;

impl Player for Innocent {
    fn answer(&mut self, _: &Session, _: &Go, _: &Control) -> Answer {
        Err(NoMove::new(VerdictKind::Crash, "it could not be started"))
    }

    fn machine_error(&mut self) -> Option<MachineError> {
        Some(MachineError {
            what: "no space".to_string(),
            largest_folder: Some(("hog".to_string(), 9 << 20)),
        })
    }
}

#[test]
fn nobody_loses_by_a_fault_of_the_machine() {
    let mut session = Session::game(&*start("checkers"));
    let mut players: ByPlayer<Box<dyn Player>> =
        ByPlayer { one: Box::new(RandomPlayer::new(1)), two: Box::new(Innocent) };
    let played = referee::play(&mut session, &mut players, &RefereeOptions::default(), &Control::new());
    let Err(referee::Aborted::Machine(fault)) = played else { panic!("{played:?}") };
    assert_eq!(fault.to_string(), "no space; the player whose files take the most space is hog, with 9 MB");
}

/// Plays two moves alternately.
struct Shuffler(Vec<&'static str>);

impl Player for Shuffler {
    fn answer(&mut self, session: &Session, _: &Go, _: &Control) -> Answer {
        self.0.rotate_left(1);
        Ok(session.position().parse_move(self.0[self.0.len() - 1]).unwrap().into())
    }
}

#[test]
fn house_rules_end_games() {
    let pos = catalogue::CATALOGUE.find("checkers").unwrap().read("W:WK29:BK4").ok().unwrap();
    let mut session = Session::game(&*pos);
    let mut players: ByPlayer<Box<dyn Player>> = ByPlayer {
        one: Box::new(Shuffler(vec!["29-25", "25-29"])),
        two: Box::new(Shuffler(vec!["4-8", "8-4"])),
    };
    let played =
        referee::play(&mut session, &mut players, &RefereeOptions::default(), &Control::new()).unwrap();
    assert_eq!((played.outcome, &*played.termination.description()), (Outcome::Draw, "repetition"));
    assert_eq!(session.moves().len(), 8);
    assert_eq!((played.times.one.moves, played.times.two.moves), (4, 4));
}

#[test]
fn records_are_plain_json() {
    let (games, summary) = played(&contest("abalone", ["nodes=30", "type=random"], 2));
    let record = serde_json::to_value(&games[0]).unwrap();
    assert!(["1-0", "0-1", "1/2-1/2"].contains(&record["result"].as_str().unwrap()));
    for key in ["start", "opening", "moves", "first", "second", "reason"] {
        assert!(!record[key].is_null(), "{key}");
    }
    let summary = serde_json::to_value(&summary).unwrap();
    assert_eq!(summary["meetings"][0]["pairs"].as_array().unwrap().len(), 5);
    assert_eq!(summary["players"][0]["name"], "nodes=30");
    let mut again: GameRecord = serde_json::from_value(record).unwrap();
    again.record.game = "abalone".to_string();
    assert_eq!(again, games[0]);
}

#[test]
fn a_tournament_that_is_broken_off_goes_on_exactly() {
    let players = [
        "name=A level=2",
        "name=B type=random",
        "name=C level=1",
        "name=D type=random",
        "name=E type=random",
    ];
    let swiss = Plan {
        format: Some(arena::FormatName::Swiss),
        rounds: Some(3),
        games: Some(4),
        ..plan("abalone", &players)
    };
    let gauntlet = Plan { format: Some(arena::FormatName::Gauntlet), ..plan("dragon-queen", &players) };
    let robin = Plan { games: Some(4), ..plan("abalone", &players[..3]) };
    for plan in [swiss, gauntlet, robin] {
        let contest = tournament(plan.clone());
        let (games, summary) = played(&contest);
        assert_eq!(games.len(), contest.games());
        let without_times = |mut summary: Summary| {
            summary.players.iter_mut().for_each(|player| player.time = (&Times::default()).into());
            summary
        };
        // The games that were finished before an interruption need not be the first ones.
        for some in [games[..1].to_vec(), games[5..].to_vec(), games.iter().step_by(2).cloned().collect()] {
            // The rounds of a Swiss tournament depend on earlier ones.
            let is_early = |game: &&GameRecord| game.number < 8;
            let some: Vec<GameRecord> = match plan.format {
                Some(arena::FormatName::Swiss) => some.iter().filter(is_early).cloned().collect(),
                _ => some,
            };
            let (again, summary_again) = go_on(&contest, some).unwrap();
            assert_eq!(again, games);
            assert_eq!(without_times(summary_again), without_times(summary.clone()));
        }
        let mut foreign = games[0].clone();
        foreign.record.opening -= 1;
        assert!(matches!(go_on(&contest, vec![foreign]), Err(TournamentError::ScheduleMismatch(0))));
    }
}

#[test]
fn who_rests_in_a_swiss_round_gets_the_points() {
    let players = ["name=A type=random", "name=B type=random", "name=C type=random"];
    let format = Some(arena::FormatName::Swiss);
    let (games, summary) =
        played(&tournament(Plan { format, rounds: Some(3), ..plan("dragon-queen", &players) }));
    assert_eq!(games.len(), 6);
    assert_eq!(summary.players.iter().map(|player| player.byes).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(summary.players.iter().map(|player| player.points).sum::<f64>(), 12.0);
    assert_eq!(summary.ranking()[0].rank, 1);
    let score = |one: &str, other: &str| summary.between(one, other).unwrap();
    assert_eq!(score("A", "B").wins, score("B", "A").losses);
}

#[test]
fn a_game_is_kept_before_the_next_one_starts() {
    let contest = Tournament { concurrency: 1, ..contest("abalone", ["type=random", "type=random"], 6) };
    let mut kept = Vec::new();
    let standing = contest.run(
        Vec::new(),
        &mut |game| {
            kept.push(game.number);
            if kept.len() == 4 { Err(std::io::Error::other("the disk is full")) } else { Ok(()) }
        },
        &Control::new(),
        &mut |_: &Event| {},
    );
    assert!(matches!(standing, Err(TournamentError::Save(_))));
    assert_eq!(kept, [0, 1, 2, 3]);
}

#[test]
fn scores_that_agree_end_games() {
    let plan =
        Plan { agree_win: Some("300,4".to_string()), ..plan("checkers", &["nodes=300", "name=B nodes=300"]) };
    let (games, _) = played(&tournament(Plan { games: Some(6), ..plan.clone() }));
    assert!(games.iter().any(|game| game.record.reason == "agreed scores"), "{games:?}");
    let random = ["type=random", "nodes=300"].map(|words| words.parse().unwrap());
    let (games, _) = played(&tournament(Plan { games: Some(4), players: random.to_vec(), ..plan }));
    assert!(games.iter().all(|game| game.record.reason != "agreed scores"), "one player says nothing");
}

/// Plays the first legal move, after this delay.
struct Slow(std::time::Duration);

impl Player for Slow {
    fn answer(&mut self, session: &Session, go: &Go, _: &Control) -> Answer {
        assert!(go.left[session.position().turn()].is_some());
        std::thread::sleep(self.0);
        Ok(MoveId::new(0).into())
    }
}

#[test]
fn a_clock_that_runs_out_loses() {
    let mut session = Session::game(&*start("abalone"));
    let slow =
        |milliseconds| -> Box<dyn Player> { Box::new(Slow(std::time::Duration::from_millis(milliseconds))) };
    let mut players = ByPlayer { one: slow(0), two: slow(200) };
    let controls = ByPlayer { one: "60+0", two: "0.25+0.01" }.map(|control| control.parse().unwrap());
    let options = RefereeOptions { controls, retry_move: true, ..RefereeOptions::default() };
    let played = referee::play(&mut session, &mut players, &options, &Control::new()).unwrap();
    assert_eq!(
        (played.outcome, &*played.termination.description()),
        (Outcome::Win(engine::Player::One), "timeout")
    );
    assert!(played.forgiven.is_empty());
}

/// Gives a wrong answer every other time.
struct Forgetful(bool);

impl Player for Forgetful {
    fn answer(&mut self, session: &Session, _: &Go, _: &Control) -> Answer {
        self.0 = !self.0;
        let wrong = session.position().move_count();
        Ok(MoveId::new(if self.0 { wrong } else { 0 }).into())
    }
}

#[test]
fn one_wrong_answer_is_forgiven() {
    let mut session = Session::game(&*start("checkers"));
    let forgetful = || -> Box<dyn Player> { Box::new(Forgetful(false)) };
    let mut players = ByPlayer { one: forgetful(), two: forgetful() };
    let options = RefereeOptions { retry_move: true, ..RefereeOptions::default() };
    let played = referee::play(&mut session, &mut players, &options, &Control::new()).unwrap();
    assert_eq!(session.moves().len(), 2);
    assert_eq!(
        (played.outcome, &*played.termination.description()),
        (Outcome::Win(engine::Player::Two), "illegal")
    );
    let plies: Vec<usize> = played.forgiven.iter().map(|violation| violation.ply).collect();
    assert_eq!(plies, [1, 2]);
}

#[test]
fn ballots_and_files_give_openings() {
    let of = |openings: &str| Plan {
        openings: Some(openings.to_string()),
        ..plan("checkers", &["level=1", "level=1"])
    };
    assert_eq!(of("ballots-2").balanced, Some(false));
    let ballots = Plan { balanced: None, ..of("ballots-3") };
    let (games, _) = played(&Tournament { concurrency: 2, ..tournament(Plan { games: Some(4), ..ballots }) });
    assert!(games.iter().all(|game| game.record.opening == 3));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings");
    std::fs::write(&path, "22-18 11-15\n# and\n23-19\n").unwrap();
    let listed = Plan { balanced: None, ..of(path.to_str().unwrap()) };
    let contest = tournament(listed);
    assert!(matches!(&contest.openings, OpeningSource::Listed(list) if list.len() == 2));
}

#[test]
fn tables_end_games_as_they_would_end_with_best_play() {
    let plan =
        Plan { adjudicate: Some("embedded".to_string()), ..plan("checkers", &["level=3", "name=B level=3"]) };
    let (games, _) = played(&tournament(Plan { games: Some(10), ..plan.clone() }));
    let tables = start("checkers").game().tables(&engine::TablesAt::default());
    let mut ended = 0;
    for game in games.iter().filter(|game| game.record.reason == "a table") {
        let mut session = Session::game(
            &*catalogue::CATALOGUE.find("checkers").unwrap().read(&game.record.position).ok().unwrap(),
        );
        for mv in &game.record.moves {
            assert_eq!(tables.exact(session.position()).unwrap(), None, "it was known before");
            session.play_text(mv).unwrap();
        }
        let turn = session.position().turn();
        let expected = match tables.exact(session.position()).unwrap().unwrap() {
            engine::Exact::Win(_) => Outcome::Win(turn),
            engine::Exact::Loss(_) => Outcome::Win(turn.other()),
            engine::Exact::Draw => Outcome::Draw,
        };
        assert_eq!(game.outcome(), expected);
        ended += 1;
    }
    assert!(ended > 0, "{games:?}");
    let wrong = Plan { adjudicate: Some("no/such/folder".to_string()), ..plan };
    assert!(
        wrong
            .tournament(catalogue::CATALOGUE, 1)
            .is_err_and(|fault| fault.to_string().contains("there is no such folder"))
    );
}
