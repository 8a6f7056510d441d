// @ts-check
// How a game is played, and where to go from there.

import { getDiagram, getHowTo } from "../api.js";
import { el } from "../element.js";
import { howToPlay } from "../parts/how-to-play.js";
import { newGameHash, tourHash } from "../route.js";

/** @import { ShowPage } from "../types.js" */

/** @type {ShowPage} */
export async function showRules(main, { parts: [game = ""] }, signal, setTitle) {
  const howTo = await getHowTo(game);
  const diagram = await getDiagram(howTo.game);
  if (signal.aborted) return;
  setTitle(`How to play ${howTo.title}`);
  const hasTour = howTo.tour.length > 0;
  main.replaceChildren(
    el(
      "article",
      { class: "rules" },
      el("h1", {}, `How to play ${howTo.title}`),
      howToPlay(howTo, diagram, "h2"),
      el(
        "div",
        { class: "row" },
        hasTour ? el("a", { class: "button primary", href: tourHash(howTo.game) }, "Take the guided tour") : null,
        el("a", { class: `button${hasTour ? "" : " primary"}`, href: newGameHash(game) }, "Play a game"),
      ),
    ),
  );
}
