// @ts-check
// The page: which address shows what.

import { byId, el } from "./element.js";
import { installAnnouncer, announce } from "./parts/announce.js";
import { installConnectionBanner } from "./parts/connection.js";
import { soundButton } from "./parts/sound.js";
import { themeButton } from "./parts/theme-button.js";
import { readRoute } from "./route.js";
import { showLibrary } from "./pages/library.js";
import { showNewGame } from "./pages/new-game.js";
import { showGames } from "./pages/games.js";
import { showJoin } from "./pages/join.js";
import { showPlay } from "./pages/play.js";
import { showReview } from "./pages/review.js";
import { showRules } from "./pages/rules.js";
import { showStudy } from "./pages/study.js";
import { showTour } from "./pages/tour.js";

/** @import { ShowPage } from "./types.js" */

/** @type {Record<string, { show: ShowPage, title: string }>} */
const PAGES = {
  "": { show: showNewGame, title: "Play" },
  play: { show: showPlay, title: "Game" },
  join: { show: showJoin, title: "Join" },
  rules: { show: showRules, title: "How to play" },
  tour: { show: showTour, title: "Guided tour" },
  study: { show: showStudy, title: "Study" },
  review: { show: showReview, title: "Review" },
  library: { show: showLibrary, title: "Games from files" },
  games: { show: showGames, title: "Past games" },
};

const main = byId("main");
/** @type {AbortController | null} */
let leaving = null;
/** @type {string | null} */
let shown = null;

async function show() {
  leaving?.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const route = readRoute(location.hash);
  const page = Object.hasOwn(PAGES, route.page) ? PAGES[route.page] : undefined;
  setTitle(page?.title ?? "Not found");
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-page]"))) {
    if (link.dataset.page === route.page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren(el("p", { class: "loading soft" }, "One moment…"));
  main.className = `page-${route.page || "new-game"}`;
  if (shown !== null) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  shown = route.page;
  try {
    if (!page) throw new Error(`There is no page '${route.page}'.`);
    await page.show(main, route, signal, setTitle);
  } catch (fault) {
    if (!signal.aborted) showFault(/** @type {Error} */ (fault));
  }
}

/** @param {Error} fault */
function showFault(fault) {
  announce(fault.message);
  main.replaceChildren(
    el(
      "div",
      { class: "notice" },
      el("h1", {}, "That did not work"),
      el("p", { role: "alert" }, fault.message),
      el("p", {}, el("a", { href: "#/" }, "To the games")),
    ),
  );
}

/** @param {string} title */
function setTitle(title) {
  document.title = `${title} – Plywood`;
}

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
byId("tools").append(soundButton(), themeButton());
installConnectionBanner(byId("banner"));
installAnnouncer(byId("announcer"));
window.addEventListener("hashchange", show);
show();
