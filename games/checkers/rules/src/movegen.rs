//! Generating and counting moves, and testing their legality.
//!
//! Everything is done for all pieces at once: the jumpers in a direction are one expression on
//! words. A chain of a man only goes forward, so neither the square that it leaves nor the pieces
//! that it captures can affect it again; so chains of men can be counted as sets too. Kings can
//! move in circles and are followed one by one.
//!
//! Nothing here is a [`SquareSet`]: a step over the edge sets a bit without a square, and it is
//! cheaper to mask it with the enemies or the empty squares, which follows anyway, than to avoid
//! it.

use game::{Bits, Player, push_each};

use crate::direction::Direction;
use crate::{Checkers, Move, SquareSet};

/// The board from the point of view of the side to move.
#[derive(Clone, Copy)]
struct View {
    us: Player,
    ours: u64,
    kings: u64,
    theirs: u64,
    empty: u64,
}

/// Calls `$body` with the view of the side to move, once for each side, so that its directions are constants.
macro_rules! for_side_to_move {
    ($pos:expr, $body:expr) => {
        match $pos.turn {
            Player::One => $body(View::new($pos, Player::One)),
            Player::Two => $body(View::new($pos, Player::Two)),
        }
    };
}

/// Appends every legal move; none if the game is over.
#[inline]
pub(crate) fn generate(pos: &Checkers, moves: &mut Vec<Move>) {
    for_side_to_move!(pos, |view: View| {
        if view.theirs == 0 {
            return;
        }
        if view.can_jump() {
            view.generate_jumps(moves);
        } else {
            view.generate_steps(moves);
        }
    });
}

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count(pos: &Checkers) -> u64 {
    for_side_to_move!(pos, |view: View| view.count())
}

/// Whether there is a legal move.
#[inline]
pub(crate) fn can_move(pos: &Checkers) -> bool {
    for_side_to_move!(pos, |view: View| view.theirs != 0 && (view.can_step() || view.can_jump()))
}

/// Whether a move might win at once. A step captures nothing and occupies one square, so an
/// opponent who can step to two squares before it can still step to one of them after it.
#[inline]
pub(crate) fn may_win_at_once(pos: &Checkers) -> bool {
    for_side_to_move!(pos, |view: View| {
        let targets = view.seen_by_them(pos.kings.0).targets();
        targets & targets.wrapping_sub(1) == 0 || view.can_jump()
    })
}

/// Whether the side to move must jump.
#[inline]
pub(crate) fn must_jump(pos: &Checkers) -> bool {
    for_side_to_move!(pos, |view: View| view.can_jump())
}

/// Whether `mv` is legal, decided from the move itself.
#[inline]
pub(crate) fn is_legal(pos: &Checkers, mv: Move) -> bool {
    let view = View::new(pos, pos.turn);
    let [from, to] = [mv.from(), mv.to()].map(|square| SquareSet::of(square).0);
    if view.theirs == 0 || view.ours & from == 0 || !mv.is_well_formed() {
        return false;
    }
    if !mv.is_jump() {
        let reach = view.directions(from).fold(0, |set, direction| set | direction.step(from));
        return reach & view.empty & to != 0 && !view.can_jump();
    }
    let mut left = view.lifted(from);
    let mut at = from;
    for direction in mv.directions() {
        let allowed = view.directions(from).any(|d| d == direction);
        if !allowed || direction.jumpers(left.theirs, left.empty) & at == 0 {
            return false;
        }
        left = left.without(direction.step(at));
        at = direction.jump(at);
    }
    let goes_on = view.directions(from).any(|d| d.jumpers(left.theirs, left.empty) & at != 0);
    at == to && mv.captured().0 == view.theirs & !left.theirs && !goes_on
}

impl View {
    #[inline(always)]
    fn new(pos: &Checkers, us: Player) -> View {
        let kings = pos.ours & pos.kings;
        View { us, ours: pos.ours.0, kings: kings.0, theirs: pos.theirs.0, empty: pos.empty().0 }
    }

    /// The board from the opponent's point of view.
    #[inline(always)]
    fn seen_by_them(self, kings: u64) -> View {
        View { us: self.us.other(), ours: self.theirs, kings: self.theirs & kings, theirs: self.ours, ..self }
    }

    /// The destinations of the piece on `from`.
    #[inline]
    fn directions(self, from: u64) -> impl Iterator<Item = Direction> {
        let all = self.kings & from != 0;
        let forward = Direction::forward(self.us);
        Direction::ALL.into_iter().filter(move |d| all || forward.contains(d))
    }

    /// Our pieces that may move in `direction`: only kings move backward.
    #[inline(always)]
    fn movers(self, direction: Direction) -> u64 {
        let forward = Direction::forward(self.us);
        if direction == forward[0] || direction == forward[1] { self.ours } else { self.kings }
    }

    #[inline(always)]
    fn steppers(self, direction: Direction) -> u64 {
        self.movers(direction) & direction.opposite().step(self.empty)
    }

    #[inline(always)]
    fn jumpers(self, direction: Direction) -> u64 {
        self.movers(direction) & direction.jumpers(self.theirs, self.empty)
    }

    /// The destinations of steps.
    #[inline(always)]
    fn targets(self) -> u64 {
        Direction::ALL.into_iter().fold(0, |set, d| set | d.step(self.movers(d))) & self.empty
    }

    #[inline(always)]
    fn can_step(self) -> bool {
        Direction::ALL.into_iter().fold(0, |set, d| set | self.steppers(d)) != 0
    }

    #[inline(always)]
    fn can_jump(self) -> bool {
        let [left, right] = Direction::forward(self.us);
        let forward = self.jumpers(left) | self.jumpers(right);
        let backward = self.jumpers(left.opposite()) | self.jumpers(right.opposite());
        forward | backward != 0
    }

    /// Whether a side can jump is unpredictable, and a branch misprediction would cost more than
    /// the whole count; so the common case has no such branch.
    ///
    /// A chain of men without a choice is one move, so there are as many chains as first jumps
    /// unless a man reaches, by one jump or two, a square from which it can jump both ways. The
    /// board has no room for more than three jumps.
    #[inline(always)]
    fn count(self) -> u64 {
        let forward = Direction::forward(self.us);
        let jumpers = forward.map(|d| d.jumpers(self.theirs, self.empty));
        let land = |heads: u64| forward[0].jump(heads & jumpers[0]) | forward[1].jump(heads & jumpers[1]);
        let jumps = jumpers.map(|jumpers| self.ours & jumpers);
        let mut steps = self.steppers(forward[0]).count_ones() + self.steppers(forward[1]).count_ones();
        if self.kings != 0 {
            let [left, right] = forward.map(Direction::opposite);
            if (jumps[0] | jumps[1]) & self.kings | self.jumpers(left) | self.jumpers(right) != 0 {
                return self.count_jumps();
            }
            steps += self.steppers(left).count_ones() + self.steppers(right).count_ones();
        }
        let once = land(self.ours);
        let twice = land(once);
        if (once | twice) & jumpers[0] & jumpers[1] != 0 {
            return self.count_chains_of_men(self.ours & !self.kings, jumpers);
        }
        let jumps = jumps[0].count_ones() + jumps[1].count_ones();
        let moves = if jumps == 0 { steps } else { jumps };
        if self.theirs == 0 { 0 } else { moves.into() }
    }

    #[inline(always)]
    fn generate_steps(self, moves: &mut Vec<Move>) {
        let forward = Direction::forward(self.us);
        for direction in forward {
            push_each(moves, self.steppers(direction), |from| Move::step(from, direction));
        }
        if self.kings != 0 {
            for direction in forward.map(Direction::opposite) {
                push_each(moves, self.steppers(direction), |from| Move::step(from, direction));
            }
        }
    }

    #[inline(never)]
    fn count_jumps(self) -> u64 {
        let jumpers = Direction::forward(self.us).map(|d| d.jumpers(self.theirs, self.empty));
        let mut count = self.count_chains_of_men(self.ours & !self.kings, jumpers);
        for king in Bits(self.kings) {
            let from = 1 << king;
            count += self.lifted(from).count_chains_of_king(from);
        }
        count
    }

    /// The number of chains that the men on `heads` can start or continue. For one sequence of
    /// directions the men never meet, so a set of heads contains each chain once.
    #[inline]
    fn count_chains_of_men(self, heads: u64, jumpers: [u64; 2]) -> u64 {
        let mut count = 0;
        for (direction, jumpers_this_way) in Direction::forward(self.us).into_iter().zip(jumpers) {
            let landed = direction.jump(heads & jumpers_this_way);
            let going_on = landed & (jumpers[0] | jumpers[1]);
            count += u64::from((landed & !going_on).count_ones());
            if going_on != 0 {
                count += self.count_chains_of_men(going_on, jumpers);
            }
        }
        count
    }

    #[inline]
    fn count_chains_of_king(self, at: u64) -> u64 {
        let mut count = 0;
        for direction in Direction::ALL {
            if direction.jumpers(self.theirs, self.empty) & at != 0 {
                let landed = direction.step(direction.step(at));
                count += self.without(direction.step(at)).count_chains_of_king(landed).max(1);
            }
        }
        count
    }

    #[inline(always)]
    fn generate_jumps(self, moves: &mut Vec<Move>) {
        let forward = Direction::forward(self.us);
        let jumpers = forward.map(|d| d.jumpers(self.theirs, self.empty));
        let men = self.ours & !self.kings;
        for (direction, jumpers_this_way) in forward.into_iter().zip(jumpers) {
            let going_on = direction.opposite().jump(jumpers[0] | jumpers[1]);
            for from in Bits(men & jumpers_this_way & !going_on) {
                moves.push(Move::jump(from, direction));
            }
            for from in Bits(men & jumpers_this_way & going_on) {
                let left = self.without(direction.step(1 << from));
                left.generate_chains(direction.jump(1 << from), 1, Move::jump(from, direction), moves);
            }
        }
        let king_jumpers = Direction::ALL.into_iter().fold(0, |set, d| set | self.jumpers(d)) & self.kings;
        for from in Bits(king_jumpers) {
            self.lifted(1 << from).generate_chains(1 << from, 0, Move::none(from), moves);
        }
    }

    /// Appends every continuation of the chain `so_far` of `jumps` jumps, whose head is `at`.
    #[inline]
    fn generate_chains(self, at: u64, jumps: u32, so_far: Move, moves: &mut Vec<Move>) {
        let mut ends = true;
        for direction in self.directions(SquareSet::of(so_far.from()).0) {
            if direction.jumpers(self.theirs, self.empty) & at != 0 {
                ends = false;
                let left = self.without(direction.step(at));
                left.generate_chains(direction.jump(at), jumps + 1, so_far.and_jump(jumps, direction), moves);
            }
        }
        if ends {
            moves.push(so_far);
        }
    }

    /// The view while the piece on `from` is moving: its square counts as empty.
    #[inline]
    fn lifted(self, from: u64) -> View {
        View { empty: self.empty | from, ..self }
    }

    /// The view after the piece on `over` is captured.
    #[inline]
    fn without(self, over: u64) -> View {
        View { theirs: self.theirs & !over, empty: self.empty | over, ..self }
    }
}
