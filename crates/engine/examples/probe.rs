//! probe GAME DEPTH [POSITION]
use engine::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let game = find(&a[1]).unwrap();
    let depth: u8 = a[2].parse().unwrap();
    let pos = if a.len() > 3 { game.read(&a[3]).unwrap() } else { game.start() };
    let threads = std::env::var("T").map_or(1, |t| t.parse().unwrap());
    let mut t = pos.thinker(&ThinkerOptions { threads, ..Default::default() }).unwrap();
    let s = Session::study(pos);
    let r = t.think(&s, 1, &Limits::depth(depth), &Control::new(), &mut |t| {
        println!(
            "{:3} {:?} {:>10} {:.3}s {:.2}M {}",
            t.depth,
            t.lines[0].worth,
            t.nodes,
            t.time.as_secs_f64(),
            t.nodes_per_second() as f64 / 1e6,
            t.lines[0].moves.join(" ")
        )
    });
    println!("{}", r.nodes);
}
