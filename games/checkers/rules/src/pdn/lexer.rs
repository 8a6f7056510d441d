//! The words of a PDN file. Nothing is refused here: what has no meaning becomes a word.

/// A word of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// `{…}`, or `;` to the end of the line.
    Comment(String),
    /// `$6`, `!?`, `(?)` or `*` after a move, without parentheses.
    Sign(String),
    /// `12.` or `12…`
    Number,
    /// `1-0`, `1/2-1/2`, `2-0`, `*` and the like.
    Result(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, or what else it may be.
    Word(String),
}

/// What may stand within a line.
const BLANKS: [char; 2] = [' ', '\t'];

const RESULTS: [&str; 10] = ["1-0", "0-1", "1/2-1/2", "½-½", "1/2", "2-0", "0-2", "1-1", "0-0", "*"];

/// Reads tokens with the place where each ends.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Whether the last token was a move, after which `*` is a sign and no result.
    is_after_move: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, is_after_move: false }
    }

    /// Where reading has come to, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with(['\n', '\r'])
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            // Files of old programs are filled up with noughts, or with the mark at which DOS ended a text.
            let is_blank = |c: char| c.is_whitespace() || c == '\0' || c == '\u{1a}';
            self.at += rest.len() - rest.trim_start_matches(is_blank).len();
            // A line that begins with % is for other programs.
            if !(self.is_line_start() && self.rest().starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    /// The rest of the line.
    fn take_line(&mut self) -> &'t str {
        let rest = self.rest();
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        self.at += line.len();
        line
    }

    fn tag(&mut self) -> Option<Token> {
        let inside = self.rest().strip_prefix('[')?.trim_start_matches([' ', '\t']);
        let name_length =
            inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len());
        let (name, after) = inside.split_at(name_length);
        let value = after.trim_start_matches([' ', '\t']).strip_prefix('"')?;
        if name.is_empty() {
            return None;
        }
        let line = &value[..value.find(['\n', '\r']).unwrap_or(value.len())];
        // The last quotation mark before a bracket ends the value: some programs write them inside.
        let mut end = None;
        for (i, _) in line.match_indices('"') {
            if line[i + 1..].trim_start().starts_with(']') && !line[..i].ends_with('\\') {
                end = Some(i);
                break;
            }
        }
        let end = end?;
        let closed = line[end..].find(']')? + end + 1;
        self.at = self.text.len() - value.len() + closed;
        let value = line[..end].replace("\\\"", "\"").replace("\\\\", "\\");
        Some(Token::Tag(name.to_string(), value.trim().to_string()))
    }

    fn comment(&mut self) -> Token {
        let inside = &self.rest()[1..];
        let close = inside.find('}');
        // A comment that is not closed must not swallow the next game, which begins like this.
        let next_game =
            inside.match_indices("[Event \"").map(|(i, _)| i).find(|&i| inside[..i].ends_with('\n'));
        let (length, taken) = match (close, next_game) {
            (Some(close), Some(next)) if next < close => (next, next),
            (Some(close), _) => (close, close + 1),
            (None, Some(next)) => (next, next),
            (None, None) => (inside.len(), inside.len()),
        };
        self.at += 1 + taken;
        Token::Comment(words_of(&inside[..length]))
    }

    /// A sign of strength in parentheses, such as `(?)`.
    fn bracketed_sign(&mut self) -> Option<Token> {
        let inside = &self.rest()[1..];
        let end = inside.find(')')?;
        let is_sign = end > 0 && inside[..end].chars().all(|c| "!?*".contains(c));
        is_sign.then(|| {
            self.at += end + 2;
            Token::Sign(inside[..end].to_string())
        })
    }

    fn run(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let run = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// A number of a move with its full stops, if that is what comes.
    fn number(&mut self) -> Option<Token> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = &rest[digits..];
        if digits == 0 || !after.starts_with(['.', '…']) {
            return None;
        }
        let stops = after.trim_start_matches(['.', '…']);
        self.at += rest.len() - stops.len();
        Some(Token::Number)
    }

    /// A move, a result or whatever is written together; blanks around the sign of a move are left out.
    fn word(&mut self) -> Token {
        let belongs = |c: char| !c.is_whitespace() && !"{}()[];$!?".contains(c);
        let mut word = self.run(belongs).to_string();
        loop {
            let ahead = self.rest().trim_start_matches(BLANKS);
            let is_open = word.ends_with(is_move_sign) && word.len() > 1;
            let goes_on = if is_open { ahead.starts_with(is_digit) } else { begins_with_sign(ahead) };
            let is_number = word.chars().all(|c| is_digit(c) || c == '/' || is_move_sign(c));
            if !is_number || ahead.len() == self.rest().len() || !goes_on {
                break;
            }
            self.at = self.text.len() - ahead.len();
            word += self.run(belongs);
        }
        if word.is_empty() {
            // A character without a meaning, such as a closing brace.
            let stray = self.rest().chars().next().expect("there is something to read");
            self.at += stray.len_utf8();
            return Token::Word(stray.to_string());
        }
        if word == "*"
            && self.is_after_move
            && self.text[..self.at - 1].ends_with(|c: char| c.is_ascii_digit())
        {
            return Token::Sign(word);
        }
        if RESULTS.contains(&word.as_str()) {
            return Token::Result(word);
        }
        if let Some(mv) = word.strip_suffix('*').filter(|mv| !mv.is_empty()) {
            self.at -= 1;
            word = mv.to_string();
        }
        Token::Word(word.trim_end_matches(['.', ',']).to_string())
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let token = match self.rest().chars().next()? {
            '[' => self.tag().unwrap_or_else(|| Token::Word(self.take_line().trim().to_string())),
            '{' => self.comment(),
            ';' => Token::Comment(words_of(&self.take_line()[1..])),
            '(' => self.bracketed_sign().unwrap_or_else(|| {
                self.at += 1;
                Token::Open
            }),
            ')' => {
                self.at += 1;
                Token::Close
            }
            '$' => {
                self.at += 1;
                let number = self.run(|c| c.is_ascii_digit());
                Token::Sign(format!("${number}"))
            }
            '!' | '?' => Token::Sign(self.run(|c| c == '!' || c == '?').to_string()),
            _ => match self.number() {
                Some(number) => number,
                None => self.word(),
            },
        };
        self.is_after_move = matches!(token, Token::Word(_));
        Some(token)
    }
}

fn is_move_sign(c: char) -> bool {
    "-–x:X×".contains(c)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || c == '½'
}

/// Whether the sign of a move and a number are next: `- 15`.
fn begins_with_sign(text: &str) -> bool {
    text.strip_prefix(is_move_sign)
        .is_some_and(|after| after.trim_start_matches(BLANKS).starts_with(is_digit))
}

/// A text on one line.
fn words_of(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let told = |token| match token {
            Token::Tag(name, value) => format!("[{name}={value}]"),
            Token::Comment(text) => format!("{{{text}}}"),
            Token::Sign(sign) => format!("s{sign}"),
            Token::Number => "#".to_string(),
            Token::Result(result) => format!("={result}"),
            Token::Open => "(".to_string(),
            Token::Close => ")".to_string(),
            Token::Word(word) => word,
        };
        Lexer::new(text).map(told).collect()
    }

    #[test]
    fn words_are_told_apart() {
        let cases = [
            ("1. 11-15 22-18 2.15x22!? 1-0", "# 11-15 22-18 # 15x22 s!? =1-0"),
            ("1.11-15* 22-18 (?) *", "# 11-15 s* 22-18 s? =*"),
            ("12... 11 - 15 12 x 19x 26", "# 11-15 12x19x26"),
            ("(1. 9-13) $12{a\n b}; c\n9-14", "( # 9-13 ) s$12 {a b} {c} 9-14"),
            ("% not for us\n[Event \"a \"b\" c\"] [X \"\\\"\"]", "[Event=a \"b\" c] [X=\"]"),
            ("[broken tag\n9-13", "[broken tag 9-13"),
            ("{open\n[Event \"next\"]", "{open} [Event=next]"),
            ("11–15 } 1/2-1/2", "11–15 } =1/2-1/2"),
        ];
        for (text, expected) in cases {
            assert_eq!(tokens(text).join(" "), expected, "{text}");
        }
    }
}
