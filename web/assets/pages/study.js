// @ts-check
// Study: any position, with live analysis and exact values; moves are made freely for both sides.

import { askWhy, editPosition, getDiagram, getExact, getGames, getPosition } from "../api.js";
import { cellValues, destinationMarks } from "../board/destinations.js";
import { isAtTop, ownerOf } from "../board/geometry.js";
import { Replay } from "../board/replay.js";
import { drag, touch } from "../board/selection.js";
import { BoardView, emptyModel } from "../board/view.js";
import { el, setText } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { bestScore, moveValues } from "../evaluation.js";
import { iconButton } from "../icon.js";
import { AnalysisClient } from "../parts/analysis-client.js";
import { announce } from "../parts/announce.js";
import { AnalysisPanel } from "../parts/analysis-panel.js";
import { EvaluationBar } from "../parts/evaluation-bar.js";
import { PositionEditor } from "../parts/position-editor.js";
import { MoveList, stepByKeys } from "../parts/move-list.js";
import { PositionPanel } from "../parts/position-panel.js";
import { readStudy, studyHash } from "../route.js";
import { boardLayout } from "./board-layout.js";
import { lastSettings } from "../storage.js";

/** @import { Choice, Selection } from "../board/selection.js" */
/** @import { Edited } from "../parts/position-editor.js" */
/** @import { ShowPage } from "../types.js" */
/** @import { Diagram, ExactAnswer, GameEntry, Position } from "../wire.js" */
/** @typedef {{ game: string, position: string | null, moves: string[], ply: number }} Line what is studied */

const ARROWS = 3;

/** @type {ShowPage} */
export async function showStudy(main, route, signal, setTitle) {
  const infos = await getGames();
  const line = readStudy(route);
  const last = infos.find(({ name }) => name === lastSettings().game);
  line.game ??= (last ?? infos[0]).name;
  const here = await getPosition(
    { game: line.game, position: line.position ?? undefined, moves: line.moves.slice(0, line.ply) },
    signal,
  );
  const diagram = await getDiagram(line.game, here.position);
  if (signal.aborted) return;
  const info = infos.find(({ name }) => name === line.game.split(":")[0]);
  setTitle(`Study ${info?.title ?? line.game}`);
  new StudyPage(main, { infos, info, line, here, diagram }, signal);
}

class StudyPage {
  /** @type {BoardView} */
  board;
  /** @type {EvaluationBar} */
  bar;
  /** @type {MoveList} */
  moves;
  /** @type {AnalysisPanel} */
  panel;
  /** @type {PositionPanel} */
  position;
  /** @type {PositionEditor} */
  editor;
  /** @type {HTMLElement} */
  message;
  /** @type {HTMLElement} */
  editButton;
  /**
   * The cells of the move to be animated.
   * @type {number[]}
   */
  path = [];
  /**
   * Where the page is on its way to.
   * @type {Line | null}
   */
  going = null;
  /** @type {AbortController | undefined} */
  looking;

  /**
   * @param {HTMLElement} main
   * @param {{ infos: GameEntry[], info?: GameEntry, line: Line, here: Position, diagram: Diagram }} shown
   * @param {AbortSignal} signal
   */
  constructor(main, { infos, info, line, here, diagram }, signal) {
    this.infos = infos;
    this.info = info;
    this.line = line;
    this.here = here;
    this.diagram = diagram;
    this.signal = signal;
    /** @type {{ touched: number[], message: string, isFlipped: boolean, exact: ExactAnswer | null, isBusy?: boolean }} */
    this.state = { touched: [], message: "", isFlipped: false, exact: null };
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.analysis = new AnalysisClient(this.render);
    this.build(main);
    stepByKeys(this.moves, signal);
    signal.addEventListener("abort", () => this.analysis.close());
    this.arrive(here);
    this.draw();
  }

  // What is known.

  get ply() {
    return this.line.ply;
  }

  get replay() {
    return new Replay(this.diagram, this.here.start, this.here.history);
  }

  get asked() {
    const { game, position, moves, ply } = this.line;
    return { game, position: position ?? undefined, moves: moves.slice(0, ply) };
  }

  // Going somewhere.

  /** @param {Line} line */
  async goTo(line) {
    const going = { ...line };
    this.going = going;
    try {
      const here = await getPosition(
        { game: line.game, position: line.position ?? undefined, moves: line.moves.slice(0, line.ply) },
        this.signal,
      );
      const diagram = await getDiagram(line.game, here.position);
      if (this.signal.aborted || this.going !== going) return;
      if (diagram.cells.length !== this.diagram.cells.length) {
        location.hash = studyHash(line);
        return;
      }
      this.line = line;
      this.arrive(here);
    } catch (refusal) {
      if (this.signal.aborted) return;
      this.say(/** @type {Error} */ (refusal).message);
    }
    this.render();
  }

  /** @param {Position} here */
  arrive(here) {
    const forward = this.here.history.length + 1 === here.history.length;
    const backward = this.here.history.length - 1 === here.history.length;
    /** @param {Position} position */
    const lastOf = (position) => position.history[position.history.length - 1].touched;
    this.path = forward ? lastOf(here) : backward ? [...lastOf(this.here)].reverse() : [];
    this.here = here;
    Object.assign(this.state, { touched: [], message: "", exact: null });
    history.replaceState(null, "", studyHash(this.line));
    this.think();
    this.lookUp();
  }

  think() {
    const isOn = this.panel.isThinking && !this.here.over && !this.editor.edited;
    this.analysis.ask(isOn ? { ...this.asked, lines: this.panel.count } : null);
  }

  async lookUp() {
    this.looking?.abort();
    this.looking = new AbortController();
    const { here, looking } = this;
    if (here.over) return;
    try {
      const exact = await getExact(this.asked, looking.signal);
      if (this.here === here && !this.signal.aborted) this.state.exact = exact;
    } catch {
      // No exact value is no fault: the analysis says what it thinks.
    }
    this.render();
  }

  /** @param {number} ply */
  async step(ply) {
    await this.goTo({ ...this.line, ply });
    const { replay } = this;
    announce(replay.plies > 0 ? replay.describe(replay.plies) : "Start.");
  }

  /**
   * Plays moves from here; what came after is replaced, unless it is the same.
   * @param {string[]} moves
   */
  play(moves) {
    const played = this.line.moves.slice(0, this.ply);
    const after = this.line.moves.slice(this.ply);
    const isSame = moves.every((move, i) => after[i] === move);
    const all = isSame ? this.line.moves : [...played, ...moves];
    return this.goTo({ ...this.line, moves: all, ply: played.length + moves.length });
  }

  // What one can do.

  /** @param {number} cell */
  touchCell(cell) {
    if (this.editor.edited) return this.editor.touch(cell);
    this.follow(touch(this.choice(), this.state.touched, cell));
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  dragPiece(from, to) {
    if (this.editor.edited) return this.editor.move(from, to);
    this.follow(drag(this.choice(), this.state.touched, from, to));
  }

  /** @param {number} cell */
  startDrag(cell) {
    if (this.editor.edited) return;
    const { touched } = this.state;
    if (touched[touched.length - 1] !== cell) this.state.touched = [cell];
    this.render();
  }

  /** @returns {Choice} */
  choice() {
    const { moves, occupants, turn } = this.here;
    return { moves, ownerOf: (cell) => ownerOf(this.diagram, occupants, cell), turn };
  }

  /** @param {Selection} selection */
  async follow({ touched, move, refused }) {
    this.state.touched = touched;
    this.state.message = "";
    this.state.isBusy = Boolean(move || refused);
    this.render();
    if (move) {
      await this.play([move.move]);
      const { replay } = this;
      if (replay.plies > 0) announce(replay.describe(replay.plies));
    } else if (refused) await this.explain(refused);
    this.state.isBusy = false;
    this.render();
  }

  /** @param {number[]} cells */
  async explain(cells) {
    try {
      const { legal, move, reason } = await askWhy({ ...this.asked, cells });
      if (legal && move) await this.play([move]);
      else this.say(reason ?? "");
    } catch (refusal) {
      this.say(/** @type {Error} */ (refusal).message);
    }
  }

  /** @param {string} sentence */
  say(sentence) {
    this.state.message = sentence;
    this.render();
  }

  // Positions from elsewhere.

  /** @param {string} text */
  async setUp(text) {
    const { position } = await getPosition({ game: this.line.game, position: text }, this.signal);
    await this.goTo({ game: this.line.game, position, moves: [], ply: 0 });
    announce("New position.");
  }

  startEditing() {
    this.editor.open(this.here);
    this.state.touched = [];
    this.think();
    this.render();
    this.editor.element.querySelector("input")?.focus();
  }

  stopEditing() {
    this.editor.close();
    this.think();
    this.render();
    this.editButton.focus();
  }

  async useEdited() {
    const { occupants, turn } = /** @type {Edited} */ (this.editor.edited);
    try {
      const { position } = await editPosition({ game: this.line.game, occupants, turn, like: this.here.position });
      this.stopEditing();
      await this.goTo({ game: this.line.game, position, moves: [], ply: 0 });
    } catch (refusal) {
      this.editor.say(/** @type {Error} */ (refusal).message);
    }
  }

  // What is seen.

  /** @param {HTMLElement} main */
  build(main) {
    this.board = new BoardView(this.diagram, {
      touch: (cell) => this.touchCell(cell),
      drag: (from, to) => this.dragPiece(from, to),
      startDrag: (cell) => this.startDrag(cell),
      clear: () => this.follow({ touched: [], move: null, refused: null }),
      canDrag: () => true,
    });
    this.bar = new EvaluationBar(this.diagram);
    this.moves = new MoveList((ply) => this.step(ply));
    const changed = () => {
      this.think();
      this.render();
    };
    this.panel = new AnalysisPanel(this.diagram, (moves) => this.play(moves), changed);
    this.position = new PositionPanel(this.infos, this.info, (text) => this.setUp(text));
    this.editor = new PositionEditor(this.diagram, {
      change: this.render,
      done: () => this.useEdited(),
      cancel: () => this.stopEditing(),
    });
    this.message = el("p", { class: "message", role: "status" });
    this.editButton = iconButton("edit", "Put up a position", () => this.startEditing(), { class: "small" });
    main.replaceChildren(
      boardLayout({
        title: `Study: ${this.info?.title ?? this.line.game}`,
        ratio: this.board.ratio,
        above: null,
        board: el("div", { class: "board-and-bar" }, this.bar.element, this.board.element),
        below: [this.message],
        side: [this.editor.element, this.panel.element, this.movesPanel(), this.position.element],
      }),
    );
  }

  movesPanel() {
    const tools = [iconButton("flip", "Flip", () => this.flip(), { class: "small" }), this.editButton];
    return el(
      "section",
      { class: "card", "aria-labelledby": "moves-title" },
      el("div", { class: "spread" }, el("h2", { id: "moves-title" }, "Moves"), el("div", { class: "toolbar" }, tools)),
      this.moves.element,
    );
  }

  flip() {
    this.state.isFlipped = !this.state.isFlipped;
    this.render();
  }

  draw() {
    const { state, here, editor, analysis, diagram } = this;
    this.drawBoard();
    const isFirstBelow = isAtTop(diagram, 1) === state.isFlipped;
    this.bar.update(bestScore(here, state.exact, analysis.thought), here.turn, isFirstBelow);
    this.panel.update(here, state.exact, analysis);
    this.panel.element.hidden = editor.edited !== null;
    this.position.update(this.line.game, here, state.isFlipped);
    setText(this.message, state.message || (editor.edited ? "" : this.statusText()));
    this.message.classList.toggle("shown", state.message !== "");
    this.moves.update([...here.history.map(({ move }) => move), ...this.line.moves.slice(this.ply)], this.ply);
  }

  drawBoard() {
    const { state, here, editor } = this;
    const common = { ...emptyModel, isFlipped: state.isFlipped, isBusy: Boolean(state.isBusy) };
    if (editor.edited) {
      this.board.update({
        ...common,
        occupants: editor.edited.occupants,
        label: "Board to be put up. Enter puts the chosen piece on a cell or takes it off.",
      });
      return;
    }
    const { replay } = this;
    const known = moveValues(state.exact, this.analysis.thought);
    this.board.update({
      ...common,
      ...destinationMarks(here.moves, state.touched),
      move: this.path,
      occupants: here.occupants,
      last: replay.lastMove(replay.plies),
      touched: state.touched,
      values: cellValues(here.moves, state.touched, (move) => known.get(move)),
      arrows: state.touched.length === 0 ? this.arrows() : [],
      label: "Board. Arrow keys walk, Enter touches, Escape lets go.",
    });
    this.path = [];
  }

  arrows() {
    const lines = this.analysis.thought?.lines ?? [];
    const arrows = lines.slice(0, ARROWS).map(({ touched }, i) => ({ cells: touched, kind: `best-${i + 1}` }));
    return arrows.filter(({ cells }) => cells.length > 1).reverse();
  }

  statusText() {
    const { here, diagram } = this;
    return here.over ? here.over.text : `${diagram.players[here.turn - 1].name} to move`;
  }
}
