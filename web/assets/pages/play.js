// @ts-check
// A game in play: the board, the players, their clocks, and what one can do.

import {
  getDiagram,
  getGame,
  getGames,
  getMoves,
  livePath,
  postAgain,
  postHint,
  postMove,
  postResign,
  postUndo,
  createGame,
} from "../api.js";
import { destinationMarks } from "../board/destinations.js";
import { isAtTop, lowerPlayer, ownerOf } from "../board/geometry.js";
import { nextShown, Replay } from "../board/replay.js";
import { drag, passMove, touch } from "../board/selection.js";
import { isStill } from "../board/piece-layer.js";
import { BoardView, emptyModel } from "../board/view.js";
import { button, el, setAttribute, setText } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { applyUpdate } from "../game-state.js";
import { iconButton } from "../icon.js";
import { invitesOf, ownerTokenOf, seatsOf, storeInvite, storeOwner, storeSeat } from "../storage.js";
import { announce } from "../parts/announce.js";
import { setDisconnected } from "../parts/connection.js";
import { confirm } from "../parts/confirm-dialog.js";
import { GameOver, NEXT_HAS_BEGUN } from "../parts/game-over.js";
import { howToPlayButton } from "../parts/how-to-play.js";
import { Invite } from "../parts/invite.js";
import { MoveList, stepByKeys } from "../parts/move-list.js";
import { TakebackOffer } from "../parts/takeback-offer.js";
import { Seat } from "../parts/seat.js";
import { gameHash, studyHash } from "../route.js";
import { MoveSender } from "../move-sender.js";
import { openReconnectingSocket } from "../socket.js";
import { endText, moverOf, other, plural } from "../format.js";
import { boardLayout } from "./board-layout.js";
import { storeCreatedGame } from "./new-game.js";

/** @import { ApiError } from "../api.js" */
/** @import { Choice, Selection } from "../board/selection.js" */
/** @import { ShowPage } from "../types.js" */
/** @import { Clocks, Diagram, GameEntry, MoveRequest, NewGame, State, Update } from "../wire.js" */

const TICK_MS = 100;
const STEP_MS = 360;

/** @type {ShowPage} */
export async function showPlay(main, { parts: [id = ""] }, signal, setTitle) {
  const game = await getGame(id, signal);
  const [diagram, infos] = await Promise.all([getDiagram(game.game, game.start), getGames()]);
  if (signal.aborted) return;
  setTitle(game.title);
  const info = infos.find(({ name }) => name === game.game.split(":")[0]);
  new PlayPage(main, { id, game, diagram, info, setTitle }, signal);
}

class PlayPage {
  /** @type {import("../game-state.js").Game} */
  game;
  /** @type {Replay} */
  replay;
  /** @type {BoardView} */
  board;
  /** @type {Seat} */
  top;
  /** @type {Seat} */
  bottom;
  /** @type {MoveList} */
  moves;
  /** @type {HTMLElement} */
  message;
  /** @type {Invite} */
  invite;
  /** @type {TakebackOffer} */
  offer;
  /** @type {GameOver} */
  ending;
  /** @type {HTMLElement} */
  pass;
  /** @type {Record<"undo" | "hint" | "flip" | "resign", HTMLElement>} */
  tools;
  /** @type {HTMLAnchorElement} */
  study;
  /** When the clocks came. */
  received = 0;
  /**
   * The ply on the board.
   * @type {number | undefined}
   */
  drawn;

  /**
   * @param {HTMLElement} main
   * @param {{ id: string, game: State, diagram: Diagram, info?: GameEntry, setTitle: (title: string) => void }} shown
   * @param {AbortSignal} signal
   */
  constructor(main, { id, game, diagram, info, setTitle }, signal) {
    this.setTitle = setTitle;
    this.id = id;
    this.signal = signal;
    this.diagram = diagram;
    this.info = info;
    this.seats = seatsOf(id);
    this.invites = invitesOf(id);
    /**
     * @type {{ touched: number[], message: string, hint: (import("../wire.js").Hint & { ply: number }) | null,
     *   wanted: number | null, shown: number, isAsking: boolean, isFlipped: boolean }}
     */
    this.state = {
      touched: [],
      message: "",
      hint: null,
      wanted: null,
      shown: 0,
      isAsking: false,
      isFlipped: false,
    };
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.sender = new MoveSender({
      post: (/** @type {{ token: string, body: MoveRequest }} */ { token, body }) =>
        postMove(id, this.game.version, token, body),
      made: (update) => this.take(update),
      refused: (refusal, isDoubtful) => this.onRefused(refusal, isDoubtful),
      unanswered: (isUnanswered) => setDisconnected("a move", isUnanswered),
    });
    this.build(main, game.title);
    this.take(game);
    this.state.shown = this.plies;
    this.state.isFlipped = this.mine.length === 1 && isAtTop(diagram, this.mine[0]);
    const onOpen = () => {
      // Its clocks stand still until somebody is there to play.
      for (const player of this.mine) socket.send({ type: "seat", token: this.seats[player] });
    };
    const socket = openReconnectingSocket(() => livePath(id, this.game.version), {
      onOpen,
      onMessage: (/** @type {Update} */ message) => this.take(message, true),
    });
    const ticking = setInterval(() => this.game.clocks?.running && this.render(), TICK_MS);
    signal.addEventListener("abort", () => {
      socket.close();
      this.sender.end();
      clearInterval(ticking);
    });
    stepByKeys(this.moves, signal);
    this.draw();
  }

  // What is known.

  get plies() {
    return this.replay.plies;
  }

  /** The players whose seats are ours. */
  get mine() {
    return [1, 2].filter((player) => this.seats[player]);
  }

  /** Whether somebody plays who is not here. */
  get isShared() {
    return this.game.players.some(({ kind }, i) => kind !== "machine" && !this.seats[i + 1]);
  }

  get turn() {
    return this.game.position.turn;
  }

  /** The legal moves, as far as they are known. */
  get legalMoves() {
    return this.game.position.moves ?? [];
  }

  get mayMove() {
    const isNow = this.state.shown === this.plies && !this.sender.isBusy;
    return isNow && !this.game.over && Boolean(this.seats[this.turn]);
  }

  /** @param {number} player */
  sideName(player) {
    return this.diagram.players[player - 1].name;
  }

  /**
   * Takes what the server says about the game. What is older than what we have came late, unless it is where the stream
   * of messages begins: what follows there is told from that version on.
   * @param {Update} update
   */
  take(update, isStreamed = false) {
    const isLate = this.game && update.version < this.game.version;
    if (this.signal.aborted || (isLate && !(isStreamed && !("since" in update)))) return;
    const before = this.game;
    const game = applyUpdate(before ?? null, update);
    if (game === null) return this.reload();
    const had = this.replay;
    this.game = game;
    this.received = performance.now();
    this.replay = new Replay(this.diagram, game.position.start, game.position.history);
    const { state } = this;
    if (before && had.plies !== this.plies) {
      Object.assign(state, { touched: [], message: "", hint: null, wanted: null });
      this.tell(had.plies);
    }
    if (before && !before.over && game.over) announce(game.over.text);
    if (before && !before.next && game.next) announce(NEXT_HAS_BEGUN);
    // Whoever waits in another tab sees it there.
    this.setTitle(
      !game.over && this.mine.length === 1 && this.seats[this.turn] ? `Your turn: ${game.title}` : game.title,
    );
    state.shown = Math.min(state.shown, this.plies);
    this.sender.onServerState(this.plies);
    this.loadMoves();
    this.render();
  }

  /** The whole game, where messages are missing. */
  async reload() {
    const game = await getGame(this.id, this.signal).catch(() => null);
    if (game) this.take(game);
  }

  /** Which moves are legal is only asked for where one of them is ours to make. */
  async loadMoves() {
    const { position, over } = this.game;
    if (position.moves !== null || over || !this.seats[this.turn]) return;
    const legal = await getMoves(this.id, this.signal).catch(() => null);
    // A game that has gone on meanwhile asks again by itself.
    if (this.game.position.history !== position.history || legal?.ply !== this.plies) return;
    this.game = { ...this.game, position: { ...this.game.position, moves: legal.moves } };
    this.render();
  }

  /** @param {number} from */
  tell(from) {
    if (this.plies < from) return announce("Taken back.");
    for (let ply = from + 1; ply <= this.plies; ply++) {
      announce(`${this.sideName(moverOf(ply - 1, this.plies, this.turn))}: ${this.replay.describe(ply)}.`);
    }
  }

  // What one can do.

  /** @param {number} cell */
  touchCell(cell) {
    if (!this.mayMove) return this.explainWhyNot();
    this.follow(touch(this.choice(), this.state.touched, cell));
  }

  /**
   * A piece in the hand is touched, unless it is on its way already.
   * @param {number} cell
   */
  startDrag(cell) {
    const { touched } = this.state;
    if (touched[touched.length - 1] !== cell) this.state.touched = [cell];
    this.render();
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  dragPiece(from, to) {
    if (!this.mayMove) return this.render();
    this.follow(drag(this.choice(), this.state.touched, from, to));
  }

  /** @returns {Choice} */
  choice() {
    const { occupants, turn } = this.game.position;
    return { moves: this.legalMoves, ownerOf: (cell) => ownerOf(this.diagram, occupants, cell), turn };
  }

  /** @param {Selection} selection */
  follow({ touched, move, refused }) {
    this.state.touched = touched;
    this.state.message = "";
    if (move) this.send({ move: move.move });
    else if (refused) this.send({ cells: refused });
    this.render();
  }

  explainWhyNot() {
    if (this.state.shown !== this.plies)
      this.state.message = "This is an earlier position. Go to the last one to play on.";
    this.render();
  }

  /** @param {Omit<MoveRequest, "ply">} body */
  send(body) {
    this.sender.send(this.plies, { body: { ...body, ply: this.plies }, token: this.seats[this.turn] });
    this.render();
  }

  /**
   * Says why a move was refused, unless it was refused because an earlier try had arrived.
   * @param {ApiError} refusal
   * @param {boolean} isDoubtful
   */
  async onRefused(refusal, isDoubtful) {
    const { plies } = this;
    if (isDoubtful) await this.reload();
    if (this.plies === plies) this.state.message = refusal.message;
    this.render();
  }

  /** @param {() => Promise<void>} deed */
  async act(deed) {
    if (this.state.isAsking) return;
    this.state.isAsking = true;
    this.state.message = "";
    this.render();
    try {
      await deed();
    } catch (refusal) {
      this.state.message = /** @type {Error} */ (refusal).message;
    }
    this.state.isAsking = false;
    this.render();
  }

  undo() {
    return this.act(async () => {
      // Two people at one screen agree by sitting there. Who moved last asks, so that this move alone is taken back.
      const asked = this.mine.length === 2 ? [other(this.turn), this.turn] : this.mine;
      for (const player of asked) this.take(await postUndo(this.id, this.game.version, this.seats[player]));
    });
  }

  hint() {
    return this.act(async () => {
      const hint = await postHint(this.id, this.seats[this.turn] ?? this.seats[this.mine[0]]);
      this.state.hint = { ...hint, ply: this.plies };
      const way = hint.touched.map((cell) => this.diagram.cells[cell].spoken).join(" to ");
      announce(`Hint: ${way || hint.move}.`);
      this.state.message = `Hint: ${hint.move}`;
    });
  }

  async resign() {
    const player = this.mine.includes(this.turn) ? this.turn : this.mine[0];
    const yes = await confirm({
      title: "Resign the game?",
      text: `${this.sideName(other(player))} will have won.`,
      yes: "Resign",
      no: "Play on",
    });
    if (yes) await this.act(async () => this.take(await postResign(this.id, this.game.version, this.seats[player])));
  }

  again() {
    return this.act(async () => {
      const id = this.isShared ? await this.joinRematch() : await this.createSameGame();
      location.hash = gameHash(id);
    });
  }

  /** The next game with a friend who sits elsewhere: the same one for both of us, with the same seats. */
  async joinRematch() {
    const { id } = await postAgain(this.id, this.seats[this.mine[0]]);
    for (const player of this.mine) storeSeat(id, player, this.seats[player]);
    if (ownerTokenOf(this.id)) storeOwner(id, /** @type {string} */ (ownerTokenOf(this.id)));
    // A friend who never came may still come.
    for (const [player, invite] of Object.entries(this.invites)) storeInvite(id, player, invite);
    return id;
  }

  /** A new game of the same kind. */
  async createSameGame() {
    const { game, start, players, clocks } = this.game;
    /** @type {NewGame} */
    const request = { game, position: start, players: players.map(({ level }) => (level ? { level } : "human")) };
    if (clocks) request.clock = { seconds: clocks.seconds, increment: clocks.increment };
    return storeCreatedGame(await createGame(request));
  }

  /** @param {number} ply */
  goTo(ply) {
    this.state.wanted = ply >= this.plies ? null : ply;
    this.state.touched = [];
    this.state.shown = ply;
    announce(ply === 0 ? "Start of the game." : this.replay.describe(ply));
    this.render();
  }

  // What is seen.

  /**
   * @param {HTMLElement} main
   * @param {string} title
   */
  build(main, title) {
    this.board = new BoardView(this.diagram, {
      touch: (cell) => this.touchCell(cell),
      drag: (from, to) => this.dragPiece(from, to),
      startDrag: (cell) => this.startDrag(cell),
      clear: () => this.follow({ touched: [], move: null, refused: null }),
      canDrag: () => this.mayMove,
    });
    this.top = new Seat(this.diagram);
    this.bottom = new Seat(this.diagram);
    this.moves = new MoveList((ply) => this.goTo(ply));
    this.message = el("p", { class: "message", role: "status" });
    this.invite = new Invite(this.id);
    this.offer = new TakebackOffer(() => this.undo());
    this.ending = new GameOver(this.id, this.info?.shared_form, this.mine.length > 0 ? () => this.again() : null);
    this.pass = button("Pass", () => this.send({ move: passMove(this.legalMoves)?.move }), {
      class: "primary pass",
      hidden: true,
    });
    this.tools = {
      undo: iconButton("undo", "Undo", () => this.undo()),
      hint: iconButton("hint", "Hint", () => this.hint()),
      flip: iconButton("flip", "Flip", () => this.flip()),
      resign: iconButton("resign", "Resign", () => this.resign()),
    };
    this.study = el("a", { class: "button" }, "Study this position");
    main.replaceChildren(
      boardLayout({
        title,
        ratio: this.board.ratio,
        above: this.top.element,
        board: this.board.element,
        below: [this.bottom.element, this.message],
        side: [
          this.invite.element,
          this.offer.element,
          this.ending.element,
          el(
            "section",
            { class: "card", "aria-label": "Game" },
            this.pass,
            el(
              "div",
              { class: "toolbar tall", role: "group", "aria-label": "What you can do" },
              Object.values(this.tools),
            ),
          ),
          el(
            "section",
            { class: "card", "aria-labelledby": "moves-title" },
            el("h2", { id: "moves-title" }, "Moves"),
            this.moves.element,
          ),
          el("div", { class: "row links" }, howToPlayButton(() => this.game.game), this.study, el("a", { class: "button", href: "#/" }, "New game")),
        ],
      }),
    );
  }

  flip() {
    this.state.isFlipped = !this.state.isFlipped;
    this.render();
  }

  draw() {
    const focused = document.activeElement;
    this.drawAll();
    this.keepFocus(focused);
  }

  /**
   * What had the focus may be gone; then the focus goes where the player looks next.
   * @param {Element | null} focused
   */
  keepFocus(focused) {
    if (focused === null || focused === document.body) return;
    const isGone = !focused.isConnected || focused.closest("[hidden]") !== null;
    const isFree = document.activeElement === document.body || document.activeElement === focused;
    if (!isGone || !isFree) return;
    if (this.game.over) this.ending.focus();
    else this.board.takeFocus();
  }

  drawAll() {
    const { state, game } = this;
    const wanted = state.wanted ?? this.plies;
    state.shown = nextShown(state.shown, wanted);
    if (state.shown !== wanted) setTimeout(this.render, isStill() ? 0 : STEP_MS);
    this.drawBoard(this.drawn === undefined ? [] : this.replay.path(this.drawn, state.shown));
    this.drawn = state.shown;
    this.drawSeats();
    this.drawSide();
    setText(this.message, state.message || this.statusText());
    this.message.classList.toggle("shown", state.message !== "");
    this.moves.update(
      game.position.history.map(({ move }) => move),
      state.shown,
    );
  }

  /** @param {number[]} move */
  drawBoard(move) {
    const { state, game, replay } = this;
    const choice = this.mayMove ? destinationMarks(this.legalMoves, state.touched) : {};
    const hint =
      state.hint?.ply === this.plies && state.shown === this.plies ? [{ cells: state.hint.touched, kind: "hint" }] : [];
    this.board.update({
      ...emptyModel,
      ...choice,
      move,
      occupants: replay.occupants(state.shown),
      last: replay.lastMove(state.shown),
      touched: state.touched,
      arrows: hint,
      isFlipped: state.isFlipped,
      isBusy: this.sender.isBusy,
      label: `Board of ${game.title}. Arrow keys walk, Enter touches, Escape lets go.`,
    });
  }

  drawSeats() {
    const { state, game } = this;
    const below = lowerPlayer(this.diagram);
    const top = state.isFlipped ? below : other(below);
    for (const player of [1, 2]) {
      const seat = player === top ? this.top : this.bottom;
      seat.update({
        player,
        who: this.whoIs(player),
        note: this.noteOn(player),
        taken: this.replay.lostBy(other(player), state.shown),
        isTurn: !game.over && this.turn === player,
        clocks: /** @type {Clocks | null} */ (game.clocks),
        received: this.received,
      });
    }
  }

  /** @param {number} player */
  whoIs(player) {
    const { name, kind } = this.game.players[player - 1];
    if (kind === "machine") return name;
    if (this.seats[player] && this.mine.length === 1) return "you";
    if (this.seats[player]) return `player ${player}`;
    return this.mine.length > 0 ? "your friend" : name;
  }

  /** @param {number} player */
  noteOn(player) {
    const { kind, joined } = this.game.players[player - 1];
    if (kind === "machine" && this.game.thinking && this.turn === player) return "thinking…";
    if (kind !== "machine" && joined === false) return "has not joined yet";
    return "";
  }

  drawSide() {
    const { game } = this;
    const isOn = !game.over;
    const canPass = this.mayMove && passMove(this.legalMoves) !== null;
    this.pass.hidden = !canPass;
    const { undo, hint, resign } = this.tools;
    const isPlayer = this.mine.length > 0;
    setTool(undo, isPlayer && isOn && this.plies > 0);
    setTool(hint, isPlayer && this.mayMove);
    setTool(resign, isPlayer && isOn);
    for (const tool of [undo, hint, resign]) tool.hidden = !isPlayer;
    this.study.href = studyHash({
      game: game.game,
      position: game.start,
      moves: game.position.history.map(({ move }) => move),
      ply: this.state.shown,
    });
    this.offer.update(this.offeredBy());
    const open = [1, 2].find((player) => this.invites[player] && game.players[player - 1].joined === false);
    this.invite.update(
      open && isOn ? this.invites[open] : null,
      /** @type {string | undefined} */ (open && this.sideName(open)),
    );
    this.ending.update(game.over, game.next);
  }

  /** Who asks for something, as far as it is our business. */
  offeredBy() {
    const { offer, over } = this.game;
    if (!offer || over || this.mine.length !== 1) return null;
    return offer.by === this.mine[0] ? "us" : this.sideName(offer.by);
  }

  statusText() {
    const { game, state } = this;
    if (game.over) return endText(game.over.text);
    if (state.shown !== this.plies) return `Position after ${state.shown} of ${plural(this.plies, "ply", "plies")}`;
    const side = this.sideName(this.turn);
    if (game.thinking) return `${side} to move: the machine is thinking…`;
    if (passMove(this.legalMoves)) return `${side} cannot move and must pass`;
    if (this.mine.length === 1 && this.mine[0] === this.turn) return `Your turn, ${side}`;
    return `${side} to move`;
  }
}

/**
 * A tool that is of no use now stays where it is, so that nobody loses the focus.
 * @param {HTMLElement} tool
 * @param {boolean} isUseful
 */
function setTool(tool, isUseful) {
  setAttribute(tool, "aria-disabled", isUseful ? null : "true");
}
