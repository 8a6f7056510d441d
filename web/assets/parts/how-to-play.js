// @ts-check
// How a game is played: its goal, its pieces, pictures of moves, and the small print. The game says all of it.

import { getDiagram, getHowTo, picturePath } from "../api.js";
import { paints, pieceNode } from "../board/pieces.js";
import { button, el, svg } from "../element.js";
import { tourHash } from "../route.js";

/** @import { Diagram, HowToView } from "../wire.js" */

let pictures = 0;

/**
 * The parts of the explanation, under headings of this level.
 * @param {HowToView} howTo
 * @param {Diagram} diagram
 * @param {"h2" | "h3"} heading
 */
export function howToPlay(howTo, diagram, heading) {
  const { goal, legend, examples, small_print: smallPrint } = howTo;
  return [
    el("p", { class: "lead" }, goal),
    el(heading, {}, "Pieces"),
    el(
      "ul",
      { class: "legend" },
      legend.map((entry) => legendEntry(entry, diagram)),
    ),
    el(heading, {}, "How they move"),
    el(
      "div",
      { class: "examples" },
      examples.map((example) => figure(howTo.game, example)),
    ),
    smallPrint.length > 0
      ? el(
          "details",
          { class: "small-print" },
          el("summary", {}, "House rules and small print"),
          el(
            "ul",
            {},
            smallPrint.map((rule) => el("li", {}, rule)),
          ),
        )
      : null,
  ];
}

/**
 * @param {HowToView["legend"][number]} entry
 * @param {Diagram} diagram
 */
function legendEntry({ name, pieces, moves }, diagram) {
  return el(
    "li",
    { class: "legend-entry" },
    el(
      "span",
      { class: "legend-pieces", "aria-hidden": "true" },
      pieces.map((number) => pieceDisc(diagram, number)),
    ),
    el("span", {}, el("strong", {}, name), moves ? ` ${moves}` : ""),
  );
}

/**
 * @param {Diagram} diagram
 * @param {number} number
 */
function pieceDisc(diagram, number) {
  const prefix = `legend-${++pictures}`;
  return svg(
    "svg",
    { viewBox: "-0.46 -0.46 0.92 0.96", focusable: "false" },
    paints(diagram, prefix),
    pieceNode(diagram, number, prefix),
  );
}

/**
 * @param {string} game
 * @param {HowToView["examples"][number]} example
 */
function figure(game, { caption, position, moves, cells, flip }) {
  const src = picturePath(game, position, flip, { moves, cells });
  const alt = moves.length > 0 ? `A board with the moves ${moves.join(", ")}` : "A board";
  return el(
    "figure",
    { class: "example" },
    el("img", { src, alt, width: 240, height: 240, loading: "lazy" }),
    el("figcaption", {}, caption),
  );
}

/**
 * A button that explains the game without leaving the page.
 * @param {() => string} game
 */
export function howToPlayButton(game) {
  return button("How to play", () => showHowToPlay(game()));
}

/** @param {string} game */
async function showHowToPlay(game) {
  const [howTo, diagram] = await Promise.all([getHowTo(game), getDiagram(game.split(":")[0])]);
  const title = el("h2", { id: "how-to-play" }, `How to play ${howTo.title}`);
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    { class: "dialog how-to-play", "aria-labelledby": "how-to-play", on: { close: () => dialog.remove() } },
    el("div", { class: "spread" }, title, button("Close", close, { class: "small" })),
    howToPlay(howTo, diagram, "h3"),
    howTo.tour.length > 0 ? tourLink(howTo.game, close) : null,
  );
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {string} game
 * @param {() => void} click
 */
function tourLink(game, click) {
  return el(
    "div",
    { class: "row end" },
    el("a", { class: "button", href: tourHash(game), on: { click } }, "Take the guided tour"),
  );
}
