// @ts-check
// What the machine and the tables say about a position.

import { passMove } from "../board/selection.js";
import { button, el, setText } from "../element.js";
import { bestLines, progress, valuedMoves, verdict } from "../evaluation.js";
import { USUAL_LINES } from "../route.js";
import { announce } from "./announce.js";
import { Variations } from "./variations.js";
import { MoveValues } from "./move-values.js";

/** @import { Diagram, ExactAnswer, Position } from "../wire.js" */
/** @import { Play, StudySettings } from "../types.js" */
/** @import { AnalysisClient } from "./analysis-client.js" */

const MOST_LINES = 5;

export class AnalysisPanel {
  /**
   * `play(moves)` plays them; `change()` is called when `isThinking` or `count` are others.
   * @param {Diagram} diagram
   * @param {Play} play
   * @param {() => void} change
   * @param {Partial<StudySettings>} settings
   */
  constructor(diagram, play, change, { isThinking = true, count = USUAL_LINES } = {}) {
    this.diagram = diagram;
    this.isThinking = isThinking;
    this.count = count;
    this.said = "";
    this.lines = new Variations(diagram, play);
    this.values = new MoveValues(play);
    this.verdict = el("p", { class: "verdict" });
    this.depth = el("p", { class: "soft depth" });
    this.pass = button(
      "Pass",
      () => play([/** @type {string} */ (passMove(this.position.moves)?.move)]),
      { class: "primary", hidden: true },
    );
    this.element = el(
      "section",
      { class: "card analysis", "aria-labelledby": "analysis-title" },
      this.head(change),
      this.verdict,
      this.lines.element,
      this.depth,
      this.values.element,
      this.pass,
    );
  }

  /** @param {() => void} change */
  head(change) {
    /** @param {{ isThinking?: boolean, count?: number }} values */
    const set = (values) => {
      Object.assign(this, values);
      change();
    };
    const thinking = el("input", {
      type: "checkbox",
      checked: this.isThinking,
      on: { change: () => set({ isThinking: thinking.checked }) },
    });
    /** @type {(_: unknown, i: number) => HTMLOptionElement} */
    const option = (_, i) => el("option", { value: i + 1, selected: i + 1 === this.count }, String(i + 1));
    const count = el(
      "select",
      { on: { change: () => set({ count: Number(count.value) }) } },
      Array.from({ length: MOST_LINES }, option),
    );
    return el(
      "div",
      { class: "spread" },
      el("h2", { id: "analysis-title" }, "Analysis"),
      el("label", { class: "switch" }, thinking, "Think"),
      el("label", { class: "inline" }, "Lines ", count),
    );
  }

  /**
   * @param {Position} position
   * @param {ExactAnswer | null} exact
   * @param {AnalysisClient} analysis
   * @param {number} view by whom numbers are seen
   */
  update(position, exact, analysis, view) {
    const { thought } = analysis;
    /** @type {Position} */
    this.position = position;
    const { text, isExact } = verdict(position, exact, thought, this.diagram.players);
    setText(this.verdict, text);
    this.verdict.hidden = text === "";
    // Estimates change too often to be read aloud.
    if (isExact && text !== this.said) announce(text);
    this.said = isExact ? text : "";
    this.lines.update(position.over ? [] : bestLines(exact, thought), position.turn, view);
    setText(this.depth, position.over || !this.isThinking ? "" : progress(analysis));
    this.values.update(position.over ? [] : valuedMoves(position, exact, thought), position.turn, view);
    this.pass.hidden = Boolean(position.over) || passMove(position.moves) === null;
  }
}
