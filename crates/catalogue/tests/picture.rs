//! Pictures of every game.

use catalogue::CATALOGUE;
use engine::{PictureOptions, picture};

/// The centres of the pieces in a picture, as they are written.
fn circles(svg: &str) -> Vec<(f64, f64)> {
    let place = |group: &str| {
        let (x, y) = group.split(')').next().unwrap().split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    svg.split("translate(").skip(1).filter(|group| group.contains("<circle")).map(place).collect()
}

#[test]
fn every_piece_and_cell_is_in_the_picture() {
    for game in CATALOGUE.all() {
        let pos = game.start();
        let [there, back] = [false, true].map(|flip| picture(&*pos, PictureOptions { flip }));
        for svg in [&there, &back] {
            let pieces = pos.occupants().iter().flatten().count();
            assert_eq!(svg.matches("<circle").count(), pieces, "{}", game.word());
            assert_eq!(svg.matches("<polygon").count(), pos.diagram().cells.len(), "{}", game.word());
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        }
        // A turned board is seen from the other side: every pair of images has the same midpoint.
        let middles = circles(&there).into_iter().zip(circles(&back));
        let sums: Vec<(f64, f64)> = middles.map(|(one, other)| (one.0 + other.0, one.1 + other.1)).collect();
        assert!(!sums.is_empty());
        for sum in &sums {
            assert!((sum.0 - sums[0].0).abs() < 0.3 && (sum.1 - sums[0].1).abs() < 0.3, "{}", game.word());
        }
    }
}
