// @ts-check
// The guided tour of a game: a position, something to do there, and the server's judgement of what was tried.

import { getDiagram, getHowTo, getPosition, tryTourMove } from "../api.js";
import { courseOf, destinationMarks } from "../board/destinations.js";
import { isAtTop, needsCellNames, ownerOf } from "../board/geometry.js";
import { isStill } from "../board/piece-layer.js";
import { Replay } from "../board/replay.js";
import { drag, touch } from "../board/selection.js";
import { BoardView, emptyModel } from "../board/view.js";
import { button, el, setSentences, setText } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { announce } from "../parts/announce.js";
import { newGameHash, rulesHash, tourHash } from "../route.js";
import { boardLayout } from "./board-layout.js";

/** @import { Choice, Selection } from "../board/selection.js" */
/** @import { ShowPage } from "../types.js" */
/** @import { Diagram, HowToView, Position, TourRequest } from "../wire.js" */

/** How long the opponent waits before the reply. */
const REPLY_MS = 900;

/** @type {ShowPage} */
export async function showTour(main, { parts: [game = "", number = "1"] }, signal, setTitle) {
  const howTo = await getHowTo(game);
  const steps = howTo.tour.length;
  if (steps === 0) throw new Error(`${howTo.title} has no guided tour.`);
  const step = Math.min(Math.max(1, Number.parseInt(number, 10) || 1), steps) - 1;
  const [diagram, here] = await Promise.all([
    getDiagram(howTo.game),
    getPosition({ game: howTo.game, position: howTo.tour[step].position }, signal),
  ]);
  if (signal.aborted) return;
  setTitle(`Tour of ${howTo.title}`);
  new TourPage(main, { howTo, diagram, step, here }, signal);
}

class TourPage {
  /** @type {BoardView} */
  board;
  /** @type {HTMLElement} */
  say;
  /** @type {HTMLElement} */
  message;
  /** @type {HTMLElement} */
  progress;
  /** @type {HTMLElement} */
  back;
  /** @type {HTMLElement} */
  show;
  /** @type {HTMLElement} */
  next;
  /** @type {HTMLElement} */
  play;
  /**
   * The cells of the move to be animated.
   * @type {number[] | null}
   */
  path = null;

  /**
   * @param {HTMLElement} main
   * @param {{ howTo: HowToView, diagram: Diagram, step: number, here: Position }} shown
   * @param {AbortSignal} signal
   */
  constructor(main, { howTo, diagram, step, here }, signal) {
    this.howTo = howTo;
    this.diagram = diagram;
    this.signal = signal;
    this.step = step;
    this.here = here;
    /** @type {{ touched: number[], message: string, verdict: string, isBusy: boolean, isShown: boolean, isFlipped: boolean }} */
    this.state = { touched: [], message: "", verdict: "", isBusy: false, isShown: false, isFlipped: false };
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.build(main);
    this.arrive(here);
    this.draw();
  }

  get isDone() {
    return this.state.verdict === "done";
  }

  get isLast() {
    return this.step === this.howTo.tour.length - 1;
  }

  get asked() {
    return { game: this.howTo.game, position: this.howTo.tour[this.step].position };
  }

  /** @param {number} step */
  async goTo(step) {
    this.step = step;
    const here = await getPosition(this.asked, this.signal);
    if (this.signal.aborted || this.step !== step) return;
    this.arrive(here);
    announce(this.howTo.tour[step].say);
    this.render();
    this.board.takeFocus();
  }

  /** @param {Position} here */
  arrive(here) {
    this.here = here;
    this.path = null;
    Object.assign(this.state, {
      touched: [],
      message: "",
      verdict: "",
      isBusy: false,
      isShown: false,
      isFlipped: isAtTop(this.diagram, here.turn),
    });
    history.replaceState(null, "", tourHash(this.howTo.game, this.step));
  }

  // What one can do.

  /** @param {number} cell */
  touchCell(cell) {
    if (this.canMove) this.follow(touch(this.choice(), this.state.touched, cell));
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  dragPiece(from, to) {
    if (this.canMove) this.follow(drag(this.choice(), this.state.touched, from, to));
  }

  /** @param {number} cell */
  startDrag(cell) {
    const { touched } = this.state;
    if (touched[touched.length - 1] !== cell) this.state.touched = [cell];
    this.render();
  }

  get canMove() {
    return !this.isDone && !this.state.isBusy;
  }

  /** @returns {Choice} */
  choice() {
    const { moves, occupants, turn } = this.here;
    return { moves, ownerOf: (cell) => ownerOf(this.diagram, occupants, cell), turn };
  }

  /** @param {Selection} selection */
  follow({ touched, move, refused }) {
    this.state.touched = touched;
    if (move) this.attempt({ move: move.move });
    else if (refused) this.attempt({ cells: refused });
    this.render();
  }

  /**
   * Has a move judged. One that was wanted is made, and the opponent's reply to it.
   * @param {Partial<Pick<TourRequest, "move" | "cells">>} move
   */
  async attempt(move) {
    const { state, step } = this;
    state.isBusy = true;
    try {
      const { verdict, text, moves } = await tryTourMove({ game: this.howTo.game, step, ...move });
      if (this.signal.aborted || this.step !== step) return;
      Object.assign(state, { verdict, message: text, touched: [] });
      announce(text);
      if (moves.length > 0) await this.make(moves);
    } catch (refusal) {
      if (this.signal.aborted) return;
      Object.assign(state, { verdict: "refused", message: /** @type {Error} */ (refusal).message });
      announce(state.message);
    }
    state.isBusy = false;
    this.render();
    if (this.isDone) this.next.focus();
  }

  /** @param {string[]} moves */
  async make(moves) {
    const { step } = this;
    for (let count = 1; count <= moves.length; count++) {
      const here = await getPosition({ ...this.asked, moves: moves.slice(0, count) }, this.signal);
      if (count > 1 && !isStill()) await new Promise((resolve) => setTimeout(resolve, REPLY_MS));
      if (this.signal.aborted || this.step !== step) return;
      this.path = here.history[count - 1].touched;
      this.here = here;
      this.render();
    }
  }

  showMove() {
    this.state.isShown = true;
    this.render();
  }

  // What is seen.

  /** @param {HTMLElement} main */
  build(main) {
    this.board = new BoardView(this.diagram, {
      touch: (cell) => this.touchCell(cell),
      drag: (from, to) => this.dragPiece(from, to),
      startDrag: (cell) => this.startDrag(cell),
      clear: () => this.follow({ touched: [], move: null, refused: null }),
      canDrag: () => this.canMove,
    });
    this.say = el("p", { class: "tour-say" });
    this.message = el("p", { class: "message" });
    this.progress = el("p", { class: "soft" });
    this.next = button("Next", () => this.goTo(this.step + 1), { class: "primary" });
    this.play = el("a", { class: "button primary", href: newGameHash(this.howTo.game) }, "Play a game");
    this.back = button("Back", () => this.goTo(this.step - 1));
    this.show = button("Show me", () => this.showMove());
    main.replaceChildren(
      boardLayout({
        title: `Tour of ${this.howTo.title}`,
        ratio: this.board.ratio,
        above: this.say,
        board: this.board.element,
        below: [this.message, el("div", { class: "row tour-buttons" }, this.back, this.show, this.next, this.play)],
        side: [
          el(
            "section",
            { class: "card" },
            this.progress,
            el("p", {}, "Try what you like: a wrong move is explained, and the position stays."),
            el("div", { class: "row" }, el("a", { class: "button", href: rulesHash(this.howTo.game) }, "How to play")),
          ),
        ],
      }),
    );
  }

  draw() {
    const { state, here, howTo, step } = this;
    const replay = new Replay(this.diagram, here.start, here.history);
    const [wanted] = howTo.tour[step].moves;
    const found = here.moves.find(({ move }) => move === wanted);
    this.board.update({
      ...emptyModel,
      ...(this.canMove ? destinationMarks(here.moves, state.touched) : {}),
      move: this.path,
      occupants: here.occupants,
      last: replay.lastMove(replay.plies),
      touched: state.touched,
      arrows: found && state.isShown && !this.isDone ? [{ cells: courseOf(found), kind: "hint" }] : [],
      showsNames: needsCellNames(this.diagram),
      isFlipped: state.isFlipped,
      isBusy: state.isBusy,
      label: "Board. Arrow keys walk, Enter touches, Escape lets go.",
    });
    this.path = null;
    setSentences(this.say, howTo.tour[step].say);
    setSentences(this.message, state.message);
    this.message.classList.toggle("shown", state.message !== "");
    this.message.classList.toggle("good", this.isDone);
    setText(this.progress, `Step ${step + 1} of ${howTo.tour.length}`);
    this.back.hidden = step === 0;
    this.show.hidden = this.isDone;
    this.next.hidden = this.isLast;
    this.next.classList.toggle("primary", this.isDone);
    setText(this.next, this.isDone ? "Next" : "Skip");
    this.play.hidden = !this.isLast;
    this.play.classList.toggle("primary", this.isDone);
  }
}
