//! Games as texts.

use engine::testing::every_board;
use engine::{ByPlayer, Outcome, Player, Record, RecordError, Session};
use proptest::prelude::*;

fn players() -> ByPlayer<String> {
    ByPlayer { one: "Ann \"the\" \\ Ox".to_string(), two: "plywood, level 5".to_string() }
}

/// A game of the first legal moves.
fn played(game: &str, plies: usize) -> Session {
    let mut session = Session::game(&*catalogue::CATALOGUE.find(game).unwrap().start());
    for _ in 0..plies {
        let Some(mv) = session.position().moves().into_iter().next() else { break };
        session.play(mv.id);
    }
    session
}

#[test]
fn games_of_every_kind_are_written_read_and_played_again() {
    for game in &every_board(catalogue::CATALOGUE, 12) {
        for plies in [0, 1, 40, 60] {
            let session = played(game, plies);
            let record = Record::of(game, &session, players());
            let text = record.write();
            assert!(text.lines().skip(5).all(|line| line.len() <= 80), "{text}");
            assert_eq!(Record::read_all(&text), Ok(vec![record.clone()]), "{text}");
            let again = record.replay(catalogue::CATALOGUE).unwrap();
            assert_eq!(again.position().text(), session.position().text());
            assert_eq!(again.ending(), session.ending());
        }
    }
}

#[test]
fn a_record_looks_like_this() {
    let mut session = Session::game(&*catalogue::CATALOGUE.find("dragon-queen").unwrap().start());
    session.play_text("a1-a2").unwrap();
    session.play_text("c5-d5").unwrap();
    session.resign(Player::Two);
    let record = Record::of("dragon-queen", &session, ByPlayer { one: "Ann".into(), two: "Ben".into() });
    let text = "[Game \"dragon-queen\"]
[Position \"..Q../.DDD./...../...../WWWWW w 0\"]
[Players \"Ann\" \"Ben\"]
[Result \"1-0\"]
[Reason \"resignation\"]

a1-a2 c5-d5
";
    assert_eq!(record.write(), text);
    assert_eq!(record.outcome, Some(Outcome::Win(Player::One)));
    let three = [text, "\n", &text.replace("1-0", "*").replace("a1-a2 c5-d5\n", ""), "\r\n", text].concat();
    let read = Record::read_all(&three).unwrap();
    assert_eq!((read.len(), read[1].moves.len(), read[1].outcome), (3, 0, None));
    assert_eq!((&read[0], &read[2]), (&record, &record));
    assert_eq!(Record::read_all(" \n\n"), Ok(vec![]));
}

#[test]
fn who_runs_out_of_time_has_lost_until_a_move_is_taken_back() {
    let mut session = played("dragon-queen", 2);
    session.lose_on_time(Player::Two);
    let ending = session.ending().unwrap();
    assert_eq!(ending.outcome, Outcome::Win(Player::One));
    assert_eq!(ending.describe(session.position()), "The game is over: Wights ran out of time, Queen won.");
    assert_eq!(Record::of("dragon-queen", &session, players()).reason, "time");
    session.undo();
    assert_eq!(session.ending(), None);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    let text = Record::of("checkers", &played("checkers", 2), players()).write();
    let fault = |text: &str| Record::read_all(text).unwrap_err().to_string();
    assert_eq!(fault("22-18"), "the record that ends on line 1 has no tag 'Game'");
    assert_eq!(
        fault(&text.replace("[Result \"*\"]\n", "")),
        "the record that ends on line 6 has no tag 'Result'"
    );
    assert_eq!(
        fault(&text.replace("\"*\"", "\"won\"")),
        "line 4: 'won' is no result: write 1-0, 0-1, 1/2-1/2 or *"
    );
    assert_eq!(
        fault("[Event \"x\"]"),
        "line 1: there is no tag 'Event': there are Game, Position, Players, Result, Reason"
    );
    assert_eq!(fault("[Game checkers]"), "line 1: '[Game checkers]' is no tag: write [Game \"checkers\"]");
    assert_eq!(fault("[Game \"a\" \"b\"]"), "line 1: Game has 1 value, not 2");
    assert!(matches!(Record::read_all("[Game \"a"), Err(RecordError::Tag { line: 1, .. })));
    let record = |change: fn(&mut Record)| {
        let mut record = Record::read_all(&text).unwrap().remove(0);
        change(&mut record);
        record.replay(catalogue::CATALOGUE).err().unwrap().to_string()
    };
    assert!(record(|record| record.game = "chess".into()).starts_with("there is no game 'chess'"));
    assert!(record(|record| record.position.push('x')).starts_with("not a position: "));
    assert!(record(|record| record.moves.push("1-1".into())).starts_with("move 3: "));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(\\[?[A-Z][a-z]{0,8} \"\\PC{0,9}\"\\]?|\\PC{0,20}|\n){0,9}") {
        if let Ok(records) = Record::read_all(&text) {
            let written: String = records.iter().map(Record::write).collect();
            prop_assert_eq!(Record::read_all(&written), Ok(records));
        }
    }

    #[test]
    fn any_names_survive(one in "\\PC{0,30}", two in "\\PC{0,30}") {
        let record = Record::of("abalone", &played("abalone", 3), ByPlayer { one, two });
        prop_assert_eq!(Record::read_all(&record.write()), Ok(vec![record]));
    }
}
