//! The messages of the Universal Game Interface, and the engine's side of it without threads.

use std::time::{Duration, Instant};

use engine::protocol::{
    Answer, Command, Declared, Go, Info, Kind, Query, Response, Settings, Start, UgiEngine, WorkItem, Worker,
    WorkerEvent,
};
use engine::{ByPlayer, Exact, Outcome, Player, Score, Time};
use proptest::prelude::*;

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9./:,$@-]{1,12}".prop_filter("a word of the protocol", |word| {
        !["moves", "value", "type", "none", "legal"].contains(&word.as_str())
    })
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..4).prop_map(|words| words.join(" "))
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    prop::option::of((0..=1_000_000_000_000_u64).prop_map(Duration::from_millis))
}

fn go() -> impl Strategy<Value = Go> {
    let counts = (prop::option::of(1..=u64::MAX), prop::option::of(1..=u8::MAX));
    (time(), time(), time(), time(), time(), counts, any::<bool>(), any::<bool>()).prop_map(
        |(one, two, inc_one, inc_two, move_time, (nodes, depth), infinite, ponder)| Go {
            left: ByPlayer { one, two },
            increment: ByPlayer { one: inc_one, two: inc_two },
            move_time,
            nodes,
            depth,
            infinite,
            ponder,
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let alone = [
        Command::Ugi,
        Command::IsReady,
        Command::NewGame,
        Command::Stop,
        Command::PonderHit,
        Command::Query(Query::GameOver),
        Command::Query(Query::P1Turn),
        Command::Query(Query::Result),
        Command::Legal,
        Command::Value,
        Command::Show,
        Command::Quit,
    ];
    let start = prop_oneof![Just(Start::Startpos), text().prop_map(Start::Fen)];
    prop_oneof![
        prop::sample::select(alone.to_vec()),
        (text(), prop::option::of(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        (start, prop::collection::vec(word(), 0..5))
            .prop_map(|(start, moves)| Command::Position { start, moves }),
        go().prop_map(Command::Go),
        text().prop_map(Command::Why),
        (0..=99_u32).prop_map(Command::Perft),
    ]
}

fn worth() -> impl Strategy<Value = Score> {
    prop_oneof![
        any::<i32>().prop_map(Score::Estimate),
        any::<u32>().prop_map(Score::Win),
        any::<u32>().prop_map(Score::Loss),
    ]
}

fn exact() -> impl Strategy<Value = Exact> {
    prop_oneof![any::<u32>().prop_map(Exact::Win), any::<u32>().prop_map(Exact::Loss), Just(Exact::Draw)]
}

fn outcome() -> impl Strategy<Value = Option<Outcome>> {
    let all = [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw];
    prop::option::of(prop::sample::select(all.to_vec()))
}

fn answer() -> impl Strategy<Value = Answer> {
    let number = || prop::option::of(any::<u64>());
    let info = (
        number(),
        number(),
        prop::option::of(worth()),
        prop::option::of(exact()),
        number(),
        number(),
        number(),
        prop::collection::vec(word(), 0..4),
    )
        .prop_map(|(depth, multipv, score, exact, nodes, nps, time, pv)| {
            Answer::Info(Info { depth, multipv, score, exact, nodes, nps, time, pv })
        });
    let kind = prop_oneof![
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| Kind::Spin { default, min, max }),
        (word(), prop::collection::vec(word(), 0..3))
            .prop_map(|(default, choices)| Kind::Combo { default, choices }),
        text().prop_map(|default| Kind::String { default }),
        any::<bool>().prop_map(|default| Kind::Check { default }),
        Just(Kind::Button),
    ];
    prop_oneof![
        text().prop_map(Answer::Name),
        text().prop_map(Answer::Author),
        (text(), kind).prop_map(|(name, kind)| Answer::Option(Declared { name, kind })),
        prop::sample::select(vec![Answer::UgiOk, Answer::ReadyOk]),
        info,
        text().prop_map(Answer::Said),
        prop::option::of(word()).prop_map(Answer::BestMove),
        any::<bool>().prop_map(|yes| Answer::Response(Response::Is(yes))),
        outcome().prop_map(|outcome| Answer::Response(Response::Result(outcome))),
        prop::collection::vec(word(), 0..4).prop_map(Answer::Legal),
        outcome().prop_map(Answer::Ended),
        worth().prop_map(Answer::Value),
        prop::option::of(text()).prop_map(Answer::Why),
        any::<(u32, u64)>().prop_map(|(depth, nodes)| Answer::Perft { depth, nodes }),
        text().prop_map(Answer::Show),
    ]
}

/// Lines made of words of the protocol in any order.
fn nearly() -> impl Strategy<Value = String> {
    let words = "ugi isready uginewgame setoption name value position startpos fen moves go p1time p2time p1inc \
        p2inc movetime nodes depth infinite ponder stop ponderhit query gameover p1turn result legal why perft \
        show option type spin default min max combo var id author info score cp win loss exact draw pv string bestmove \
        response true none -1 0 7 99999999999999999999 1e9 Hash 22-18 é";
    let words: Vec<&str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn a_command_that_is_written_is_read_again(command in command()) {
        prop_assert_eq!(Command::read(&command.to_string()), Ok(Some(command)));
    }

    #[test]
    fn an_answer_that_is_written_is_read_again(answer in answer()) {
        prop_assert_eq!(Answer::read(&answer.to_string()), Ok(answer));
    }

    #[test]
    fn any_line_is_a_command_or_is_refused_in_one_line(line in prop_oneof![any::<String>(), nearly()]) {
        if let Err(fault) = Command::read(&line) {
            let said = Answer::error(&fault).to_string();
            prop_assert!(said.starts_with("info string error: ") && said.lines().count() == 1, "{said:?}");
        }
        if let Ok(answer) = Answer::read(&line) {
            prop_assert_eq!(Answer::read(&answer.to_string()), Ok(answer));
        }
    }

    #[test]
    fn no_line_upsets_a_conversation(lines in prop::collection::vec(nearly(), 0..12)) {
        let mut engine = UgiEngine::new(catalogue::CATALOGUE.find("dragon-queen").unwrap(), "Test", "nobody");
        for line in &lines {
            let before = engine.session().position().text();
            let reaction = engine.handle_line(line, Instant::now());
            let is_wrong = reaction.answers.iter().any(|answer| answer.to_string().contains("error: "));
            if is_wrong {
                prop_assert_eq!(reaction.answers.len(), 1);
                prop_assert!(reaction.work.is_none() && engine.session().position().text() == before);
            }
        }
    }
}

fn said(answers: &[Answer]) -> Vec<String> {
    answers.iter().map(ToString::to_string).collect()
}

fn answers(engine: &mut UgiEngine, line: &str) -> Vec<String> {
    said(&engine.handle_line(line, Instant::now()).answers)
}

/// Handles a line and carries out the resulting work at once.
fn done(engine: &mut UgiEngine, worker: &mut Worker, line: &str) -> Vec<String> {
    let reaction = engine.handle_line(line, Instant::now());
    let mut answers = reaction.answers;
    if let Some(work) = reaction.work {
        work.run(worker, &mut |news: WorkerEvent| answers.extend(engine.handle_event(news)));
    }
    said(&answers)
}

#[test]
fn an_answer_waits_for_stop_where_it_must() {
    let mut engine = UgiEngine::new(catalogue::CATALOGUE.find("raichu").unwrap(), "Test", "nobody");
    let mut worker = Worker::default();
    let win = "position fen W.b...../......../......../......../......../......../......../........ w";
    for (go, end) in [("go infinite", "stop"), ("go ponder movetime 5", "ponderhit"), ("go ponder", "stop")] {
        assert_eq!(done(&mut engine, &mut worker, win), [""; 0]);
        let told = done(&mut engine, &mut worker, go);
        assert!(
            told.iter().all(|line| line.starts_with("info depth ")) && !told.is_empty(),
            "{go}: {told:?}"
        );
        assert!(engine.is_busy());
        let refused = answers(&mut engine, "go depth 1");
        assert_eq!(refused, ["info string error: 'go' must wait: send stop first"]);
        assert_eq!(answers(&mut engine, end), ["bestmove a1xd1"], "{go}");
        assert!(!engine.is_busy());
    }
    // A board of another size needs another thinker.
    let mut rows = [".........."; 10];
    rows[0] = "W.b.......";
    done(&mut engine, &mut worker, &format!("position fen {} w", rows.join("/")));
    let told = done(&mut engine, &mut worker, "go depth 3");
    assert!(told.last().unwrap().starts_with("bestmove a1x"), "{told:?}");
}

#[test]
fn a_clock_is_that_of_the_side_to_move() {
    let now = Instant::now();
    let Ok(Some(Command::Go(go))) = Command::read("go p1time 60000 p2time -5 p1inc 100") else { panic!() };
    let time = |go: &Go, turn| go.limits(turn, now, Duration::from_millis(10)).map(|limits| limits.time);
    let left = |left, increment| Time::Clock {
        left: Duration::from_millis(left),
        increment: Duration::from_millis(increment),
    };
    assert_eq!(time(&go, Player::One), Ok(left(59_990, 100)));
    assert_eq!(time(&go, Player::Two), Ok(left(0, 0)));
    let only_one = Go { left: ByPlayer { one: go.left.one, two: None }, ..go.clone() };
    assert!(time(&only_one, Player::Two).unwrap_err().to_string().contains("needs p2time"));
    let short = Go { move_time: Some(Duration::from_millis(4)), ..go };
    assert_eq!(time(&short, Player::One), Ok(Time::Move(Duration::from_millis(2))));
}

#[test]
fn a_count_of_games_can_be_stopped() {
    let mut engine = UgiEngine::new(catalogue::CATALOGUE.find("abalone").unwrap(), "Test", "nobody");
    let mut worker = Worker::default();
    assert_eq!(done(&mut engine, &mut worker, "perft 5"), ["perft 5 150986"]);
    let reaction = engine.handle_line("perft 99", Instant::now());
    assert_eq!(answers(&mut engine, "stop"), [""; 0]);
    assert!(engine.is_waiting());
    let mut told = Vec::new();
    reaction.work.unwrap().run(&mut worker, &mut |news| told.extend(engine.handle_event(news)));
    assert_eq!(said(&told), ["info string error: perft 99 was stopped"]);
    assert!(!engine.is_busy());
}

#[test]
fn every_option_is_declared_with_the_value_that_it_has() {
    for Declared { name, kind } in Settings::default().declared() {
        let (default, wrong) = match kind {
            Kind::Spin { default, min, max } => {
                assert!((min..=max).contains(&default), "{name}");
                (default.to_string(), (max + 1).to_string())
            }
            Kind::Combo { default, choices } => {
                assert!(choices.contains(&default), "{name}");
                (default, "neither".to_string())
            }
            Kind::String { default } => (default, "neither".to_string()),
            kind => panic!("{name}: {kind:?}"),
        };
        let mut settings = Settings::default();
        settings.set(&name.to_lowercase(), &default).unwrap();
        assert_eq!(settings, Settings::default(), "{name}");
        let fault = settings.set(&name, &wrong).unwrap_err().to_string();
        assert!(fault.starts_with(&format!("option {name} cannot be '{wrong}': ")), "{fault}");
    }
}

#[test]
fn what_a_table_says_is_told_as_exact() {
    let mut engine = UgiEngine::new(catalogue::CATALOGUE.find("checkers").unwrap(), "Test", "nobody");
    let mut worker = Worker::default();
    for (position, exact) in
        [("W:WK18:BK1", "exact draw"), ("W:WK18:BK15", "score win 1 exact win 1"), ("W:WK1:B6,K22", "exact ")]
    {
        done(&mut engine, &mut worker, &format!("position fen {position}"));
        let told = done(&mut engine, &mut worker, "go depth 2");
        let first: Vec<&String> = told.iter().filter(|line| line.contains(" multipv 1 ")).collect();
        assert!(!first.is_empty() && first.iter().all(|line| line.contains(exact)), "{told:?}");
    }
    done(&mut engine, &mut worker, "setoption name Tables value none");
    done(&mut engine, &mut worker, "position fen W:WK18:BK1");
    let told = done(&mut engine, &mut worker, "go depth 2");
    assert!(told.iter().all(|line| !line.contains("exact")), "{told:?}");
    // A word that has another meaning in another program does not affect the words after it.
    let Ok(Answer::Info(info)) = Answer::read("info score cp 5 exact pv a b") else { panic!() };
    assert_eq!((info.exact, info.pv.len()), (None, 2));
}

#[test]
fn a_table_that_is_refused_is_told_of_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("checkers")).unwrap();
    std::fs::write(folder.path().join("checkers/00010001-0m1k-0m1k.plt"), "nothing").unwrap();
    let new = UgiEngine::new(catalogue::CATALOGUE.find("checkers").unwrap(), "Test", "nobody");
    let mut engine = new.with_tables(folder.path().to_path_buf());
    let mut worker = Worker::default();
    let usual = format!("option name Tables type string default {}", folder.path().display());
    assert!(answers(&mut engine, "ugi").contains(&usual));
    done(&mut engine, &mut worker, "position fen W:WK18:BK1");
    let is_warning = |line: &&String| {
        line.starts_with("info string warning: the table ")
            && line.ends_with(" is not a table of this program")
    };
    for times in [1, 0] {
        let told = done(&mut engine, &mut worker, "go depth 2");
        assert_eq!(told.iter().filter(is_warning).count(), times, "{told:?}");
        // The embedded table is used instead.
        assert!(told.iter().any(|line| line.contains(" exact draw ")), "{told:?}");
    }
}

#[test]
fn house_rules_count_for_questions() {
    let mut engine = UgiEngine::new(catalogue::CATALOGUE.find("abalone").unwrap(), "Test", "nobody");
    // Each side moves a pair there and back until the start position occurs for the third time.
    let round = "C4C5 E3E4 C6C5 E5E4";
    let twice = format!("position startpos moves {round} {round}");
    let reaction = answers(&mut engine, &format!("position startpos moves {round}"));
    assert_eq!(reaction, [""; 0]);
    assert_eq!(answers(&mut engine, "query gameover"), ["response false"]);
    assert_eq!(answers(&mut engine, &twice), [""; 0]);
    assert_eq!(answers(&mut engine, "query gameover"), ["response true"]);
    assert_eq!(answers(&mut engine, "query result"), ["response draw"]);
    assert_eq!(answers(&mut engine, "go depth 3"), ["bestmove none"]);
    assert_eq!(answers(&mut engine, "legal"), ["legal"]);
    assert!(matches!(engine.handle_line("uginewgame", Instant::now()).work, Some(WorkItem::Forget)));
    assert_eq!(answers(&mut engine, "query result"), ["response none"]);
}
