//! The diagram of Skirmish.

use game::{
    ByPlayer, Cell, CellId, Diagram, Edge, Label, Layout, Piece, Player, Point, Shade, Side, Slide, Style,
};

use super::fault::{Fault, on};
use super::{CELLS, Skirmish, Step};

pub(crate) fn name(cell: usize) -> String {
    format!("{}{}", ['a', 'b', 'c'][cell % 3], 1 + cell / 3)
}

fn half(point: Point) -> Point {
    Point::new(point.x / 2.0, point.y / 2.0)
}

fn square(number: usize) -> Cell {
    let unused = on(Fault::OccupantOnUnused) && number == 4;
    let shade = if unused { Shade::Unused } else { Shade::Light };
    let mut cell = Cell::square(number / 3, number % 3, shade, name(number), name(number));
    match () {
        () if on(Fault::CellNameless) => cell.spoken.clear(),
        () if on(Fault::CellSameName) && number == 8 => cell.name = name(0),
        () if on(Fault::OutlineBackwards) => cell.outline.reverse(),
        () if on(Fault::CellsTooNear) => {
            cell.center = half(cell.center);
            cell.outline = cell.outline.into_iter().map(half).collect();
        }
        () if on(Fault::RowsWrong) => cell.row = 2 - cell.row,
        () if on(Fault::ColumnsWrong) => cell.column = 4 - cell.column,
        () => {}
    }
    cell
}

impl Layout for Skirmish {
    fn diagram(&self) -> Diagram {
        let piece = |player, letter, glyph, name| Piece { player, letter, glyph, name, emblem: "" };
        let mut pieces =
            vec![piece(Player::One, 'x', '×', "first stone"), piece(Player::Two, 'o', '○', "second stone")];
        let column =
            |(i, text): (usize, &str)| Label { text: text.into(), at: Point::new(i as f64 + 0.5, -0.5) };
        let mut labels: Vec<Label> = ["a", "b", "c"].into_iter().enumerate().map(column).collect();
        let mut players = ByPlayer {
            one: Side {
                name: "First",
                letter: 'x',
                colour: [255, 255, 255],
                paint: [250, 250, 250],
                home: Edge::Top,
            },
            two: Side {
                name: "Second",
                letter: 'o',
                colour: [0, 0, 0],
                paint: [30, 30, 30],
                home: Edge::Bottom,
            },
        };
        match () {
            () if on(Fault::PieceNameless) => pieces[1].name = pieces[0].name,
            () if on(Fault::PieceInvisible) => pieces[0].glyph = ' ',
            () if on(Fault::LabelInvisible) => labels[2].at.x = f64::NAN,
            () if on(Fault::LetterWrong) => pieces[0].letter = 'o',
            () if on(Fault::PlayersSameName) => players.two.name = "First",
            () if on(Fault::PlayersSameColour) => players.two.colour = players.one.colour,
            () if on(Fault::PlayersSameEdge) => players.two.home = players.one.home,
            () if on(Fault::DiagramChanges) && self.turn == Player::Two => pieces.reverse(),
            () => {}
        }
        Diagram {
            cells: (0..CELLS).map(square).collect(),
            labels,
            pieces,
            players,
            style: Style::default(),
            tray: None,
        }
    }

    fn occupants(&self) -> Vec<Option<usize>> {
        let holds = |player: Player, cell: usize| self.stones[player] & 1 << cell != 0;
        let piece = |cell| Player::ALL.into_iter().position(|player| holds(player, cell));
        let mut occupants: Vec<Option<usize>> = (0..CELLS).map(piece).collect();
        match () {
            () if on(Fault::OccupantsShort) => drop(occupants.pop()),
            () if on(Fault::OccupantUnknown) => {
                occupants.iter_mut().for_each(|piece| *piece = piece.map(|piece| piece + 1));
            }
            () => {}
        }
        occupants
    }

    fn write_occupants(&self, cells: &mut [u8]) {
        for (cell, occupant) in cells.iter_mut().zip(self.occupants()) {
            let number = occupant.map_or(0, |piece| piece as u8 + 1);
            *cell = if on(Fault::OccupantsWritten) { 0 } else { number };
        }
    }

    fn touched(&self, step: Step) -> Vec<CellId> {
        let to = if on(Fault::TouchedOffBoard) { step.to + CELLS } else { step.to };
        vec![step.from, to]
    }

    fn slides(&self, step: Step) -> Vec<Slide> {
        let slide = |from, to| Slide { path: vec![from, to], leaves_board: false };
        let made = slide(step.from, step.to);
        match () {
            () if on(Fault::SlideBeginsElsewhere) => vec![slide(step.to, step.from)],
            () if on(Fault::SlideOfNothing) => vec![made, slide(CELLS, step.to)],
            () if on(Fault::SlideEndsElsewhere) => vec![slide(step.from, step.from)],
            () => vec![made],
        }
    }
}
