// @ts-check
// A mistake tried again: the position before it, with what is wanted hidden, until a move is found that is good enough.

import { askWhy, getPosition, judgeMove } from "../api.js";
import { courseOf, destinationMarks } from "../board/destinations.js";
import { ownerOf } from "../board/geometry.js";
import { drag, touch } from "../board/selection.js";
import { isFault } from "../review-facts.js";
import { judgements, sentences } from "../format.js";

/** @import { Selection } from "../board/selection.js" */
/** @import { Diagram, Position } from "../wire.js" */
/** @typedef {{ game: string, position: string, moves: string[] }} Before what led to the position */

export class SecondTry {
  /** @type {number[]} */
  touched = [];
  isBusy = false;
  isSolved = false;
  /**
   * The cells of the move that was found or shown.
   * @type {number[]}
   */
  found = [];

  /**
   * @param {Diagram} diagram
   * @param {{ before: Before, here: Position, played: string, best: string | null, change: () => void }} task
   */
  constructor(diagram, { before, here, played, best, change }) {
    this.diagram = diagram;
    this.before = before;
    this.here = here;
    this.best = best;
    this.change = change;
    const name = diagram.players[here.turn - 1].name;
    this.text = `${name} to move: find something better than ${played}.`;
  }

  /**
   * The same from a position that has yet to be asked for.
   * @param {Diagram} diagram
   * @param {{ before: Before, played: string, best: string | null, change: () => void }} task
   */
  static async begin(diagram, task) {
    return new SecondTry(diagram, { ...task, here: await getPosition(task.before) });
  }

  get choice() {
    const { moves, occupants, turn } = this.here;
    return { moves, turn, ownerOf: (/** @type {number} */ cell) => ownerOf(this.diagram, occupants, cell) };
  }

  /** What a board shows of it. */
  get model() {
    const { here, touched, isSolved, isBusy, found } = this;
    return {
      occupants: here.occupants,
      touched,
      isBusy,
      ...(isSolved ? {} : destinationMarks(here.moves, touched)),
      arrows: found.length > 1 ? [{ cells: found, kind: "best-1" }] : [],
    };
  }

  /** @param {number} cell */
  touch(cell) {
    if (!this.isSolved && !this.isBusy) this.follow(touch(this.choice, this.touched, cell));
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  drag(from, to) {
    if (!this.isSolved && !this.isBusy) this.follow(drag(this.choice, this.touched, from, to));
  }

  /** @param {number} cell */
  startDrag(cell) {
    if (this.touched[this.touched.length - 1] !== cell) this.touched = [cell];
    this.change();
  }

  clear() {
    this.touched = [];
    this.change();
  }

  /** @param {Selection} selection */
  async follow({ touched, move, refused }) {
    this.touched = touched;
    this.isBusy = Boolean(move || refused);
    this.change();
    try {
      if (move) await this.judge(move.move);
      else if (refused) await this.explain(refused);
    } catch (fault) {
      this.text = /** @type {Error} */ (fault).message;
    }
    this.isBusy = false;
    this.change();
  }

  /** @param {number[]} cells */
  async explain(cells) {
    const { legal, move, reason } = await askWhy({ ...this.before, cells });
    if (legal && move) await this.judge(move);
    else this.text = sentences(reason?.replace(/\.$/, "") ?? null);
  }

  /** @param {string} move */
  async judge(move) {
    const [tried, after] = await judgeMove({ ...this.before, moves: [...this.before.moves, move] });
    if (tried?.type !== "ply" || after?.type !== "ply") return;
    const word = judgements[tried.judgement ?? ""]?.word.toLowerCase() ?? "";
    if (isFault(tried.judgement)) {
      const reply = after.line[0] ? `${this.opponent} can answer ${after.line[0]}` : null;
      this.text = sentences(`${move} is ${/^[aeiou]/.test(word) ? "an" : "a"} ${word} too`, reply, "Try another move");
    } else this.solve(move, sentences(`${move}: ${word}`, "That is what was wanted"));
  }

  get opponent() {
    return this.diagram.players[2 - this.here.turn].name;
  }

  /** Shows what was best. */
  reveal() {
    if (this.best) this.solve(this.best, sentences(`${this.best} was best`));
    this.change();
  }

  /**
   * @param {string} move
   * @param {string} text
   */
  solve(move, text) {
    this.isSolved = true;
    this.touched = [];
    const found = this.here.moves.find((legal) => legal.move === move);
    this.found = found ? courseOf(found) : [];
    this.text = text;
  }
}
