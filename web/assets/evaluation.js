// @ts-check
// What is known about a position, from tables (`exact`) and from the search (`thought`). Pure; either may be null.

import { countText, exactText, plural, scoreSentence, valueSign } from "./format.js";

/** @import { ExactAnswer, LineView, Position, Side, ThoughtView, Valued } from "./wire.js" */
/** @import { AnalysisClient } from "./parts/analysis-client.js" */
/** @import { SureScore } from "./types.js" */

/**
 * What is known for certain about moves, by their text: from a table, or proven by the search,
 * which may not know the shortest way.
 * @param {ExactAnswer | null} exact
 * @param {ThoughtView | null} thought
 */
export function moveValues(exact, thought) {
  /** @type {Map<string, Valued>} */
  const known = new Map();
  for (const { score, moves } of thought?.lines ?? []) {
    if (score.kind === "points") continue;
    const isShortest = known.size === 0 && thought?.exact?.value === score.kind && thought.exact.distance === score.plies;
    known.set(moves[0], { move: moves[0], value: score.kind, distance: isShortest ? score.plies : null });
  }
  for (const move of exact?.moves ?? [])
    if (/** @type {string} */ (move.value) in valueSign)
      known.set(/** @type {string} */ (move.move), move);
  return known;
}

/**
 * Every legal move with its value, the best first where a table has put them in order.
 * @param {Position} position
 * @param {ExactAnswer | null} exact
 * @param {ThoughtView | null} thought
 */
export function valuedMoves(position, exact, thought) {
  const known = moveValues(exact, thought);
  const inOrder = /** @type {{ move: string }[]} */ (
    exact?.moves?.length ? exact.moves : position.moves
  );
  return inOrder.map(({ move }) => {
    const { value = null, distance = null } = /** @type {Valued} */ (known.get(move) ?? {});
    return { move, value, distance };
  });
}

/**
 * The lines of the search. Where a table answers, it knows the rest of the best one.
 * @param {ExactAnswer | null} exact
 * @param {ThoughtView | null} thought
 */
export function bestLines(exact, thought) {
  const known = exact?.line ?? [];
  /** @param {LineView} line */
  const isBegun = ({ moves }) => moves.length < known.length && moves[0] === known[0];
  return (thought?.lines ?? []).map((line) => (isBegun(line) ? { ...line, moves: known } : line));
}

/**
 * The exact value, of a table or found by the search; null or undefined where there is none.
 * @param {ExactAnswer | null} exact
 * @param {ThoughtView | null} thought
 */
const certainly = (exact, thought) =>
  /** @type {string} */ (exact?.value) in valueSign ? exact : thought?.exact;

/**
 * The score of the side to move, the surest that there is; null if nothing is known.
 * @param {Position} position
 * @param {ExactAnswer | null} exact
 * @param {ThoughtView | null} thought
 * @returns {SureScore | null}
 */
export function bestScore(position, exact, thought) {
  /** @type {SureScore} */
  const draw = { kind: "points", points: 0 };
  if (position.over) {
    const { winner } = position.over;
    return winner === null ? draw : { kind: winner === position.turn ? "win" : "loss", plies: 0 };
  }
  const certain = certainly(exact, thought);
  if (certain?.value === "draw") return draw;
  if (certain)
    return {
      kind: /** @type {"win" | "loss"} */ (certain.value),
      plies: certain.distance ?? 0,
      isExact: true,
    };
  return thought?.lines[0]?.score ?? null;
}

/**
 * The verdict in a sentence, and whether it is certain.
 * @param {Position} position
 * @param {ExactAnswer | null} exact
 * @param {ThoughtView | null} thought
 * @param {Side[]} players
 */
export function verdict(position, exact, thought, players) {
  if (position.over) return { text: "", isExact: false };
  const certain = certainly(exact, thought);
  if (certain) return { text: `Exact: ${exactText(certain, position.turn, players)}`, isExact: true };
  const best = thought?.lines[0]?.score;
  if (!best) return { text: "", isExact: false };
  const text = scoreSentence(best, position.turn, players);
  return { text: text.charAt(0).toUpperCase() + text.slice(1), isExact: false };
}

/**
 * How far the search has come.
 * @param {Pick<AnalysisClient, "thought" | "waiting" | "isDone" | "fault">} analysis
 */
export function progress({ thought, waiting, isDone, fault }) {
  if (fault) return fault;
  if (waiting !== null && waiting > 0) return `Waiting: ${plural(waiting, "other is", "others are")} served first…`;
  if (waiting === 0) return "Waiting…";
  if (!thought) return isDone ? "" : "Thinking…";
  return `Depth ${thought.depth} · ${countText(thought.nodes)} positions${isDone ? " · done" : "…"}`;
}
