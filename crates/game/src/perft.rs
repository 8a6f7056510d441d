//! Counting the sequences of moves from a position: the test of every move generator.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Position;

/// The number of sequences of `depth` legal moves. Games that end earlier do not count; the last
/// ply is counted with [`Position::count_moves`] and not played.
#[must_use]
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(pos, &mut lists, depth)
}

fn count<P: Position>(pos: &P, lists: &mut [Vec<P::Move>], depth: u32) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return if depth == 0 { 1 } else { pos.count_moves() };
    };
    pos.legal_moves(moves);
    let mut nodes = 0;
    if deeper.is_empty() {
        for &mv in moves.iter() {
            nodes += pos.play_unchecked(mv).count_moves();
        }
    } else {
        for &mv in moves.iter() {
            nodes += count(&pos.play_unchecked(mv), deeper, depth - 1);
        }
    }
    nodes
}

/// The share of each first move in [`perft`], in the order of the generator, on `threads` threads.
/// Empty at depth 0.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32, threads: usize) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut first_moves = Vec::new();
    pos.legal_moves(&mut first_moves);
    let jobs = jobs(pos, &first_moves, depth, threads);
    let next_job = AtomicUsize::new(0);
    let work = || {
        let mut nodes = vec![0; first_moves.len()];
        while let Some(job) = jobs.get(next_job.fetch_add(1, Ordering::Relaxed)) {
            nodes[job.first_move] += perft(&job.pos, job.depth);
        }
        nodes
    };
    let parts: Vec<Vec<u64>> = std::thread::scope(|scope| {
        let wanted = if threads > 1 { threads.min(jobs.len()) } else { 0 };
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (0..wanted).map_while(start).collect();
        // If the system refuses to start threads, this only takes longer.
        if workers.is_empty() {
            return vec![work()];
        }
        workers.into_iter().map(|worker| worker.join().expect("rules do not panic")).collect()
    });
    let total = |i: usize| parts.iter().map(|part| part[i]).sum();
    first_moves.iter().enumerate().map(|(i, &mv)| (mv, total(i))).collect()
}

/// [`perft`] on `threads` threads.
#[must_use]
pub fn perft_threads<P: Position>(pos: &P, depth: u32, threads: usize) -> u64 {
    if threads <= 1 || depth <= 2 {
        return perft(pos, depth);
    }
    divide(pos, depth, threads).iter().map(|&(_, nodes)| nodes).sum()
}

struct Job<P> {
    first_move: usize,
    pos: P,
    depth: u32,
}

/// Splits the work into jobs, enough of them and small enough to keep all threads busy to the end,
/// but no more: each holds a position in memory.
fn jobs<P: Position>(pos: &P, first_moves: &[P::Move], depth: u32, threads: usize) -> Vec<Job<P>> {
    const JOBS_PER_THREAD: usize = 64;
    const SMALLEST_DEPTH: u32 = 3;
    let after = |pos: &P, mv, depth, first_move| Job { first_move, pos: pos.play_unchecked(mv), depth };
    let mut jobs: Vec<Job<P>> =
        first_moves.iter().enumerate().map(|(i, &mv)| after(pos, mv, depth - 1, i)).collect();
    let is_worth_cutting = |jobs: &[Job<P>]| {
        jobs.iter().any(|job| job.depth > SMALLEST_DEPTH) && jobs.len() < JOBS_PER_THREAD * threads
    };
    while threads > 1 && is_worth_cutting(&jobs) {
        let mut moves = Vec::new();
        let mut smaller = Vec::new();
        for job in &jobs {
            job.pos.legal_moves(&mut moves);
            smaller.extend(moves.iter().map(|&mv| after(&job.pos, mv, job.depth - 1, job.first_move)));
        }
        jobs = smaller;
    }
    jobs
}
