// @ts-check
// The graph of a game's evaluation. The curve is for the eye; a slider under it is for keys and ears, and reads the same.

import { el, setAttribute, svg } from "../element.js";
import { round } from "../board/geometry.js";
import { shareOfPoints } from "../format.js";
import { isFault, spacedMarks, stretches, thinned } from "../review-facts.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Mark } from "../review-facts.js" */

const [WIDTH, HEIGHT] = [600, 140];
/** As many dots fit beside each other where the graph is narrowest. */
const MOST_DOTS = 26;
/** As many points of a curve can be told apart there. */
const MOST_POINTS = 130;

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
    this.exact = svg("path", { class: "graph-exact" });
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
      this.exact,
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
   * @param {boolean[]} game.exact whether the value of a position is exact
   * @param {number} game.ply
   * @param {number} game.plies
   * @param {string} game.spoken says the ply
   */
  update({ points, judged, exact, ply, plies, spoken }) {
    this.plies = plies;
    /** @param {number} at */
    const x = (at) => round((at * WIDTH) / Math.max(1, plies));
    /** @param {number} value */
    const y = (value) => round(HEIGHT * (1 - shareOfPoints(value)));
    const known = /** @type {{ value: number, at: number }[]} */ (
      points.map((value, at) => ({ value, at })).filter(({ value }) => value !== undefined)
    );
    const drawn = thinned(known, MOST_POINTS);
    const steps = drawn.map(({ value, at }) => `${x(at)},${y(value)}`);
    const ends = drawn.length > 0 ? [x(drawn[0].at), x(drawn[drawn.length - 1].at)] : [0, 0];
    setAttribute(this.curve, "d", steps.length > 0 ? `M${steps.join("L")}` : "");
    setAttribute(
      this.area,
      "d",
      steps.length > 0 ? `M${ends[0]},${HEIGHT}L${steps.join("L")}L${ends[1]},${HEIGHT}Z` : "",
    );
    setAttribute(this.now, "x1", x(ply));
    setAttribute(this.now, "x2", x(ply));
    setAttribute(
      this.exact,
      "d",
      stretches(exact)
        .map(([from, to]) => `M${x(from - 0.5)},${HEIGHT - 3}H${x(to + 0.5)}`)
        .join(""),
    );
    const marks = known
      .filter(({ at }) => at > 0 && isFault(judged[at - 1]))
      .map(({ value, at }) => /** @type {Mark} */ ({ value, at, fault: judged[at - 1] }));
    this.marks.replaceChildren(
      ...spacedMarks(marks, plies / MOST_DOTS).map(({ at, value, fault }) => dot(x(at), y(value), fault)),
    );
    this.slider.max = String(plies);
    this.slider.value = String(ply);
    setAttribute(this.slider, "aria-valuetext", spoken);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const { left, width } = this.picture.getBoundingClientRect();
    this.goTo(Math.max(0, Math.min(this.plies, Math.round(((event.clientX - left) / width) * this.plies))));
  }
}

/**
 * A dot on the curve. The picture is stretched, which would make a circle an ellipse; the round end of a line without
 * length stays round.
 * @param {number} x
 * @param {number} y
 * @param {string} fault
 */
const dot = (x, y, fault) => svg("path", { class: `graph-dot ${fault}`, d: `M${x},${y}h0.01` });
