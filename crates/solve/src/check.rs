//! Checks a proof from nothing but the rules: no search, no table, and none of the code that found
//! it.

use std::collections::HashMap;

use game::text::quoted;
use game::{Game, Outcome};

use crate::Exact;
use crate::claim::{Claim, Kind, from_one_line};

/// A proof that was checked and holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The position.
    pub position: String,
    /// Its proven value.
    pub value: Exact,
    /// The number of claims in the proof.
    pub claims: usize,
}

/// The first fault of a proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ProofError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub reason: String,
}

/// The statement of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Its claimed value.
    pub value: Exact,
}

/// The first line of a proof.
pub const PROOF_MARK: &str = "plywood proof 1";
/// The number of lines before the claims.
const HEADER_LINES: usize = 4;

fn fault<T>(line: usize, reason: impl Into<String>) -> Result<T, ProofError> {
    Err(ProofError { line, reason: reason.into() })
}

/// Reads the statement of a proof, without checking it.
///
/// # Errors
/// Fails if the text does not begin like a proof.
pub fn header(text: &str) -> Result<Header, ProofError> {
    let mut lines = text.lines();
    if lines.next() != Some(PROOF_MARK) {
        return fault(1, format!("a proof begins with '{PROOF_MARK}'"));
    }
    let mut field = |line: usize, name: &str| {
        let found = lines.next().and_then(|l| l.strip_prefix(name)?.strip_prefix(' '));
        found.map_or_else(|| fault(line, format!("expected a line that begins with '{name} '")), Ok)
    };
    let (game, position, value) = (field(2, "game")?, field(3, "position")?, field(4, "value")?);
    let Some(value) = read_value(value) else {
        return fault(4, format!("expected win N, loss N or draw, found '{}'", quoted(value)));
    };
    Ok(Header { game: game.to_string(), position: from_one_line(position), value })
}

fn read_value(text: &str) -> Option<Exact> {
    let number = |text: &str| text.parse().ok().filter(|plies: &u32| plies.to_string() == text);
    match text.split_once(' ') {
        None if text == "draw" => Some(Exact::Draw),
        Some(("win", plies)) => Some(Exact::Win(number(plies)?)),
        Some(("loss", plies)) => Some(Exact::Loss(number(plies)?)),
        _ => None,
    }
}

/// A claim, the move that proves it, and its line.
struct Written<G: Game> {
    line: usize,
    claim: Claim,
    mv: Option<G::Move>,
}

type Claims<G> = HashMap<(G, Kind), Written<G>>;

/// Checks a proof.
///
/// # Errors
/// Fails with the first fault.
pub fn check<G: Game>(text: &str) -> Result<Checked, ProofError> {
    let header = header(text)?;
    if header.game != G::NAME {
        return fault(2, format!("this is about '{}', not about {}", quoted(&header.game), G::NAME));
    }
    let root = read_position::<G>(3, &header.position)?;
    let mut claims: Claims<G> = HashMap::new();
    for (i, line) in text.lines().enumerate().skip(HEADER_LINES) {
        let (pos, written) = read_claim::<G>(i + 1, line)?;
        let earlier = claims.insert((pos, written.claim.kind), written);
        if let Some(earlier) = earlier {
            return fault(i + 1, format!("the same is claimed of this position on line {}", earlier.line));
        }
    }
    for ((pos, _), written) in &claims {
        check_claim(pos, written, &claims)?;
    }
    for needed in Claim::of_value(header.value) {
        if !is_claimed(&root, needed, &claims) {
            return fault(4, format!("the value needs {needed} of its position, which is not claimed"));
        }
    }
    Ok(Checked { position: root.write(), value: header.value, claims: claims.len() })
}

fn read_position<G: Game>(line: usize, text: &str) -> Result<G, ProofError> {
    G::read(text).or_else(|faults| fault(line, format!("not a position: {faults}")))
}

fn read_claim<G: Game>(line: usize, text: &str) -> Result<(G, Written<G>), ProofError> {
    let parts: Vec<&str> = text.split('\t').collect();
    let &[claim, mv, pos] = &parts[..] else {
        return fault(
            line,
            "a claim is three words with tabs between them: the claim, the move or -, the position",
        );
    };
    let pos = read_position::<G>(line, &from_one_line(pos))?;
    let Ok(claim) = claim.parse::<Claim>() else {
        return fault(
            line,
            format!("expected win<=N, loss<=N, win>N, loss>N, win>* or loss>*, found '{}'", quoted(claim)),
        );
    };
    let mv = match mv {
        "-" => None,
        mv => match pos.read_move(&from_one_line(mv)) {
            Ok(mv) => Some(mv),
            Err(refused) => return fault(line, format!("not a move: {refused}")),
        },
    };
    Ok((pos, Written { line, claim, mv }))
}

fn is_claimed<G: Game>(pos: &G, needed: Claim, claims: &Claims<G>) -> bool {
    claims.get(&(pos.clone(), needed.kind)).is_some_and(|written| written.claim.covers(needed))
}

/// Whether a claim follows from the rules and the other claims.
fn check_claim<G: Game>(pos: &G, written: &Written<G>, claims: &Claims<G>) -> Result<(), ProofError> {
    let &Written { line, claim, mv } = written;
    let mut moves = Vec::new();
    if let Some(outcome) = pos.legal_moves(&mut moves) {
        return if claim.is_true_at_end(pos, outcome) {
            Ok(())
        } else {
            fault(line, format!("the game is over here ({}), and {claim} is not true", told(outcome)))
        };
    }
    if claim.plies == Some(0) {
        // The game is not over, so nothing happens within 0 plies.
        return if claim.kind.happens() {
            fault(line, format!("the game is not over here, so {claim} is not true"))
        } else {
            Ok(())
        };
    }
    if claim.kind.needs_one_move() {
        let Some(mv) = mv else { return fault(line, format!("{claim} needs a move that shows it")) };
        moves = vec![mv];
    }
    for mv in moves {
        let next = pos.play_unchecked(mv);
        let needed = claim.after_a_move(next.turn() == pos.turn()).expect("there are plies left");
        if !is_claimed(&next, needed, claims) {
            let mv = pos.write_move(mv);
            return fault(line, format!("{claim} needs {needed} after {mv}, which is not claimed"));
        }
    }
    Ok(())
}

fn told(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(game::Player::One) => "the first player has won",
        Outcome::Win(game::Player::Two) => "the second player has won",
        Outcome::Draw => "a draw",
    }
}
