// @ts-check
// The position as a text, a link, a picture; other games and other positions.

import { getPosition, picturePath, readGames } from "../api.js";
import { el, setText } from "../element.js";
import { groupedFaults, otherGames } from "../faults.js";
import { sizesOf } from "../format.js";
import { icon } from "../icon.js";
import { playHash, studyHash } from "../route.js";
import { ROOT, treeFrom } from "../variation-tree.js";
import { copyButton } from "./copy-button.js";

/** @import { GameEntry, Position } from "../wire.js" */

export class PositionPanel {
  /**
   * `setUp(text)` sets up a position, or fails with the reason.
   * @param {GameEntry[]} infos
   * @param {string} game the game that is studied
   * @param {(text: string) => Promise<void>} setUp
   */
  constructor(infos, game, setUp) {
    this.infos = infos;
    this.game = game;
    this.setUp = setUp;
    this.field = el("textarea", {
      id: "paste",
      rows: 2,
      spellcheck: false,
      required: true,
      "aria-describedby": "paste-fault",
    });
    this.fault = el("div", { class: "fault", role: "alert", id: "paste-fault" });
    this.play = el("a", { class: "tool" }, icon("forward"), "Play from here");
    this.picture = el("a", { class: "tool", download: "position.svg" }, icon("picture"), "Picture (SVG)");
    const files = el("a", { class: "tool", href: "#/library" }, icon("paste"), "Open a file");
    this.element = el(
      "section",
      { class: "card", "aria-labelledby": "position-title" },
      el("h2", { id: "position-title" }, "Position"),
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
        files,
      ),
    );
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    setText(this.fault, "");
    const text = this.field.value.trim();
    try {
      await this.setUp(text);
    } catch (refusal) {
      const told = groupedFaults(/** @type {Error} */ (refusal).message);
      this.fault.replaceChildren(el("ul", { class: "faults" }, told.map((fault) => el("li", {}, fault))));
      const found = await recognized(this.infos, this.game, text);
      if (found) this.fault.append(el("p", {}, "This looks like ", found.what, ": ", el("a", { href: found.hash }, "open it there")));
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

/**
 * What else a text may be: a position of another game, or a game in a form that other programs share.
 * @param {GameEntry[]} infos
 * @param {string} game
 * @param {string} text
 */
async function recognized(infos, game, text) {
  const named = infos.map(({ name, sizes }) => ({ name, sizes: sizesOf(sizes) }));
  for (const word of otherGames(named, text, game)) {
    const title = infos.find(({ name }) => name === word.split(":")[0])?.title ?? word;
    const position = await getPosition({ game: word, position: text }).catch(() => null);
    if (position) return { what: title, hash: studyHash({ game: word, position: position.position }) };
  }
  for (const { name, shared_form: form } of infos.filter((info) => info.shared_form)) {
    const { games } = await readGames({ game: name, text }).catch(() => ({ games: [] }));
    const [first] = games.filter(({ moves }) => moves.length > 0);
    if (!first) continue;
    const tree = treeFrom(first.moves, first.comment);
    return { what: `a game in ${form?.toUpperCase()}`, hash: studyHash({ game: name, position: first.position, tree, at: ROOT }) };
  }
  return null;
}
