//! A slow, simple twin of the rules, which works on the characters of the position text and shares
//! no code with the crate.

mod sample;

use std::collections::{BTreeMap, HashMap};

use abalone::Abalone;
use game::{Notation, Outcome, Player, Position};

const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)];

/// The characters of a board, by row (0 is A) and diagonal (from 1).
#[derive(Clone)]
struct Twin {
    cells: HashMap<(i32, i32), char>,
    side: char,
}

impl Twin {
    fn read(text: &str) -> Twin {
        let (board, side) = text.split_once(' ').unwrap();
        let mut cells = HashMap::new();
        for (row, letters) in (0..).zip(board.split('/')) {
            let first_diagonal = if row < 3 { 4 - row } else { 1 };
            for (diagonal, letter) in (first_diagonal..).zip(letters.chars()) {
                cells.insert((row, diagonal), letter);
            }
        }
        Twin { cells, side: side.chars().next().unwrap() }
    }

    fn write(&self) -> String {
        let row_text = |row: i32| -> String { (1..=7).filter_map(|d| self.cells.get(&(row, d))).collect() };
        let rows: Vec<String> = (0..7).map(row_text).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    fn enemy(&self) -> char {
        if self.side == 'b' { 'r' } else { 'b' }
    }

    fn count(&self, letter: char) -> usize {
        self.cells.values().filter(|&&c| c == letter).count()
    }

    /// `b` or `r` for the winner, `=` for a draw.
    fn outcome(&self) -> Option<char> {
        if self.count('b') == 7 {
            Some('r')
        } else if self.count('r') == 7 {
            Some('b')
        } else if self.moves().is_empty() {
            Some('=')
        } else {
            None
        }
    }

    /// The board after each legal move, by the text of the move.
    fn moves(&self) -> BTreeMap<String, Twin> {
        let mut moves = BTreeMap::new();
        if self.count('b') == 7 || self.count('r') == 7 {
            return moves;
        }
        for (&a, &letter) in &self.cells {
            for direction in DIRECTIONS {
                if letter == self.side
                    && let Some(after) = self.shift(a, direction)
                {
                    moves.insert(format!("{}{}", name(a), name(next(a, direction))), after);
                }
            }
        }
        moves
    }

    /// The board after a move of the pair whose rear token is on `a`, if that is legal.
    fn shift(&self, a: (i32, i32), direction: (i32, i32)) -> Option<Twin> {
        let b = next(a, direction);
        let c = next(b, direction);
        let d = next(c, direction);
        if self.cells.get(&b) != Some(&self.side) {
            return None;
        }
        let mut after = self.clone();
        if *self.cells.get(&c)? == self.side {
            return None;
        }
        if self.cells[&c] == self.enemy() {
            match self.cells.get(&d) {
                Some('.') => drop(after.cells.insert(d, self.enemy())),
                Some(_) => return None,
                // The line from the centre D4 through the corner.
                None if c == (3 + 3 * direction.0, 4 + 3 * direction.1) => return None,
                None => {}
            }
        }
        after.cells.insert(a, '.');
        after.cells.insert(c, self.side);
        after.side = self.enemy();
        Some(after)
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 { moves.len() as u64 } else { moves.values().map(|after| after.perft(depth - 1)).sum() }
    }
}

fn next(cell: (i32, i32), direction: (i32, i32)) -> (i32, i32) {
    (cell.0 + direction.0, cell.1 + direction.1)
}

fn name(cell: (i32, i32)) -> String {
    format!("{}{}", ["A", "B", "C", "D", "E", "F", "G"][cell.0 as usize], cell.1)
}

fn compare(pos: &Abalone) {
    let text = pos.write();
    let twin = Twin::read(&text);
    assert_eq!(twin.write(), text);

    let slow: BTreeMap<String, String> =
        twin.moves().iter().map(|(mv, after)| (mv.clone(), after.write())).collect();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let fast: BTreeMap<String, String> =
        moves.iter().map(|&mv| (pos.write_move(mv), pos.play_unchecked(mv).write())).collect();
    assert_eq!(fast, slow, "{text}");
    assert_eq!(moves.len(), slow.len(), "{text}");
    assert_eq!(pos.count_moves(), slow.len() as u64, "{text}");

    let outcome = match twin.outcome() {
        Some('b') => Some(Outcome::Win(Player::One)),
        Some('r') => Some(Outcome::Win(Player::Two)),
        Some(_) => Some(Outcome::Draw),
        None => None,
    };
    assert_eq!(pos.outcome(), outcome, "{text}");
    assert_eq!(pos.legal_moves(&mut moves), outcome, "{text}");
}

#[test]
fn random_games_agree_with_the_twin() {
    for pos in sample::played(40, 1) {
        compare(&pos);
    }
}

#[test]
fn random_setups_agree_with_the_twin() {
    let positions = sample::set_up(6000, 2);
    for pos in &positions {
        compare(pos);
    }
    // The sample contains every kind of ending.
    for outcome in [Outcome::Win(Player::One), Outcome::Win(Player::Two), Outcome::Draw] {
        assert!(positions.iter().filter(|pos| pos.outcome() == Some(outcome)).count() > 50, "{outcome:?}");
    }
}

#[test]
fn the_perft_file_agrees_with_the_twin() {
    compare_perft(60_000);
}

/// `cargo test -p abalone --release --test twin -- --ignored`
#[test]
#[ignore = "takes half a minute"]
fn the_perft_file_agrees_with_the_twin_further_down() {
    compare_perft(u64::MAX);
}

fn compare_perft(most: u64) {
    let file = include_str!("../../data/perft.txt");
    let mut twin = None;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        if let Some(position) = line.strip_prefix("= ") {
            twin = Some(Twin::read(position));
        } else if let Some((depth, count)) = line.split_once(' ') {
            let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            if count <= most {
                let twin = twin.as_ref().expect("the file begins with a position");
                assert_eq!(twin.perft(depth), count, "{} depth {depth}", twin.write());
            }
        }
    }
    assert!(twin.is_some());
}
