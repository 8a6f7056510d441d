// @ts-check
// The page: which address shows what.

import { byId, el } from "./element.js";
import { installAnnouncer, announce } from "./parts/announce.js";
import { installConnectionBanner } from "./parts/connection.js";
import { soundButton } from "./parts/sound.js";
import { themeButton } from "./parts/theme-button.js";
import { readRoute } from "./route.js";
import { showNewGame } from "./pages/new-game.js";
import { showJoin } from "./pages/join.js";
import { showPlay } from "./pages/play.js";

/** @import { ShowPage } from "./types.js" */

/** The script with the pages that have no function here; the server writes its full name. */
const LATER = "/assets/later.js";

/** @type {Record<string, { show?: ShowPage, title: string }>} */
const PAGES = {
  "": { show: showNewGame, title: "Play" },
  play: { show: showPlay, title: "Game" },
  join: { show: showJoin, title: "Join" },
  rules: { title: "How to play" },
  tour: { title: "Guided tour" },
  study: { title: "Study" },
  review: { title: "Review" },
  library: { title: "Games from files" },
  games: { title: "Past games" },
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
    const showPage = page.show ?? (await laterPages())[route.page];
    if (!signal.aborted) await showPage(main, route, signal, setTitle);
  } catch (fault) {
    if (!signal.aborted) showFault(/** @type {Error} */ (fault));
  }
}

/** @returns {Promise<Record<string, ShowPage>>} */
async function laterPages() {
  try {
    return (await import(LATER)).LATER_PAGES;
  } catch {
    throw new Error("This part of the page could not be loaded. Load the page again.");
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
