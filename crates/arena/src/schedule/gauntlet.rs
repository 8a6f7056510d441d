//! Gauntlet: the first few players meet all others.

/// The number of rounds until all leaders have met all others once.
pub(super) fn rounds(leaders: usize, players: usize) -> usize {
    leaders.max(players - leaders)
}

/// The pairings: the longer row moves past the shorter one, by one place per round.
pub(super) fn meetings(leaders: usize, lots: &[usize], round: usize) -> Vec<(usize, usize)> {
    let (first, others): (Vec<usize>, Vec<usize>) = lots.iter().partition(|&&player| player < leaders);
    let rounds = rounds(leaders, lots.len());
    let opponent = |place: usize| others.get((place + round % rounds) % rounds);
    first.iter().enumerate().filter_map(|(place, &leader)| Some((leader, *opponent(place)?))).collect()
}
