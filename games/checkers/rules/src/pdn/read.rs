//! Reads the games of a PDN file, whoever wrote it.
//!
//! Reading never fails: what cannot be read of a game is among its faults, and its moves go as far as
//! they are legal.

use game::text::quoted;
use game::{ByPlayer, Notation as _, Position as _, SharedGame, SharedMove};

use super::START;
use super::lexer::{Lexer, Token};
use super::result::{Claim, usual};
use crate::{Checkers, Move, Square, fen};

/// Variations within variations are read so far; no reader follows them further.
const DEEPEST: usize = 40;

/// Every game of a text.
pub(crate) fn read(text: &str) -> Vec<SharedGame> {
    let mut lexer = Lexer::new(text);
    // A mark of the byte order at the beginning is not among the words.
    let skipped = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let (mut games, mut claims) = (Vec::new(), Vec::new());
    let mut draft = Draft::default();
    let mut end = 0;
    let mut finish = |draft: &mut Draft, end: usize| {
        let (game, claim) = std::mem::take(draft).finish(skipped + end);
        games.push(game);
        claims.push(claim);
    };
    while let Some(token) = lexer.next() {
        if matches!(token, Token::Tag(..)) && draft.has_begun {
            finish(&mut draft, end);
        }
        end = lexer.at();
        if draft.take(token) {
            finish(&mut draft, end);
        }
    }
    if !draft.is_empty() {
        finish(&mut draft, text.len() - skipped);
    }
    let usual = usual(&claims);
    for (game, claim) in games.iter_mut().zip(&claims) {
        game.outcome = claim.outcome(usual);
    }
    games
}

/// A line that is being read.
struct Line {
    moves: Vec<SharedMove>,
    /// The position before the last move, in whose place a variation goes.
    before: Option<Checkers>,
    /// The position to move from; nothing where the rest of the line cannot be read.
    now: Option<Checkers>,
    /// What was said before the first move.
    comment: String,
}

impl Line {
    fn from(now: Option<Checkers>) -> Line {
        Line { moves: Vec::new(), before: None, now, comment: String::new() }
    }
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    /// The main line, and the variations that are open, the innermost last.
    lines: Vec<Line>,
    start: Option<Checkers>,
    /// How many variations are open that are too deep to be read.
    ignored: usize,
    /// Whether moves or a result have come.
    has_begun: bool,
    result: Option<String>,
    faults: Vec<String>,
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.lines.iter().all(|line| line.moves.is_empty()) && self.faults.is_empty()
    }

    fn tag(&self, name: &str) -> &str {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value).trim_matches('?')
    }

    /// Takes a word; says whether it ends the game.
    fn take(&mut self, token: Token) -> bool {
        match token {
            Token::Tag(name, value) => self.tags.push((name, value)),
            Token::Number => {}
            Token::Comment(text) => self.comment(&text),
            Token::Sign(sign) => self.sign(sign),
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Word(word) => self.word(&word),
            Token::Result(result) => {
                if self.lines.len() <= 1 && self.ignored == 0 {
                    self.result = Some(result);
                    self.begin(None);
                    return true;
                }
            }
        }
        false
    }

    /// Begins with the moves, of which `first` is the first.
    fn begin(&mut self, first: Option<&str>) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        self.start = self.start_position(first);
        match self.lines.first_mut() {
            // A comment came before the moves.
            Some(line) => line.now = self.start,
            None => self.lines.push(Line::from(self.start)),
        }
    }

    fn start_position(&mut self, first: Option<&str>) -> Option<Checkers> {
        let kind = self.tag("GameType");
        let number: String = kind.chars().take_while(char::is_ascii_digit).collect();
        if !number.is_empty() && number != "21" {
            self.faults.push(format!("game type {} is not checkers, which is 21", quoted(kind)));
            return None;
        }
        let setup = self.tag("FEN").to_string();
        if setup.is_empty() {
            let usual = Checkers::read(START).expect("the start of game type 21 is a position");
            let from_usual = first.is_none_or(|mv| read_move(&usual, mv).is_ok());
            let ours = Checkers::start();
            let is_ours = !from_usual && first.is_some_and(|mv| read_move(&ours, mv).is_ok());
            return Some(if is_ours { ours } else { usual });
        }
        match fen::read(&plain_fen(&setup)) {
            Ok(start) => Some(start),
            Err(errors) => {
                self.faults.push(format!("FEN {}: {errors}", quoted(&setup)));
                None
            }
        }
    }

    fn comment(&mut self, text: &str) {
        if self.ignored > 0 || text.is_empty() {
            return;
        }
        if self.lines.is_empty() {
            self.lines.push(Line::from(None));
        }
        let line = self.lines.last_mut().expect("there is a line");
        let place = match line.moves.last_mut() {
            Some(mv) if line.now.is_some() => &mut mv.comment,
            Some(_) => return,
            None => &mut line.comment,
        };
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(text);
    }

    fn sign(&mut self, sign: String) {
        if self.ignored > 0 {
            return;
        }
        let line = self.lines.last_mut().filter(|line| line.now.is_some());
        if let Some(mv) = line.and_then(|line| line.moves.last_mut()) {
            mv.signs.push(sign);
        }
    }

    fn open(&mut self) {
        if self.ignored > 0 || self.lines.len() > DEEPEST {
            self.ignored += 1;
            return;
        }
        self.begin(None);
        let line = self.lines.last().expect("there is a line");
        let from = if line.now.is_some() { line.before } else { None };
        if from.is_none() && line.now.is_some() {
            self.faults.push("a variation stands before the first move".to_string());
        }
        self.lines.push(Line::from(from));
    }

    fn close(&mut self) {
        if self.ignored > 0 {
            self.ignored -= 1;
        } else if self.lines.len() > 1 {
            let line = self.lines.pop().expect("there is a line");
            let moves = line.told();
            let outer = self.lines.last_mut().expect("a variation is in a line");
            if let Some(mv) = outer.moves.last_mut()
                && !moves.is_empty()
            {
                mv.variations.push(moves);
            }
        } else {
            self.faults.push("a ')' has no '('".to_string());
        }
    }

    fn word(&mut self, word: &str) {
        if self.ignored > 0 {
            return;
        }
        self.begin(Some(word));
        // Each variation stands in place of one move.
        let plies: usize = self.lines.iter().map(|line| line.moves.len()).sum();
        let number = (plies + 1).saturating_sub(self.lines.len());
        let line = self.lines.last_mut().expect("there is a line");
        let Some(now) = &line.now else { return };
        match read_move(now, word) {
            Ok(mv) => {
                let text = now.write_move(mv);
                let after = now.play_unchecked(mv);
                line.before = line.now.replace(after);
                line.moves.push(SharedMove {
                    text,
                    comment: String::new(),
                    signs: Vec::new(),
                    variations: Vec::new(),
                });
            }
            Err(reason) => {
                line.now = None;
                self.faults.push(format!("ply {}: {reason}", number + 1));
            }
        }
    }

    fn finish(mut self, end: usize) -> (SharedGame, Claim) {
        self.begin(None);
        if self.lines.len() > 1 || self.ignored > 0 {
            self.faults.push("a '(' has no ')'".to_string());
            self.ignored = 0;
            while self.lines.len() > 1 {
                self.close();
            }
        }
        let tagged = self.tag("Result").to_string();
        let result =
            self.result.clone().filter(|result| result != "*" || tagged.is_empty()).unwrap_or(tagged);
        let players = ByPlayer { one: self.tag("White").to_string(), two: self.tag("Black").to_string() };
        // What is not known of a day is left out: of 1901.??.?? the year remains.
        let date = self.tag("Date").trim_matches(['.', '?']).to_string();
        let opening = [self.tag("Opening"), self.tag("ECO")].into_iter().find(|name| !name.is_empty());
        let (event, opening) = (self.tag("Event").to_string(), opening.unwrap_or_default().to_string());
        let line = self.lines.pop().expect("there is a main line");
        let said = line.moves.last().map_or(line.comment.as_str(), |mv| &mv.comment);
        let claim = Claim::new(result.clone(), line.now.as_ref(), said);
        let position = self.start.unwrap_or_else(Checkers::start).write();
        let (comment, moves) = (line.comment, line.moves);
        let date = if date.contains(|c: char| c.is_ascii_digit()) { date } else { String::new() };
        let result = if result.is_empty() { "*".to_string() } else { result };
        let faults = self.faults;
        let game = SharedGame {
            end,
            event,
            date,
            players,
            opening,
            result,
            outcome: None,
            position,
            comment,
            moves,
            faults,
        };
        (game, claim)
    }
}

impl Line {
    /// The moves of a variation; what was said before them is said of the first.
    fn told(self) -> Vec<SharedMove> {
        let mut moves = self.moves;
        if let Some(first) = moves.first_mut()
            && !self.comment.is_empty()
        {
            let after = std::mem::take(&mut first.comment);
            first.comment = [self.comment, after].join(" ").trim().to_string();
        }
        moves
    }
}

/// A FEN without what only other programs write: blanks, the count of moves and the number of the move.
fn plain_fen(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_uppercase();
    let is_position = |part: &&str| !part.starts_with(['H', 'F']);
    text.split(':').map(|part| part.trim_end_matches('.')).filter(is_position).collect::<Vec<_>>().join(":")
}

/// The legal move that a word means: a capture may be written as a step, and by its ends, or by as many
/// of its squares as tell it from others.
fn read_move(pos: &Checkers, word: &str) -> Result<Move, String> {
    let plain: String = word
        .chars()
        .map(|c| {
            if ":X×*".contains(c) {
                'x'
            } else if c == '–' {
                '-'
            } else {
                c
            }
        })
        .collect();
    let numbers = plain.split(['-', 'x']).map(|number| {
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
        Square::from_number(number.parse().ok().filter(|_| is_plain)?)
    });
    let squares: Vec<Square> =
        numbers
            .collect::<Option<_>>()
            .filter(|squares: &Vec<_>| squares.len() >= 2)
            .ok_or_else(|| format!("expected a move such as 11-15 or 22x15, found {}", quoted(word)))?;
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    let is_meant = |mv: &Move| {
        let way = mv.squares();
        let mut rest = way.iter();
        way.first() == squares.first()
            && way.last() == squares.last()
            && squares.iter().all(|wanted| rest.any(|square| square == wanted))
    };
    let meant: Vec<Move> = legal.into_iter().filter(is_meant).collect();
    let exact = meant.iter().find(|mv| mv.squares() == squares);
    match (exact, meant.as_slice()) {
        (Some(&mv), _) | (None, &[mv]) => Ok(mv),
        (None, [first, others @ ..]) => {
            let after = pos.play_unchecked(*first);
            let is_same = others.iter().all(|&mv| pos.play_unchecked(mv) == after);
            if is_same {
                Ok(*first)
            } else {
                Err(format!("{} may mean several captures: name the squares between", quoted(word)))
            }
        }
        (None, []) => {
            let sign = if plain.contains('x') { "x" } else { "-" };
            let text = squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(sign);
            Err(pos
                .read_move(&text)
                .err()
                .map_or_else(|| format!("{} is not legal", quoted(word)), |error| error.to_string()))
        }
    }
}
