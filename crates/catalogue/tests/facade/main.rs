//! Words, positions and moves of all games through the interface that front ends use: nothing
//! panics, every accepted text can be written and read back, and every error can be printed.

mod claims;

use std::collections::BTreeSet;

use engine::{AnyPosition, Player};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Every game and every board size. Unusual sizes, which may take longer, are rarer.
fn words() -> impl Strategy<Value = String> {
    const LARGEST: usize = 100;
    let games: Vec<String> = catalogue::CATALOGUE.games().map(|info| info.name.to_string()).collect();
    let sizes = games.iter().flat_map(|game| (0..=LARGEST).map(move |n| format!("{game}:{n}")));
    let known = sizes.filter(|word| catalogue::CATALOGUE.find(word).is_ok());
    let all: Vec<String> = known.chain(games.clone()).collect();
    prop_oneof![3 => select(games), 1 => select(all)]
}

/// A change to a text: a place, and the text to put there.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, char),
    Replace(Index, char),
    Remove(Index),
    Swap(Index, Index),
    Cut(Index),
}

/// The characters of positions and moves of all games.
fn known_characters() -> Vec<char> {
    let starts = catalogue::CATALOGUE.games().map(|info| played(info.name, &[]));
    let letters = starts.flat_map(|start| {
        let diagram = start.diagram();
        let sides = Player::ALL.map(|player| diagram.players[player].letter);
        let moves = start.moves().into_iter().flat_map(|mv| mv.text.chars().collect::<Vec<_>>());
        diagram.pieces.iter().map(|piece| piece.letter).chain(sides).chain(moves).collect::<Vec<_>>()
    });
    let common = "./ :-x,0123456789".chars();
    common.chain(letters).collect::<BTreeSet<char>>().into_iter().collect()
}

/// Characters that are valid somewhere in some game, and any others.
fn characters() -> impl Strategy<Value = char> {
    prop_oneof![4 => select(known_characters()), 1 => any::<char>()]
}

/// A game, and a board of its size with arbitrary letters.
fn boards() -> impl Strategy<Value = (String, String)> {
    words().prop_flat_map(|word| {
        let start = played(&word, &[]);
        let (diagram, occupants) = (start.diagram(), start.occupants());
        let letters: Vec<char> = diagram.pieces.iter().map(|piece| piece.letter).collect();
        let letter = prop_oneof![3 => Just('.'), 1 => select(letters)];
        let side = select(Player::ALL.map(|player| diagram.players[player].letter).to_vec());
        let rows: Vec<usize> = diagram.cells.iter().map(|cell| cell.row).collect();
        let board = prop::collection::vec(letter, occupants.len()).prop_map(move |letters| {
            let mut text = String::new();
            for (i, letter) in letters.into_iter().enumerate() {
                if i > 0 && rows[i] != rows[i - 1] {
                    text.push('/');
                }
                text.push(letter);
            }
            text
        });
        let rest = prop_oneof![Just(String::new()), "( [0-9]{1,3})?"];
        (Just(word), (board, side, rest).prop_map(|(board, side, rest)| format!("{board} {side}{rest}")))
    })
}

/// Any text, including control characters.
fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof![characters(), any::<char>()], 0..60).prop_map(String::from_iter)
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    let edit = prop_oneof![
        1 => (at(), characters()).prop_map(|(at, put)| Edit::Insert(at, put)),
        3 => (at(), characters()).prop_map(|(at, put)| Edit::Replace(at, put)),
        1 => at().prop_map(Edit::Remove),
        1 => (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        1 => at().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for edit in edits {
        let len = chars.len();
        match edit {
            Edit::Insert(at, put) => chars.insert(at.index(len + 1), *put),
            _ if len == 0 => {}
            Edit::Replace(at, put) => chars[at.index(len)] = *put,
            Edit::Remove(at) => drop(chars.remove(at.index(len))),
            Edit::Swap(one, other) => chars.swap(one.index(len), other.index(len)),
            Edit::Cut(at) => chars.truncate(at.index(len)),
        }
    }
    chars.into_iter().collect()
}

/// The position after these choices of moves, or at the end of the game if that comes first.
fn played(word: &str, choices: &[Index]) -> Box<dyn AnyPosition> {
    let mut pos = catalogue::CATALOGUE.find(word).unwrap().start();
    for choice in choices {
        let moves = pos.moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[choice.index(moves.len())];
        pos = pos.play(mv.id);
    }
    pos
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..30)
}

proptest! {
    #[test]
    fn any_word_names_a_game_or_is_refused(word in texts(), known in words(), edits in edits()) {
        claims::game(&word);
        claims::game(&edited(&known, &edits));
        claims::game(&format!("{known}:{word}"));
    }

    #[test]
    fn a_size_is_an_even_number_from_8_to_26(size in "[-+0 ]?(8|1[0-6]|26)|[-+0-9 ]{0,4}|[0-9]{1,30}") {
        let accepted = claims::game(&format!("raichu:{size}")).is_some();
        prop_assert_eq!(accepted, (8..=26).step_by(2).any(|n| n.to_string() == size));
        let elsewhere = claims::game(&format!("checkers:{size}"));
        prop_assert!(elsewhere.is_none());
    }

    #[test]
    fn any_text_is_a_position_or_is_refused(word in words(), text in texts()) {
        claims::position(catalogue::CATALOGUE.find(&word).unwrap(), &text);
    }

    #[test]
    fn boards_with_any_pieces_are_read_or_refused((word, text) in boards(), edits in edits()) {
        for text in [edited(&text, &edits), text] {
            if let Some(pos) = claims::position(catalogue::CATALOGUE.find(&word).unwrap(), &text) {
                claims::agreement(&*pos);
            }
        }
    }

    #[test]
    fn changed_positions_are_read_or_refused(
        word in words(),
        choices in choices(),
        form in any::<Index>(),
        edits in edits(),
        spaces in select(vec![" ", "  ", "\t", "\n", "\u{a0}", "\0"]),
    ) {
        let pos = played(&word, &choices);
        let form = pos.game().formats()[form.index(pos.game().formats().len())];
        let text = edited(&pos.text_as(form).unwrap(), &edits);
        for text in [text.replace(' ', spaces), text] {
            if let Some(pos) = claims::position(catalogue::CATALOGUE.find(&word).unwrap(), &text) {
                claims::agreement(&*pos);
            }
        }
    }

    #[test]
    fn any_text_is_a_move_or_is_refused(
        word in words(),
        choices in choices(),
        chosen in any::<Index>(),
        edits in edits(),
        text in texts(),
        like in "[a-h][0-9]{1,2}[-x][a-h][0-9]{1,2}|[0-9]{1,2}([-x][0-9]{1,2}){1,4}|[A-G][1-7] ?[A-G][1-7]|MOVE [1-5],[1-5]-[1-5],[1-5]|pass",
    ) {
        let pos = played(&word, &choices);
        let moves = pos.moves();
        if !moves.is_empty() {
            claims::play(&*pos, &edited(&moves[chosen.index(moves.len())].text, &edits));
        }
        claims::play(&*pos, &text);
        claims::play(&*pos, &like);
    }

    #[test]
    fn any_sequence_of_legal_moves_can_be_played(word in words(), choices in choices()) {
        let pos = played(&word, &choices);
        claims::agreement(&*pos);
        let read = claims::position(catalogue::CATALOGUE.find(&word).unwrap(), &pos.text());
        prop_assert_eq!(read.map(|read| read.moves()), Some(pos.moves()));
    }
}

#[test]
fn a_size_has_neither_a_sign_nor_a_zero_before_it() {
    for size in ["+8", "08", "-8", "8 ", " 8", ""] {
        let refused = catalogue::CATALOGUE.find(&format!("raichu:{size}")).unwrap_err().to_string();
        let sizes = "sizes are the even numbers from 8 to 26";
        assert_eq!(refused, format!("raichu has no board of size '{size}': {sizes}"));
    }
}

#[test]
fn a_board_of_another_size_than_asked_for_is_refused() {
    let text = catalogue::CATALOGUE.find("raichu:10").unwrap().start().text();
    assert!(claims::position(catalogue::CATALOGUE.find("raichu").unwrap(), &text).is_some());
    let refused = catalogue::CATALOGUE.find("raichu:12").unwrap().read(&text).err().unwrap();
    assert_eq!(refused.to_string(), "the board is 10 × 10, and raichu:12 was asked for");
    assert!(refused.is_malformed);
}
