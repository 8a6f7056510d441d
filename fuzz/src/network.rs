//! Anything as the file of a network.

use game::Game;
use learn::Network;

use crate::input::{Check, Input};

/// The digit of a game, then any bytes as the file of a network, as they are and with the checksum that they lack:
/// nothing panics, what is accepted is written and read back and evaluates positions, refusals can be printed.
pub fn network(input: &[u8]) {
    Input::run::<NetworkFile>(input);
}

struct NetworkFile;

impl Check for NetworkFile {
    fn check<G: Game>(input: Input) {
        let start = G::start();
        let mut file = input.text.to_vec();
        let damaged = Network::from_bytes(&start, &file);
        assert!(damaged.is_err() || file.len() > 4);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        match Network::from_bytes(&start, &file) {
            Ok(network) => {
                assert_eq!(Network::from_bytes(&start, &network.to_bytes::<G>()).as_ref(), Ok(&network));
                let mut moves = Vec::new();
                let mut pos = start;
                for _ in 0..4 {
                    let output = network.evaluate(&pos);
                    assert!((0..=16).contains(&network.drawn_parts(output, 16)));
                    if pos.legal_moves(&mut moves).is_some() {
                        break;
                    }
                    pos = pos.play_unchecked(moves[0]);
                }
            }
            Err(refused) => {
                let said = refused.to_string();
                assert!(!said.trim().is_empty() && !said.contains(char::is_control), "{said:?}");
            }
        }
    }
}
