//! The diagram of a board.

use std::collections::{HashMap, HashSet};

use game::{Cell, Diagram, Game, Point, Shade, Slide};

use crate::board_text::BoardWords;
use crate::claim::{ensure, fail};
use crate::sample::Sample;

const CHECK: &str = "layout";
const ROUNDING: f64 = 1e-9;

/// The diagram can be drawn, and its occupants agree with the position text.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let mut by_size: HashMap<usize, Diagram> = HashMap::new();
    for pos in &sample.positions {
        let diagram = pos.diagram();
        let known = by_size.entry(diagram.cells.len()).or_insert_with(|| {
            check_diagram(pos, &diagram);
            diagram.clone()
        });
        ensure!(
            diagram == *known,
            CHECK,
            pos,
            "the diagram differs from another one of {} cells",
            known.cells.len()
        );
        check_position(pos, &diagram);
    }
}

/// The occupants of the diagram, and the cells that moves touch.
pub(crate) fn check_position<G: Game>(pos: &G, diagram: &Diagram) {
    check_occupants(pos, diagram);
    check_touched(pos, diagram.cells.len());
    check_slides(pos, diagram);
}

fn check_diagram<G: Game>(pos: &G, diagram: &Diagram) {
    let mut names = HashSet::new();
    for cell in &diagram.cells {
        let name = &cell.name;
        ensure!(!name.is_empty() && !cell.spoken.is_empty(), CHECK, pos, "a cell has no name: {cell:?}");
        ensure!(names.insert(name), CHECK, pos, "two cells have the name {name}");
        ensure!(
            is_around(&cell.outline, cell.center),
            CHECK,
            pos,
            "{name}: its outline does not go round its centre clockwise"
        );
    }
    for (i, a) in diagram.cells.iter().enumerate() {
        for b in &diagram.cells[..i] {
            check_places(pos, a, b);
        }
    }
    let mut names = HashSet::new();
    for piece in &diagram.pieces {
        ensure!(
            !piece.name.is_empty() && names.insert(piece.name),
            CHECK,
            pos,
            "a piece has no name of its own: {piece:?}"
        );
        ensure!(!piece.glyph.is_whitespace(), CHECK, pos, "a piece cannot be seen: {piece:?}");
    }
    for label in &diagram.labels {
        let seen = !label.text.trim().is_empty() && label.at.x.is_finite() && label.at.y.is_finite();
        ensure!(seen, CHECK, pos, "a label cannot be seen: {label:?}");
    }
    let players = &diagram.players;
    let (one, two) = (players.one, players.two);
    ensure!(one.name != two.name, CHECK, pos, "both players have the name '{}'", one.name);
    ensure!(one.colour != two.colour, CHECK, pos, "both players have the colour {:?}", one.colour);
    ensure!(one.home != two.home, CHECK, pos, "both players sit at the edge {:?}", one.home);
}

fn check_places<G: Game>(pos: &G, a: &Cell, b: &Cell) {
    let (dx, dy) = (a.center.x - b.center.x, a.center.y - b.center.y);
    let distance = dx.hypot(dy);
    ensure!(distance >= 1.0 - ROUNDING, CHECK, pos, "{} and {} are only {distance} apart", a.name, b.name);
    let in_order = |places: std::cmp::Ordering, distance: f64| places as i8 == sign(distance);
    ensure!(
        in_order(a.row.cmp(&b.row), dy),
        CHECK,
        pos,
        "the rows of {} and {} are not as they are drawn",
        a.name,
        b.name
    );
    ensure!(
        in_order(a.column.cmp(&b.column), dx),
        CHECK,
        pos,
        "the columns of {} and {} are not as they are drawn",
        a.name,
        b.name
    );
}

fn sign(number: f64) -> i8 {
    i8::from(number > ROUNDING) - i8::from(number < -ROUNDING)
}

/// Whether the corners go round `center` clockwise, with y pointing down.
fn is_around(outline: &[Point], center: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    let turns_right = |(a, b): (&Point, &Point)| {
        (a.x - center.x) * (b.y - center.y) - (a.y - center.y) * (b.x - center.x) > ROUNDING
    };
    outline.len() >= 3 && outline.iter().zip(next).all(turns_right)
}

fn check_occupants<G: Game>(pos: &G, diagram: &Diagram) {
    let occupants = pos.occupants();
    let (cells, pieces) = (diagram.cells.len(), diagram.pieces.len());
    ensure!(occupants.len() == cells, CHECK, pos, "{} occupants for {cells} cells", occupants.len());
    for (cell, occupant) in diagram.cells.iter().zip(&occupants) {
        let Some(piece) = *occupant else { continue };
        ensure!(piece < pieces, CHECK, pos, "piece number {piece} of only {pieces} on {}", cell.name);
        ensure!(cell.shade != Shade::Unused, CHECK, pos, "a piece on {}, which is unused", cell.name);
    }
    let mut written = vec![u8::MAX; cells];
    pos.write_occupants(&mut written);
    for ((cell, occupant), written) in diagram.cells.iter().zip(&occupants).zip(&written) {
        let expected = occupant.map_or(0, |piece| piece as u8 + 1);
        ensure!(
            *written == expected,
            CHECK,
            pos,
            "write_occupants has {written} for {}, and occupants {expected}",
            cell.name
        );
    }
    check_letters(pos, diagram, &occupants);
    check_arranged(pos, &written);
}

/// Pieces are written as they are drawn.
fn check_letters<G: Game>(pos: &G, diagram: &Diagram, occupants: &[Option<usize>]) {
    let Some(words) = BoardWords::of(pos) else { return };
    for ((cell, occupant), letter) in diagram.cells.iter().zip(occupants).zip(words.cells) {
        let drawn = occupant.map_or(BoardWords::EMPTY, |piece| diagram.pieces[piece].letter);
        ensure!(drawn == letter, CHECK, pos, "{} is drawn as '{drawn}' and written as '{letter}'", cell.name);
    }
}

/// Pieces as numbers mean the same position as the same pieces as a text, or are refused alike.
fn check_arranged<G: Game>(pos: &G, cells: &[u8]) {
    let text = pos.write();
    let words: Vec<&str> = text.split(' ').take(2).collect();
    let (read, arranged) = (G::read(&words.join(" ")), pos.with_occupants(cells, pos.turn()));
    ensure!(
        read.as_ref().ok() == arranged.as_ref().ok(),
        CHECK,
        pos,
        "with_occupants has {arranged:?}, and the text without further words {read:?}"
    );
}

fn check_touched<G: Game>(pos: &G, cells: usize) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        if let Some(cell) = pos.touched(mv).into_iter().find(|&cell| cell >= cells) {
            fail(CHECK, &pos.write(), format_args!("{mv:?} touches cell number {cell} of only {cells}"));
        }
    }
}

/// The pieces that a move carries stand where they begin, and afterwards where they end.
fn check_slides<G: Game>(pos: &G, diagram: &Diagram) {
    let owner = |occupants: &[Option<usize>], cell: Option<&usize>| {
        let piece = cell.and_then(|&cell| occupants.get(cell).copied().flatten())?;
        diagram.pieces.get(piece).map(|piece| piece.player)
    };
    let before = pos.occupants();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        let slides = pos.slides(mv);
        let Some(first) = slides.first() else { continue };
        ensure!(
            first.path.first() == pos.touched(mv).first(),
            CHECK,
            pos,
            "the first piece of {mv:?} does not begin where the move does"
        );
        let after = pos.play_unchecked(mv).occupants();
        for Slide { path, leaves_board } in &slides {
            let mover = owner(&before, path.first());
            ensure!(mover.is_some(), CHECK, pos, "{mv:?} carries a piece along {path:?}, where none is");
            ensure!(
                *leaves_board || owner(&after, path.last()) == mover,
                CHECK,
                pos,
                "{mv:?} carries a piece along {path:?}, and it does not come to stand at its end"
            );
        }
    }
}
