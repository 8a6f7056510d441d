//! A slow twin of the rules that works on the characters of the position text and shares no code
//! with the crate.

/// A parsed position text.
#[derive(Clone)]
pub(crate) struct Slow {
    rows: Vec<Vec<char>>,
    side: char,
    ply: Option<u32>,
}

impl Slow {
    /// Parses a well-formed position text.
    pub(crate) fn new(text: &str) -> Slow {
        let words: Vec<&str> = text.split(' ').collect();
        Slow {
            rows: words[0].split('/').map(|row| row.chars().collect()).collect(),
            side: words[1].chars().next().unwrap(),
            ply: words.get(2).map(|word| word.parse().unwrap()),
        }
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let ply = self.ply.map_or(String::new(), |ply| format!(" {ply}"));
        format!("{} {}{ply}", rows.join("/"), self.side)
    }

    /// "queen", "wights", "draw", or `None` while the game is unfinished.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        if !self.rows.iter().flatten().any(|&c| c == 'Q') {
            Some("wights")
        } else if self.rows[4].contains(&'Q') {
            Some("queen")
        } else if self.ply == Some(50) || self.steps().is_empty() {
            Some("draw")
        } else {
            None
        }
    }

    /// Every legal move as text with the position after it, sorted.
    pub(crate) fn moves(&self) -> Vec<(String, Slow)> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut moves = self.steps();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    /// The number of sequences of moves.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum() }
    }

    /// Every step that the pieces allow, even if a player has won.
    fn steps(&self) -> Vec<(String, Slow)> {
        let mut found = Vec::new();
        for row in 0..5i32 {
            for column in 0..5i32 {
                let piece = self.rows[row as usize][column as usize];
                let mine = if self.side == 'w' { piece == 'W' } else { piece == 'Q' || piece == 'D' };
                if !mine {
                    continue;
                }
                for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                    let (to_row, to_column) = (row + down, column + right);
                    if !(0..5).contains(&to_row) || !(0..5).contains(&to_column) {
                        continue;
                    }
                    let target = self.rows[to_row as usize][to_column as usize];
                    let straight = down == 0 || right == 0;
                    let allowed = match (piece, target) {
                        ('W', '.') => straight,
                        ('W', 'Q' | 'D') => !straight,
                        ('Q' | 'D', '.' | 'W') => true,
                        _ => false,
                    };
                    if !allowed {
                        continue;
                    }
                    let mut next = self.clone();
                    next.rows[row as usize][column as usize] = '.';
                    next.rows[to_row as usize][to_column as usize] = piece;
                    next.side = if self.side == 'w' { 'q' } else { 'w' };
                    next.ply = self.ply.map(|ply| ply + 1);
                    let name = |row: i32, column: i32| {
                        format!("{}{}", ["a", "b", "c", "d", "e"][column as usize], 5 - row)
                    };
                    let between = if target == '.' { "-" } else { "x" };
                    found.push((format!("{}{between}{}", name(row, column), name(to_row, to_column)), next));
                }
            }
        }
        found
    }
}
