// @ts-check
// What the pages with a board have in common: how they are laid out.

import { el } from "../element.js";

/** @import { Child } from "../types.js" */

/**
 * A board with something above and below it, and panels beside it.
 * @param {object} parts
 * @param {string} parts.title
 * @param {Child} [parts.head] what stands beside the title
 * @param {Child} parts.above
 * @param {Child} parts.board
 * @param {Child} parts.below
 * @param {Child} parts.side
 * @param {number} parts.ratio the width of the board by its height
 */
export function boardLayout({ title, head, above, board, below, side, ratio }) {
  const table = el(
    "div",
    { class: "table" },
    el("div", { class: "table-title" }, el("h1", {}, title), head),
    el("div", { class: "table-board" }, above, board, below),
    el("div", { class: "table-side" }, side),
  );
  table.style.setProperty("--ratio", String(ratio));
  return table;
}
