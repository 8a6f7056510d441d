//! Round robin: every player meets every other.

/// The number of rounds until all players have met once.
pub(super) fn rounds(players: usize) -> usize {
    seats(players) - 1
}

/// The number of seats: with an odd number of players, one stays empty.
fn seats(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// The pairings by the circle method: one player stays, the others move round a circle, and players
/// opposite each other meet.
pub(super) fn meetings(lots: &[usize], round: usize) -> Vec<(usize, usize)> {
    let seats = seats(lots.len());
    let circle = seats - 1;
    // The places that meet add up to twice the number of the round, so the place that would meet
    // itself meets the player who stays.
    let opposite = |place: usize| (2 * (round % circle) + circle - place) % circle;
    let places =
        (0..circle).map(|place| (place, if opposite(place) == place { circle } else { opposite(place) }));
    let seated = places.filter(|(a, b)| a < b);
    seated.filter_map(|(a, b)| Some((*lots.get(a)?, *lots.get(b)?))).collect()
}
