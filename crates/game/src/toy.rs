//! A game that is a tree drawn in text, to test solvers on trees of a particular shape.
//!
//! Every line is a node, indented by two spaces more than its parent: `NAME 1` or `NAME 2` if that
//! player is to move, `NAME =1`, `NAME =2` or `NAME =draw` if the game is over, `-> NAME` if a move
//! leads to a node that is drawn elsewhere, so that there may be transpositions and cycles.
//!
//! ```
//! use game::{Notation, Position, toy::Toy};
//!
//! let start = Toy::read(
//!     "start 1
//!        take 2
//!          won =1
//!          lost =2
//!        wait 2
//!          -> start",
//! )?;
//! let wait = start.play(start.read_move("wait")?)?;
//! assert_eq!(wait.play(wait.read_move("start")?)?, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::text::quoted;
use crate::{
    ByPlayer, Cell, CellId, Diagram, Edge, Explain, Game, Indexed, Keyed, Layout, MoveError, Notation,
    Outcome, Piece, Player, Position, PositionError, PositionErrors, Retro, Shade, Side, Slice, Style,
    Symmetric,
};

/// A node of a tree.
#[derive(Clone, Debug)]
pub struct Toy {
    tree: Arc<Vec<Node>>,
    at: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    name: String,
    state: State,
    /// Its parent in the drawing.
    parent: Option<usize>,
    depth: usize,
    /// The nodes that moves lead to.
    moves: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Turn(Player),
    Over(Outcome),
}

const SAMPLE: &str = "\
start 1
  left 2
    won =1
    lost =2
  middle 2
    even =draw
    -> start
  right 2
    again 2
      -> lost
      deep 1
        -> even
        -> left";

impl PartialEq for Toy {
    fn eq(&self, other: &Toy) -> bool {
        self.at == other.at && (Arc::ptr_eq(&self.tree, &other.tree) || self.tree == other.tree)
    }
}

impl Eq for Toy {}

impl Hash for Toy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl Toy {
    fn node(&self) -> &Node {
        &self.tree[self.at]
    }

    fn go(&self, at: usize) -> Toy {
        Toy { tree: Arc::clone(&self.tree), at }
    }

    /// The name of the node.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.node().name
    }
}

impl Position for Toy {
    /// The number of the node that the move leads to.
    type Move = usize;

    fn start() -> Toy {
        Toy::read(SAMPLE).expect("the sample is well drawn")
    }

    fn turn(&self) -> Player {
        match self.node().state {
            State::Turn(player) => player,
            State::Over(_) => Player::One,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) -> Option<Outcome> {
        moves.clear();
        moves.extend(&self.node().moves);
        match self.node().state {
            State::Turn(_) => None,
            State::Over(outcome) => Some(outcome),
        }
    }

    fn play_unchecked(&self, to: usize) -> Toy {
        debug_assert!(self.is_legal(to));
        self.go(to)
    }

    fn is_legal(&self, to: usize) -> bool {
        self.node().moves.contains(&to)
    }
}

/// Why a move of the toy game is illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over at {0}")]
    Over(String),
    /// The tree has no such node.
    #[error("the tree has {nodes} nodes, and cell {cell} is none of them")]
    NoCell {
        /// The cell.
        cell: CellId,
        /// The number of nodes.
        nodes: usize,
    },
    /// The number of nodes touched is not one.
    #[error("name the one node to go to")]
    NotOne,
    /// No move leads there.
    #[error("no move leads from {from} to {to}")]
    NoMove {
        /// The current node.
        from: String,
        /// The node touched.
        to: String,
    },
}

impl Explain for Toy {
    type Illegal = Illegal;

    fn attempt(&self, cells: &[CellId]) -> Result<usize, Illegal> {
        if let State::Over(_) = self.node().state {
            return Err(Illegal::Over(self.name().to_string()));
        }
        if let Some(&cell) = cells.iter().find(|&&cell| cell >= self.tree.len()) {
            return Err(Illegal::NoCell { cell, nodes: self.tree.len() });
        }
        let &[to] = cells else { return Err(Illegal::NotOne) };
        if self.is_legal(to) {
            Ok(to)
        } else {
            Err(Illegal::NoMove { from: self.name().to_string(), to: self.tree[to].name.clone() })
        }
    }
}

/// An error in a drawn tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// The tree has no nodes.
    #[error("the tree has no line")]
    Empty,
    /// A line is of none of the three kinds.
    #[error(
        "line {line}: expected NAME 1, NAME 2, NAME =1, NAME =2, NAME =draw or -> NAME, found '{received}'"
    )]
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// Its text.
        received: String,
    },
    /// A line has no parent above it.
    #[error("line {line}: its indentation fits no node above it")]
    Indentation {
        /// The line, counted from 1.
        line: usize,
    },
    /// Two nodes have the same name.
    #[error("line {line}: there is a node '{name}' already")]
    Twice {
        /// The line, counted from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// No node has this name.
    #[error("there is no node '{0}'")]
    Unknown(String),
    /// Two moves of one node lead to the same node.
    #[error("two moves lead from '{0}' to the same node")]
    SameMove(String),
    /// A finished game has moves, or an unfinished one has none.
    #[error("'{0}' must have moves exactly if a player is to move there")]
    Moves(String),
}

impl PositionError for TreeError {
    fn is_malformed(&self) -> bool {
        true
    }
}

impl Notation for Toy {
    type Error = TreeError;

    const FORMATS: &'static [&'static str] = &["text"];

    /// The tree as drawn; a first line `at NAME` names the current node if it is not the root.
    fn read(text: &str) -> Result<Toy, PositionErrors<TreeError>> {
        let text = text.trim();
        let (at, drawing) = match text.strip_prefix("at ").and_then(|rest| rest.split_once('\n')) {
            Some((name, drawing)) => (Some(name), drawing),
            None => (None, text),
        };
        let tree = read_tree(drawing)?;
        let at = match at {
            Some(name) => find(&tree, name).ok_or_else(|| TreeError::Unknown(quoted(name)))?,
            None => 0,
        };
        Ok(Toy { tree: Arc::new(tree), at })
    }

    fn write(&self) -> String {
        let mut text = format!("at {}", self.name());
        write_node(&self.tree, 0, None, &mut text);
        text
    }

    fn read_move(&self, text: &str) -> Result<usize, MoveError<Illegal>> {
        match find(&self.tree, text.trim()) {
            Some(to) => Ok(self.attempt(&[to])?),
            None => Err(MoveError::unreadable(text, "give the name of a node")),
        }
    }

    fn write_move(&self, to: usize) -> String {
        self.tree[to].name.clone()
    }
}

fn find(tree: &[Node], name: &str) -> Option<usize> {
    tree.iter().position(|node| node.name == name)
}

fn read_tree(drawing: &str) -> Result<Vec<Node>, TreeError> {
    let mut tree: Vec<Node> = Vec::new();
    let mut joins: Vec<(usize, String)> = Vec::new();
    // The indentation and number of each possible parent of the next line.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (i, text) in drawing.lines().enumerate() {
        let line = i + 1;
        let (indent, words) =
            (text.len() - text.trim_start().len(), text.split_whitespace().collect::<Vec<_>>());
        open.retain(|&(depth, _)| depth < indent);
        let parent = open.last().map(|&(_, node)| node);
        if parent.is_none() != tree.is_empty() {
            return Err(TreeError::Indentation { line });
        }
        let state = match *words {
            ["->", name] if parent.is_some() => {
                joins.push((parent.expect("tested by the guard"), name.to_string()));
                continue;
            }
            // These words begin other kinds of lines.
            ["->" | "at", _] => return Err(TreeError::Unreadable { line, received: quoted(text) }),
            [_, "1"] => State::Turn(Player::One),
            [_, "2"] => State::Turn(Player::Two),
            [_, "=1"] => State::Over(Outcome::Win(Player::One)),
            [_, "=2"] => State::Over(Outcome::Win(Player::Two)),
            [_, "=draw"] => State::Over(Outcome::Draw),
            _ => return Err(TreeError::Unreadable { line, received: quoted(text) }),
        };
        let name = words[0].to_string();
        if find(&tree, &name).is_some() {
            return Err(TreeError::Twice { line, name: quoted(&name) });
        }
        if let Some(parent) = parent {
            let child = tree.len();
            tree[parent].moves.push(child);
        }
        open.push((indent, tree.len()));
        tree.push(Node { name, state, parent, depth: open.len() - 1, moves: Vec::new() });
    }
    for (from, name) in joins {
        let to = find(&tree, &name).ok_or_else(|| TreeError::Unknown(quoted(&name)))?;
        if tree[from].moves.contains(&to) {
            return Err(TreeError::SameMove(quoted(&tree[from].name)));
        }
        tree[from].moves.push(to);
    }
    if tree.is_empty() {
        return Err(TreeError::Empty);
    }
    match tree.iter().find(|node| node.moves.is_empty() == matches!(node.state, State::Turn(_))) {
        Some(node) => Err(TreeError::Moves(quoted(&node.name))),
        None => Ok(tree),
    }
}

fn write_node(tree: &[Node], number: usize, from: Option<usize>, text: &mut String) {
    let node = &tree[number];
    if node.parent != from {
        let indent = 2 * (from.map_or(0, |from| tree[from].depth) + 1);
        let _ = write!(text, "\n{:indent$}-> {}", "", node.name);
        return;
    }
    let indent = 2 * node.depth;
    let state = match node.state {
        State::Turn(Player::One) => "1",
        State::Turn(Player::Two) => "2",
        State::Over(Outcome::Win(Player::One)) => "=1",
        State::Over(Outcome::Win(Player::Two)) => "=2",
        State::Over(Outcome::Draw) => "=draw",
    };
    let _ = write!(text, "\n{:indent$}{} {state}", "", node.name);
    for &to in &node.moves {
        write_node(tree, to, Some(number), text);
    }
}

impl Layout for Toy {
    fn diagram(&self) -> Diagram {
        let cell = |(row, node): (usize, &Node)| {
            Cell::square(row, node.depth, Shade::Light, node.name.clone(), node.name.clone())
        };
        let piece = |player, name| Piece { player, letter: '*', glyph: '●', name, emblem: "" };
        Diagram {
            cells: self.tree.iter().enumerate().map(cell).collect(),
            labels: Vec::new(),
            pieces: vec![
                piece(Player::One, "here, first player to move"),
                piece(Player::Two, "here, second player to move"),
            ],
            players: ByPlayer {
                one: Side {
                    name: "First",
                    letter: '1',
                    colour: [255, 255, 255],
                    paint: [250, 250, 250],
                    home: Edge::Top,
                },
                two: Side {
                    name: "Second",
                    letter: '2',
                    colour: [0, 0, 0],
                    paint: [30, 30, 30],
                    home: Edge::Bottom,
                },
            },
            style: Style::default(),
            tray: None,
        }
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        (0..self.tree.len()).map(|cell| (cell == self.at).then_some(self.turn() as usize)).collect()
    }

    fn touched(&self, to: usize) -> Vec<CellId> {
        vec![to]
    }
}

impl Keyed for Toy {}

impl Symmetric for Toy {}

impl Indexed for Toy {
    fn slice(&self) -> Option<Slice> {
        Some(Slice(0))
    }

    /// Every tree is a different game; these numbers are those of the sample.
    fn slice_len(_: Slice) -> u64 {
        Toy::start().tree.len() as u64
    }

    fn index(&self) -> u64 {
        self.at as u64
    }

    fn unindex(_: Slice, index: u64) -> Toy {
        Toy::start().go(index as usize)
    }

    fn slices(_: u32) -> Vec<Slice> {
        vec![Slice(0)]
    }
}

impl Retro for Toy {
    fn predecessors(&self) -> Option<Vec<Toy>> {
        let leads_here = |&from: &usize| self.tree[from].moves.contains(&self.at);
        Some((0..self.tree.len()).filter(leads_here).map(|from| self.go(from)).collect())
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "A drawn tree";
    const SUMMARY: &'static str = "walk down a tree to a leaf that says who has won";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badly_drawn_trees_are_refused_with_the_reason() {
        for (drawing, error) in [
            ("", "the tree has no line"),
            ("a 3", "line 1: expected NAME 1, NAME 2, NAME =1, NAME =2, NAME =draw or -> NAME, found 'a 3'"),
            (
                "-> 1",
                "line 1: expected NAME 1, NAME 2, NAME =1, NAME =2, NAME =draw or -> NAME, found '-> 1'",
            ),
            ("a 1\nb 2", "line 2: its indentation fits no node above it"),
            ("a 1\n  a =1", "line 2: there is a node 'a' already"),
            ("a 1\n  -> b", "there is no node 'b'"),
            ("a 1\n  b =1\n  -> b", "two moves lead from 'a' to the same node"),
            ("a 1", "'a' must have moves exactly if a player is to move there"),
            ("a =1\n  b =2", "'a' must have moves exactly if a player is to move there"),
            ("at z\na =1", "there is no node 'z'"),
        ] {
            assert_eq!(Toy::read(drawing).unwrap_err().to_string(), error);
        }
    }

    #[test]
    fn perft_counts_joins_and_circles() {
        // left, middle, right; their moves 2 + 2 + 1; then the cycle through middle gives 3 and
        // again 2 …
        let counts: Vec<u64> = (0..=4).map(|depth| crate::perft(&Toy::start(), depth)).collect();
        assert_eq!(counts, [1, 3, 5, 5, 7]);
    }
}
