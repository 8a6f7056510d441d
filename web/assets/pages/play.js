// @ts-check
// A game in play: the board, the players, their clocks, and what one can do.

import { getDiagram, getGame, getGames, getMoves, livePath, postMove } from "../api.js";
import { destinationMarks } from "../board/destinations.js";
import { isAtTop, ownerOf, playerBelow } from "../board/geometry.js";
import { nextShown, Replay } from "../board/replay.js";
import { drag, passMove, touch } from "../board/selection.js";
import { isStill } from "../board/piece-layer.js";
import { BoardView, emptyModel } from "../board/view.js";
import { el, setSentences } from "../element.js";
import { renderOncePerFrame } from "../frame.js";
import { applyUpdate } from "../game-state.js";
import { seatsOf } from "../storage.js";
import { turnNews } from "../spoken.js";
import { announce } from "../parts/announce.js";
import { CommandLine } from "../parts/command-line.js";
import { setDisconnected } from "../parts/connection.js";
import { offerNews, offerText } from "../parts/offer.js";
import { NEXT_HAS_BEGUN, reasonText } from "../parts/game-over.js";
import { stepByKeys } from "../parts/move-list.js";
import { Seat } from "../parts/seat.js";
import { playSound } from "../parts/sound.js";
import { Actions } from "../play/actions.js";
import { plannedMove, planTouch } from "../play/premove.js";
import { Seating } from "../play/seating.js";
import { Side } from "../play/side.js";
import { statusText, takenText } from "../play/status.js";
import { MoveSender } from "../move-sender.js";
import { openReconnectingSocket } from "../socket.js";
import { moverOf, other } from "../format.js";
import { boardLayout } from "./board-layout.js";

/** @import { ApiError } from "../api.js" */
/** @import { Choice, Selection } from "../board/selection.js" */
/** @import { ShowPage } from "../types.js" */
/** @import { Clocks, Diagram, GameEntry, Hint, LegalMove, MoveRequest, State, Update } from "../wire.js" */

const TICK_MS = 100;
const STEP_MS = 360;
/** How long each move is seen where machines play each other. */
const EXHIBITION_MS = 900;
/** How long a position is seen in which one can only pass. */
const PASS_MS = 700;

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
  /** @type {HTMLElement} */
  message;
  /** @type {Side} */
  side;
  /** The ply for which it was said what one must do. */
  toldTurn = -1;
  /** When the next move of machines may be shown. */
  nextStep = 0;
  /** Whether the last position of a finished game has been on the board. */
  isEndSeen = false;
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
    this.seating = new Seating(diagram, seatsOf(id));
    /**
     * @type {{ touched: number[], planned: number[], refused: number[], message: string, passed: string,
     *   hint: (Hint & { ply: number }) | null, sent: LegalMove | null, isUnanswered: boolean,
     *   wanted: number | null, shown: number, isFlipped: boolean }}
     */
    this.state = {
      touched: [],
      planned: [],
      refused: [],
      message: "",
      passed: "",
      hint: null,
      sent: null,
      isUnanswered: false,
      wanted: null,
      shown: 0,
      isFlipped: false,
    };
    this.actions = new Actions({
      id,
      seating: this.seating,
      game: () => this.game,
      take: (update) => this.take(update),
      told: (_isAsking, message) => this.say(message),
    });
    this.render = renderOncePerFrame(() => !signal.aborted && this.draw());
    this.sender = new MoveSender({
      post: (/** @type {{ token: string, body: MoveRequest }} */ { token, body }) =>
        postMove(id, this.game.version, token, body),
      made: (update) => this.take(update),
      refused: (refusal, isDoubtful) => this.onRefused(refusal, isDoubtful),
      unanswered: (isUnanswered) => {
        setDisconnected("a move", isUnanswered);
        this.state.isUnanswered = isUnanswered;
        if (isUnanswered) announce("Sending your move…");
        this.render();
      },
    });
    this.build(main, game.title);
    this.take(game);
    this.state.shown = this.plies;
    this.state.isFlipped = isAtTop(diagram, this.seating.me ?? 1);
    const onOpen = () => {
      // Its clocks stand still until somebody is there to play.
      for (const player of this.mine) socket.send({ type: "seat", token: this.seating.seats[player] });
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
    stepByKeys(this.side.moves, signal);
    this.draw();
  }

  // What is known.

  get plies() {
    return this.replay.plies;
  }

  get mine() {
    return this.seating.mine;
  }

  get turn() {
    return this.game.position.turn;
  }

  /** Whether the game is over, and its end has been on the board: who watches machines is not told before. */
  get isOverSeen() {
    const { over } = this.game;
    return Boolean(over) && (this.isEndSeen || !this.seating.isExhibition(this.game) || this.plies === 0);
  }

  /** The legal moves, as far as they are known. */
  get legalMoves() {
    return this.game.position.moves ?? [];
  }

  get mayMove() {
    const isNow = this.state.shown === this.plies && !this.sender.isBusy;
    return isNow && !this.game.over && Boolean(this.seating.seats[this.turn]);
  }

  /** Whether the legal moves are captures because a player who can capture must. */
  get mustTake() {
    const moves = this.legalMoves;
    return this.info?.must_capture === true && moves.length > 0 && moves.every(({ takes }) => takes > 0);
  }

  /** Whether a move may be planned for our next turn. */
  get mayPlan() {
    const { me } = this.seating;
    return me !== null && this.turn !== me && !this.game.over && this.state.shown === this.plies;
  }

  /** @param {number} cell */
  isOwn(cell) {
    return ownerOf(this.diagram, this.game.position.occupants, cell) === this.seating.me;
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
      Object.assign(state, { touched: [], refused: [], message: "", passed: "", hint: null, wanted: null });
      if (this.plies < had.plies) state.planned = [];
      this.tell(had);
    }
    if (before) this.tellNews(before);
    // Whoever waits in another tab sees it there.
    this.setTitle(
      !game.over && this.seating.me === this.turn ? `Your turn: ${game.title}` : game.title,
    );
    state.shown = Math.min(state.shown, this.plies);
    this.sender.onServerState(this.plies);
    this.loadMoves();
    this.onMoves();
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
    if (position.moves !== null || over || !this.seating.seats[this.turn]) return;
    const legal = await getMoves(this.id, this.signal).catch(() => null);
    // A game that has gone on meanwhile asks again by itself.
    if (this.game.position.history !== position.history || legal?.ply !== this.plies) return;
    this.game = { ...this.game, position: { ...this.game.position, moves: legal.moves } };
    this.onMoves();
    this.render();
  }

  /** Legal moves have come: a planned one is made, and where one can only pass, one passes. */
  onMoves() {
    const { position, over } = this.game;
    if (over || position.moves === null || !this.seating.seats[this.turn] || this.sender.isBusy) return;
    const { planned } = this.state;
    if (planned.length > 0 && this.turn === this.seating.me) {
      this.state.planned = [];
      const move = plannedMove(this.choice(), planned);
      if (move) return this.follow({ touched: [], move, refused: null });
      this.say("The move you planned is not possible now.");
    }
    if (this.legalMoves.length === 1 && passMove(this.legalMoves)) this.passSoon();
    this.tellTurn();
  }

  /** What one must do now is said once. */
  tellTurn() {
    if (this.toldTurn === this.plies) return;
    this.toldTurn = this.plies;
    announce(turnNews(this.diagram, { turn: this.turn, moves: this.legalMoves, occupants: this.game.position.occupants }));
  }

  passSoon() {
    const { plies, signal } = this;
    const pass = () => {
      if (signal.aborted || this.plies !== plies || this.game.over || this.sender.isBusy) return;
      this.send({ move: passMove(this.legalMoves)?.move });
    };
    setTimeout(pass, PASS_MS);
  }

  /** @param {Replay} had the game as it was before */
  tell(had) {
    if (this.plies < had.plies) return announce("Taken back.");
    for (let ply = had.plies + 1; ply <= this.plies; ply++) {
      const side = this.seating.sideName(moverOf(ply - 1, this.plies, this.turn));
      const isPass = this.replay.history[ply - 1].touched.length === 0;
      if (isPass) this.state.passed = `${side} cannot move and passes.`;
      announce(isPass ? this.state.passed : `${side}: ${this.replay.describe(ply)}.`);
    }
    const isCapture = [1, 2].some((player) => this.replay.countOf(player, this.plies) < had.countOf(player, had.plies));
    const isPromotion = this.replay.promoted(this.plies).length > 0;
    playSound(isPromotion ? "promotion" : isCapture ? "capture" : "move");
  }

  tellEnd() {
    const { game, seating } = this;
    if (!game.over) return;
    announce(`${seating.verdict(game.over)}. ${reasonText(game.over)}`.replace("!.", "!"));
    const { winner } = game.over;
    const isLost = winner && seating.me !== null && winner !== seating.me;
    playSound(isLost ? "lost" : winner ? "won" : "drawn");
  }

  /**
   * What has happened besides moves.
   * @param {import("../game-state.js").Game} before
   */
  tellNews(before) {
    const { game, seating } = this;
    // Who watches machines is told when the end is seen.
    if (!before.over && game.over && !seating.isExhibition(game)) this.tellEnd();
    if (!before.next && game.next) announce(NEXT_HAS_BEGUN);
    if (game.offer && before.offer?.kind !== game.offer.kind) announce(offerText(seating.offered(game)) ?? "");
    if (before.offer && !game.offer && before.position.history.length === this.plies && !game.over) {
      this.say(offerNews(before.offer, seating.me, game.hints && before.offer.kind === "hints"));
    }
    for (const player of [1, 2]) {
      const [was, is] = [before, game].map(({ players }) => players[player - 1].present);
      if (seating.me !== other(player) || was === is || game.over) continue;
      announce(is ? "Your friend is here." : "Your friend has gone.");
      if (is) playSound("friend");
    }
  }

  // What one can do.

  /** @param {number} cell */
  touchCell(cell) {
    if (this.mayPlan) return this.plan(planTouch((at) => this.isOwn(at), this.state, cell));
    if (!this.mayMove) return this.explainWhyNot();
    this.follow(touch(this.choice(), this.state.touched, cell));
  }

  /** @param {import("../play/premove.js").Plan} plan */
  plan(plan) {
    Object.assign(this.state, plan);
    if (plan.planned.length > 0) announce("Planned. It is played when it is your turn; touch the board to give it up.");
    this.render();
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
    if (this.mayPlan) {
      const planned = to === null || to === from ? [] : [from, to];
      return this.plan({ touched: planned.length > 0 ? [] : [from], planned });
    }
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
    Object.assign(this.state, { touched, planned: [], refused: [], message: "", sent: move });
    if (move) this.send({ move: move.move });
    else if (refused) this.send({ cells: refused });
    this.render();
  }

  explainWhyNot() {
    if (this.state.wanted !== null) this.say("This is an earlier position. Go to the last one to play on.");
  }

  /**
   * Says something to those who see the board and to those who do not.
   * @param {string} text
   */
  say(text) {
    this.state.message = text;
    announce(text);
    this.render();
  }

  /** @param {Omit<MoveRequest, "ply">} body */
  send(body) {
    this.sender.send(this.plies, { body: { ...body, ply: this.plies }, token: this.seating.seats[this.turn] });
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
    if (this.plies !== plies) return this.render();
    this.state.refused = refusal.cells;
    this.say(refusal.message);
  }

  /** @param {Hint} hint */
  showHint(hint) {
    this.state.hint = { ...hint, ply: this.plies };
    const way = hint.course.map((cell) => this.diagram.cells[cell].spoken).join(" to ");
    announce(`Hint: ${way || hint.move}.`);
    this.state.message = `Hint: ${hint.move}`;
    this.render();
  }

  /** @param {number} ply */
  goTo(ply) {
    this.state.wanted = ply >= this.plies ? null : ply;
    Object.assign(this.state, { touched: [], refused: [], planned: [] });
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
      canDrag: (cell) => this.mayMove || (this.mayPlan && this.isOwn(cell)),
      steps: true,
    });
    this.top = new Seat(this.diagram);
    this.command = this.commandLine();
    this.bottom = new Seat(this.diagram);
    this.message = el("p", { class: "message" });
    this.side = new Side({
      id: this.id,
      info: this.info,
      seating: this.seating,
      actions: this.actions,
      showHint: (hint) => this.showHint(hint),
      flip: () => this.flip(),
      goTo: (ply) => this.goTo(ply),
    });
    main.replaceChildren(
      boardLayout({
        title,
        ratio: this.board.ratio,
        above: this.top.element,
        board: this.board.element,
        below: [this.bottom.element, this.message],
        side: [...this.side.elements, this.command.element],
      }),
    );
  }

  /** A line for moves and questions. What the server refuses is said where every refusal is. */
  commandLine() {
    const moves = () => this.game.position.history.map(({ move }) => move);
    return new CommandLine(this.diagram, {
      here: () => ({ turn: this.turn, moves: this.legalMoves, occupants: this.replay.occupants(this.plies), over: this.game.over }),
      asked: () => ({ game: this.game.game, position: this.game.start, moves: moves() }),
      me: () => this.mine[0] ?? this.turn,
      play: async (move) => {
        if (!this.mayMove) return "It is not your turn.";
        this.send({ move });
        return null;
      },
    });
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
    if (this.game.over) this.side.ending.focus();
    else this.board.takeFocus();
  }

  drawAll() {
    const { state, game } = this;
    const wanted = state.wanted ?? this.plies;
    const isExhibition = this.seating.isExhibition(game);
    this.step(wanted, isExhibition);
    if (game.over && !this.isEndSeen && state.shown === this.plies) {
      this.isEndSeen = true;
      if (isExhibition && this.drawn !== undefined) this.tellEnd();
    }
    this.drawBoard(this.drawn === undefined ? [] : this.replay.path(this.drawn, state.shown));
    this.drawn = state.shown;
    this.drawSeats();
    this.side.update(game, { shown: state.shown, mayMove: this.mayMove, below: playerBelow(this.diagram, state.isFlipped), isOver: this.isOverSeen });
    setSentences(this.message, state.message || statusText(this));
    this.message.classList.toggle("shown", state.message !== "");
  }

  /**
   * Goes towards the wanted position, at most one step in the time that a move is to be seen.
   * @param {number} wanted
   * @param {boolean} isExhibition
   */
  step(wanted, isExhibition) {
    const { state } = this;
    const pause = isExhibition ? EXHIBITION_MS : isStill() ? 0 : STEP_MS;
    const next = nextShown(state.shown, wanted, isExhibition && state.wanted === null);
    const now = performance.now();
    if (next === state.shown || (isExhibition && now < this.nextStep)) return;
    this.nextStep = now + pause;
    state.shown = next;
    if (next !== wanted) setTimeout(this.render, pause);
  }

  /** @param {number[]} move */
  drawBoard(move) {
    const { state, game, replay } = this;
    const choice = this.mayMove ? destinationMarks(this.legalMoves, state.touched) : null;
    const hint =
      state.hint?.ply === this.plies && state.shown === this.plies ? [{ cells: state.hint.course, kind: "hint" }] : [];
    const { sent } = state;
    const isWaiting = state.isUnanswered && sent !== null && state.shown === this.plies;
    this.board.update({
      ...emptyModel,
      ...(choice ?? {}),
      move,
      occupants: replay.occupants(state.shown),
      last: replay.lastMove(state.shown),
      musts: this.mayMove && this.mustTake && choice ? choice.origins : emptyModel.musts,
      touched: state.touched,
      planned: state.shown === this.plies ? state.planned : [],
      refused: state.shown === this.plies ? state.refused : [],
      promoted: replay.promoted(state.shown),
      waiting: isWaiting ? { slides: sent.slides ?? [sent.touched], word: "sending" } : null,
      arrows: hint,
      isFlipped: state.isFlipped,
      isBusy: this.sender.isBusy,
      label: `Board of ${game.title}. Arrow keys walk, Enter touches, Escape lets go.`,
    });
  }

  drawSeats() {
    const { state, game, seating } = this;
    const top = other(playerBelow(this.diagram, state.isFlipped));
    for (const player of [1, 2]) {
      const seat = player === top ? this.top : this.bottom;
      seat.update({
        player,
        who: seating.whoIs(game, player),
        note: seating.noteOn(game, player, state.isUnanswered),
        taken: takenText(this.diagram, this.replay, player, state.shown),
        isSending: state.isUnanswered && this.turn === player,
        isTurn: !game.over && this.turn === player,
        clocks: /** @type {Clocks | null} */ (game.clocks),
        received: this.received,
      });
    }
  }
}
