//! Who plays which side.

use engine::{AnyPosition, ByPlayer, Player};

/// Who sits on one side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    Human,
    Machine,
}

/// A person on this side, the machine on the other.
pub(crate) fn against_machine(human: Player) -> ByPlayer<Seat> {
    ByPlayer::new(|player| if player == human { Seat::Human } else { Seat::Machine })
}

/// The names of the players in small letters.
fn names(pos: &dyn AnyPosition) -> ByPlayer<String> {
    pos.diagram().players.map(|side| side.name.to_lowercase())
}

/// The seats that a word means in this game: a side's name or number, `both` or `none`.
pub(crate) fn read(word: &str, pos: &dyn AnyPosition) -> Result<ByPlayer<Seat>, String> {
    let names = names(pos);
    let word = word.trim().to_lowercase();
    match &*word {
        "both" => Ok(ByPlayer::new(|_| Seat::Human)),
        "none" => Ok(ByPlayer::new(|_| Seat::Machine)),
        "1" => Ok(against_machine(Player::One)),
        "2" => Ok(against_machine(Player::Two)),
        word => match Player::ALL.into_iter().find(|&player| names[player] == word) {
            Some(player) => Ok(against_machine(player)),
            None => Err(format!(
                "'{}' is none of {} (1), {} (2), both, none",
                engine::quoted(word),
                names.one,
                names.two
            )),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_go_by_their_names_and_numbers() {
        let pos = engine::find("dragon-queen").unwrap().start();
        let read = |word| read(word, &*pos);
        assert_eq!(read("queen"), read("1"));
        assert_eq!(read("Wights"), Ok(ByPlayer { one: Seat::Machine, two: Seat::Human }));
        assert_eq!(read("both"), Ok(ByPlayer { one: Seat::Human, two: Seat::Human }));
        assert_eq!(read("none"), Ok(ByPlayer { one: Seat::Machine, two: Seat::Machine }));
        assert_eq!(read("white"), Err("'white' is none of queen (1), wights (2), both, none".to_string()));
    }
}
