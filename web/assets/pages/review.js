// @ts-check
// The review of a stored game: what each move was worth, and what would have been better.

import { getDiagram, getGame, getGames, getPosition, recordPath, reviewPath } from "../api.js";
import { isAtTop } from "../board/geometry.js";
import { Replay } from "../board/replay.js";
import { BoardView, emptyModel } from "../board/view.js";
import { el, setText } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { iconButton } from "../icon.js";
import { seatsOf } from "../storage.js";
import { announce } from "../parts/announce.js";
import { EvaluationBar } from "../parts/evaluation-bar.js";
import { EvaluationGraph } from "../parts/evaluation-graph.js";
import { MoveList, stepByKeys } from "../parts/move-list.js";
import { gameHash, studyHash } from "../route.js";
import { openReconnectingSocket } from "../socket.js";
import { endText, exactText, judgements, moverOf, plural, scoreSentence, scoreText, sentences } from "../format.js";
import { boardLayout } from "./board-layout.js";

/** @import { ShowPage } from "../types.js" */
/** @import { Diagram, GameEntry, LegalMove, ReviewMessage, State } from "../wire.js" */
/** @typedef {Extract<ReviewMessage, { type: "ply" }>} ReviewedPly */

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
  /** @type {HTMLElement} */
  counts;
  /** @type {HTMLElement} */
  rows;
  /** @type {HTMLAnchorElement} */
  study;
  /**
   * The cells of the move to be animated.
   * @type {number[]}
   */
  path = [];
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
    const mine = Object.keys(seatsOf(id)).map(Number);
    /** @type {{ ply: number, isDone: boolean, isFlipped: boolean, fault?: string }} */
    this.state = {
      ply: this.replay.plies,
      isDone: false,
      isFlipped: mine.length === 1 && isAtTop(diagram, mine[0]),
    };
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.build(main);
    const socket = openReconnectingSocket(() => reviewPath(id), {
      onMessage: (/** @type {ReviewMessage} */ message) => this.onMessage(message),
      isDone: () => this.state.isDone,
    });
    signal.addEventListener("abort", () => socket.close());
    stepByKeys(this.moves, signal);
    this.draw();
  }

  /** @param {ReviewMessage} message */
  onMessage(message) {
    if (message.type === "ply") this.reviewed.set(message.ply, message);
    else if (message.type === "done") {
      this.state.isDone = true;
      announce("The review is complete.");
    } else if (message.type === "error") Object.assign(this.state, { fault: message.error, isDone: true });
    this.render();
  }

  /** @param {number} ply */
  mover(ply) {
    return moverOf(ply, this.replay.plies, this.game.position.turn);
  }

  /** @param {number} ply */
  goTo(ply) {
    this.path = this.replay.path(this.state.ply, ply);
    this.state.ply = ply;
    announce(this.spoken(ply));
    this.render();
  }

  // What is seen.

  /** @param {HTMLElement} main */
  build(main) {
    const nothing = () => {};
    this.board = new BoardView(this.diagram, {
      touch: nothing,
      drag: nothing,
      startDrag: nothing,
      clear: nothing,
      canDrag: () => false,
    });
    this.bar = new EvaluationBar(this.diagram);
    this.graph = new EvaluationGraph(this.diagram, (ply) => this.goTo(ply));
    this.moves = new MoveList((ply) => this.goTo(ply));
    this.progress = el("p", { class: "soft", role: "status" });
    this.comment = el("p", { class: "comment" });
    this.counts = el("tbody");
    this.rows = el("tbody");
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
            this.countsTable(),
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
          el("details", { class: "card" }, el("summary", {}, "The review as a table"), this.table()),
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

  countsTable() {
    const head = Object.values(judgements).map(({ sign, word }) =>
      el(
        "th",
        { scope: "col" },
        el("span", { class: "count-sign", "aria-hidden": "true" }, sign),
        el("span", { class: "count-word" }, word),
      ),
    );
    return el(
      "table",
      { class: "counts" },
      el("caption", { class: "visually-hidden" }, "How many moves of each kind"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, "Player")), head)),
      this.counts,
    );
  }

  table() {
    const head = ["Ply", "Player", "Move", "Judgement", "Evaluation before", "Best"].map((text) =>
      el("th", { scope: "col" }, text),
    );
    return el(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": "Table of the review" },
      el("table", {}, el("thead", {}, el("tr", {}, head)), this.rows),
    );
  }

  flip() {
    this.state.isFlipped = !this.state.isFlipped;
    this.render();
  }

  draw() {
    const { replay, state, diagram, game } = this;
    const { ply } = state;
    const here = this.reviewed.get(ply);
    const judged = replay.history.map((_, i) => this.reviewed.get(i)?.judgement ?? null);
    this.board.update({
      ...emptyModel,
      move: this.path,
      occupants: replay.occupants(ply),
      last: replay.lastMove(ply),
      arrows: this.arrows(ply),
      isFlipped: state.isFlipped,
      label: `Board after ${plural(ply, "ply", "plies")}.`,
    });
    this.path = [];
    this.bar.update(here?.score ?? null, this.mover(ply), isAtTop(diagram, 1) === state.isFlipped);
    this.graph.update({
      points: Array.from({ length: replay.plies + 1 }, (_, i) => this.reviewed.get(i)?.points),
      judged,
      ply,
      plies: replay.plies,
      spoken: this.spoken(ply),
    });
    this.moves.update(
      replay.history.map(({ move }) => move),
      ply,
      judged,
    );
    setText(this.comment, this.spoken(ply));
    const left = replay.plies + 1 - this.reviewed.size;
    setText(this.progress, state.fault ?? (state.isDone ? "" : `Looking at ${left} more positions…`));
    this.progress.hidden = this.progress.textContent === "";
    this.study.href = studyHash({
      game: game.game,
      position: game.start,
      moves: replay.history.map(({ move }) => move),
      ply,
    });
    if (this.drawnCount !== this.reviewed.size) this.drawTables(judged);
    this.drawnCount = this.reviewed.size;
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
    const touched = moves?.find(({ move }) => move === best)?.touched ?? [];
    return touched.length > 1 ? [{ cells: touched, kind: "best-1" }] : [];
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

  /** @param {(string | null)[]} judged */
  drawTables(judged) {
    const { players } = this.diagram;
    const kinds = Object.keys(judgements);
    /** @type {(player: number, kind: string) => number} */
    const count = (player, kind) => judged.filter((found, i) => found === kind && this.mover(i) === player).length;
    this.counts.replaceChildren(
      ...players.map(({ name }, i) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          kinds.map((kind) => el("td", { class: count(i + 1, kind) > 0 ? kind : "none" }, String(count(i + 1, kind)))),
        ),
      ),
    );
    this.rows.replaceChildren(
      ...this.replay.history.map(({ move }, i) => {
        const was = this.reviewed.get(i);
        const cells = [
          i + 1,
          players[this.mover(i) - 1].name,
          move,
          was?.judgement ? judgements[was.judgement].word : "",
          was ? scoreText(was.score, this.mover(i)) : "",
          was?.best ?? "",
        ];
        return el(
          "tr",
          {},
          cells.map((text) => el("td", {}, String(text))),
        );
      }),
    );
  }
}
