// @ts-check
// The mistakes of a game, one after the other, each to be tried again. It shows; the page decides.

import { button, el, setAttribute, setSentences, setText } from "../element.js";
import { plural } from "../format.js";

/** @import { Diagram } from "../wire.js" */

/**
 * @typedef {object} CoachHandlers
 * @property {(by: number) => void} step to the next (1) or previous (-1) mistake
 * @property {() => void} tryAgain
 * @property {() => void} reveal
 * @property {() => void} leave
 * @property {(player: number) => void} choose whose mistakes; 0 for both
 */

export class MistakeCoach {
  /**
   * @param {Diagram} diagram
   * @param {number} player whose mistakes are asked for first; 0 for both
   * @param {CoachHandlers} handlers
   */
  constructor(diagram, player, handlers) {
    this.text = el("p", { class: "coach-text" });
    this.why = el("p", { class: "soft why" });
    this.back = button("Previous mistake", () => handlers.step(-1));
    this.next = button("Next mistake", () => handlers.step(1), { class: "primary" });
    this.again = button("Try again here", handlers.tryAgain, { class: "primary" });
    this.show = button("Show the move", handlers.reveal);
    this.leave = button("Stop trying", handlers.leave);
    const names = ["Both sides", ...diagram.players.map(({ name }) => name)];
    const whose = el(
      "select",
      { on: { change: () => handlers.choose(Number(whose.value)) } },
      names.map((name, value) => el("option", { value, selected: value === player }, name)),
    );
    this.element = el(
      "section",
      { class: "card coach", "aria-labelledby": "coach-title" },
      el(
        "div",
        { class: "spread" },
        el("h2", { id: "coach-title" }, "Mistakes"),
        el("label", { class: "inline" }, "Of ", whose),
      ),
      this.text,
      this.why,
      el("div", { class: "row" }, this.again, this.next, this.back, this.show, this.leave),
    );
  }

  /**
   * @param {object} shown
   * @param {number} shown.count how many mistakes are known
   * @param {number} shown.place which of them is on the board, from 0, or -1
   * @param {boolean} shown.isDone whether all moves are judged
   * @param {boolean} shown.canBack
   * @param {boolean} shown.canNext
   * @param {boolean} shown.isTrying whether the mistake is tried again
   * @param {boolean} shown.isSolved
   * @param {string} shown.why what is wrong with the mistake on the board
   */
  update({ count, place, isDone, canBack, canNext, isTrying, isSolved, why }) {
    const known = plural(count, "mistake", "mistakes");
    const none = isDone ? "No mistakes: well played." : "No mistakes so far…";
    setText(this.text, count === 0 ? none : place < 0 ? `${known}.` : `${place + 1} of ${known}.`);
    setSentences(this.why, why);
    this.why.hidden = why === "";
    this.next.hidden = isTrying && !isSolved;
    this.back.hidden = isTrying;
    this.again.hidden = isTrying || place < 0;
    // What one is here to do comes first.
    this.next.classList.toggle("primary", this.again.hidden);
    this.show.hidden = !isTrying || isSolved;
    this.leave.hidden = !isTrying;
    setAttribute(this.next, "aria-disabled", canNext ? null : "true");
    setAttribute(this.back, "aria-disabled", canBack ? null : "true");
  }
}
