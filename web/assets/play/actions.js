// @ts-check
// What one can do in a game besides moving: ask, agree, resign, change the level, begin again.

import { createGame, postAgain, postDeed, postHint, postLevel, postName } from "../api.js";
import { other } from "../format.js";
import { confirm } from "../parts/confirm-dialog.js";
import { invitesOf, nickname, ownerTokenOf, storeInvite, storeOwner, storeSeat } from "../storage.js";
import { gameHash } from "../route.js";
import { storeCreatedGame } from "../pages/new-game.js";

/** @import { Deed } from "../api.js" */
/** @import { Game } from "../game-state.js" */
/** @import { Hint, NewGame, Update } from "../wire.js" */
/** @import { Seating } from "./seating.js" */

/**
 * What the actions know of the page.
 * @typedef {object} Table
 * @property {string} id
 * @property {Seating} seating
 * @property {() => Game} game
 * @property {(update: Update) => void} take
 * @property {(isAsking: boolean, message: string) => void} told that something is asked, or what was answered
 */

export class Actions {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.isAsking = false;
  }

  /** The token of the player who acts: whoever is to move, where both are ours. */
  get token() {
    const { seats, mine } = this.table.seating;
    return seats[this.table.game().position.turn] ?? seats[mine[0]];
  }

  /** @param {() => Promise<void>} deed */
  async act(deed) {
    if (this.isAsking) return;
    this.isAsking = true;
    this.table.told(true, "");
    let message = "";
    try {
      await deed();
    } catch (refusal) {
      message = /** @type {Error} */ (refusal).message;
    }
    this.isAsking = false;
    this.table.told(false, message);
  }

  /** @param {Deed} deed @param {string} [token] */
  async post(deed, token = this.token) {
    this.table.take(await postDeed(this.table.id, this.table.game().version, token, deed));
  }

  /** @param {Deed} deed */
  deed(deed) {
    return this.act(() => this.post(deed));
  }

  undo() {
    return this.act(async () => {
      // Two people at one screen agree by sitting there. Who moved last asks, so that this move alone is taken back.
      const { mine, seats } = this.table.seating;
      const { turn } = this.table.game().position;
      const asked = mine.length === 2 ? [other(turn), turn] : mine;
      for (const player of asked) await this.post("undo", seats[player]);
    });
  }

  /** @param {(hint: Hint) => void} show */
  hint(show) {
    if (!this.table.game().hints) return this.deed("hints");
    return this.act(async () => show(await postHint(this.table.id, this.token)));
  }

  async resign() {
    const { seating, game } = this.table;
    const { turn } = game().position;
    const player = seating.mine.includes(turn) ? turn : seating.mine[0];
    const yes = await confirm({
      title: "Resign the game?",
      text: `${seating.sideName(other(player))} will have won.`,
      yes: "Resign",
      no: "Play on",
      isDangerous: true,
    });
    if (yes) await this.act(() => this.post("resign", seating.seats[player]));
  }

  /** @param {string} name */
  rename(name) {
    return this.act(async () => this.table.take(await postName(this.table.id, this.table.game().version, this.token, name)));
  }

  /**
   * @param {number} player
   * @param {number} level
   */
  setLevel(player, level) {
    const token = this.token ?? ownerTokenOf(this.table.id);
    return this.act(async () => {
      this.table.take(await postLevel(this.table.id, this.table.game().version, token, { player, level }));
    });
  }

  again() {
    return this.act(async () => {
      const { seating, game } = this.table;
      const id = seating.isShared(game()) ? await this.joinRematch() : await this.createSameGame();
      location.hash = gameHash(id);
    });
  }

  /** The next game with a friend who sits elsewhere: the same one for both of us, with sides swapped. */
  async joinRematch() {
    const { id, seating } = this.table;
    const mine = seating.mine[0];
    const token = seating.seats[mine];
    const next = await postAgain(id, token);
    storeSeat(next.id, next.player, token);
    const owner = ownerTokenOf(id);
    if (owner) storeOwner(next.id, owner);
    // A friend who never came may still come.
    for (const invite of Object.values(invitesOf(id))) storeInvite(next.id, other(next.player), invite);
    return next.id;
  }

  /** A new game of the same kind, with sides swapped. */
  async createSameGame() {
    const { game, start, players, clocks } = this.table.game();
    const kinds = players.map(({ level }) => (level ? { level } : /** @type {const} */ ("human")));
    /** @type {NewGame} */
    const request = { game, position: start, players: kinds.reverse() };
    const name = nickname();
    if (name && this.table.seating.me !== null) request.name = name;
    if (clocks) request.clock = { seconds: clocks.seconds, increment: clocks.increment };
    return storeCreatedGame(await createGame(request));
  }
}
