//! Proofs: every value found is proven, every proof is true, and a proof that was tampered with is
//! rejected.

mod plain;

use std::collections::HashMap;
use std::sync::Arc;

use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::playout::below;
use game::toy::Toy;
use game::{Game, Notation as _};
use raichu::Raichu8;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use solve::{Exact, Limits, NoOracle, Solver, Stopped, Unproven, check};

fn proof<G: Game>(pos: &G) -> (Exact, String) {
    let mut solver = Solver::new(1 << 24, Arc::new(NoOracle));
    let value = solver.solve(pos, &Limits::none(), &mut |_| ()).value.unwrap();
    let mut text = Vec::new();
    let proof = solver.prove(pos, value, usize::MAX, &Limits::none()).unwrap();
    assert!(!proof.is_empty());
    proof.write(&mut text).unwrap();
    (value, String::from_utf8(text).unwrap())
}

/// Changes a few characters, lines or digits of a proof.
fn tampered(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let at = below(rng, lines.len());
    match below(rng, 5) {
        0 => drop(lines.remove(at)),
        1 => {
            let other = below(rng, lines.len());
            lines.swap(at, other);
        }
        2 => lines[at] = lines[at].replace("<=", ">"),
        3 => lines[at] = lines[at].replace(['3', '5', '7'], "1"),
        _ => {
            let mut bytes = lines[at].clone().into_bytes();
            let place = below(rng, bytes.len());
            bytes[place] = b' ' + below(rng, 95) as u8;
            lines[at] = String::from_utf8_lossy(&bytes).into_owned();
        }
    }
    lines.join("\n")
}

/// A proof that was tampered with is rejected, or proves something that is true all the same.
fn check_tampering<G: Game>(
    text: &str,
    truth: &HashMap<G, Exact>,
    rng: &mut ChaCha8Rng,
    times: usize,
) -> usize {
    let refused = (0..times).filter(|_| {
        let text = tampered(text, rng);
        match check::<G>(&text) {
            Ok(checked) => {
                let pos = G::read(&checked.position).unwrap();
                assert_eq!(truth.get(&pos), Some(&checked.value), "{text}");
                false
            }
            Err(fault) => {
                assert!(!fault.to_string().contains(char::is_control), "{fault}");
                true
            }
        }
    });
    refused.count()
}

fn check_proofs<G: Game>(positions: impl Iterator<Item = G>, most: usize, least: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut proofs, mut refused) = (0, 0);
    for pos in positions {
        let Some(truth) = plain::values(&pos, most) else { continue };
        let (value, text) = proof(&pos);
        let checked = check::<G>(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!((checked.value, &checked.position), (truth[&pos], &pos.write()));
        assert_eq!((checked.value, checked.claims), (value, text.lines().count() - 4));
        proofs += 1;
        refused += check_tampering(&text, &truth, &mut rng, 12);
    }
    assert!(proofs >= least && refused > 4 * proofs, "{refused} of {proofs}");
}

#[test]
fn proofs_hold_and_tampered_ones_do_not() {
    let rng = || ChaCha8Rng::seed_from_u64(8);
    let mut r = rng();
    check_proofs((0..600).map(|_| Toy::read(&plain::tree(&mut r)).unwrap()), 1_000, 600);
    let mut r = rng();
    check_proofs((0..60).map(|_| plain::anywhere::<Checkers>(2, &mut r)), 4_000, 40);
    let mut r = rng();
    let late = |pos: DragonQueen, n: usize| pos.with_ply(Some(50 - (n % 5) as u8)).unwrap();
    check_proofs((0..150).map(|n| late(plain::anywhere::<DragonQueen>(5, &mut r), n)), 2_000, 80);
    let mut r = rng();
    check_proofs((0..60).map(|_| plain::anywhere::<Raichu8>(2, &mut r)), 400, 2);
}

#[test]
fn a_refusal_names_the_line_and_the_reason() {
    let pos = Checkers::read("W:W31:B18").unwrap();
    let (value, text) = proof(&pos);
    assert_eq!(value, Exact::Win(3));
    let refusal = |text: &str| check::<Checkers>(text).unwrap_err().to_string();
    assert_eq!(refusal(""), "line 1: a proof begins with 'plywood proof 1'");
    assert_eq!(
        refusal(&text.replace("value win 3", "value win")),
        "line 4: expected win N, loss N or draw, found 'win'"
    );
    let sooner = refusal(&text.replace("value win 3", "value win 1"));
    assert_eq!(sooner, "line 4: the value needs win<=1 of its position, which is not claimed");
    let longer = refusal(&text.replace("value win 3", "value win 5"));
    assert_eq!(longer, "line 4: the value needs win>4 of its position, which is not claimed");
    assert_eq!(
        refusal(&text.replace("game checkers", "game chess")),
        "line 2: this is about 'chess', not about checkers"
    );
    let other_move = text.replace("win<=3\t31-26", "win<=3\t31-27");
    assert!(refusal(&other_move).contains("win<=3 needs loss<=2 after 31-27, which is not claimed"));
    let no_move = text.replace("win<=3\t31-26", "win<=3\t-");
    assert!(refusal(&no_move).ends_with(": win<=3 needs a move that shows it"));
    let illegal = text.replace("win<=3\t31-26", "win<=3\t31-22");
    assert!(refusal(&illegal).contains(": not a move: "), "{}", refusal(&illegal));
    assert!(refusal(&text.replace("win<=3\t", "won\t")).contains("win>* or loss>*, found 'won'"));
    let twice = format!("{text}{}\n", text.lines().last().unwrap());
    assert!(refusal(&twice).contains("the same is claimed of this position on line"));
}

#[test]
fn a_proof_keeps_to_its_limits() {
    let pos = Checkers::read("W:WK3,K7:BK32").unwrap();
    let mut solver = Solver::new(1 << 24, Arc::new(NoOracle));
    let value = solver.solve(&pos, &Limits::none(), &mut |_| ()).value.unwrap();
    let whole = solver.prove(&pos, value, 1 << 28, &Limits::none()).unwrap();
    let few = 1 << 16;
    match solver.prove(&pos, value, few, &Limits::none()) {
        Err(Unproven::TooLarge { claims }) => assert!(claims > 100 && claims < whole.len(), "{claims}"),
        other => panic!("{:?} claims", other.map(|proof| proof.len())),
    }
    let stopped = solver.prove(&pos, value, 1 << 28, &Limits::nodes(50)).err();
    assert_eq!(stopped, Some(Unproven::Stopped(Stopped)));
}
