// @ts-check
// A line for a move or a question, for those who would rather type than walk the board.

import { editPosition, getPosition } from "../api.js";
import { ownerOf } from "../board/geometry.js";
import { button, el, setText } from "../element.js";
import { other } from "../format.js";
import { answer, cellsText, isQuestion } from "../spoken.js";
import { announce } from "./announce.js";

/** @import { Told } from "../spoken.js" */
/** @import { Diagram, PositionRef } from "../wire.js" */

/** More captures than this are not looked through. */
const MOST_CAPTURES = 40;

/**
 * @typedef {object} CommandHandlers
 * @property {() => Told} here the position that is shown
 * @property {() => PositionRef} asked the same, as the server is asked for it
 * @property {() => number} me the player who asks
 * @property {(move: string) => Promise<string | null>} play makes a move that was typed, or gives the reason why not
 */

export class CommandLine {
  /**
   * @param {Diagram} diagram
   * @param {CommandHandlers} handlers
   */
  constructor(diagram, handlers) {
    this.diagram = diagram;
    this.handlers = handlers;
    this.field = el("input", {
      type: "text",
      id: "command",
      autocomplete: "off",
      spellcheck: false,
      maxLength: 200,
      placeholder: "a move, or ? for help",
    });
    this.told = el("p", { class: "soft command-answer" });
    this.element = el(
      "form",
      { class: "command", on: { submit: (event) => this.submit(event) } },
      el("label", { for: "command" }, "Type a move or a question"),
      el("div", { class: "command-row" }, this.field, button("Enter", () => this.element.requestSubmit())),
      this.told,
    );
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const line = this.field.value.trim();
    if (line === "") return;
    this.field.select();
    try {
      this.say((await (isQuestion(line) ? this.answer(line) : this.handlers.play(line))) ?? "");
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {string} text */
  say(text) {
    setText(this.told, text);
    announce(text);
  }

  /** @param {string} line */
  async answer(line) {
    const { text, attacked } = answer(this.diagram, this.handlers.here(), line, this.handlers.me());
    return attacked === undefined ? text : this.attackers(attacked);
  }

  /**
   * Who can take the piece on a cell: every capture of the opponent is tried.
   * @param {number} cell
   */
  async attackers(cell) {
    const { diagram } = this;
    const asked = this.handlers.asked();
    const here = await getPosition(asked);
    const owner = ownerOf(diagram, here.occupants, cell);
    if (owner === null) return "";
    const isTheirTurn = here.turn === other(owner);
    const turned = isTheirTurn
      ? here
      : await editPosition({ game: asked.game, occupants: here.occupants, turn: other(owner), like: here.position });
    const captures = turned.moves.filter(({ takes }) => takes > 0).slice(0, MOST_CAPTURES);
    /** @type {Set<number>} */
    const found = new Set();
    await Promise.all(
      captures.map(async ({ move, touched }) => {
        const before = isTheirTurn ? asked : { game: asked.game, position: turned.position };
        const after = await getPosition({ ...before, moves: [...(before.moves ?? []), move] });
        if (ownerOf(diagram, after.occupants, cell) !== owner) found.add(touched[0]);
      }),
    );
    const { spoken } = diagram.cells[cell];
    if (found.size === 0) return `Nothing attacks ${spoken}.`;
    const pieces = [...found].map((from) => {
      const piece = here.occupants[from];
      return `${piece === null ? "" : `${diagram.pieces[piece].name} on `}${cellsText(diagram, [from])}`;
    });
    return `${spoken} is attacked by ${pieces.join(", ")}.`;
  }
}
