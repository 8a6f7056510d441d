// Pieces as pictures: a disc in its player's paint, and the emblem of its kind.

import { svg } from "../element.js";

/** Gradients for the discs, to be put into a picture once. `prefix` keeps the names of two pictures apart. */
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

/** A piece around 0,0. */
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

function mixed(from, to, part) {
  const [a, b] = [channels(from), channels(to)];
  const hex = (value) => Math.round(value).toString(16).padStart(2, "0");
  return `#${a.map((value, i) => hex(value + (b[i] - value) * part)).join("")}`;
}

function channels(paint) {
  return [1, 3, 5].map((at) => Number.parseInt(paint.slice(at, at + 2), 16) || 0);
}

function brightness(paint) {
  const [red, green, blue] = channels(paint);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
