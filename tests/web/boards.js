// Small boards for the tests of pure logic, as the server describes them.

const players = [
  { name: "Red", paint: "#c62822", home: "bottom" },
  { name: "Black", paint: "#262428", home: "top" },
];

/** A board of squares. `isUnused(row, column)` says where nothing ever stands. */
export function squares(rows, columns, isUnused = () => false) {
  const cells = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const outline = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ];
      const shade = isUnused(row, column) ? "unused" : "dark";
      const name = `${row}${column}`;
      cells.push({
        name,
        spoken: `cell ${name}`,
        row,
        column: 2 * column,
        center: [column + 0.5, row + 0.5],
        outline,
        shade,
      });
    }
  }
  return { cells, labels: [{ text: "1", at: [-0.5, 0.5] }], pieces: pieces(), players };
}

/** A hexagon of hexagons; `edge` cells to a side. */
export function hexagons(edge) {
  const side = 1 / Math.sqrt(3);
  const cells = [];
  const rows = 2 * edge - 1;
  for (let row = 0; row < rows; row++) {
    const indent = Math.abs(row - (edge - 1));
    for (let place = 0; place < rows - indent; place++) {
      const column = indent + 2 * place;
      const center = [column / 2 + 0.5, side * (1.5 * row + 1)];
      const corners = [
        [0, -side],
        [0.5, -side / 2],
        [0.5, side / 2],
        [0, side],
        [-0.5, side / 2],
        [-0.5, -side / 2],
      ];
      const outline = corners.map(([x, y]) => [center[0] + x, center[1] + y]);
      const name = `${"ABCDEFG"[row]}${place + 1}`;
      cells.push({ name, spoken: name, row, column, center, outline, shade: "light" });
    }
  }
  return { cells, labels: [], pieces: pieces(), players };
}

function pieces() {
  return [
    { player: 1, letter: "r", name: "red man", emblem: "" },
    { player: 1, letter: "R", name: "red king", emblem: "" },
    { player: 2, letter: "b", name: "black man", emblem: "" },
  ];
}

/** Occupants of a board from { cell: piece }. */
export function occupants(diagram, standing) {
  return diagram.cells.map((_, cell) => standing[cell] ?? null);
}
