//! Pictures of every game.

use catalogue::CATALOGUE;
use engine::{MoveId, PictureOptions, move_arrows, picture};

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
        let [there, back] =
            [false, true].map(|flip| picture(&*pos, &PictureOptions { flip, ..PictureOptions::default() }));
        for svg in [&there, &back] {
            let pieces = pos.occupants().iter().flatten().count();
            assert_eq!(svg.matches("<circle").count(), pieces, "{}", game.word());
            let cells = pos.diagram().cells;
            let goals = cells.iter().filter(|cell| cell.goal.is_some()).count();
            assert_eq!(svg.matches("<polygon").count(), cells.len() + goals, "{}", game.word());
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

#[test]
fn moves_are_arrows_and_cells_have_rings() {
    for game in CATALOGUE.all() {
        let pos = game.start();
        let moves: Vec<MoveId> = pos.moves().into_iter().take(2).map(|mv| mv.id).collect();
        let plain = picture(&*pos, &PictureOptions::default());
        let marked = picture(&*pos, &PictureOptions { moves, cells: vec![0], ..PictureOptions::default() });
        // An arrow is drawn twice, the second time within its edge, and so is a ring.
        let more = |what: &str| marked.matches(what).count() - plain.matches(what).count();
        assert_eq!((more("<polyline"), more("<circle")), (4, 2), "{}", game.word());
    }
}

#[test]
fn an_arrow_ends_where_pieces_come_to_stand() {
    let arrows = |game: &str, position: &str, mv: &str| {
        let pos = CATALOGUE.find(game).unwrap().read(position).unwrap();
        let cells = pos.diagram().cells;
        let named =
            |arrow: Vec<usize>| arrow.iter().map(|&cell| cells[cell].name.clone()).collect::<Vec<_>>();
        move_arrows(&*pos, pos.parse_move(mv).unwrap()).into_iter().map(named).collect::<Vec<_>>()
    };
    assert_eq!(arrows("checkers", "W:W25:B22,14", "25x18x9"), [["25", "18", "9"]]);
    // The pair pushes a token on, and then one off the board.
    let push = "rrrr/...../bb..../bbbr.../bbb.../bbb../rrrr b";
    assert_eq!(arrows("abalone", push, "D2D3"), [vec!["D2", "D3", "D4"], vec!["D4", "D5"]]);
    let off = "rrrr/...../...bbr/bbb..../bbb.../bbb../rrrr b";
    assert_eq!(arrows("abalone", off, "C5C6"), [["C5", "C6", "C7"]]);
}
