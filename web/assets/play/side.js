// @ts-check
// What stands beside the board of a game in play: its end, requests, tools, moves.

import { el, setAttribute } from "../element.js";
import { iconButton } from "../icon.js";
import { DrawCounters } from "../parts/draw-counters.js";
import { GameOver } from "../parts/game-over.js";
import { howToPlayButton } from "../parts/how-to-play.js";
import { Invite } from "../parts/invite.js";
import { LevelLists } from "../parts/level-field.js";
import { MoveList } from "../parts/move-list.js";
import { NameCard } from "../parts/name-field.js";
import { OfferPanel } from "../parts/offer.js";
import { invitesOf, ownerTokenOf } from "../storage.js";
import { studyHash } from "../route.js";

/** @import { Game } from "../game-state.js" */
/** @import { GameEntry, Hint } from "../wire.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Seating } from "./seating.js" */

const USUAL_LEVELS = 10;

export class Side {
  /**
   * @param {object} parts
   * @param {string} parts.id
   * @param {GameEntry | undefined} parts.info
   * @param {Seating} parts.seating
   * @param {Actions} parts.actions
   * @param {(hint: Hint) => void} parts.showHint
   * @param {() => void} parts.flip
   * @param {(ply: number) => void} parts.goTo
   */
  constructor({ id, info, seating, actions, showHint, flip, goTo }) {
    this.id = id;
    this.game = "";
    this.seating = seating;
    this.invites = invitesOf(id);
    const isOurs = seating.mine.length > 0;
    this.invite = new Invite(id);
    this.offer = new OfferPanel((deed) => (deed === "undo" ? actions.undo() : actions.deed(deed)));
    this.ending = new GameOver(id, info?.shared_form, isOurs ? () => actions.again() : null);
    this.draws = new DrawCounters();
    this.levels = new LevelLists(info?.levels ?? USUAL_LEVELS, (player, level) => actions.setLevel(player, level));
    this.name = new NameCard((name) => actions.rename(name));
    this.moves = new MoveList(goTo);
    this.tools = {
      undo: iconButton("undo", "Undo", () => actions.undo()),
      hint: iconButton("hint", "Hint", () => actions.hint(showHint)),
      draw: iconButton("draw", "Draw", () => actions.deed("draw"), { title: "Offer a draw" }),
      flip: iconButton("flip", "Flip", flip),
      resign: iconButton("resign", "Resign", () => actions.resign(), { class: "risky" }),
    };
    this.study = el("a", { class: "button" }, "Study this position");
    this.elements = [
      this.ending.element,
      this.offer.element,
      this.invite.element,
      this.name.element,
      el(
        "section",
        { class: "card", "aria-label": "Game" },
        this.draws.element,
        this.levels.element,
        el("div", { class: "toolbar tall", role: "group", "aria-label": "What you can do" }, Object.values(this.tools)),
      ),
      el(
        "section",
        { class: "card moves-card", "aria-labelledby": "moves-title" },
        el("h2", { id: "moves-title" }, "Moves"),
        this.moves.element,
      ),
      el("div", { class: "row links" }, howToPlayButton(() => this.game), this.study, el("a", { class: "button", href: "#/" }, "New game")),
    ];
  }

  /**
   * @param {Game} game
   * @param {object} seen
   * @param {number} seen.shown the ply on the board
   * @param {boolean} seen.mayMove
   * @param {number} seen.below the player who sits below
   * @param {boolean} seen.isOver whether the end has been seen
   */
  update(game, { shown, mayMove, below, isOver }) {
    const { seating } = this;
    this.game = game.game;
    const moves = game.position.history.map(({ move }) => move);
    const isOn = !game.over;
    this.moves.update(moves, shown);
    this.updateTools(game, mayMove);
    this.draws.update(isOn ? game.draws : []);
    this.levels.update(isOn && (seating.mine.length > 0 || ownerTokenOf(this.id) !== null) ? this.machines(game) : []);
    this.updateFriend(game);
    this.ending.update(isOver ? game.over : null, game.over ? seating.verdict(game.over) : "", game.next);
    this.study.href = studyHash({ game: game.game, position: game.start, moves, ply: shown, below });
  }

  /**
   * @param {Game} game
   * @param {boolean} mayMove
   */
  updateTools(game, mayMove) {
    const { undo, hint, draw, resign } = this.tools;
    const isPlayer = this.seating.mine.length > 0;
    const isOn = isPlayer && !game.over;
    setTool(undo, isOn && game.position.history.length > 0);
    setTool(hint, isOn && (mayMove || !game.hints));
    setTool(draw, isOn);
    setTool(resign, isOn);
    for (const tool of [undo, hint, resign]) tool.hidden = !isPlayer;
    draw.hidden = !isPlayer || !this.seating.isShared(game);
    hint.title = game.hints ? "Hint" : "Ask your friend whether both may have hints";
  }

  /**
   * What concerns a friend who sits elsewhere.
   * @param {Game} game
   */
  updateFriend(game) {
    const { seating, invites } = this;
    const { me } = seating;
    const isOn = !game.over;
    this.offer.update(isOn ? seating.offered(game) : null);
    const open = [1, 2].find((player) => invites[player] && game.players[player - 1].joined === false);
    this.invite.update(open && isOn ? invites[open] : null, open ? seating.sideName(open) : undefined);
    this.name.update(me !== null && isOn && seating.isShared(game) && !game.players[me - 1].is_named);
  }

  /**
   * The seats of the machine, as their levels are changed.
   * @param {Game} game
   */
  machines({ players }) {
    const seats = players.flatMap(({ level }, i) => (level ? [{ player: i + 1, level }] : []));
    /** @param {number} player */
    const title = (player) => (seats.length > 1 ? this.seating.sideName(player) : "Level");
    return seats.map((seat) => ({ ...seat, title: title(seat.player) }));
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
