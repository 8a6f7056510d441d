// @ts-check
// The best lines of an analysis, as they deepen. Rows are kept, so that what has the focus stays where it is.

import { button, el, setAttribute, setText } from "../element.js";
import { forFirst, scoreText, seenValue, valueSign } from "../format.js";

/** @import { Diagram, LineView } from "../wire.js" */
/** @import { Play } from "../types.js" */

/**
 * What shows a line.
 * @typedef {object} Row
 * @property {HTMLElement} node
 * @property {HTMLElement} score
 * @property {HTMLElement} said
 * @property {HTMLElement} buttons
 * @property {HTMLElement[]} moves the buttons, one for each move
 * @property {string[]} line
 * @property {HTMLElement} more
 * @property {boolean} isFull whether all moves are shown
 */

const MOVES_SHOWN = 9;
/** So many fit everywhere. */
const FEW_MOVES = 3;

export class Variations {
  /**
   * `play(moves)` is called with the moves of a line up to the one that was chosen.
   * @param {Diagram} diagram
   * @param {Play} play
   */
  constructor(diagram, play) {
    this.diagram = diagram;
    this.play = play;
    /** @type {Row[]} */
    this.rows = [];
    this.element = el("ol", { class: "lines" });
  }

  /**
   * @param {LineView[]} lines
   * @param {number} turn
   * @param {number} view by whom scores are seen
   */
  update(lines, turn, view) {
    while (this.rows.length < lines.length) this.addRow();
    this.rows.forEach((row, i) => {
      row.node.hidden = i >= lines.length;
      if (i < lines.length) this.fill(row, lines[i], turn, view);
    });
    this.element.hidden = lines.length === 0;
  }

  addRow() {
    const row = /** @type {Row} */ (
      /** @type {Partial<Row>} */ ({ score: el("span", { class: "score" }), moves: [], line: [] })
    );
    row.buttons = el("span", { class: "line-moves" });
    row.said = el("span", { class: "visually-hidden" });
    row.isFull = false;
    row.more = button("…", () => this.toggle(row), { class: "line-move more", "aria-label": "The whole line" });
    row.node = el("li", {}, row.score, row.said, row.buttons, row.more);
    this.rows.push(row);
    this.element.append(row.node);
  }

  /** @param {Row} row */
  toggle(row) {
    row.isFull = !row.isFull;
    this.drawMoves(row);
  }

  /**
   * @param {Row} row
   * @param {LineView} line
   * @param {number} turn
   * @param {number} view
   */
  fill(row, { score, moves }, turn, view) {
    row.line = moves;
    const isDecided = score.kind !== "points";
    const kind = seenValue(score.kind, turn, view);
    setText(row.score, isDecided ? `${valueSign[kind]} ${score.plies}` : scoreText(score, turn, view));
    const seen = forFirst(score, turn);
    // Read aloud, a sign and a number would be too little.
    setText(row.said, seen.kind === "decided" ? ` ${this.diagram.players[seen.for - 1].name} wins: ` : "");
    row.score.className = `score ${kind}`;
    this.drawMoves(row);
  }

  /** @param {Row} row */
  drawMoves(row) {
    const { line, isFull } = row;
    const shown = isFull ? line.length : Math.min(MOVES_SHOWN, line.length);
    while (row.moves.length < shown) {
      const place = row.moves.length;
      const node = button("", () => this.play(row.line.slice(0, place + 1)), { class: "line-move" });
      row.moves.push(node);
      row.buttons.append(node);
    }
    row.moves.forEach((node, i) => {
      node.hidden = i >= shown;
      setText(node, line[i] ?? "");
    });
    row.node.classList.toggle("full", isFull);
    row.more.hidden = line.length <= FEW_MOVES;
    setAttribute(row.more, "aria-expanded", String(isFull));
  }
}
