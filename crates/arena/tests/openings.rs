//! Openings from files, and named sets.

use std::collections::HashSet;
use std::sync::Arc;

use arena::{Balance, Opening, OpeningError, OpeningFileError, OpeningSource, Openings, read_openings};
use engine::testing::every_board;
use engine::{
    AnyPosition, AnyTables, BoardError, Exact, OpeningSet, Player, Probe, Session, TableError, TableInfo,
    TableProgress, Verdict,
};

fn start(game: &str) -> Box<dyn AnyPosition> {
    catalogue::CATALOGUE.find(game).unwrap().start()
}

fn read(game: &str, text: &str) -> Result<Vec<Opening>, OpeningFileError> {
    read_openings(catalogue::CATALOGUE.find(game).unwrap(), text)
}

#[test]
fn a_file_has_positions_and_moves() {
    let text = "\u{feff}# openings of checkers\r\n\
                22-18 11-15 18x11 8x15   # an exchange\r\n\
                \r\n\
                W:W21,22,K30:B1,K2\n\
                .b.b.b.b/b.b.b.b./.b.b.b.b/......../......../r.r.r.r./.r.r.r.r/r.r.r.r. b\n   \n23-19";
    let openings = read("checkers", text).unwrap();
    assert_eq!(openings.len(), 4);
    assert_eq!(openings[0].moves, ["22-18", "11-15", "18x11", "8x15"]);
    assert_eq!(openings[0].start().text(), start("checkers").text());
    assert_eq!(openings[0].session().moves().len(), 4);
    assert!(openings[1].moves.is_empty());
    assert_eq!(openings[1].session().position().text_as("fen").unwrap(), "W:W21,22,K30:B1,K2");
    assert_eq!(openings[2].start().turn(), engine::Player::Two);
    assert_eq!(openings[3].moves, ["23-19"]);
}

#[test]
fn moves_and_positions_of_every_game_are_told_apart() {
    for game in &every_board(catalogue::CATALOGUE, 10) {
        let mut session = Session::game(&*start(game));
        let mut text = session.position().text() + "\n";
        for _ in 0..3 {
            let mv = session.position().moves()[0].text.clone();
            session.play_text(&mv).unwrap();
        }
        text += &session.moves().collect::<Vec<_>>().join("  ");
        text = text + "\n" + &session.position().text();
        let openings = read(game, &text).unwrap();
        assert_eq!(
            openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(),
            [0, 3, 0],
            "{game}"
        );
        let key = session.position().key();
        assert!(openings[1..].iter().all(|opening| opening.session().position().key() == key), "{game}");
    }
}

#[test]
fn what_is_wrong_with_a_file_names_the_line() {
    for (game, text, parts) in [
        ("checkers", "22-18\n# fine\n22-18 9-14 1-2", &["line 3: move 3, '1-2': "][..]),
        ("checkers", "22-18 hello", &["line 1: move 2, 'hello': "]),
        ("checkers", "\n21-30", &["line 2: move 1, '21-30': "]),
        ("checkers", "hello", &["line 1: 'hello' is neither a position (", ") nor moves from the start ("]),
        ("checkers", "r.r/.. x", &["line 1: 'r.r/.. x' is not a position of this game: "]),
        ("checkers", "W:W21,22:B\u{7}", &["line 1: "]),
        ("checkers", "B:W21,22,23:B", &["line 1: "]),
        ("raichu:10", &*start("raichu").text(), &["line 1: "]),
        ("checkers", "", &["there is no opening: "]),
        ("abalone", " \n# nothing\n", &["there is no opening: "]),
    ] {
        let message = read(game, text).unwrap_err().to_string();
        assert!(parts.iter().all(|part| message.contains(part)), "{text:?}: {message}");
        assert!(!message.contains(char::is_control), "{message:?}");
    }
    // An opening must not end the game.
    let over = read("checkers", "W:W1:BK32\nW:WK1:BK6").unwrap_err().to_string();
    assert!(over.starts_with("line "), "{over}");
}

#[test]
fn lists_come_in_order_and_again() {
    let list = read("checkers", "22-18\n23-19\n24-20").unwrap();
    let mut openings =
        Openings::from_source(start("checkers"), &OpeningSource::Listed(list.clone()), None, 9).unwrap();
    for i in 0..7 {
        assert_eq!(openings.next_opening().unwrap(), list[i % 3]);
    }
    let none = Openings::from_source(start("checkers"), &OpeningSource::Listed(Vec::new()), None, 9);
    assert_eq!(none.err(), Some(OpeningError::Empty));
}

/// The named set of openings of checkers.
fn opening_set(name: &str) -> OpeningSet {
    *start("checkers").game().opening_sets().iter().find(|set| set.name == name).unwrap()
}

#[test]
fn ballots_are_drawn_by_lot_and_are_checkers_only() {
    let source = OpeningSource::Set(opening_set("ballots-3"));
    let some = |seed| {
        let mut openings = Openings::from_source(start("checkers"), &source, None, seed).unwrap();
        (0..174).map(|_| openings.next_opening().unwrap().moves).collect::<Vec<_>>()
    };
    let drawn = some(1);
    assert_eq!(drawn, some(1));
    assert_ne!(drawn, some(2));
    assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 174);
    assert!(start("abalone").game().opening_sets().is_empty());
}

#[test]
fn random_plies_are_a_source_as_well() {
    let source = OpeningSource::Random { plies: 4, balance: None };
    let mut openings = Openings::from_source(start("abalone"), &source, None, 3).unwrap();
    let mut same = Openings::new(start("abalone"), 4, None, 3);
    for _ in 0..5 {
        assert_eq!(openings.next_opening().unwrap(), same.next_opening().unwrap());
    }
}

/// A table of The Dragon Queen in which every position is won.
struct AllWon;

impl AnyTables for AllWon {
    fn exact(&self, _: &dyn AnyPosition) -> Result<Option<Exact>, TableError> {
        Ok(Some(Exact::Win(7)))
    }

    fn exact_boards(
        &self,
        _: &dyn AnyPosition,
        _: &[u8],
        turns: &[Player],
    ) -> Result<Vec<Option<Exact>>, BoardError> {
        Ok(vec![Some(Exact::Win(7)); turns.len()])
    }

    fn probe(&self, _: &dyn AnyPosition) -> Result<Probe, TableError> {
        Ok(Probe { value: Some(Exact::Win(7)), moves: Vec::new(), line: Vec::new() })
    }

    fn list(&self) -> Vec<TableInfo> {
        Vec::new()
    }

    fn fault(&self) -> Option<&TableError> {
        None
    }

    fn verify(
        &self,
        _: engine::Slice,
        _: usize,
        _: &engine::Cancel,
        _: &mut dyn FnMut(TableProgress),
    ) -> Result<(), Verdict> {
        Ok(())
    }

    fn pack(&self, _: u32) -> std::io::Result<Vec<u8>> {
        Ok(Vec::new())
    }
}

#[test]
fn where_nothing_is_balanced_openings_are_taken_all_the_same() {
    let source = OpeningSource::Random { plies: 2, balance: Some(Balance::default()) };
    let mut openings = Openings::from_source(start("abalone"), &source, Some(Arc::new(AllWon)), 1).unwrap();
    let drawn: Vec<Opening> = (0..5).map(|_| openings.next_opening().unwrap()).collect();
    assert!(drawn.iter().all(|opening| opening.moves.len() == 2));
    let caution = openings.warning().unwrap();
    assert!(caution.starts_with("no opening of 2 random plies is balanced"), "{caution}");
}

#[test]
fn the_dragon_queen_has_drawn_openings() {
    let source = |plies| OpeningSource::Random { plies, balance: Some(Balance::default()) };
    let openings = |plies| Openings::from_source(start("dragon-queen"), &source(plies), None, 1).unwrap();
    let list = start("dragon-queen").game().drawn_openings();
    let plies = start("dragon-queen").game().opening_plies();
    let mut usual = openings(plies);
    let different: HashSet<String> =
        (0..256).map(|_| usual.next_opening().unwrap().moves.join(" ")).collect();
    assert_eq!((different.len(), usual.warning()), (256, None));
    assert!(different.iter().all(|line| list.lines().any(|known| known == line)));
    let mut others = openings(2);
    others.next_opening().unwrap();
    // The Queen wins all of them, which a short search may or may not see.
    assert!(others.warning().unwrap().ends_with("the score of the pairs is what counts"));
}

#[test]
fn openings_have_numbers() {
    let sources = [
        OpeningSource::Random { plies: 3, balance: None },
        OpeningSource::Set(opening_set("ballots-2")),
        OpeningSource::Listed(read("checkers", "22-18\n23-19").unwrap()),
    ];
    for source in sources {
        let make = || Openings::from_source(start("checkers"), &source, None, 4).unwrap();
        let mut sequence = make();
        let in_order: Vec<Opening> = (0..60).map(|_| sequence.next_opening().unwrap()).collect();
        let mut by_number = make();
        for number in [5, 0, 59, 5, 17] {
            assert_eq!(by_number.get(number).unwrap(), in_order[number], "{source:?}");
        }
    }
}
