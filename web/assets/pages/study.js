// @ts-check
// Study: any position, with live analysis and exact values. Moves are made freely for both sides and kept as a tree.

import { askWhy, getDiagram, getExact, getGames, getPosition } from "../api.js";
import { cellValues, destinationMarks } from "../board/destinations.js";
import { isAtTop, ownerOf } from "../board/geometry.js";
import { Replay } from "../board/replay.js";
import { drag, touch } from "../board/selection.js";
import { BoardView, emptyModel } from "../board/view.js";
import { el, setAttribute, setSentences } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { bestScore, moveValues } from "../evaluation.js";
import { other, seenValue, sentences } from "../format.js";
import { iconButton } from "../icon.js";
import { AnalysisClient } from "../parts/analysis-client.js";
import { announce } from "../parts/announce.js";
import { AnalysisPanel } from "../parts/analysis-panel.js";
import { Drawing, ownArrows } from "../parts/drawing.js";
import { CommandLine } from "../parts/command-line.js";
import { EvaluationBar } from "../parts/evaluation-bar.js";
import { listenToSteps } from "../parts/move-list.js";
import { Annotation, MoveTree, stepFrom } from "../parts/move-tree.js";
import { PositionEditor } from "../parts/position-editor.js";
import { PositionPanel } from "../parts/position-panel.js";
import { movesCard, studyHead } from "../parts/study-head.js";
import { listenToWheel } from "../parts/wheel.js";
import { readStudy, studyHash } from "../route.js";
import { turnNews } from "../spoken.js";
import { lastSettings, storeStudySettings, studySettings } from "../storage.js";
import {
  change,
  extend,
  lineThrough,
  movesTo,
  promote,
  remove,
  ROOT,
  toggleShape,
  treeOf,
  variationOf,
} from "../variation-tree.js";
import { boardLayout } from "./board-layout.js";

/** @import { Choice, Selection } from "../board/selection.js" */
/** @import { ShowPage, StudySettings } from "../types.js" */
/** @import { Diagram, ExactAnswer, GameEntry, Position } from "../wire.js" */
/** @import { Tree } from "../variation-tree.js" */
/** @typedef {{ game: string, position: string | null, tree: Tree, at: number }} Study what is studied, and where we are */
/** @typedef {{ below: number, view: number }} Look */

const ARROWS = 3;
/** So many changes can be undone. */
const MOST_UNDONE = 50;

/** @type {ShowPage} */
export async function showStudy(main, route, signal, setTitle) {
  const infos = await getGames();
  const { below, view, lines, ...asked } = readStudy(route);
  const kept = studySettings();
  const last = infos.find(({ name }) => name === lastSettings().game) ?? infos[0];
  const study = { ...asked, game: asked.game ?? last.name };
  // A link shows what it showed to whoever made it.
  const look = { below: below ?? ((route.query.size === 0 && kept.below) || 1), view: view ?? kept.view ?? 1 };
  const settings = { ...kept, count: lines ?? kept.count };
  const here = await getPosition(positionOf(study, study.at), signal);
  const diagram = await getDiagram(study.game, here.position);
  if (signal.aborted) return;
  const info = infos.find(({ name }) => name === study.game.split(":")[0]);
  setTitle(`Study ${info?.title ?? study.game}`);
  new StudyPage(main, { infos, info, study, here, diagram, look, settings }, signal);
}

/**
 * @param {Study} study
 * @param {number} at
 */
const positionOf = ({ game, position, tree }, at) => ({ game, position: position ?? undefined, moves: movesTo(tree, at) });

class StudyPage {
  /** @type {BoardView} */
  board;
  /** @type {EvaluationBar} */
  bar;
  /** @type {MoveTree} */
  moves;
  /** @type {Annotation} */
  annotation;
  /** @type {AnalysisPanel} */
  panel;
  /** @type {PositionPanel} */
  position;
  /** @type {PositionEditor} */
  editor;
  /** @type {CommandLine} */
  command;
  /** @type {HTMLElement} */
  message;
  /** @type {HTMLElement} */
  editButton;
  /** @type {HTMLElement} */
  drawButton;
  /**
   * The cells of the move to be animated.
   * @type {number[]}
   */
  path = [];
  /**
   * Where the page is on its way to.
   * @type {Study | null}
   */
  going = null;
  /**
   * The line that steps follow, by its nodes.
   * @type {number[]}
   */
  line = [];
  /**
   * What was before the last changes.
   * @type {Study[]}
   */
  undone = [];
  /** @type {AbortController | undefined} */
  looking;

  /**
   * @param {HTMLElement} main
   * @param {{ infos: GameEntry[], info?: GameEntry, study: Study, here: Position, diagram: Diagram, look: Look, settings: Partial<StudySettings> }} shown
   * @param {AbortSignal} signal
   */
  constructor(main, { infos, info, study, here, diagram, look, settings }, signal) {
    this.settings = settings;
    this.infos = infos;
    this.info = info;
    this.study = study;
    this.here = here;
    this.diagram = diagram;
    this.signal = signal;
    /** @type {{ touched: number[], message: string, exact: ExactAnswer | null, isBusy?: boolean } & Look} */
    this.state = { touched: [], message: "", exact: null, ...look };
    this.drawing = new Drawing((shape) => this.drawShape(shape));
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.analysis = new AnalysisClient(this.render);
    this.build(main);
    listenToSteps((by) => this.canStep(by) && (this.step(by), true), signal);
    listenToWheel(this.board.element, (by) => this.step(by), () => this.study.tree.nodes[ROOT].children.length > 0);
    signal.addEventListener("abort", () => this.analysis.close());
    this.arrive(study, here);
    this.draw();
  }

  // What is known.

  get replay() {
    return new Replay(this.diagram, this.here.start, this.here.history);
  }

  get isFlipped() {
    return isAtTop(this.diagram, this.state.below);
  }

  get asked() {
    return positionOf(this.study, this.study.at);
  }

  // Going somewhere.

  /** @param {Study} study */
  async goTo(study) {
    this.going = study;
    try {
      const here = await getPosition(positionOf(study, study.at), this.signal);
      const diagram = await getDiagram(study.game, here.position);
      if (this.signal.aborted || this.going !== study) return;
      if (diagram.cells.length !== this.diagram.cells.length) {
        location.hash = studyHash(study);
        return;
      }
      this.arrive(study, here);
    } catch (refusal) {
      if (this.signal.aborted) return;
      this.say(/** @type {Error} */ (refusal).message);
    }
    if (this.going === study) this.going = null;
    this.render();
  }

  /**
   * @param {Study} study
   * @param {Position} here
   */
  arrive(study, here) {
    const forward = this.here.history.length + 1 === here.history.length;
    const backward = this.here.history.length - 1 === here.history.length;
    const [last, left] = [here, this.here].map(({ history }) => history.at(-1)?.touched ?? []);
    this.path = forward ? last : backward ? [...left].reverse() : [];
    this.here = here;
    this.study = study;
    if (!this.line.includes(study.at) && study.at !== ROOT) this.line = lineThrough(study.tree, study.at);
    Object.assign(this.state, { touched: [], message: "", exact: null });
    this.drawing.from = null;
    this.writeAddress();
    this.think();
    this.lookUp();
  }

  writeAddress() {
    const look = { below: this.state.below, view: this.state.view, lines: this.panel.count };
    history.replaceState(null, "", studyHash({ ...this.study, ...look }));
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

  /** @param {number} by */
  target(by) {
    return stepFrom(this.study.tree, (this.going ?? this.study).at, by, this.line);
  }

  /** @param {number} by */
  canStep(by) {
    return !this.editor.edited && this.target(by) !== (this.going ?? this.study).at;
  }

  /** @param {number} by */
  step(by) {
    if (this.canStep(by)) this.show(this.target(by));
  }

  /**
   * Shows a node, and says how it was reached.
   * @param {number} at
   */
  async show(at) {
    await this.goTo({ ...this.study, at });
    announce(this.told);
  }

  /** The last move in words, and what there is to do now. */
  get told() {
    const { replay } = this;
    const move = sentences(replay.plies > 0 ? replay.describe(replay.plies) : "start");
    return `${move} ${turnNews(this.diagram, this.here)}`.trim();
  }

  /**
   * Plays moves from here; what was there stays, beside it.
   * @param {string[]} moves
   */
  async play(moves) {
    const { tree, at } = extend(this.study.tree, this.study.at, moves);
    if (tree !== this.study.tree || !this.line.includes(at)) this.line = [];
    if (tree !== this.study.tree) this.keep();
    await this.goTo({ ...this.study, tree, at });
  }

  // Changing the tree.

  /** What is now can be had back. */
  keep() {
    this.undone = [...this.undone.slice(-MOST_UNDONE), this.study];
  }

  /** @param {Tree} tree */
  edit(tree) {
    if (tree === this.study.tree) return;
    this.keep();
    this.study = { ...this.study, tree };
    this.writeAddress();
    this.render();
  }

  /** @param {number[]} shape */
  drawShape(shape) {
    const { tree, at } = this.study;
    const names = shape.map((cell) => this.diagram.cells[cell].spoken).join(" to ");
    announce(`${shape.length > 1 ? "Arrow" : "Circle"}: ${names}.`);
    this.edit(toggleShape(tree, at, shape));
  }

  async remove() {
    this.keep();
    const { tree, at } = remove(this.study.tree, this.study.at);
    this.line = [];
    await this.goTo({ ...this.study, tree, at });
    announce("Deleted.");
  }

  /** @param {string} name */
  nameVariation(name) {
    const { tree, at } = this.study;
    const begin = variationOf(tree, at);
    if (begin !== null) this.edit(change(tree, begin, { name }));
  }

  async undo() {
    const before = this.undone.at(-1);
    if (!before) return;
    this.undone = this.undone.slice(0, -1);
    this.line = [];
    await this.goTo(before);
    announce("Undone.");
  }

  // What one can do.

  /** @param {number} cell */
  touchCell(cell) {
    if (this.editor.edited) return this.editor.touch(cell);
    if (this.drawing.isOn) {
      this.drawing.touch(cell);
      return this.render();
    }
    this.follow(touch(this.choice(), this.state.touched, cell));
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  dragPiece(from, to) {
    if (this.editor.edited) return this.editor.move(from, to);
    if (this.drawing.isOn) {
      this.drawing.shape(from, to);
      return this.render();
    }
    this.follow(drag(this.choice(), this.state.touched, from, to));
  }

  /** @param {number} cell */
  startDrag(cell) {
    if (this.editor.edited || this.drawing.isOn) return;
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
      announce(this.told);
    } else if (refused) await this.explain(refused);
    this.state.isBusy = false;
    this.render();
  }

  /** @param {number[]} cells */
  async explain(cells) {
    try {
      const { legal, move, reason } = await askWhy({ ...this.asked, cells });
      if (!legal || !move) return this.say(reason ?? "");
      await this.play([move]);
      announce(this.told);
    } catch (refusal) {
      this.say(/** @type {Error} */ (refusal).message);
    }
  }

  /**
   * Makes a move that was typed, or gives the reason why not.
   * @param {string} typed
   */
  async playTyped(typed) {
    const { legal, move, reason } = await askWhy({ ...this.asked, move: typed });
    if (!legal || !move) return reason ?? "";
    await this.play([move]);
    return this.told;
  }

  /** @param {string} sentence */
  say(sentence) {
    announce(sentence);
    this.state.message = sentence;
    this.render();
  }

  // Positions from elsewhere.

  /** @param {string} text */
  async setUp(text) {
    const { position } = await getPosition({ game: this.study.game, position: text }, this.signal);
    await this.begin(position);
    announce("New position.");
  }

  /**
   * A new study from a position; the last one can be had back.
   * @param {string} position
   */
  async begin(position) {
    this.keep();
    this.line = [];
    await this.goTo({ game: this.study.game, position, tree: treeOf(), at: ROOT });
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

  // What is seen.

  /** @param {HTMLElement} main */
  build(main) {
    this.board = new BoardView(this.diagram, {
      touch: (cell) => this.touchCell(cell),
      drag: (from, to) => this.dragPiece(from, to),
      startDrag: (cell) => this.startDrag(cell),
      clear: () => this.follow({ touched: [], move: null, refused: null }),
      canDrag: () => true,
      steps: true,
    });
    this.drawing.listen(this.board);
    this.bar = new EvaluationBar(this.diagram);
    this.moves = new MoveTree(
      (node) => this.show(node),
      (by) => this.step(by),
    );
    this.annotation = new Annotation({
      comment: (comment) => this.edit(change(this.study.tree, this.study.at, { comment })),
      name: (name) => this.nameVariation(name),
      promote: () => this.edit(promote(this.study.tree, this.study.at)),
      remove: () => this.remove(),
      undo: () => this.undo(),
      erase: () => this.edit(change(this.study.tree, this.study.at, { shapes: [] })),
    });
    const changed = () => {
      storeStudySettings({ isThinking: this.panel.isThinking, count: this.panel.count });
      this.writeAddress();
      this.think();
      this.render();
    };
    this.panel = new AnalysisPanel(this.diagram, (moves) => this.play(moves), changed, this.settings);
    this.position = new PositionPanel(this.infos, this.study.game, (text) => this.setUp(text));
    this.editor = new PositionEditor(this.diagram, this.study.game, {
      change: this.render,
      // The editor stays until the new position is there, so that the old one is not seen again.
      done: async (position) => {
        await this.begin(position);
        this.stopEditing();
      },
      cancel: () => this.stopEditing(),
      cellAt: (event) => this.board.cellAt(event),
    });
    this.command = new CommandLine(this.diagram, {
      here: () => this.here,
      asked: () => this.asked,
      me: () => this.here.turn,
      play: (move) => this.playTyped(move),
    });
    this.message = el("p", { class: "message" });
    this.drawButton = iconButton("pencil", "Draw circles and arrows", () => this.toggleDrawing(), { class: "small" });
    this.editButton = iconButton("edit", "Put up a position", () => this.startEditing(), { class: "small" });
    main.replaceChildren(
      boardLayout({
        title: `Study: ${this.info?.title ?? this.study.game}`,
        ratio: this.board.ratio,
        head: this.head(),
        above: null,
        board: el("div", { class: "board-and-bar" }, this.bar.element, this.board.element),
        below: [this.message],
        side: [this.command.element, this.editor.element, this.panel.element, this.movesPanel(), this.position.element],
      }),
    );
  }

  head() {
    const { infos, info, diagram, state } = this;
    return studyHead(infos, info, diagram, { view: state.view, choose: (view) => this.look({ view }) });
  }

  movesPanel() {
    const tools = [
      iconButton("flip", "Flip", () => this.look({ below: other(this.state.below) }), { class: "small" }),
      this.drawButton,
      this.editButton,
    ];
    return movesCard(tools, [this.moves.element, this.annotation.element]);
  }

  /**
   * Looks at it otherwise, here and in the next study.
   * @param {Partial<Look>} look
   */
  look(look) {
    Object.assign(this.state, look);
    storeStudySettings(look);
    this.writeAddress();
    this.render();
  }

  toggleDrawing() {
    this.drawing.toggle();
    announce(this.drawing.isOn ? "Drawing: choose a cell twice for a circle, two cells for an arrow." : "Drawing is off.");
    this.render();
  }

  draw() {
    const { state, here, editor, analysis, study } = this;
    const node = study.tree.nodes[study.at];
    this.drawBoard();
    const isFirstBelow = state.below === 1;
    this.bar.update(bestScore(here, state.exact, analysis.thought), here.turn, isFirstBelow, state.view);
    this.panel.update(here, state.exact, analysis, state.view);
    this.panel.element.hidden = this.command.element.hidden = editor.edited !== null;
    this.position.update(study.game, here, this.isFlipped);
    setSentences(this.message, state.message || (editor.edited ? "" : this.statusText()));
    this.message.classList.toggle("shown", state.message !== "");
    this.moves.update(study.tree, study.at);
    const begin = variationOf(study.tree, study.at);
    this.annotation.update({
      move: node.move,
      comment: node.comment,
      name: begin === null ? null : study.tree.nodes[begin].name,
      hasDrawings: node.shapes.length > 0,
      canUndo: this.undone.length > 0,
    });
    setAttribute(this.drawButton, "aria-pressed", String(this.drawing.isOn));
  }

  drawBoard() {
    const { state, here, editor, drawing, study } = this;
    const { shapes } = study.tree.nodes[study.at];
    const common = { ...emptyModel, isFlipped: this.isFlipped, isBusy: Boolean(state.isBusy) };
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
    const values = cellValues(here.moves, state.touched, (move) => known.get(move));
    for (const [cell, value] of values)
      values.set(cell, { ...value, shown: seenValue(value.value, here.turn, state.view) });
    const touched = drawing.isOn ? (drawing.from === null ? [] : [drawing.from]) : state.touched;
    this.board.update({
      ...common,
      ...(drawing.isOn ? {} : destinationMarks(here.moves, state.touched)),
      move: this.path,
      occupants: here.occupants,
      last: replay.lastMove(replay.plies),
      touched,
      values,
      arrows: [...(state.touched.length === 0 ? this.arrows() : []), ...ownArrows(shapes)],
      circles: shapes.filter(({ length }) => length === 1).map(([cell]) => cell),
      label: drawing.isOn
        ? "Board. Enter draws: one cell twice a circle, two cells an arrow."
        : "Board. Arrow keys walk, Enter touches, Escape lets go.",
    });
    this.path = [];
  }

  arrows() {
    const lines = this.analysis.thought?.lines.slice(0, ARROWS) ?? [];
    const arrows = lines.map(({ course }, i) => ({ cells: course, kind: `best-${i + 1}` }));
    return arrows.filter(({ cells }) => cells.length > 1).reverse();
  }

  statusText() {
    return this.here.over ? this.here.over.text : `${this.diagram.players[this.here.turn - 1].name} to move`;
  }
}
