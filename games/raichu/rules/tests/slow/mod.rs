//! The rules a second time, slow and simple, on the characters of the position text. It shares no
//! code with the crate.

/// A position and its rules.
pub(crate) struct Twin {
    rows: Vec<Vec<char>>,
    side: char,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    White,
    Black,
    Draw,
}

impl Twin {
    pub(crate) fn read(text: &str) -> Twin {
        let (board, side) = text.split_once(' ').unwrap();
        let rows = board.split('/').map(|row| row.chars().collect()).collect();
        Twin { rows, side: side.chars().next().unwrap() }
    }

    pub(crate) fn write(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    pub(crate) fn end(&self) -> Option<End> {
        let has = |side| self.rows.iter().flatten().any(|&cell| owner(cell) == Some(side));
        if !has('w') {
            Some(End::Black)
        } else if !has('b') {
            Some(End::White)
        } else if self.piece_moves('w').is_empty() && self.piece_moves('b').is_empty() {
            Some(End::Draw)
        } else {
            None
        }
    }

    /// Every legal move as text, with the position after it.
    pub(crate) fn moves(&self) -> Vec<(String, Twin)> {
        if self.end().is_some() {
            return Vec::new();
        }
        let moves = self.piece_moves(self.side);
        if moves.is_empty() {
            let passed = Twin { rows: self.rows.clone(), side: other(self.side) };
            return vec![("pass".to_string(), passed)];
        }
        moves
    }

    /// The number of sequences of moves.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum()
    }

    fn piece_moves(&self, side: char) -> Vec<(String, Twin)> {
        let mut moves = Vec::new();
        for row in 0..self.rows.len() {
            for column in 0..self.rows.len() {
                let piece = self.rows[row][column];
                if owner(piece) == Some(side) {
                    for direction in directions(piece) {
                        self.walk((row, column), direction, &mut moves);
                    }
                }
            }
        }
        moves
    }

    /// Adds the moves of the piece on `from` in one direction.
    fn walk(&self, from: (usize, usize), direction: (i32, i32), moves: &mut Vec<(String, Twin)>) {
        let piece = self.rows[from.0][from.1];
        let side = owner(piece).unwrap();
        let mut jumped = None;
        for distance in 1.. {
            let row = from.0 as i32 + distance * direction.0;
            let column = from.1 as i32 + distance * direction.1;
            let n = self.rows.len() as i32;
            if row < 0 || column < 0 || row >= n || column >= n {
                return;
            }
            let to = (row as usize, column as usize);
            let cell = self.rows[to.0][to.1];
            if cell == '.' {
                if distance > longest(piece, jumped.is_some()) {
                    return;
                }
                moves.push(self.after(from, to, jumped));
            } else if owner(cell) == Some(side) || jumped.is_some() || !can_jump(piece, cell) {
                return;
            } else {
                jumped = Some(to);
            }
        }
    }

    fn after(
        &self,
        from: (usize, usize),
        to: (usize, usize),
        jumped: Option<(usize, usize)>,
    ) -> (String, Twin) {
        let mut rows = self.rows.clone();
        let mut piece = rows[from.0][from.1];
        rows[from.0][from.1] = '.';
        if let Some((row, column)) = jumped {
            rows[row][column] = '.';
        }
        if owner(piece) == Some('w') && to.0 == rows.len() - 1 {
            piece = '@';
        }
        if owner(piece) == Some('b') && to.0 == 0 {
            piece = '$';
        }
        rows[to.0][to.1] = piece;
        let separator = if jumped.is_some() { 'x' } else { '-' };
        let text = format!("{}{separator}{}", name(from), name(to));
        (text, Twin { rows, side: other(owner(piece).unwrap()) })
    }
}

fn owner(cell: char) -> Option<char> {
    match cell {
        'w' | 'W' | '@' => Some('w'),
        'b' | 'B' | '$' => Some('b'),
        _ => None,
    }
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn directions(piece: char) -> Vec<(i32, i32)> {
    match piece {
        'w' => vec![(1, -1), (1, 1)],
        'b' => vec![(-1, -1), (-1, 1)],
        'W' => vec![(1, 0), (0, -1), (0, 1)],
        'B' => vec![(-1, 0), (0, -1), (0, 1)],
        _ => vec![(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
    }
}

fn longest(piece: char, jumps: bool) -> i32 {
    match (piece, jumps) {
        ('w' | 'b', false) => 1,
        ('w' | 'b', true) => 2,
        ('W' | 'B', false) => 2,
        ('W' | 'B', true) => 3,
        _ => 1000,
    }
}

fn can_jump(piece: char, enemy: char) -> bool {
    match piece {
        'w' | 'b' => enemy == 'w' || enemy == 'b',
        'W' | 'B' => enemy != '@' && enemy != '$',
        _ => true,
    }
}

fn name((row, column): (usize, usize)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}
