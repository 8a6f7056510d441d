// @ts-check
// The viewer of a report: one game on the board, its moves, its players and how it ended.

import { lowerPlayer } from "../board/geometry.js";
import { playerDisc } from "../board/pieces.js";
import { BoardView, emptyModel } from "../board/view.js";
import { byId, el, setText } from "../element.js";
import { cleaned, playerToMove, replayOf, words } from "./data.js";

/** @import { Diagram } from "../wire.js" */
/** @import { Replay } from "../board/replay.js" */
/** @import { Report, ReportFault, ReportGame } from "../types.js" */

const RESULTS = ["1–0", "0–1", "½–½"];
const PLAY_MS = 800;

export class Viewer {
  /**
   * What is shown, from the first `open` on.
   * @type {ReportGame}
   */
  game;

  /**
   * `report` is the data of the page; `onChange()` is called when another ply or game is shown.
   * @param {Report} report
   * @param {() => void} onChange
   */
  constructor(report, onChange) {
    this.report = report;
    this.onChange = onChange;
    this.ply = 0;
    this.isFlipped = false;
    this.showsNames = false;
    this.timer = 0;
    const nothing = () => {};
    const handlers = { touch: nothing, drag: nothing, startDrag: nothing, clear: nothing, canDrag: () => false };
    this.board = report.diagram && new BoardView(report.diagram, handlers);
    byId("board").replaceChildren(this.board ? this.board.element : "There is no board for this game.");
    this.listen();
  }

  get moves() {
    return words(this.game.m);
  }

  /** @param {number} player */
  sideName(player) {
    return this.report.diagram?.players[player - 1].name ?? ["First", "Second"][player - 1];
  }

  // What one can do.

  /** @param {ReportGame} game */
  open(game, ply = 0) {
    this.game = game;
    this.replay = this.board && replayOf(this.report, game);
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    /** @type {number[]} */
    this.path = [];
    this.showGame();
    this.showPly();
  }

  /** @param {number} ply */
  goTo(ply) {
    const to = Math.max(0, Math.min(ply, this.moves.length));
    if (to === this.ply) return;
    this.path = this.replay?.path(this.ply, to) ?? [];
    this.ply = to;
    this.showPly();
    this.onChange();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
  }

  togglePlaying() {
    if (this.timer) return this.stop();
    if (this.ply === this.moves.length) this.goTo(0);
    byId("play").setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => (this.ply < this.moves.length ? this.goTo(this.ply + 1) : this.stop()), PLAY_MS);
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    byId("flip").setAttribute("aria-pressed", String(this.isFlipped));
    this.showPly();
  }

  toggleNames() {
    this.showsNames = !this.showsNames;
    byId("names").setAttribute("aria-pressed", String(this.showsNames));
    this.showPly();
  }

  listen() {
    const steps = {
      "to-start": () => 0,
      back: () => this.ply - 1,
      forth: () => this.ply + 1,
      "to-end": () => this.moves.length,
    };
    for (const [id, to] of Object.entries(steps))
      byId(/** @type {keyof typeof steps} */ (id)).addEventListener("click", () => this.stepTo(to()));
    byId("play").addEventListener("click", () => this.togglePlaying());
    byId("flip").addEventListener("click", () => this.flip());
    byId("names").addEventListener("click", () => this.toggleNames());
    byId("moves").addEventListener("click", ({ target }) => {
      const ply = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (target).closest("[data-ply]")
      )?.dataset.ply;
      if (ply !== undefined) this.stepTo(Number(ply));
    });
  }

  /**
   * By hand: whatever played by itself stops.
   * @param {number} ply
   */
  stepTo(ply) {
    this.stop();
    this.goTo(ply);
  }

  // What is seen.

  showGame() {
    const { game, moves } = this;
    const [first, second] = game.p.map((player) => this.report.names[player]);
    byId("game-title").replaceChildren(
      `Game ${game.n}: ${first} – ${second} `,
      el("span", { class: "soft" }, RESULTS[game.r]),
    );
    const rows = [];
    for (let ply = 0; ply < moves.length; ply += 2) {
      const pair = moves.slice(ply, ply + 2).map((move, i) => this.moveButton(move, ply + i));
      rows.push(el("li", {}, el("span", { class: "at" }, `${ply / 2 + 1}.`), pair));
    }
    byId("moves").replaceChildren(...rows);
    setText(byId("ending"), this.endingText());
    const forgiven = (game.f ?? []).map((fault) => this.faultNote(fault, true));
    byId("faults").replaceChildren(...forgiven, ...(game.v ? [this.faultNote(game.v, false)] : []));
  }

  /**
   * @param {string} move
   * @param {number} ply
   */
  moveButton(move, ply) {
    const isOpening = ply < this.game.o;
    const [, sign, best] = this.judged(ply + 1) ?? [];
    return el(
      "button",
      {
        type: "button",
        "data-ply": ply + 1,
        class: isOpening ? "book" : null,
        title: isOpening ? "a move of the opening" : best === undefined ? null : `better: ${cleaned(best)}`,
      },
      `${move}${sign ?? ""}`,
    );
  }

  /**
   * The judgement of a ply, from 1, if there is one.
   * @param {number} ply
   */
  judged(ply) {
    return this.game.q?.find(([judged]) => judged === ply);
  }

  /**
   * The time for a ply, from 1, and what would have been better: what is known.
   * @param {number} ply
   */
  notes(ply) {
    const millis = this.game.u?.[ply - 1 - this.game.o] ?? 0;
    const [, sign, best] = this.judged(ply) ?? [];
    const time = millis > 0 ? ` (${(millis / 1000).toFixed(2)} s)` : "";
    return `${sign ?? ""}${time}${best === undefined ? "" : `, better ${cleaned(best)}`}`;
  }

  /**
   * @param {ReportFault} fault
   * @param {boolean} isForgiven
   */
  faultNote({ kind, by, ply, answer, why }, isForgiven) {
    return el(
      "p",
      { class: isForgiven ? "fault forgiven" : "fault" },
      el("strong", {}, isForgiven ? `${kind}, forgiven` : kind),
      `, ${this.report.names[by]} in ply ${ply}: `,
      answer === undefined ? null : ["printed ", el("code", {}, cleaned(answer)), ", "],
      cleaned(why),
    );
  }

  endingText() {
    const { names, reasons } = this.report;
    const { r: result, p: players, w: reason } = this.game;
    const outcome = result === 2 ? "Drawn" : `${this.sideName(result + 1)} (${names[players[result]]}) won`;
    return `${outcome}: ${reasons[reason]}.`;
  }

  /** Where the game is, in a sentence. */
  plyText() {
    const { ply, moves, game, report } = this;
    /** @param {number} at */
    const mover = (at) => this.sideName(playerToMove(report, game, at));
    if (ply === 0) return moves.length > 0 ? `Start. ${mover(0)} to move.` : "Start.";
    const opening = ply <= game.o ? ", opening" : "";
    const end = ply === moves.length ? ` ${this.endingText()}` : "";
    return `Ply ${ply} of ${moves.length}: ${mover(ply - 1)} ${moves[ply - 1]}${this.notes(ply)}${opening}.${end}`;
  }

  showPly() {
    const { ply, moves } = this;
    setText(byId("now"), this.plyText());
    this.markMove();
    for (const id of /** @type {const} */ (["to-start", "back"])) byId(id).disabled = ply === 0;
    for (const id of /** @type {const} */ (["to-end", "forth"]))
      byId(id).disabled = ply === moves.length;
    if (!this.board) return;
    this.board.update({
      ...emptyModel,
      move: this.path,
      occupants: /** @type {Replay} */ (this.replay).occupants(ply),
      last: /** @type {Replay} */ (this.replay).lastMove(ply),
      isFlipped: this.isFlipped,
      showsNames: this.showsNames,
      label: `Board. ${this.plyText()}`,
    });
    this.path = [];
    this.showPlates();
  }

  /** Marks the move in the list, and keeps it in sight there. */
  markMove() {
    const list = byId("moves");
    for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const current = list.querySelector(`[data-ply="${this.ply}"]`);
    if (!current) return void (list.scrollTop = 0);
    current.setAttribute("aria-current", "true");
    const row = /** @type {HTMLElement} */ (current.parentElement);
    const below = row.offsetTop + row.offsetHeight - list.clientHeight;
    list.scrollTop = Math.max(below, Math.min(list.scrollTop, row.offsetTop));
  }

  showPlates() {
    const { game, ply, report } = this;
    const replay = /** @type {Replay} */ (this.replay);
    const { diagram, names } = /** @type {Report & { diagram: Diagram }} */ (report);
    const isOver = ply === this.moves.length;
    const below = lowerPlayer(diagram);
    for (const player of [1, 2]) {
      const plate = byId((player === below) !== this.isFlipped ? "plate-bottom" : "plate-top");
      const name = names[game.p[player - 1]];
      const count = replay.countOf(player, ply);
      plate.classList.toggle("turn", !isOver && playerToMove(report, game, ply) === player);
      plate.classList.toggle("winner", isOver && game.r === player - 1);
      plate.replaceChildren(
        playerDisc(diagram, player),
        el("span", { class: "who", title: name }, name),
        el("span", { class: "side" }, this.sideName(player)),
        el("span", { class: "pieces" }, `${count} ${count === 1 ? "piece" : "pieces"}`),
      );
    }
  }
}
