// @ts-check
// The review of a stored game: what each move was worth, and what would have been better.

import { getDiagram, getGame, getGames, getPosition, recordPath, reviewPath } from "../api.js";
import { courseOf } from "../board/destinations.js";
import { isAtTop, playerBelow } from "../board/geometry.js";
import { Replay } from "../board/replay.js";
import { BoardView, emptyModel } from "../board/view.js";
import { el, setSentences, setText } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { iconButton } from "../icon.js";
import { seatsOf } from "../storage.js";
import { announce } from "../parts/announce.js";
import { EvaluationBar } from "../parts/evaluation-bar.js";
import { EvaluationGraph } from "../parts/evaluation-graph.js";
import { MistakeCoach } from "../parts/mistake-coach.js";
import { MoveList, stepByKeys } from "../parts/move-list.js";
import { ReviewTables } from "../parts/review-tables.js";
import { SecondTry } from "../parts/second-try.js";
import { listenToWheel } from "../parts/wheel.js";
import { faultReasons } from "../reasons.js";
import { isFault, mistakes, stretches } from "../review-facts.js";
import { gameHash, studyHash } from "../route.js";
import { openReconnectingSocket } from "../socket.js";
import { endText, exactText, judgements, moverOf, plural, scoreSentence, sentences } from "../format.js";
import { boardLayout } from "./board-layout.js";

/** @import { ShowPage } from "../types.js" */
/** @import { Diagram, GameEntry, LegalMove, ReviewMessage, State } from "../wire.js" */
/** @import { ReviewedPly } from "../review-facts.js" */

/** So much of a line is looked at for reasons; more would not be believed. */
const LINE_PLIES = 14;

/** @type {ShowPage} */
export async function showReview(main, { parts: [id = ""] }, signal, setTitle) {
  const game = await getGame(id, signal);
  const [diagram, infos] = await Promise.all([getDiagram(game.game, game.start), getGames()]);
  if (signal.aborted) return;
  setTitle(`Review: ${game.title}`);
  const info = infos.find(({ name }) => name === game.game.split(":")[0]);
  new ReviewPage(main, { id, game, diagram, info }, signal);
}

class ReviewPage {
  /** @type {BoardView} */
  board;
  /** @type {EvaluationBar} */
  bar;
  /** @type {EvaluationGraph} */
  graph;
  /** @type {MoveList} */
  moves;
  /** @type {HTMLElement} */
  progress;
  /** @type {HTMLElement} */
  comment;
  /** @type {ReviewTables} */
  tables;
  /** @type {MistakeCoach} */
  coach;
  /** @type {HTMLAnchorElement} */
  study;
  /**
   * The cells of the move to be animated.
   * @type {number[]}
   */
  path = [];
  /** What was said last of a mistake that is tried again. */
  saidTry = "";
  /** How many plies the tables show. */
  drawnCount = -1;

  /**
   * @param {HTMLElement} main
   * @param {{ id: string, game: State, diagram: Diagram, info?: GameEntry }} shown
   * @param {AbortSignal} signal
   */
  constructor(main, { id, game, diagram, info }, signal) {
    this.id = id;
    this.game = game;
    this.diagram = diagram;
    this.info = info;
    this.replay = new Replay(diagram, game.position.start, game.position.history);
    /** @type {Map<number, ReviewedPly>} */
    this.reviewed = new Map();
    /** @type {Map<number, LegalMove[]>} */
    this.legal = new Map();
    /** @type {Map<number, string[]>} */
    this.reasons = new Map();
    /** @type {SecondTry | null} */
    this.trying = null;
    const mine = Object.keys(seatsOf(id)).map(Number);
    /** @type {{ ply: number, whose: number, hasMoved: boolean, isDone: boolean, isFlipped: boolean, fault?: string }} */
    this.state = {
      ply: this.replay.plies,
      whose: mine.length === 1 ? mine[0] : 0,
      hasMoved: false,
      isDone: false,
      isFlipped: isAtTop(diagram, mine.length === 1 ? mine[0] : 1),
    };
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.build(main);
    const socket = openReconnectingSocket(() => reviewPath(id), {
      onMessage: (/** @type {ReviewMessage} */ message) => this.onMessage(message),
      isDone: () => this.state.isDone,
    });
    signal.addEventListener("abort", () => socket.close());
    stepByKeys(this.moves, signal);
    listenToWheel(this.board.element, (by) => this.step(by), () => this.replay.plies > 0 && !this.trying);
    this.draw();
  }

  /** @param {ReviewMessage} message */
  onMessage(message) {
    if (message.type === "ply") this.reviewed.set(message.ply, message);
    else if (message.type === "done") {
      this.state.isDone = true;
      announce("The review is complete.");
    } else if (message.type === "error") Object.assign(this.state, { fault: message.error, isDone: true });
    if (!this.state.hasMoved && this.mistakes[0] !== undefined) this.goTo(this.mistakes[0] + 1);
    this.render();
  }

  /** What each move was judged to be. */
  get judged() {
    return this.replay.history.map((_, i) => this.reviewed.get(i)?.judgement ?? null);
  }

  /** The plies at which mistakes were made, before which they can be tried again. */
  get mistakes() {
    const { whose } = this.state;
    return mistakes(this.judged, (ply) => whose === 0 || this.mover(ply) === whose);
  }

  /** @param {number} ply */
  mover(ply) {
    return moverOf(ply, this.replay.plies, this.game.position.turn);
  }

  /** @param {number} ply */
  goTo(ply) {
    this.path = this.replay.path(this.state.ply, ply);
    Object.assign(this.state, { ply, hasMoved: true });
    this.trying = null;
    announce(this.spoken(ply));
    this.render();
  }

  /** @param {number} by */
  step(by) {
    const to = this.state.ply + by;
    if (to >= 0 && to <= this.replay.plies) this.goTo(to);
  }

  // Learning from mistakes.

  /** @param {number} by */
  stepMistake(by) {
    const at = this.mistakePlace(by);
    if (at !== undefined) this.goTo(at + 1);
  }

  /**
   * The next or the previous mistake from here.
   * @param {number} by
   */
  mistakePlace(by) {
    const { ply } = this.state;
    const here = this.trying ? ply + 1 : ply;
    return by > 0 ? this.mistakes.find((at) => at + 1 > here) : this.mistakes.findLast((at) => at + 1 < here);
  }

  async tryAgain() {
    const ply = this.state.ply - 1;
    const { game, start } = this.game;
    const moves = this.replay.history.map(({ move }) => move);
    const task = {
      before: { game, position: start, moves: moves.slice(0, ply) },
      played: moves[ply],
      best: this.reviewed.get(ply)?.best ?? null,
      change: () => this.changedTry(),
    };
    try {
      const trying = await SecondTry.begin(this.diagram, task);
      if (this.state.ply !== ply + 1) return;
      this.path = this.replay.path(ply + 1, ply);
      this.state.ply = ply;
      this.trying = trying;
      this.changedTry();
      this.board.takeFocus();
    } catch (fault) {
      announce(/** @type {Error} */ (fault).message);
    }
  }

  /** What is said while a mistake is tried again is said aloud once. */
  changedTry() {
    const text = this.trying?.text ?? "";
    if (text !== this.saidTry) announce(text);
    this.saidTry = text;
    this.render();
  }

  /** @param {number} ply the moves before the mistake */
  async findReasons(ply) {
    const [was, now] = [this.reviewed.get(ply), this.reviewed.get(ply + 1)];
    if (!was || !now || this.reasons.has(ply)) return;
    this.reasons.set(ply, []);
    const { game, start } = this.game;
    const moves = this.replay.history.map(({ move }) => move);
    /** @param {string[]} line */
    const replayOf = async (line) => {
      const { history } = await getPosition({ game, position: start, moves: line });
      return new Replay(this.diagram, this.replay.start, history);
    };
    const [answered, wanted] = await Promise.all([
      replayOf([...moves.slice(0, ply + 1), ...now.line.slice(0, LINE_PLIES)]),
      replayOf([...moves.slice(0, ply), ...was.line.slice(0, LINE_PLIES)]),
    ]).catch(() => [null, null]);
    const { players } = this.diagram;
    this.reasons.set(ply, faultReasons({ players, mover: this.mover(ply), ply, was, now, answered, wanted }));
    this.render();
  }

  // What is seen.

  /** @param {HTMLElement} main */
  build(main) {
    this.board = new BoardView(this.diagram, {
      touch: (cell) => this.trying?.touch(cell),
      drag: (from, to) => this.trying?.drag(from, to),
      startDrag: (cell) => this.trying?.startDrag(cell),
      clear: () => this.trying?.clear(),
      canDrag: () => this.trying !== null && !this.trying.isSolved,
      steps: true,
    });
    this.bar = new EvaluationBar(this.diagram);
    this.graph = new EvaluationGraph(this.diagram, (ply) => this.goTo(ply));
    this.moves = new MoveList((ply) => this.goTo(ply));
    this.progress = el("p", { class: "soft" });
    this.comment = el("p", { class: "comment" });
    this.tables = new ReviewTables(this.diagram, this.replay, this.game.position.turn);
    this.coach = new MistakeCoach(this.diagram, this.state.whose, {
      step: (by) => this.stepMistake(by),
      tryAgain: () => this.tryAgain(),
      reveal: () => this.trying?.reveal(),
      leave: () => this.goTo(this.state.ply + 1),
      choose: (whose) => {
        Object.assign(this.state, { whose, hasMoved: true });
        this.render();
      },
    });
    this.study = el("a", { class: "button" }, "Study this position");
    const { title, players } = this.game;
    const forms = ["txt", ...(this.info?.shared_form ? [this.info.shared_form] : [])];
    const names = this.diagram.players.map(({ name }, i) => `${name}: ${players[i].name}`);
    main.replaceChildren(
      boardLayout({
        title: `Review: ${title}`,
        ratio: this.board.ratio,
        above: null,
        board: el("div", { class: "board-and-bar" }, this.bar.element, this.board.element),
        below: [this.comment],
        side: [
          this.coach.element,
          el(
            "section",
            { class: "card", "aria-labelledby": "graph-title" },
            el("h2", { id: "graph-title" }, "Evaluation"),
            el(
              "p",
              { class: "soft" },
              `${names.join(" · ")} · ${this.game.over ? endText(this.game.over.text) : "Not finished."}`,
            ),
            this.graph.element,
            this.progress,
            this.tables.counts,
          ),
          el(
            "section",
            { class: "card", "aria-labelledby": "moves-title" },
            el(
              "div",
              { class: "spread" },
              el("h2", { id: "moves-title" }, "Moves"),
              el(
                "div",
                { class: "toolbar" },
                iconButton("flip", "Flip", () => this.flip(), { class: "small" }),
              ),
            ),
            this.moves.element,
          ),
          el("details", { class: "card" }, el("summary", {}, "The review as a table"), this.tables.moves),
          el(
            "div",
            { class: "row links" },
            this.study,
            el("a", { class: "button", href: gameHash(this.id) }, "To the game"),
            forms.map((form) =>
              el(
                "a",
                { class: "button", href: recordPath(this.id, form), download: "" },
                form === "txt" ? "Save as text" : `Save as ${form.toUpperCase()}`,
              ),
            ),
          ),
        ],
      }),
    );
  }

  flip() {
    this.state.isFlipped = !this.state.isFlipped;
    this.render();
  }

  draw() {
    const { replay, state, diagram, game, judged, trying } = this;
    const { ply } = state;
    const here = this.reviewed.get(ply);
    this.board.update({
      ...emptyModel,
      move: this.path,
      occupants: replay.occupants(ply),
      last: replay.lastMove(ply),
      isFlipped: state.isFlipped,
      label: `Board after ${plural(ply, "ply", "plies")}.`,
      ...(trying ? trying.model : { arrows: this.arrows(ply) }),
    });
    this.path = [];
    this.bar.update(here?.score ?? null, this.mover(ply), isAtTop(diagram, 1) === state.isFlipped);
    const exact = Array.from({ length: replay.plies + 1 }, (_, i) => Boolean(this.reviewed.get(i)?.exact));
    this.graph.update({
      points: exact.map((_, i) => this.reviewed.get(i)?.points),
      judged,
      exact,
      ply,
      plies: replay.plies,
      spoken: this.spoken(ply),
    });
    this.moves.update(
      replay.history.map(({ move }) => move),
      ply,
      judged,
    );
    setSentences(this.comment, trying ? trying.text : this.spoken(ply));
    this.drawCoach(ply);
    const left = replay.plies + 1 - this.reviewed.size;
    const looking = state.isDone ? null : `Looking at ${left} more positions…`;
    setText(this.progress, state.fault ?? [this.exactReach(exact), looking].filter(Boolean).join(" "));
    this.progress.hidden = this.progress.textContent === "";
    this.study.href = studyHash({
      game: game.game,
      position: game.start,
      moves: replay.history.map(({ move }) => move),
      ply,
      below: playerBelow(diagram, state.isFlipped),
    });
    if (this.drawnCount !== this.reviewed.size) this.tables.update(this.reviewed);
    this.drawnCount = this.reviewed.size;
  }

  /** @param {number} ply */
  drawCoach(ply) {
    const { trying, mistakes: known } = this;
    const isShown = !trying && ply > 0 && isFault(this.reviewed.get(ply - 1)?.judgement);
    if (isShown) this.findReasons(ply - 1);
    this.coach.update({
      count: known.length,
      place: known.indexOf(trying ? ply : ply - 1),
      isDone: this.state.isDone,
      canBack: this.mistakePlace(-1) !== undefined,
      canNext: this.mistakePlace(1) !== undefined,
      isTrying: trying !== null,
      isSolved: trying?.isSolved ?? false,
      why: isShown ? sentences(...(this.reasons.get(ply - 1) ?? [])) : "",
    });
  }

  /**
   * Where values are exact, in words.
   * @param {boolean[]} exact
   */
  exactReach(exact) {
    const found = stretches(exact);
    const [from, to] = found[found.length - 1] ?? [0, -1];
    if (to < from) return null;
    const move = `move ${Math.max(1, Math.ceil((from + 1) / 2))}`;
    return to === exact.length - 1 || to === exact.length - 2
      ? `Green at the foot: exact from ${move} on.`
      : "Green at the foot: exact values.";
  }

  /**
   * What was best instead of the move that was played, as an arrow; and in the position itself what
   * is best now.
   * @param {number} ply
   */
  arrows(ply) {
    const best = this.reviewed.get(ply)?.best;
    const moves = this.legal.get(ply);
    if (best && !moves) this.lookUp(ply);
    const found = moves?.find(({ move }) => move === best);
    const cells = found ? courseOf(found) : [];
    return cells.length > 1 ? [{ cells, kind: "best-1" }] : [];
  }

  /**
   * Which cells a move touches is known to the server alone.
   * @param {number} ply
   */
  async lookUp(ply) {
    const { start, game, position } = this.game;
    const moves = position.history.slice(0, ply).map(({ move }) => move);
    this.legal.set(ply, []);
    try {
      this.legal.set(ply, (await getPosition({ game, position: start, moves })).moves);
    } catch {
      // The review does without the arrow.
    }
    this.render();
  }

  /** @param {number} ply */
  spoken(ply) {
    const { players } = this.diagram;
    const here = this.reviewed.get(ply);
    const worth = here
      ? here.exact
        ? `exact: ${exactText(here.exact, this.mover(ply), players)}`
        : scoreSentence(here.score, this.mover(ply), players)
      : null;
    if (ply === 0) return sentences("Start of the game", worth);
    const was = this.reviewed.get(ply - 1);
    const move = this.replay.history[ply - 1].move;
    const name = players[this.mover(ply - 1) - 1].name;
    const judged = was?.judgement ? `${judgements[was.judgement].word}` : null;
    const better =
      was?.best && was.best !== move && !["best", "good"].includes(was.judgement ?? "") ? `${was.best} was best` : null;
    return sentences(`${Math.ceil(ply / 2)}. ${name} ${move}`, judged, better, worth);
  }
}
