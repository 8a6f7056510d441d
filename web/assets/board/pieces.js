// @ts-check
// Pieces as pictures: a disc in its player's paint, and the emblem of its kind.

import { svg } from "../element.js";

/** @import { Diagram } from "../wire.js" */

let discs = 0;

/**
 * Gradients for the discs, to be put into a picture once. `prefix` keeps the names of two pictures apart.
 * @param {Diagram} diagram
 * @param {string} prefix
 */
export function paints(diagram, prefix) {
  return svg(
    "defs",
    {},
    diagram.players.map(({ paint }, player) =>
      svg(
        "radialGradient",
        { id: `${prefix}-paint-${player + 1}`, cx: "0.36", cy: "0.3", r: "0.85" },
        svg("stop", { offset: "0", "stop-color": mixed(paint, "#ffffff", 0.3) }),
        svg("stop", { offset: "0.45", "stop-color": paint }),
        svg("stop", { offset: "1", "stop-color": mixed(paint, "#000000", 0.22) }),
      ),
    ),
  );
}

/**
 * A piece around 0,0.
 * @param {Diagram} diagram
 * @param {number} number
 * @param {string} prefix
 */
export function pieceNode(diagram, number, prefix) {
  const { player, emblem } = diagram.pieces[number];
  const { paint } = diagram.players[player - 1];
  const isLight = brightness(paint) > 0.5;
  const rim = isLight ? mixed(paint, "#000000", 0.5) : mixed(paint, "#000000", 0.45);
  const groove = isLight ? mixed(paint, "#000000", 0.16) : mixed(paint, "#ffffff", 0.24);
  const ink = isLight ? "#33291f" : "#fff6e6";
  return svg(
    "g",
    { class: "piece" },
    svg("circle", { class: "piece-shadow", cx: 0.015, cy: 0.055, r: 0.405 }),
    svg("circle", { r: 0.395, fill: `url(#${prefix}-paint-${player})`, stroke: rim, "stroke-width": 0.028 }),
    svg("circle", { r: 0.345, fill: "none", stroke: groove, "stroke-width": 0.018 }),
    emblem ? svg("path", { d: emblem, fill: ink, "fill-rule": "evenodd", opacity: isLight ? 0.82 : 0.9 }) : [],
  );
}

/**
 * A small disc in the paint of a player, with the emblem of its first kind of piece.
 * @param {Diagram} diagram
 * @param {number} player
 */
export function playerDisc(diagram, player) {
  const prefix = `disc-${++discs}`;
  const piece = diagram.pieces.findIndex((kind) => kind.player === player);
  return svg(
    "svg",
    { viewBox: "-0.46 -0.46 0.92 0.96", focusable: "false", "aria-hidden": "true" },
    paints(diagram, prefix),
    pieceNode(diagram, Math.max(0, piece), prefix),
  );
}

/**
 * @param {string} from
 * @param {string} to
 * @param {number} part
 */
function mixed(from, to, part) {
  const [a, b] = [channels(from), channels(to)];
  /** @param {number} value */
  const hex = (value) => Math.round(value).toString(16).padStart(2, "0");
  return `#${a.map((value, i) => hex(value + (b[i] - value) * part)).join("")}`;
}

/** @param {string} paint */
function channels(paint) {
  return [1, 3, 5].map((at) => Number.parseInt(paint.slice(at, at + 2), 16) || 0);
}

/** @param {string} paint */
function brightness(paint) {
  const [red, green, blue] = channels(paint);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
