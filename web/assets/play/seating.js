// @ts-check
// Who sits where in a game: which seats are ours, and what the players are called. Pure.

import { other } from "../format.js";

/** @import { Diagram, PlayerInfo } from "../wire.js" */
/** @import { Game } from "../game-state.js" */

export class Seating {
  /**
   * `seats` are the tokens of the seats that are ours, by player.
   * @param {Diagram} diagram
   * @param {Record<number, string>} seats
   */
  constructor(diagram, seats) {
    this.diagram = diagram;
    this.seats = seats;
    /** The players whose seats are ours. */
    this.mine = [1, 2].filter((player) => seats[player]);
  }

  /** The one player that we are; null for somebody who watches or plays both sides. */
  get me() {
    return this.mine.length === 1 ? this.mine[0] : null;
  }

  /** @param {number} player */
  sideName(player) {
    return this.diagram.players[player - 1].name;
  }

  /**
   * Whether somebody plays who is not here.
   * @param {Game} game
   */
  isShared(game) {
    return game.players.some(({ kind }, i) => kind !== "machine" && !this.seats[i + 1]);
  }

  /**
   * Whether only machines play.
   * @param {Game} game
   */
  isExhibition(game) {
    return game.players.every(({ kind }) => kind === "machine");
  }

  /**
   * @param {Game} game
   * @param {number} player
   */
  whoIs(game, player) {
    const { name, kind, is_named: isNamed } = game.players[player - 1];
    if (kind === "machine") return name;
    if (this.me === player) return isNamed ? `${name} (you)` : "you";
    if (this.seats[player]) return isNamed ? name : `player ${player}`;
    return isNamed || this.mine.length === 0 ? name : "your friend";
  }

  /**
   * What else is to be said about a player.
   * @param {Game} game
   * @param {number} player
   * @param {boolean} isSending whether our move has not arrived
   */
  noteOn(game, player, isSending) {
    const { kind, joined, present } = game.players[player - 1];
    if (isSending && this.me === player) return "move not sent yet";
    if (kind === "machine") return game.thinking && game.position.turn === player ? "thinking…" : "";
    if (joined === false) return "has not joined yet";
    if (this.me === other(player) && !game.over) return present ? "is here" : "is away";
    return "";
  }

  /**
   * Who asks for something, as far as it is our business.
   * @param {Game} game
   */
  offered({ offer }) {
    if (!offer || this.me === null) return null;
    return { kind: offer.kind, by: offer.by === this.me ? "us" : this.sideName(offer.by) };
  }

  /**
   * How a game ended, as we see it.
   * @param {{ winner?: number | null }} over
   */
  verdict({ winner }) {
    if (!winner) return "A draw";
    if (this.me !== null) return winner === this.me ? "You won!" : "You lost";
    return `${this.sideName(winner)} won`;
  }
}
