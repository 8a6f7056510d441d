//! Keys of Skirmish.

use game::{Keyed, Player, mix};

use super::fault::{Fault, every, on};
use super::{Skirmish, Step};

fn stone(player: Player, cell: usize) -> u64 {
    mix(1 + cell as u64 + 100 * player as u64)
}

const TURN: u64 = mix(1000);

impl Keyed for Skirmish {
    fn key(&self) -> u64 {
        let stones = |player| game::Bits(self.stones[player]).fold(0, |key, cell| key ^ stone(player, cell));
        let turn = if self.turn == Player::One || on(Fault::KeyForgetsTurn) { 0 } else { TURN };
        let mut key = stones(Player::One) ^ stones(Player::Two) ^ turn;
        if on(Fault::KeyHasPlies) {
            key ^= mix(u64::from(self.ply.unwrap_or(0)) << 32);
        }
        if on(Fault::KeyImpure) && every(2) {
            key ^= 1;
        }
        key
    }

    fn key_after(&self, key: u64, step: Step) -> u64 {
        let taken = if self.takes(step) { stone(self.turn.other(), step.to) } else { 0 };
        if on(Fault::KeyAfterWrong) && taken != 0 {
            return key;
        }
        if on(Fault::KeyHasPlies) || on(Fault::KeyForgetsTurn) || on(Fault::KeyImpure) {
            return self.moved(step).key();
        }
        key ^ taken ^ stone(self.turn, step.from) ^ stone(self.turn, step.to) ^ TURN
    }
}
