// @ts-check
// Why a move was a mistake, in words: what it changed for certain, what answers it, and what that costs. It knows no
// rules; it compares positions along the lines that were found. Pure.

import { exactText, other, winText } from "./format.js";

/** @import { Replay } from "./board/replay.js" */
/** @import { Side } from "./wire.js" */
/** @import { ReviewedPly } from "./review-facts.js" */

/** A line is looked at so far, and then to the end of an exchange. */
const PLIES = 8;

/**
 * How many pieces `player` loses and takes along a game, from the ply `from`.
 * @param {Replay} replay
 * @param {number} from
 * @param {number} player
 */
export function material(replay, from, player) {
  /** @param {number} ply */
  const all = (ply) => replay.countOf(1, ply) + replay.countOf(2, ply);
  let to = Math.min(replay.plies, from + PLIES);
  while (to < replay.plies && all(to + 1) !== all(to)) to++;
  const lost = replay.countOf(player, from) - replay.countOf(player, to);
  const taken = replay.countOf(other(player), from) - replay.countOf(other(player), to);
  return { lost: Math.max(0, lost), taken: Math.max(0, taken) };
}

/** @param {number} count */
const pieces = (count) => (count === 1 ? "a piece" : `${count} pieces`);

/**
 * The sentences, the surest first; without their full stops.
 * @param {object} fault
 * @param {Side[]} fault.players
 * @param {number} fault.mover
 * @param {number} fault.ply the number of moves before the mistake
 * @param {ReviewedPly} fault.was about the position before it
 * @param {ReviewedPly} fault.now about the position after it
 * @param {Replay | null} fault.answered the game to the mistake, and the line that answers it
 * @param {Replay | null} fault.wanted the game before the mistake, and the line that was best
 */
export function faultReasons({ players, mover, ply, was, now, answered, wanted }) {
  const [us, them] = [players[mover - 1].name, players[other(mover) - 1].name];
  return [
    ...certain({ players, mover, was, now }),
    ...(answered ? answer(answered, ply + 1, mover, us, them) : []),
    ...(wanted ? missed(wanted, ply, mover) : []),
  ];
}

/**
 * @param {{ players: Side[], mover: number, was: ReviewedPly, now: ReviewedPly }} fault
 */
function certain({ players, mover, was, now }) {
  const us = players[mover - 1].name;
  const [before, after] = [was.exact, now.exact];
  /** @type {string[]} */
  const told = [];
  if (before?.value === "win") told.push(`it was won: ${exactText(before, mover, players)}`);
  else if (was.score.kind === "win") told.push(`it was won: ${winText(us, was.score.plies, false)}`);
  else if (before?.value === "draw") told.push("it was a draw");
  if (after) told.push(`now it is ${after.value === "draw" ? "a draw" : "lost"}: exact`);
  else if (now.score.kind === "win") told.push(`now ${winText(players[other(mover) - 1].name, now.score.plies, false)}`);
  return told.length === 2 ? [told.join("; ")] : told;
}

/**
 * @param {Replay} replay
 * @param {number} from
 * @param {number} mover
 * @param {string} us
 * @param {string} them
 */
function answer(replay, from, mover, us, them) {
  if (replay.plies <= from) return [];
  const told = [`${them} can answer ${replay.history[from].move}: ${replay.describe(from + 1)}`];
  const { lost, taken } = material(replay, from, mover);
  if (lost > taken) told.push(`${us} then ${loses(us)} ${pieces(lost)}${taken > 0 ? ` and ${takes(us)} ${taken}` : ""}`);
  return told;
}

/** @param {string} name */
const loses = (name) => (name.endsWith("s") ? "lose" : "loses");
/** @param {string} name */
const takes = (name) => (name.endsWith("s") ? "take" : "takes");

/**
 * @param {Replay} replay
 * @param {number} from
 * @param {number} mover
 */
function missed(replay, from, mover) {
  if (replay.plies <= from) return [];
  const { lost, taken } = material(replay, from, mover);
  return taken > lost ? [`${replay.history[from].move} would have won ${pieces(taken - lost)}`] : [];
}
