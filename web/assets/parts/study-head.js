// @ts-check
// What is studied: which game, on which board, and by whom numbers are seen.

import { el } from "../element.js";
import { sizesOf } from "../format.js";
import { studyHash } from "../route.js";

/** @import { Child } from "../types.js" */
/** @import { Diagram, GameEntry } from "../wire.js" */

/**
 * @param {GameEntry[]} infos
 * @param {GameEntry | undefined} info
 * @param {Diagram} diagram
 * @param {{ view: number, choose: (view: number) => void }} seen
 */
export function studyHead(infos, info, diagram, { view, choose }) {
  const games = el(
    "select",
    { "aria-label": "Game", on: { change: () => (location.hash = studyHash({ game: games.value })) } },
    infos.map(({ name, title }) => el("option", { value: name, selected: name === info?.name }, title)),
  );
  const side = Math.sqrt(diagram.cells.length);
  const sizes = sizesOf(info?.sizes);
  const size = el(
    "select",
    { "aria-label": "Board", on: { change: () => (location.hash = studyHash({ game: `${info?.name}:${size.value}` })) } },
    sizes.map((n) => el("option", { value: n, selected: n === side }, `${n} × ${n}`)),
  );
  const views = [...diagram.players.map(({ name }, i) => ({ value: i + 1, name })), { value: 0, name: "the side to move" }];
  const seen = el(
    "select",
    { "aria-label": "Numbers for", on: { change: () => choose(Number(seen.value)) } },
    views.map(({ value, name }) => el("option", { value, selected: value === view }, name)),
  );
  return el(
    "div",
    { class: "study-head" },
    el("label", { class: "inline" }, "Game ", games),
    sizes.length > 0 ? el("label", { class: "inline" }, "Board ", size) : null,
    el("label", { class: "inline" }, "Numbers for ", seen),
  );
}

/**
 * The moves of a study with their tools.
 * @param {Child} tools
 * @param {Child} content
 */
export const movesCard = (tools, content) =>
  el(
    "section",
    { class: "card", "aria-labelledby": "moves-title" },
    el("div", { class: "spread" }, el("h2", { id: "moves-title" }, "Moves"), el("div", { class: "toolbar" }, tools)),
    content,
  );
