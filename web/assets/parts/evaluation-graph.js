// @ts-check
// The graph of a game's evaluation. The curve is for the eye; a slider under it is for keys and ears, and reads the same.

import { el, setAttribute, svg } from "../element.js";
import { round } from "../board/geometry.js";
import { shareOfPoints } from "../format.js";

/** @import { Diagram } from "../wire.js" */
/** @typedef {"inaccuracy" | "mistake" | "blunder"} Mark a judgement that the curve shows */

const [WIDTH, HEIGHT] = [600, 140];
/** @type {Set<string | null>} */
const MARKED = new Set(["inaccuracy", "mistake", "blunder"]);

export class EvaluationGraph {
  /**
   * `goTo(ply)` is called with the position that was chosen.
   * @param {Diagram} diagram
   * @param {(ply: number) => void} goTo
   */
  constructor(diagram, goTo) {
    this.goTo = goTo;
    this.plies = 0;
    this.area = svg("path", { class: "graph-area" });
    this.curve = svg("path", { class: "graph-curve" });
    this.now = svg("line", { class: "graph-now", y1: 0, y2: HEIGHT });
    this.marks = svg("g");
    const middle = svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    this.picture = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
        focusable: "false",
        class: "graph-picture",
      },
      this.area,
      middle,
      this.curve,
      this.now,
      this.marks,
    );
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      "aria-label": "Position in the game",
      on: { input: () => goTo(Number(this.slider.value)) },
    });
    const [first, second] = diagram.players.map(({ name }) => name);
    this.element = el(
      "div",
      { class: "graph" },
      el("span", { class: "graph-side above", "aria-hidden": "true" }, `${first} ahead`),
      el("div", { class: "graph-frame" }, this.picture),
      el("span", { class: "graph-side under", "aria-hidden": "true" }, `${second} ahead`),
      this.slider,
    );
    this.picture.addEventListener("click", (event) => this.onClick(event));
  }

  /**
   * @param {object} game
   * @param {(number | undefined)[]} game.points for every position
   * @param {(string | null)[]} game.judged a judgement for every move
   * @param {number} game.ply
   * @param {number} game.plies
   * @param {string} game.spoken says the ply
   */
  update({ points, judged, ply, plies, spoken }) {
    this.plies = plies;
    /** @param {number} at */
    const x = (at) => round((at * WIDTH) / Math.max(1, plies));
    /** @param {number} value */
    const y = (value) => round(HEIGHT * (1 - shareOfPoints(value)));
    const known = /** @type {{ value: number, at: number }[]} */ (
      points.map((value, at) => ({ value, at })).filter(({ value }) => value !== undefined)
    );
    const steps = known.map(({ value, at }) => `${x(at)},${y(value)}`);
    const ends = known.length > 0 ? [x(known[0].at), x(known[known.length - 1].at)] : [0, 0];
    setAttribute(this.curve, "d", steps.length > 0 ? `M${steps.join("L")}` : "");
    setAttribute(
      this.area,
      "d",
      steps.length > 0 ? `M${ends[0]},${HEIGHT}L${steps.join("L")}L${ends[1]},${HEIGHT}Z` : "",
    );
    setAttribute(this.now, "x1", x(ply));
    setAttribute(this.now, "x2", x(ply));
    this.marks.replaceChildren(
      ...known
        .filter(({ at }) => at > 0 && MARKED.has(judged[at - 1]))
        .map(({ value, at }) => this.mark(x(at), y(value), /** @type {Mark} */ (judged[at - 1]))),
    );
    this.slider.max = String(plies);
    this.slider.value = String(ply);
    setAttribute(this.slider, "aria-valuetext", spoken);
  }

  /**
   * A stroke through the curve; it must not be a circle, because the picture is stretched.
   * @param {number} x
   * @param {number} y
   * @param {Mark} judgement
   */
  mark(x, y, judgement) {
    const reach = { inaccuracy: 7, mistake: 11, blunder: 16 }[judgement];
    return svg("line", {
      class: `graph-mark ${judgement}`,
      x1: x,
      x2: x,
      y1: Math.max(0, y - reach),
      y2: Math.min(HEIGHT, y + reach),
    });
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const { left, width } = this.picture.getBoundingClientRect();
    this.goTo(Math.max(0, Math.min(this.plies, Math.round(((event.clientX - left) / width) * this.plies))));
  }
}
