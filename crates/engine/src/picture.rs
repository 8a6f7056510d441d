//! A picture of a position, for a document or a slide: one self-contained SVG file.

use std::fmt::Write as _;

use game::{Cell, CellId, Diagram, Piece, Player, Point, Shade, Style};

use crate::erased::{AnyPosition, MoveId};

/// How a picture is drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PictureOptions {
    /// Whether the board is turned around, as the other player sees it.
    pub flip: bool,
    /// Legal moves, drawn as arrows.
    pub moves: Vec<MoveId>,
    /// Other arrows, each a list of cells, such as those of the [last move](move_arrows).
    pub arrows: Vec<Vec<CellId>>,
    /// Cells with a mark.
    pub cells: Vec<CellId>,
}

/// How wide a cell is, in the picture's own units.
const CELL: f64 = 60.0;
/// Around the outermost cells and labels, in cells.
const MARGIN: f64 = 0.2;
const LABEL_SIZE: f64 = 0.32;
const PIECE_RADIUS: f64 = 0.4;
const MARK_RADIUS: f64 = 0.44;
/// The length and half the width of the head of an arrow, in the picture's own units.
const HEAD: (f64, f64) = (19.0, 12.0);
const ARROW: &str = "#0b6b3a";
const MARK: &str = "#9d2b1e";
/// Around arrows and marks.
const EDGE: &str = "#fffaf0";
/// The size of the mark of a goal, as a part of its cell.
const GOAL_SCALE: f64 = 0.9;

/// The position as an SVG file.
#[must_use]
pub fn picture(pos: &dyn AnyPosition, options: &PictureOptions) -> String {
    let diagram = pos.diagram();
    let diagram = if options.flip { diagram.turned() } else { diagram };
    let frame = Frame::around(&diagram);
    let mut svg = frame.head(&title(pos, &diagram));
    for cell in &diagram.cells {
        frame.cell(cell, &mut svg);
        if let Some(player) = cell.goal {
            frame.goal(cell, diagram.players[player].paint, &mut svg);
        }
    }
    for label in &diagram.labels {
        let at = frame.place(label.at);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"#6b5a48\" text-anchor=\"middle\" \
             dominant-baseline=\"central\">{}</text>",
            at.x,
            at.y,
            LABEL_SIZE * CELL,
            escaped(&label.text)
        );
    }
    for (cell, occupant) in diagram.cells.iter().zip(pos.occupants()) {
        if let Some(piece) = occupant.and_then(|number| diagram.pieces.get(number)) {
            frame.piece(cell, piece, diagram.players[piece.player].paint, &mut svg);
        }
    }
    for cell in options.cells.iter().filter_map(|&cell| diagram.cells.get(cell)) {
        frame.mark(cell, &mut svg);
    }
    let moves = options.moves.iter().flat_map(|&mv| move_arrows(pos, mv));
    for arrow in options.arrows.iter().cloned().chain(moves) {
        let cells = arrow.iter().filter_map(|&cell| diagram.cells.get(cell));
        let points: Vec<Point> = cells.map(|cell| frame.place(cell.center)).collect();
        draw_arrow(&points, &mut svg);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// The ways that pieces go in a legal move, each a list of cells. Usually this is what a player touches; where a piece
/// stays on the last touched cell, because it pushes others on, the way ends where the foremost ones come to stand.
#[must_use]
pub fn move_arrows(pos: &dyn AnyPosition, mv: MoveId) -> Vec<Vec<CellId>> {
    let (before, after) = (pos.occupants(), pos.play(mv).occupants());
    let pieces = pos.diagram().pieces;
    let has = |occupants: &[Option<usize>], cell: CellId, player: Player| {
        occupants[cell].is_some_and(|piece| pieces[piece].player == player)
    };
    let gained = |player: Player| -> Vec<CellId> {
        let cells = 0..before.len();
        cells.filter(|&cell| has(&after, cell, player) && !has(&before, cell, player)).collect()
    };
    let mut way = pos.touched(mv);
    let (ours, theirs) = (gained(pos.turn()), gained(pos.turn().other()));
    let (&[end], Some(last)) = (&*ours, way.last()) else { return vec![way] };
    if end == *last {
        return vec![way];
    }
    way.push(end);
    let pushed = theirs.into_iter().map(|cell| vec![end, cell]);
    std::iter::once(way).chain(pushed).collect()
}

/// The description read by a screen reader.
fn title(pos: &dyn AnyPosition, diagram: &Diagram) -> String {
    let turn = match pos.outcome() {
        Some(_) => "the game is over".to_string(),
        None => format!("{} to move", diagram.players[pos.turn()].name),
    };
    let pieces = Player::ALL.map(|player| {
        let number =
            pos.occupants().iter().flatten().filter(|&&n| diagram.pieces[n].player == player).count();
        format!("{} has {number}", diagram.players[player].name)
    });
    format!("{}: {turn}; {}", pos.game().title(), pieces.join(", "))
}

/// What part of the plane is shown.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    style: Style,
}

impl Frame {
    fn around(diagram: &Diagram) -> Frame {
        let corners = diagram.cells.iter().flat_map(|cell| cell.outline.iter().copied());
        let half = LABEL_SIZE / 2.0;
        let labels = diagram
            .labels
            .iter()
            .flat_map(|label| [label.at.moved(-half, -half), label.at.moved(half, half)]);
        let points: Vec<Point> = corners.chain(labels).collect();
        let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min) - MARGIN;
        let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + MARGIN;
        let (left, top) = (least(|p| p.x), least(|p| p.y));
        Frame { left, top, width: most(|p| p.x) - left, height: most(|p| p.y) - top, style: diagram.style }
    }

    /// Where a point of the diagram is in the picture.
    fn place(&self, point: Point) -> Point {
        Point::new((point.x - self.left) * CELL, (point.y - self.top) * CELL)
    }

    fn head(&self, title: &str) -> String {
        let (width, height) = (self.width * CELL, self.height * CELL);
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" rx=\"14\" fill=\"#f4ede1\"/>\n\
             <g font-family=\"system-ui, sans-serif\">\n"
        )
    }

    fn cell(&self, cell: &Cell, svg: &mut String) {
        let fill = match cell.shade {
            Shade::Light | Shade::Unused => "#ecd9b6",
            Shade::Dark => "#b98d5e",
        };
        let points = self.outline(cell, 1.0);
        let _ = writeln!(
            svg,
            "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#8a6540\" stroke-width=\"1\"/>"
        );
        if self.style == Style::Marbles {
            let at = self.place(cell.center);
            let radius = PIECE_RADIUS * CELL;
            let _ = writeln!(
                svg,
                "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{radius:.1}\" ry=\"{radius:.1}\" fill=\"#cbad7c\"/>",
                at.x, at.y
            );
        }
    }

    /// A dashed line inside a cell that a player aims for, in that player's paint.
    fn goal(&self, cell: &Cell, [red, green, blue]: [u8; 3], svg: &mut String) {
        let points = self.outline(cell, GOAL_SCALE);
        let _ = writeln!(
            svg,
            "<polygon points=\"{points}\" fill=\"none\" stroke=\"#{red:02x}{green:02x}{blue:02x}\" \
             stroke-width=\"3\" stroke-dasharray=\"9 5\"/>"
        );
    }

    /// The corners of a cell, drawn towards its centre.
    fn outline(&self, cell: &Cell, scale: f64) -> String {
        let Point { x, y } = cell.center;
        let corners = cell
            .outline
            .iter()
            .map(|&corner| Point::new(x + (corner.x - x) * scale, y + (corner.y - y) * scale));
        let points = corners.map(|corner| self.place(corner));
        points.map(|corner| format!("{:.1},{:.1}", corner.x, corner.y)).collect::<Vec<_>>().join(" ")
    }

    /// A ring around whatever stands on a cell.
    fn mark(&self, cell: &Cell, svg: &mut String) {
        let at = self.place(cell.center);
        let radius = MARK_RADIUS * CELL;
        for (colour, width) in [(EDGE, 6), (MARK, 3)] {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"{width}\"/>",
                at.x, at.y
            );
        }
    }

    fn piece(&self, cell: &Cell, piece: &Piece, paint: [u8; 3], svg: &mut String) {
        let at = self.place(cell.center);
        let (rim, ink) = if is_light(paint) { ("#3a3026", "#3a3026") } else { ("#16110c", "#f6ecd8") };
        let [red, green, blue] = paint;
        // The light on a marble, before which its emblem is faint.
        let (opacity, gloss) = match self.style {
            Style::Discs => ("1", ""),
            Style::Marbles => (
                ".4",
                "<ellipse cx=\"-.13\" cy=\"-.19\" rx=\".13\" ry=\".08\" fill=\"#fff\" opacity=\".6\"/>",
            ),
        };
        let _ = writeln!(
            svg,
            "<g transform=\"translate({:.1} {:.1}) scale({CELL})\"><circle r=\"{PIECE_RADIUS}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\" stroke=\"{rim}\" stroke-width=\".03\"/>\
             <path d=\"{}\" fill=\"{ink}\" fill-rule=\"evenodd\" opacity=\"{opacity}\"/>{gloss}</g>",
            at.x, at.y, piece.emblem
        );
    }
}

/// The direction from one point to another, of length 1.
fn direction(from: Point, to: Point) -> (f64, f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    (dx / length, dy / length)
}

/// An arrow along points of the picture, with a light edge that keeps it apart from pieces of any colour. A single
/// point, where something is put, gets a dot.
fn draw_arrow(points: &[Point], svg: &mut String) {
    let [.., before, tip] = points else {
        for at in points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"8\" fill=\"{ARROW}\" stroke=\"{EDGE}\" stroke-width=\"2\"/>",
                at.x, at.y
            );
        }
        return;
    };
    let (dx, dy) = direction(*before, *tip);
    // What moves stays to be seen: the shaft begins at its rim.
    let (rx, ry) = direction(points[0], points[1]);
    let rim = points[0].moved(rx * PIECE_RADIUS * CELL, ry * PIECE_RADIUS * CELL);
    let neck = tip.moved(-dx * HEAD.0, -dy * HEAD.0);
    let corners = [neck.moved(-dy * HEAD.1, dx * HEAD.1), *tip, neck.moved(dy * HEAD.1, -dx * HEAD.1)];
    let listed = |points: &mut dyn Iterator<Item = Point>| {
        points.map(|point| format!("{:.1},{:.1}", point.x, point.y)).collect::<Vec<_>>().join(" ")
    };
    let between = points[1..points.len() - 1].iter().copied();
    let shaft = listed(&mut std::iter::once(rim).chain(between).chain([neck]));
    let head = listed(&mut corners.into_iter());
    for (colour, width, rim) in [(EDGE, 11, 5), (ARROW, 7, 1)] {
        let _ = writeln!(
            svg,
            "<polyline points=\"{shaft}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/><polygon points=\"{head}\" fill=\"{colour}\" \
             stroke=\"{colour}\" stroke-width=\"{rim}\" stroke-linejoin=\"round\"/>"
        );
    }
}

/// Whether dark lines are seen better on a colour than light ones.
fn is_light([red, green, blue]: [u8; 3]) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 140_000
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
