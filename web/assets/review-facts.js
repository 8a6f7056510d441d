// @ts-check
// What a review comes to: accuracy, the moves to learn from, and which of them a graph has room for. Pure.

/** @import { ReviewMessage } from "./wire.js" */
/** @typedef {Extract<ReviewMessage, { type: "ply" }>} ReviewedPly */
/** @typedef {"inaccuracy" | "mistake" | "blunder"} Fault a judgement that is worth a look */
/** @typedef {{ at: number, value: number, fault: Fault }} Mark a fault on the curve, after so many plies */

/** @type {Record<string, number>} */
const GRAVITY = { inaccuracy: 1, mistake: 2, blunder: 3 };
/** A move that gives away so much of a win, in hundredths, counts half. */
const HALVED_BY = 15;

/**
 * How accurate moves were, in per cent, from what each gave away in hundredths of a win; null without any.
 * @param {number[]} losses
 */
export function accuracy(losses) {
  if (losses.length === 0) return null;
  const sum = losses.reduce((total, loss) => total + 2 ** (-loss / HALVED_BY), 0);
  return Math.round((100 * sum) / losses.length);
}

/** @param {string | null | undefined} judgement */
export const isFault = (judgement) => /** @type {string} */ (judgement) in GRAVITY;

/** @param {string | null | undefined} judgement */
export const isGrave = (judgement) => (GRAVITY[/** @type {string} */ (judgement)] ?? 0) > 1;

/**
 * The plies (from 0) at which a mistake or a blunder was made, in order.
 * @param {(string | null)[]} judged
 * @param {(ply: number) => boolean} isWanted
 */
export const mistakes = (judged, isWanted) =>
  judged.flatMap((judgement, ply) => (isGrave(judgement) && isWanted(ply) ? [ply] : []));

/**
 * The marks that a curve of so many plies has room for: no two are nearer than `gap` plies, and the graver ones come
 * first.
 * @param {Mark[]} marks
 * @param {number} gap
 */
export function spacedMarks(marks, gap) {
  /** @type {Mark[]} */
  const kept = [];
  for (const mark of [...marks].sort((a, b) => GRAVITY[b.fault] - GRAVITY[a.fault])) {
    if (kept.every(({ at }) => Math.abs(at - mark.at) >= gap)) kept.push(mark);
  }
  return kept.sort((a, b) => a.at - b.at);
}

/**
 * A curve with at most `most` points: where there are more, each is the mean of its neighbours, because estimates swing
 * from ply to ply and hundreds of swings are a grey field.
 * @template {{ at: number, value: number }} Point
 * @param {Point[]} points
 * @param {number} most
 */
export function thinned(points, most) {
  if (points.length <= most) return points;
  const each = Math.ceil(points.length / most);
  /** @type {{ at: number, value: number }[]} */
  const means = [];
  for (let from = 0; from < points.length; from += each) {
    const group = points.slice(from, from + each);
    /** @param {"at" | "value"} key */
    const mean = (key) => group.reduce((sum, point) => sum + point[key], 0) / group.length;
    means.push({ at: from === 0 ? group[0].at : mean("at"), value: mean("value") });
  }
  means[means.length - 1].at = points[points.length - 1].at;
  return means;
}

/**
 * Stretches of positions whose value is exact, as [first, last] plies.
 * @param {boolean[]} isExact
 */
export function stretches(isExact) {
  /** @type {[number, number][]} */
  const found = [];
  isExact.forEach((exact, ply) => {
    if (!exact) return;
    if (isExact[ply - 1]) found[found.length - 1][1] = ply;
    else found.push([ply, ply]);
  });
  return found;
}
