// @ts-check
// Pieces as pictures: a disc in its player's paint, and the emblem of its kind.

import { svg } from "../element.js";

/** @import { Diagram } from "../wire.js" */

let discs = 0;

/**
 * Gradients for pieces and hollows, to be put into a picture once. `prefix` keeps the names of two pictures apart.
 * @param {Diagram} diagram
 * @param {string} prefix
 */
export function paints(diagram, prefix) {
  return svg(
    "defs",
    {},
    diagram.players.map(({ paint }, player) => gradient(`${prefix}-paint-${player + 1}`, diagram.style, paint)),
    diagram.style === "marbles" ? hollowGradient(prefix) : [],
  );
}

/**
 * @param {string} id
 * @param {string} style
 * @param {string} paint
 */
function gradient(id, style, paint) {
  /** @type {(offset: number, colour: string) => SVGElement} */
  const stop = (offset, colour) => svg("stop", { offset, "stop-color": colour });
  if (style !== "marbles")
    return svg(
      "radialGradient",
      { id, cx: "0.36", cy: "0.3", r: "0.85" },
      stop(0, mixed(paint, "#ffffff", 0.3)),
      stop(0.45, paint),
      stop(1, mixed(paint, "#000000", 0.22)),
    );
  return svg(
    "radialGradient",
    { id, cx: "0.36", cy: "0.3", r: "0.78", fx: "0.32", fy: "0.24" },
    stop(0, mixed(paint, "#ffffff", 0.82)),
    stop(0.16, mixed(paint, "#ffffff", 0.42)),
    stop(0.5, paint),
    stop(0.86, mixed(paint, "#000000", 0.5)),
    stop(1, mixed(paint, "#000000", 0.3)),
  );
}

/** @param {string} prefix */
function hollowGradient(prefix) {
  return svg(
    "radialGradient",
    { id: `${prefix}-hollow`, cx: "0.5", cy: "0.64", r: "0.6" },
    svg("stop", { offset: 0, "stop-color": "#000", "stop-opacity": 0.04 }),
    svg("stop", { offset: 0.7, "stop-color": "#000", "stop-opacity": 0.2 }),
    svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.44 }),
  );
}

/**
 * The hollow in which a marble lies.
 * @param {number[]} at
 * @param {string} prefix
 */
export const hollow = ([cx, cy], prefix) =>
  svg("circle", { class: "hollow", cx, cy, r: 0.4, fill: `url(#${prefix}-hollow)` });

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
  const rim = mixed(paint, "#000000", isLight ? 0.5 : 0.45);
  const fill = `url(#${prefix}-paint-${player})`;
  const ink = isLight ? "#33291f" : "#fff6e6";
  const isMarble = diagram.style === "marbles";
  const drawn = emblem ? svg("path", { d: emblem, fill: ink, "fill-rule": "evenodd", opacity: isLight ? 0.82 : 0.9 }) : null;
  if (isMarble) {
    drawn?.setAttribute("class", "marble-sign");
    return svg(
      "g",
      { class: "piece marble" },
      svg("ellipse", { class: "piece-shadow", cx: 0.05, cy: 0.12, rx: 0.41, ry: 0.38 }),
      svg("circle", { r: 0.42, fill, stroke: rim, "stroke-width": 0.012 }),
      drawn ?? [],
      svg("ellipse", { class: "gloss", cx: -0.13, cy: -0.2, rx: 0.13, ry: 0.075, transform: "rotate(-32 -0.13 -0.2)" }),
    );
  }
  const groove = isLight ? mixed(paint, "#000000", 0.16) : mixed(paint, "#ffffff", 0.24);
  return svg(
    "g",
    { class: "piece" },
    svg("circle", { class: "piece-shadow", cx: 0.015, cy: 0.055, r: 0.405 }),
    svg("circle", { r: 0.395, fill, stroke: rim, "stroke-width": 0.028 }),
    svg("circle", { r: 0.345, fill: "none", stroke: groove, "stroke-width": 0.018 }),
    drawn ?? [],
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
