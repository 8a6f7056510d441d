//! Round robin: everybody meets everybody else.

/// How many rounds it takes until everybody has met everybody else once.
pub(super) fn rounds(players: usize) -> usize {
    seats(players) - 1
}

/// Where the number of players is odd, there is a chair that nobody sits on.
fn seats(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// Who meets whom. One player stays, the others go round a circle, and those who sit opposite each other play.
pub(super) fn meetings(lots: &[usize], round: usize) -> Vec<(usize, usize)> {
    let seats = seats(lots.len());
    let circle = seats - 1;
    // Twice the number of the round is the sum of the places that meet, so whoever meets itself meets the one that stays.
    let opposite = |place: usize| (2 * (round % circle) + circle - place) % circle;
    let places =
        (0..circle).map(|place| (place, if opposite(place) == place { circle } else { opposite(place) }));
    let seated = places.filter(|(a, b)| a < b);
    seated.filter_map(|(a, b)| Some((*lots.get(a)?, *lots.get(b)?))).collect()
}
