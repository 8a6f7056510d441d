//! A second move generator, as simple as the rules, on the characters of a position text.

use std::collections::BTreeSet;

use checkers::Checkers;
use game::playout::below;
use game::{Notation, Outcome, Player, Position, Value};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Eight rows of eight characters and the side to move, `r` or `b`.
#[derive(Clone)]
struct Board {
    cells: Vec<Vec<char>>,
    side: char,
}

/// A move as text and the position text after it.
type Successor = (String, String);

impl Board {
    fn read(text: &str) -> Board {
        let (board, side) = text.split_once(' ').unwrap();
        Board {
            cells: board.split('/').map(|row| row.chars().collect()).collect(),
            side: side.parse().unwrap(),
        }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.cells.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    fn get(&self, row: i32, column: i32) -> Option<char> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn set(&mut self, row: i32, column: i32, piece: char) {
        self.cells[row as usize][column as usize] = piece;
    }

    fn is_ours(&self, piece: char) -> bool {
        piece.to_ascii_lowercase() == self.side
    }

    fn is_theirs(&self, piece: char) -> bool {
        piece != '.' && !self.is_ours(piece)
    }

    fn count(&self, side: char) -> usize {
        self.cells.iter().flatten().filter(|piece| piece.to_ascii_lowercase() == side).count()
    }

    fn ways(piece: char) -> Vec<(i32, i32)> {
        match piece {
            'r' => vec![(-1, -1), (-1, 1)],
            'b' => vec![(1, -1), (1, 1)],
            _ => vec![(-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }

    fn crowned(piece: char, row: i32) -> char {
        match (piece, row) {
            ('r', 0) => 'R',
            ('b', 7) => 'B',
            _ => piece,
        }
    }

    fn with_turn_passed(mut self) -> Board {
        self.side = if self.side == 'r' { 'b' } else { 'r' };
        self
    }

    /// Continues to jump from a square, with the piece lifted off the board.
    fn jumps(&self, piece: char, row: i32, column: i32, text: &str, found: &mut Vec<Successor>) -> bool {
        let mut any = false;
        for (down, right) in Board::ways(piece) {
            let over = self.get(row + down, column + right);
            let to = self.get(row + 2 * down, column + 2 * right);
            if !over.is_some_and(|p| self.is_theirs(p)) || to != Some('.') {
                continue;
            }
            any = true;
            let (row, column) = (row + 2 * down, column + 2 * right);
            let text = format!("{text}x{}", number(row, column));
            let mut after = self.clone();
            after.set(row - down, column - right, '.');
            let crowned = Board::crowned(piece, row);
            if crowned != piece || !after.jumps(piece, row, column, &text, found) {
                after.set(row, column, crowned);
                found.push((text, after.with_turn_passed().write()));
            }
        }
        any
    }

    fn successors(&self) -> Vec<Successor> {
        let mut jumps = Vec::new();
        let mut steps = Vec::new();
        if self.count('r') == 0 || self.count('b') == 0 {
            return steps;
        }
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let piece = self.cells[row as usize][column as usize];
            if !self.is_ours(piece) {
                continue;
            }
            let mut lifted = self.clone();
            lifted.set(row, column, '.');
            lifted.jumps(piece, row, column, &number(row, column), &mut jumps);
            for (down, right) in Board::ways(piece) {
                let (to_row, to_column) = (row + down, column + right);
                if self.get(to_row, to_column) == Some('.') {
                    let mut after = lifted.clone();
                    after.set(to_row, to_column, Board::crowned(piece, to_row));
                    let text = format!("{}-{}", number(row, column), number(to_row, to_column));
                    steps.push((text, after.with_turn_passed().write()));
                }
            }
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    /// The winner, `r` or `b`, if the game is over.
    fn winner(&self) -> Option<char> {
        let other = if self.side == 'r' { 'b' } else { 'r' };
        if self.count(self.side) == 0 {
            Some(other)
        } else if self.count(other) == 0 {
            Some(self.side)
        } else {
            self.successors().is_empty().then_some(other)
        }
    }
}

/// The PDN number of a dark square.
fn number(row: i32, column: i32) -> String {
    (4 * row + column / 2 + 1).to_string()
}

fn compare(pos: &Checkers) {
    let text = pos.write();
    let board = Board::read(&text);
    let mut moves = Vec::new();
    let outcome = pos.legal_moves(&mut moves);
    let fast: BTreeSet<Successor> =
        moves.iter().map(|&mv| (pos.write_move(mv), pos.play(mv).unwrap().write())).collect();
    let slow = board.successors();
    assert_eq!(slow.len(), moves.len(), "{text}");
    assert_eq!(slow.into_iter().collect::<BTreeSet<_>>(), fast, "{text}");
    let winner = board.winner().map(|side| Outcome::Win(if side == 'r' { Player::One } else { Player::Two }));
    assert_eq!(outcome, winner, "{text}");
}

#[test]
fn equals_the_twin_in_random_games() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut moves = Vec::new();
    for _ in 0..300 {
        let mut pos = Checkers::start();
        for _ in 0..200 {
            compare(&pos);
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos = pos.play(moves[below(&mut rng, moves.len())]).unwrap();
        }
    }
}

#[test]
fn equals_the_twin_on_random_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut accepted = 0;
    let mut long_chains = 0;
    for _ in 0..60_000 {
        let density = 2 + below(&mut rng, 5);
        // If one side has many pieces, the kings of the other have long chains.
        let palette = [['r', 'R', 'b', 'B', 'R', 'b'], ['R', 'b', 'B', 'b', 'b', 'B']][below(&mut rng, 2)];
        let mut board = Board { cells: vec![vec!['.'; 8]; 8], side: ['r', 'b'][below(&mut rng, 2)] };
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            if (row + column) % 2 == 1 && below(&mut rng, 10) < density {
                board.set(row, column, palette[below(&mut rng, 6)]);
            }
        }
        if let Ok(pos) = Checkers::read(&board.write()) {
            accepted += 1;
            compare(&pos);
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            long_chains += usize::from(moves.iter().any(|mv| mv.squares().len() > 4));
        }
    }
    assert!(accepted > 5_000 && long_chains > 50, "{accepted} positions, {long_chains} with long chains");
}

fn slow_perft(board: &Board, depth: u32) -> u64 {
    let successors = board.successors();
    if depth == 1 {
        return successors.len() as u64;
    }
    successors.iter().map(|(_, after)| slow_perft(&Board::read(after), depth - 1)).sum()
}

#[test]
fn counts_like_the_twin() {
    let data = include_str!("../../data/perft.txt");
    let mut board = None;
    let mut lines = 0;
    for line in data.lines() {
        if let Some(text) = line.strip_prefix("= ") {
            board = Some(Board::read(text));
        } else if let Some((depth, count)) = line.split_once(' ').filter(|_| !line.starts_with('#')) {
            let count: u64 = count.parse().unwrap();
            if count <= 200_000 {
                assert_eq!(slow_perft(board.as_ref().unwrap(), depth.parse().unwrap()), count, "{line}");
                lines += 1;
            }
        }
    }
    assert!(lines > 20);
}

#[test]
fn a_side_without_pieces_has_lost_whoever_is_to_move() {
    for (text, red) in [
        ("......../......../......../......../...R..../......../.r...r../r.r...r. b", Value::Win),
        ("......../......../......../......../...R..../......../.r...r../r.r...r. r", Value::Win),
        ("......../......../......../......../...B..../......../......../........ r", Value::Loss),
    ] {
        let pos = Checkers::read(text).unwrap();
        assert_eq!(pos.outcome().map(|outcome| outcome.for_player(Player::One)), Some(red), "{text}");
        assert_eq!(pos.count_moves(), 0);
    }
}
