// @ts-check
// The text of a clock. Pure.

/** @import { Clocks } from "../wire.js" */

/** Below this many seconds tenths are shown. */
const TENTHS_BELOW = 20;

/**
 * Seconds as "1:02:03", "4:05" or "0:09.3". Nobody has less than nothing.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < TENTHS_BELOW) {
    const tenths = Math.floor(left * 10 + 1e-6);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const whole = Math.ceil(left - 1e-6);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * What a player has left `now`, when the clocks came at `received` (both in milliseconds).
 * @param {Clocks} clocks
 * @param {number} player
 * @param {number} received
 * @param {number} now
 */
export function secondsLeft(clocks, player, received, now) {
  const left = clocks.seconds_left[player - 1];
  return clocks.running === player ? left - (now - received) / 1000 : left;
}

/**
 * A time control in words: "5 min + 3 s".
 * @param {{ seconds: number, increment: number }} control
 */
export function controlText({ seconds, increment }) {
  const time = seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
  return increment > 0 ? `${time} + ${increment} s` : time;
}
