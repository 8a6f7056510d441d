// @ts-check
// The position as a text, a link, a picture; other games and other positions.

import { picturePath } from "../api.js";
import { el, setText } from "../element.js";
import { icon } from "../icon.js";
import { playHash, studyHash } from "../route.js";
import { copyButton } from "./copy-button.js";

/** @import { GameEntry, Position } from "../wire.js" */

export class PositionPanel {
  /**
   * `setUp(text)` sets up a position, or fails with the reason.
   * @param {GameEntry[]} infos
   * @param {GameEntry | undefined} info
   * @param {(text: string) => Promise<void>} setUp
   */
  constructor(infos, info, setUp) {
    this.setUp = setUp;
    const games = el(
      "select",
      { id: "study-game", on: { change: () => (location.hash = studyHash({ game: games.value })) } },
      infos.map(({ name, title }) => el("option", { value: name, selected: name === info?.name }, title)),
    );
    this.field = el("textarea", {
      id: "paste",
      rows: 2,
      spellcheck: false,
      required: true,
      "aria-describedby": "paste-fault",
    });
    this.fault = el("p", { class: "fault", role: "alert", id: "paste-fault" });
    this.play = el("a", { class: "tool" }, icon("forward"), "Play from here");
    this.picture = el("a", { class: "tool", download: "position.svg" }, icon("picture"), "Picture (SVG)");
    this.element = el(
      "section",
      { class: "card", "aria-labelledby": "position-title" },
      el("h2", { id: "position-title" }, "Position"),
      el("div", { class: "group" }, el("label", { for: "study-game" }, "Game"), games),
      el(
        "form",
        { class: "group", on: { submit: (event) => this.submit(event) } },
        el("label", { for: "paste" }, "Position text"),
        this.field,
        this.fault,
        el("button", { type: "submit" }, "Set up"),
      ),
      el(
        "div",
        { class: "toolbar words" },
        copyButton("Copy link", () => location.href),
        copyButton("Copy position", () => /** @type {string} */ (this.text)),
        this.picture,
        this.play,
      ),
    );
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    setText(this.fault, "");
    try {
      await this.setUp(this.field.value.trim());
    } catch (refusal) {
      setText(this.fault, /** @type {Error} */ (refusal).message);
    }
  }

  /**
   * @param {string} game
   * @param {Position} here
   * @param {boolean} isFlipped
   */
  update(game, { position, over }, isFlipped) {
    this.play.href = playHash(game, position);
    this.play.hidden = Boolean(over);
    this.picture.href = picturePath(game, position, isFlipped);
    // What somebody is writing is theirs, and so is what they are told is wrong with it.
    if (position !== this.text) {
      this.field.value = position;
      setText(this.fault, "");
    }
    /** @type {string | undefined} */
    this.text = position;
  }
}
