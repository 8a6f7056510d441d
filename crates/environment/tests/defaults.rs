//! A game that says nothing about environments has one all the same.

use environment::{
    ActionError, ActionForm, Autoreset, Batch, BatchOptions, Buffers, Encoding, TypedBatch, pairs_of_cells,
};
use game::{Notation, Position};
use noughts::Noughts;

struct Plain;

impl Encoding for Plain {
    type Position = Noughts;
}

fn batch(options: BatchOptions) -> (TypedBatch<Plain>, Buffers) {
    let mut batch = TypedBatch::<Plain>::new(&Noughts::start(), options).unwrap();
    let mut buffers = Buffers::of(&batch);
    batch.reset(None, None, buffers.arrays());
    (batch, buffers)
}

/// The action that touches one cell.
fn mark(batch: &TypedBatch<Plain>, cell: usize) -> i64 {
    batch.table().find(&[cell]).unwrap() as i64
}

#[test]
fn the_default_table_has_no_cell_every_cell_and_every_pair() {
    let (batch, buffers) = batch(BatchOptions::default());
    assert_eq!(pairs_of_cells(&Noughts::start()).len(), 1 + 9 + 72);
    assert_eq!(batch.actions(), 82);
    assert_eq!(batch.table().path(0), [0_u16; 0]);
    let legal: Vec<&[u16]> = (0..82)
        .filter(|&action| buffers.masks[action] == 1)
        .map(|action| batch.table().path(action))
        .collect();
    assert_eq!(legal, [[0], [1], [2], [3], [4], [5], [6], [7], [8]]);
}

#[test]
fn a_game_without_symmetry_shows_who_is_to_move() {
    let (mut batch, mut buffers) = batch(BatchOptions::default());
    assert_eq!(batch.planes().names(), ["cross", "nought", "player one to move"]);
    assert_eq!(batch.planes().grid(), Some((3, 3)));
    assert_eq!(buffers.observations[18..], [1; 9]);
    batch.step(&[mark(&batch, 4)], buffers.arrays()).unwrap();
    assert_eq!(buffers.observations[..9], [0, 0, 0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(buffers.observations[18..], [0; 9]);
    assert_eq!((buffers.turns[0], buffers.masks.iter().map(|&byte| u32::from(byte)).sum()), (1, 8_u32));
}

#[test]
fn a_win_is_rewarded_and_ends_the_game() {
    let options = BatchOptions { autoreset: Autoreset::Disabled, ..BatchOptions::default() };
    let (mut batch, mut buffers) = batch(options);
    for cell in [0, 3, 1, 4, 2] {
        assert_eq!((buffers.rewards.as_slice(), buffers.terminated[0]), ([0.0; 2].as_slice(), 0));
        batch.step(&[mark(&batch, cell)], buffers.arrays()).unwrap();
    }
    assert_eq!((buffers.rewards.as_slice(), buffers.terminated[0]), ([1.0, -1.0].as_slice(), 1));
    assert_eq!(batch.position(0).unwrap(), Noughts::read("xxx/oo./... o").unwrap().write());
    assert!(buffers.masks.iter().all(|&byte| byte == 0));
    let late = batch.step(&[mark(&batch, 8)], buffers.arrays());
    assert_eq!(late, Err(ActionError::Over { game: 0 }));
}

#[test]
fn a_touch_is_a_whole_move() {
    let (mut batch, mut buffers) =
        batch(BatchOptions { form: ActionForm::Touches, ..BatchOptions::default() });
    assert_eq!(batch.actions(), 10);
    batch.step(&[4], buffers.arrays()).unwrap();
    assert_eq!(batch.position(0).unwrap(), ".../.x./... o");
    assert_eq!(buffers.masks, [1, 1, 1, 1, 0, 1, 1, 1, 1, 0]);
}

#[test]
fn a_state_is_readable_text() {
    let (mut batch, mut buffers) = batch(BatchOptions::default());
    batch.step(&[mark(&batch, 4)], buffers.arrays()).unwrap();
    batch.step(&[mark(&batch, 0)], buffers.arrays()).unwrap();
    let text = batch.state(0).unwrap().text();
    assert_eq!(text, "plywood state 1\nnoughts\n.../.../... x\nb2 a3\n\n");
    assert_eq!(batch.read_state(&text).unwrap().text(), text);
}
