//! Commands at the prompt.

/// A parsed input line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PromptCommand {
    Empty,
    Help,
    Rules,
    Moves,
    Hint,
    Undo,
    Resign,
    Quit,
    Board,
    /// Any other text is a move.
    Move(String),
}

/// The commands and their descriptions.
pub(super) const COMMANDS: [(&str, &str); 8] = [
    ("help", "list the commands"),
    ("rules", "explain how the game is played"),
    ("moves", "list the legal moves"),
    ("hint", "show a good move"),
    ("undo", "take back your last move and the reply"),
    ("board", "draw the board again"),
    ("resign", "resign the game"),
    ("quit", "leave the game"),
];

impl PromptCommand {
    pub(super) fn parse(line: &str) -> PromptCommand {
        match &*line.trim().to_lowercase() {
            "" => PromptCommand::Empty,
            "help" | "?" => PromptCommand::Help,
            "rules" => PromptCommand::Rules,
            "moves" => PromptCommand::Moves,
            "hint" => PromptCommand::Hint,
            "undo" => PromptCommand::Undo,
            "resign" => PromptCommand::Resign,
            "quit" | "exit" => PromptCommand::Quit,
            "board" => PromptCommand::Board,
            _ => PromptCommand::Move(line.trim().to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_parses() {
        for (word, _) in COMMANDS {
            assert!(
                !matches!(
                    PromptCommand::parse(&format!(" {} ", word.to_uppercase())),
                    PromptCommand::Move(_)
                ),
                "{word}"
            );
        }
        assert_eq!(PromptCommand::parse(" Move 5,1-4,1\t"), PromptCommand::Move("Move 5,1-4,1".to_string()));
        assert_eq!(PromptCommand::parse("undo it"), PromptCommand::Move("undo it".to_string()));
    }
}
