//! Who plays which side.

use engine::{AnyPosition, ByPlayer, Level, Player};

/// Who plays one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    Human,
    Machine,
}

/// A human on this side, the machine on the other.
pub(crate) fn against_machine(human: Player) -> ByPlayer<Seat> {
    ByPlayer::new(|player| if player == human { Seat::Human } else { Seat::Machine })
}

/// Whether either seat is of this kind.
pub(crate) fn has(seats: ByPlayer<Seat>, seat: Seat) -> bool {
    seats.one == seat || seats.two == seat
}

/// The names of the players in a record.
pub(crate) fn player_names(seats: ByPlayer<Seat>, level: Level) -> ByPlayer<String> {
    seats.map(|seat| match seat {
        Seat::Human => HUMAN.to_string(),
        Seat::Machine => format!("{MACHINE}{}", level.number()),
    })
}

const HUMAN: &str = "human";
const MACHINE: &str = "plywood, level ";

/// The seats and the machine's level from a record's player names; other names count as human.
pub(crate) fn parse_players(players: &ByPlayer<String>) -> (ByPlayer<Seat>, Option<Level>) {
    let level = |name: &str| Level::new(name.strip_prefix(MACHINE)?.parse().ok()?);
    let levels = ByPlayer::new(|player| level(&players[player]));
    let seats = levels.map(|level| if level.is_some() { Seat::Machine } else { Seat::Human });
    (seats, levels.one.or(levels.two))
}

/// The names of the sides in lower case.
fn side_names(pos: &dyn AnyPosition) -> ByPlayer<String> {
    pos.diagram().players.map(|side| side.name.to_lowercase())
}

/// Parses the human's side: its name or number, `both` or `none`.
pub(crate) fn parse(word: &str, pos: &dyn AnyPosition) -> Result<ByPlayer<Seat>, String> {
    let names = side_names(pos);
    let word = word.trim().to_lowercase();
    match &*word {
        "both" => Ok(ByPlayer::new(|_| Seat::Human)),
        "none" => Ok(ByPlayer::new(|_| Seat::Machine)),
        "1" => Ok(against_machine(Player::One)),
        "2" => Ok(against_machine(Player::Two)),
        word => match Player::ALL.into_iter().find(|&player| names[player] == word) {
            Some(player) => Ok(against_machine(player)),
            None => Err(format!(
                "expected {} (1), {} (2), both or none, found '{}'",
                names.one,
                names.two,
                engine::quoted(word)
            )),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_parse_by_name_or_number() {
        let pos = catalogue::CATALOGUE.find("dragon-queen").unwrap().start();
        let parse = |word| parse(word, &*pos);
        assert_eq!(parse("queen"), parse("1"));
        assert_eq!(parse("Wights"), Ok(ByPlayer { one: Seat::Machine, two: Seat::Human }));
        assert_eq!(parse("both"), Ok(ByPlayer { one: Seat::Human, two: Seat::Human }));
        assert_eq!(parse("none"), Ok(ByPlayer { one: Seat::Machine, two: Seat::Machine }));
        assert_eq!(
            parse("white"),
            Err("expected queen (1), wights (2), both or none, found 'white'".to_string())
        );
    }

    #[test]
    fn player_names_round_trip() {
        for word in ["1", "2", "both", "none"] {
            let seats = parse(word, &*catalogue::CATALOGUE.find("checkers").unwrap().start()).unwrap();
            let level = Level::new(4).unwrap();
            let (again, found) = parse_players(&player_names(seats, level));
            assert_eq!((again, found), (seats, has(seats, Seat::Machine).then_some(level)));
        }
        let unknown = ByPlayer { one: "Ann".to_string(), two: "plywood, level 99".to_string() };
        assert_eq!(parse_players(&unknown), (ByPlayer::new(|_| Seat::Human), None));
    }
}
