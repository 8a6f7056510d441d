use std::collections::{HashMap, HashSet};

use rand::Rng as _;

use super::matching::Matching;
use super::*;

fn schedule(format: Format, players: usize, pairs: usize) -> Schedule {
    Schedule::new(format, players, pairs, 7).unwrap()
}

/// Every pair of a tournament in which `play` decides the results.
fn played(schedule: &Schedule, mut play: impl FnMut(&Pair) -> u8) -> (Vec<Pair>, Vec<PairResult>) {
    let (mut pairs, mut results) = (Vec::new(), Vec::new());
    for round in 0..schedule.rounds() {
        let now = schedule.round(round, &results).unwrap();
        for pair in &now.pairs {
            let half_points = play(pair);
            results.push(PairResult { round, first: pair.first, second: pair.second, half_points });
        }
        check_round(schedule, round, &now);
        pairs.extend(now.pairs);
    }
    (pairs, results)
}

/// In a round every player meets at most one other, and every player who meets none is resting.
fn check_round(schedule: &Schedule, round: usize, now: &Round) {
    let mut seen: HashMap<usize, HashSet<usize>> = HashMap::new();
    for (i, pair) in now.pairs.iter().enumerate() {
        assert!(pair.first < pair.second && pair.second < schedule.players() && pair.round == round);
        assert_eq!(pair.opening, round * schedule.pairs + i % schedule.pairs);
        seen.entry(pair.first).or_default().insert(pair.second);
        seen.entry(pair.second).or_default().insert(pair.first);
    }
    assert!(seen.values().all(|opponents| opponents.len() == 1), "round {round}: {now:?}");
    let resting: Vec<usize> = (0..schedule.players()).filter(|player| !seen.contains_key(player)).collect();
    assert_eq!(now.resting, resting);
}

fn meetings(pairs: &[Pair]) -> HashMap<(usize, usize), usize> {
    let mut met = HashMap::new();
    for pair in pairs {
        *met.entry((pair.first, pair.second)).or_default() += 1;
    }
    met
}

fn check_numbers(schedule: &Schedule, pairs: &[Pair]) {
    assert!(pairs.iter().enumerate().all(|(i, pair)| pair.number == i));
    assert_eq!(schedule.games(), 2 * pairs.len());
    let games: Vec<usize> = pairs.iter().flat_map(Pair::games).collect();
    assert!(games.into_iter().eq(0..schedule.games()));
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_equally_often() {
    for players in 2..=17 {
        for (cycles, per_meeting) in [(1, 1), (3, 1), (2, 3)] {
            let schedule = schedule(Format::RoundRobin { cycles }, players, per_meeting);
            let (pairs, _) = played(&schedule, |_| 2);
            check_numbers(&schedule, &pairs);
            let met = meetings(&pairs);
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(met.values().all(|&times| times == cycles * per_meeting), "{players} players: {met:?}");
        }
    }
}

#[test]
fn in_a_gauntlet_leaders_meet_all_others_and_nobody_else_meets() {
    for players in 2..=12 {
        for leaders in 1..players {
            let schedule = schedule(Format::Gauntlet { leaders, cycles: 2 }, players, 1);
            let (pairs, _) = played(&schedule, |_| 2);
            check_numbers(&schedule, &pairs);
            let met = meetings(&pairs);
            assert_eq!(met.len(), leaders * (players - leaders));
            assert!(met.iter().all(|(&(a, b), &times)| a < leaders && b >= leaders && times == 2));
        }
    }
}

#[test]
fn two_players_play_a_match() {
    for format in [
        Format::RoundRobin { cycles: 5 },
        Format::Gauntlet { leaders: 1, cycles: 5 },
        Format::Swiss { rounds: 5 },
    ] {
        let schedule = schedule(format, 2, 1);
        let (pairs, _) = played(&schedule, |_| 3);
        assert_eq!((schedule.games(), pairs.len()), (10, 5));
        for (i, pair) in pairs.iter().enumerate() {
            assert_eq!((pair.first, pair.second, pair.opening), (0, 1, i));
            assert_eq!(pair.seats(), [[0, 1], [1, 0]]);
        }
    }
}

/// A random result for each pair.
fn lottery(seed: u64) -> impl FnMut(&Pair) -> u8 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move |_| (rng.next_u32() % 5) as u8
}

#[test]
fn the_same_inputs_give_the_same_schedule() {
    for format in [
        Format::RoundRobin { cycles: 1 },
        Format::Gauntlet { leaders: 3, cycles: 1 },
        Format::Swiss { rounds: 6 },
    ] {
        let make = |seed| Schedule::new(format, 11, 2, seed).unwrap();
        let (pairs, results) = played(&make(1), lottery(1));
        assert_eq!(played(&make(1), lottery(1)).0, pairs);
        assert_ne!(played(&make(2), lottery(1)).0, pairs);
        // Neither the order of results nor later results matter.
        let mut mixed = results.clone();
        mixed.reverse();
        for round in 0..make(1).rounds() {
            let again = make(1).round(round, &mixed).unwrap().pairs;
            assert!(pairs.iter().filter(|pair| pair.round == round).eq(&again), "{format:?} {round}");
        }
        assert_eq!(make(1).round(make(1).rounds(), &results), None);
    }
}

#[test]
fn a_swiss_round_waits_for_the_results_before_it() {
    let schedule = schedule(Format::Swiss { rounds: 3 }, 6, 2);
    let (_, results) = played(&schedule, lottery(3));
    assert!(schedule.round(0, &[]).is_some() && schedule.round(1, &results[..6]).is_some());
    assert_eq!(schedule.round(1, &results[..5]), None);
    assert_eq!(schedule.round(2, &results[..6]), None);
    // A duplicate result is invalid, and so is one of an unknown player.
    let twice: Vec<PairResult> = results.iter().chain(&results[..1]).copied().collect();
    assert_eq!(schedule.round(1, &twice), None);
    let unknown = PairResult { round: 0, first: 2, second: 99, half_points: 4 };
    assert!(schedule.round(1, &[&results[..6], &[unknown]].concat()).is_some());
}

#[test]
fn swiss_has_no_rematch_and_no_second_bye_while_that_can_be_avoided() {
    let mut rematches = 0;
    for players in 2..=11_usize {
        for seed in 0..30 {
            let rounds = players.next_multiple_of(2) - 1;
            let schedule = Schedule::new(Format::Swiss { rounds }, players, 1, seed).unwrap();
            let mut results: Vec<PairResult> = Vec::new();
            let mut play = lottery(seed);
            let mut met = vec![vec![false; players]; players];
            let mut had_bye = vec![false; players];
            for round in 0..rounds {
                let now = schedule.round(round, &results).unwrap();
                assert_eq!(now.resting.len(), players % 2);
                let is_rematch = now.pairs.iter().any(|pair| met[pair.first][pair.second]);
                let candidates: Vec<Option<usize>> = if players % 2 == 0 {
                    vec![None]
                } else {
                    (0..players).filter(|&player| !had_bye[player]).map(Some).collect()
                };
                if is_rematch {
                    rematches += 1;
                    let could = candidates.iter().any(|bye| {
                        let rest = (0..players).filter(|&player| Some(player) != *bye).collect();
                        can_be_paired(rest, &met)
                    });
                    assert!(!could, "{players} players, seed {seed}, round {round}");
                }
                for &player in &now.resting {
                    assert!(!std::mem::replace(&mut had_bye[player], true), "a second bye");
                }
                for pair in &now.pairs {
                    let (first, second) = (pair.first, pair.second);
                    (met[first][second], met[second][first]) = (true, true);
                    results.push(PairResult { round, first, second, half_points: play(pair) });
                }
            }
        }
    }
    // Small fields that are played out need rematches now and then.
    assert!(rematches > 0);
}

/// Whether all players can meet a new opponent, by exhaustive search.
fn can_be_paired(mut rest: Vec<usize>, met: &[Vec<bool>]) -> bool {
    let Some(first) = rest.pop() else { return true };
    (0..rest.len()).any(|i| {
        let mut others = rest.clone();
        !met[first][others.remove(i)] && can_be_paired(others, met)
    })
}

#[test]
fn matchings_are_found_where_there_are_any() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut found = 0;
    for trial in 0..3000 {
        let count = 2 + 2 * (trial % 5);
        let mut met = vec![vec![true; count]; count];
        let mut matching = Matching::new(count);
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            if rng.next_u32() % 100 < 30 {
                (met[a][b], met[b][a]) = (false, false);
                matching.allow(a, b);
            }
        }
        let is_possible = can_be_paired((0..count).collect(), &met);
        assert_eq!(matching.complete(), is_possible, "{met:?}");
        assert!(!is_possible || matching.matched().count() == count);
        found += usize::from(is_possible);
    }
    assert!((300..2700).contains(&found), "{found} possible pairings are not a good sample");
}

#[test]
fn a_bye_counts_as_games_that_were_won() {
    let schedule = schedule(Format::Swiss { rounds: 4 }, 5, 3);
    let (_, results) = played(&schedule, |_| 2);
    let first = schedule.round(0, &[]).unwrap().resting[0];
    let points = schedule.half_points(1, &results);
    assert_eq!(points[first], 12);
    assert_eq!(points.iter().sum::<u64>(), 12 + 2 * 12);
    // All games were drawn, so the players with byes lead.
    let had_byes: HashSet<usize> =
        (0..4).flat_map(|round| schedule.round(round, &results).unwrap().resting).collect();
    let points = schedule.half_points(4, &results);
    assert!((0..5).all(|player| points[player] == if had_byes.contains(&player) { 30 } else { 24 }));
    assert_eq!(had_byes.len(), 4);
}

#[test]
fn swiss_pairs_players_of_equal_score() {
    // The stronger player always wins: after each round, groups of even size are paired among
    // themselves.
    let schedule = schedule(Format::Swiss { rounds: 4 }, 16, 1);
    let (pairs, results) = played(&schedule, |_| 4);
    for pair in &pairs {
        let points = schedule.half_points(pair.round, &results);
        assert_eq!(points[pair.first], points[pair.second], "{pair:?}");
    }
    // Player 0 wins all games, and 16 players can be halved 4 times, so no other player does.
    assert_eq!(schedule.half_points(4, &results)[0], 16);
    assert_eq!(schedule.half_points(4, &results).iter().filter(|&&points| points == 16).count(), 1);
}

#[test]
fn a_class_of_a_hundred_finds_its_best_in_nine_rounds() {
    const TRIALS: u64 = 20;
    let (mut first, mut places) = (0, 0);
    for seed in 0..TRIALS {
        let schedule = Schedule::new(Format::Swiss { rounds: 9 }, 100, 1, seed).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // The others are 20 Elo apart, and the best is 200 ahead of the second. Two thirds of the
        // games between equals are drawn.
        let strength = |player: usize| if player == 0 { 180.0 } else { -20.0 * player as f64 };
        let (pairs, results) = played(&schedule, |pair| {
            let score = crate::statistics::expected_score(strength(pair.first) - strength(pair.second));
            let draws = score.min(1.0 - score) * 2.0 / 3.0;
            let mut game = || {
                let x = f64::from(rng.next_u32()) / f64::from(u32::MAX);
                if x < score - draws / 2.0 { 2 } else { u8::from(x < score + draws / 2.0) }
            };
            game() + game()
        });
        assert!(meetings(&pairs).values().all(|&times| times == 1), "a rematch");
        for round in 0..9 {
            // A group of odd size sends one player down, and hardly any other player leaves a
            // group.
            let points = schedule.half_points(round, &results);
            let groups: HashSet<u64> = points.iter().copied().collect();
            let in_round = pairs.iter().filter(|pair| pair.round == round);
            let between = in_round.filter(|pair| points[pair.first] != points[pair.second]).count();
            assert!(between < groups.len(), "round {round}: {between} of {} groups", groups.len());
        }
        let points = schedule.half_points(9, &results);
        let ahead = (0..100).filter(|&player| points[player] > points[0]).count();
        first += u64::from(ahead == 0);
        places += ahead;
    }
    assert!(first >= TRIALS * 9 / 10 && places <= 3, "{first} times first, {places} places behind");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let swiss = Format::Swiss { rounds: 3 };
    let refused = |format, players, pairs| Schedule::new(format, players, pairs, 1).unwrap_err();
    assert_eq!(refused(swiss, 1, 1), ScheduleError::Players(1));
    assert_eq!(refused(swiss, 4, 0), ScheduleError::Nothing);
    assert_eq!(refused(Format::RoundRobin { cycles: 0 }, 4, 1), ScheduleError::Nothing);
    assert_eq!(refused(Format::RoundRobin { cycles: usize::MAX / 2 }, 4, 1), ScheduleError::TooMuch);
    for leaders in [0, 4, 5] {
        let fault = refused(Format::Gauntlet { leaders, cycles: 1 }, 4, 1);
        assert!(fault.to_string().contains("from 1 to 3"), "{fault}");
    }
}
