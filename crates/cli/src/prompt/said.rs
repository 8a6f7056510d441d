//! What was typed at the prompt.

/// A line that was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Nothing,
    Help,
    Moves,
    Hint,
    Undo,
    Resign,
    Quit,
    Board,
    /// Anything else is meant to be a move.
    Move(String),
}

/// The words, and what they do.
pub(super) const WORDS: [(&str, &str); 7] = [
    ("help", "say this again"),
    ("moves", "list the legal moves"),
    ("hint", "ask for a good move"),
    ("undo", "take your last move back, and the answer to it"),
    ("board", "draw the board again"),
    ("resign", "give up"),
    ("quit", "leave the game"),
];

impl Said {
    pub(super) fn read(line: &str) -> Said {
        match &*line.trim().to_lowercase() {
            "" => Said::Nothing,
            "help" | "?" => Said::Help,
            "moves" => Said::Moves,
            "hint" => Said::Hint,
            "undo" => Said::Undo,
            "resign" => Said::Resign,
            "quit" | "exit" => Said::Quit,
            "board" => Said::Board,
            _ => Said::Move(line.trim().to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_help_names_is_one() {
        for (word, _) in WORDS {
            assert!(!matches!(Said::read(&format!(" {} ", word.to_uppercase())), Said::Move(_)), "{word}");
        }
        assert_eq!(Said::read(" Move 5,1-4,1\t"), Said::Move("Move 5,1-4,1".to_string()));
        assert_eq!(Said::read("undo it"), Said::Move("undo it".to_string()));
    }
}
