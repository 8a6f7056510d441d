// @ts-check
// The end of a game, and what comes after.

import { recordPath } from "../api.js";
import { button, el } from "../element.js";
import { gameHash, reviewHash } from "../route.js";
import { endText, sentences } from "../format.js";

/** @import { Over } from "../wire.js" */
/** @import { Child } from "../types.js" */

export const NEXT_HAS_BEGUN = "The next game has begun.";

/**
 * Why a game is over, in a sentence: what the rules say where they ended it, otherwise what happened.
 * @param {Over} over
 */
export function reasonText({ text, why }) {
  return sentences(endText(why ?? text).replace(/^A draw, |\.$/g, ""));
}

export class GameOver {
  /**
   * `again` begins the same game once more; null for somebody who only watched.
   * @param {string} id
   * @param {string | null | undefined} sharedForm
   * @param {(() => void) | null} again
   */
  constructor(id, sharedForm, again) {
    this.id = id;
    this.again = again;
    this.forms = ["txt", ...(sharedForm ? [sharedForm] : [])];
    /** @type {string | null} */
    this.shown = null;
    this.title = el("h2", { tabIndex: -1 });
    this.element = el("div", { class: "card over", hidden: true });
  }

  /** Leads those who go by keys or by ear to what comes after. */
  focus() {
    this.title.focus();
  }

  /**
   * `over` as the server tells it, or null while the game goes on; `verdict` is what it means to us; `next` is the game
   * that the other player has begun after it, if there is one.
   * @param {Over | null | undefined} over
   * @param {string} verdict
   * @param {string | null | undefined} next
   */
  update(over, verdict, next) {
    const text = over ? reasonText(over) : null;
    const shown = text && `${verdict} ${text} ${next}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.hidden = text === null;
    if (text === null) return;
    this.title.textContent = verdict;
    /** @type {(form: string, i: number) => Child[]} */
    const save = (form, i) => [
      i > 0 ? " · " : "",
      el("a", { href: recordPath(this.id, form), download: "" }, form === "txt" ? "text" : form.toUpperCase()),
    ];
    this.element.replaceChildren(
      this.title,
      el("p", { class: "verdict" }, text),
      ...(next ? [el("p", {}, NEXT_HAS_BEGUN)] : []),
      el(
        "div",
        { class: "row" },
        el("a", { class: next ? "button" : "button primary", href: reviewHash(this.id) }, "Review the game"),
        this.again ? button(next ? "Play on" : "Play again", this.again, { class: next ? "primary" : null }) : null,
        next && !this.again ? el("a", { class: "button primary", href: gameHash(next) }, "Watch it") : null,
      ),
      ...(this.again ? [el("p", { class: "soft" }, "In the next game the sides are swapped.")] : []),
      el("p", { class: "soft" }, "Save it: ", this.forms.flatMap(save)),
    );
  }
}
