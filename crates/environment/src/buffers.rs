//! The arrays that a batch writes into.

use crate::Batch;

/// The arrays of a batch, of which each game has an equal part. Nobody else writes into them: a
/// step changes what it must and leaves the rest.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// The planes that the side to move sees.
    pub observations: &'a mut [u8],
    /// 1 for each legal action.
    pub masks: &'a mut [u8],
    /// For both players: 1 for a win, -1 for a loss, otherwise 0.
    pub rewards: &'a mut [f32],
    /// 1 if the rules have ended the game.
    pub terminated: &'a mut [u8],
    /// 1 if a house rule or the limit of plies has ended the game.
    pub truncated: &'a mut [u8],
    /// 0 if player one is to move, otherwise 1.
    pub turns: &'a mut [u8],
    /// The last observation of each game that was started again in the same step; may be empty
    /// where games are not.
    pub last_observations: &'a mut [u8],
}

impl<'a> Arrays<'a> {
    /// Divides off the first `games` games of `all`.
    pub(crate) fn split_off(&mut self, games: usize, all: usize) -> Arrays<'a> {
        fn first<'a, T>(array: &mut &'a mut [T], games: usize, all: usize) -> &'a mut [T] {
            let each = array.len() / all;
            array.split_off_mut(..games * each).expect("there are as many games")
        }
        Arrays {
            observations: first(&mut self.observations, games, all),
            masks: first(&mut self.masks, games, all),
            rewards: first(&mut self.rewards, games, all),
            terminated: first(&mut self.terminated, games, all),
            truncated: first(&mut self.truncated, games, all),
            turns: first(&mut self.turns, games, all),
            last_observations: first(&mut self.last_observations, games, all),
        }
    }

    /// The same arrays, for a shorter time.
    pub(crate) fn all(&mut self) -> Arrays<'_> {
        self.range(0, self.turns.len())
    }

    /// The arrays of one game.
    pub(crate) fn of_game(&mut self, game: usize) -> Arrays<'_> {
        self.range(game, 1)
    }

    fn range(&mut self, first: usize, games: usize) -> Arrays<'_> {
        fn part<T>(array: &mut [T], first: usize, games: usize, all: usize) -> &mut [T] {
            let each = array.len() / all;
            &mut array[first * each..(first + games) * each]
        }
        let all = self.turns.len();
        Arrays {
            observations: part(self.observations, first, games, all),
            masks: part(self.masks, first, games, all),
            rewards: part(self.rewards, first, games, all),
            terminated: part(self.terminated, first, games, all),
            truncated: part(self.truncated, first, games, all),
            turns: part(self.turns, first, games, all),
            last_observations: part(self.last_observations, first, games, all),
        }
    }

    /// The arrays of each game.
    pub(crate) fn games(self) -> impl Iterator<Item = Arrays<'a>> {
        let all = self.turns.len();
        let (seen, actions) = (self.observations.len() / all, self.masks.len() / all);
        let seen_last = self.last_observations.len() / all;
        let mut rest = self;
        std::iter::from_fn(move || {
            #[inline]
            fn first<'a, T>(array: &mut &'a mut [T], each: usize) -> Option<&'a mut [T]> {
                array.split_off_mut(..each)
            }
            Some(Arrays {
                turns: first(&mut rest.turns, 1)?,
                observations: first(&mut rest.observations, seen)?,
                masks: first(&mut rest.masks, actions)?,
                rewards: first(&mut rest.rewards, 2)?,
                terminated: first(&mut rest.terminated, 1)?,
                truncated: first(&mut rest.truncated, 1)?,
                last_observations: first(&mut rest.last_observations, seen_last)?,
            })
        })
    }
}

/// Arrays for a batch, for those who have none of their own.
#[derive(Clone, PartialEq, Debug)]
pub struct Buffers {
    /// See [`Arrays::observations`].
    pub observations: Vec<u8>,
    /// See [`Arrays::masks`].
    pub masks: Vec<u8>,
    /// See [`Arrays::rewards`].
    pub rewards: Vec<f32>,
    /// See [`Arrays::terminated`].
    pub terminated: Vec<u8>,
    /// See [`Arrays::truncated`].
    pub truncated: Vec<u8>,
    /// See [`Arrays::turns`].
    pub turns: Vec<u8>,
    /// See [`Arrays::last_observations`].
    pub last_observations: Vec<u8>,
}

impl Buffers {
    /// Arrays of the right sizes.
    #[must_use]
    pub fn of(batch: &dyn Batch) -> Buffers {
        let games = batch.options().games;
        let seen = games * batch.planes().names().len() * batch.planes().cells();
        Buffers {
            observations: vec![0; seen],
            masks: vec![0; games * batch.actions()],
            rewards: vec![0.0; 2 * games],
            terminated: vec![0; games],
            truncated: vec![0; games],
            turns: vec![0; games],
            last_observations: vec![0; seen],
        }
    }

    /// The arrays, to be written.
    pub fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            turns: &mut self.turns,
            last_observations: &mut self.last_observations,
        }
    }
}
