use checkers::Puzzle;
use game::{Notation, Position};
use solve::*;
fn main() {
    for f in std::env::args().skip(1) {
        let p = Puzzle::read(&std::fs::read_to_string(&f).unwrap()).unwrap();
        let t = std::time::Instant::now();
        let mut s = Solver::new(256 << 20, &NoOracle);
        let a = s.solve(&p.position, &Limits::nodes(50_000_000), &mut |_| ());
        let e = t.elapsed();
        let line = a.value.map(|v| s.line(&p.position, v, &Limits::none()).unwrap()).unwrap_or_default();
        let e2 = t.elapsed();
        println!("{:40} {:?} nodes {} {:.1} ms, with line {:.1} ms, {} plies", f.rsplit('/').next().unwrap(), a.value, a.nodes, e.as_secs_f64()*1e3, e2.as_secs_f64()*1e3, line.len());
        let _ = p.position.write(); let _ = p.position.outcome();
    }
}
