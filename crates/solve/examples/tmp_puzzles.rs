use checkers::Puzzle;
use game::{Notation, Position};
use solve::*;
fn main() {
    for f in std::env::args().skip(1) {
        let p = Puzzle::read(&std::fs::read_to_string(&f).unwrap()).unwrap();
        let t = std::time::Instant::now();
        let mut s = Solver::new(256 << 20, &NoOracle);
        let a = s.solve(&p.position, &Limits { favourite: Some(if f.contains("p01")||f.contains("p09")||f.contains("p10")||f.contains("p05") {game::Player::Two} else {game::Player::One}), ..Limits::nodes(50_000_000) }, &mut |_| ());
        let e = t.elapsed();
        let line = a.value.map(|v| s.line(&p.position, v, &Limits::none()).unwrap()).unwrap_or_default();
        let e2 = t.elapsed();
        println!("{:40} {:?} nodes {} {:.1} ms, with line {:.1} ms, {} plies", f.rsplit('/').next().unwrap(), a.value, a.nodes, e.as_secs_f64()*1e3, e2.as_secs_f64()*1e3, line.len());
        if std::env::var("PR").is_ok() && let Some(v) = a.value { let pr = s.prove(&p.position, v, &Limits::none()).unwrap(); let mut o = Vec::new(); pr.write(&mut o).unwrap(); let o = String::from_utf8(o).unwrap(); println!("   proof {} claims {} bytes {:?}", pr.len(), o.len(), check::<checkers::Checkers>(&o).map(|c| c.claims)); }
        let _ = p.position.write(); let _ = p.position.outcome();
    }
}
