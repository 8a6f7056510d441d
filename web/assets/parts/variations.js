// @ts-check
// The best lines of an analysis, as they deepen. Rows are kept, so that what has the focus stays where it is.

import { button, el, setText } from "../element.js";
import { scoreText, valueSign, valueWord } from "../format.js";

/** @import { LineView } from "../wire.js" */
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
 */

const MOVES_SHOWN = 9;

export class Variations {
  /**
   * `play(moves)` is called with the moves of a line up to the one that was chosen.
   * @param {Play} play
   */
  constructor(play) {
    this.play = play;
    /** @type {Row[]} */
    this.rows = [];
    this.element = el("ol", { class: "lines" });
  }

  /**
   * @param {LineView[]} lines
   * @param {number} turn
   */
  update(lines, turn) {
    while (this.rows.length < lines.length) this.addRow();
    this.rows.forEach((row, i) => {
      row.node.hidden = i >= lines.length;
      if (i < lines.length) this.fill(row, lines[i], turn);
    });
    this.element.hidden = lines.length === 0;
  }

  addRow() {
    const row = /** @type {Row} */ (
      /** @type {Partial<Row>} */ ({ score: el("span", { class: "score" }), moves: [], line: [] })
    );
    row.buttons = el("span", { class: "line-moves" });
    row.said = el("span", { class: "visually-hidden" });
    row.node = el("li", {}, row.score, row.said, row.buttons);
    this.rows.push(row);
    this.element.append(row.node);
  }

  /**
   * @param {Row} row
   * @param {LineView} line
   * @param {number} turn
   */
  fill(row, { score, moves }, turn) {
    row.line = moves;
    const isDecided = score.kind !== "points";
    setText(row.score, isDecided ? `${valueSign[score.kind]} ${score.plies}` : scoreText(score, turn));
    // Read aloud, a sign and a number would be too little.
    setText(row.said, isDecided ? ` ${valueWord[score.kind]}: ` : "");
    row.score.className = `score ${score.kind}`;
    while (row.moves.length < Math.min(MOVES_SHOWN, moves.length)) {
      const place = row.moves.length;
      const node = button("", () => this.play(row.line.slice(0, place + 1)), { class: "line-move" });
      row.moves.push(node);
      row.buttons.append(node);
    }
    row.moves.forEach((node, i) => {
      node.hidden = i >= moves.length;
      setText(node, moves[i] ?? "");
    });
  }
}
