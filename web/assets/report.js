// @ts-check
// The script of a tournament's report. Everything that is shown comes from the data inside the page, and every text
// becomes a text node: nothing is read as HTML.

import { byId, el, svg } from "./element.js";
import { paints, pieceNode } from "./board/pieces.js";
import { cleaned } from "./report/data.js";
import { GameList } from "./report/game-list.js";
import { Viewer } from "./report/viewer.js";

/** @import { Diagram } from "./wire.js" */
/** @import { Report, ReportGame } from "./types.js" */

function start() {
  /** @type {Report} */
  const data = JSON.parse(byId("data").textContent);
  if (data.games.length === 0) return;
  const report = { ...data, names: data.names.map(cleaned), reasons: data.reasons.map(cleaned) };
  for (const id of /** @type {const} */ (["viewer", "filter", "list"])) byId(id).hidden = false;
  const viewer = new Viewer(report, () => writeAddress(viewer));
  const list = new GameList(report, (player) => viewer.sideName(player), () => viewer.game);
  const page = new ReportPage(report, viewer, list);
  if (report.diagram) byId("legend").append(...legend(report.diagram));
  page.open(report.games[0]);
  page.followAddress();
}

/**
 * The address has the game and the ply, so that it can be kept and sent.
 * @param {Viewer} viewer
 */
function writeAddress({ game, ply }) {
  history.replaceState(null, "", `#game-${game.n}${ply > 0 ? `-${ply}` : ""}`);
}

/** @param {Diagram} diagram */
function legend(diagram) {
  return diagram.pieces.map(({ name }, number) => {
    const prefix = `legend-${number}`;
    const picture = svg(
      "svg",
      { viewBox: "-0.46 -0.46 0.92 0.96", "aria-hidden": "true", focusable: "false" },
      paints(diagram, prefix),
      pieceNode(diagram, number, prefix),
    );
    return el("span", {}, picture, name);
  });
}

class ReportPage {
  /**
   * @param {Report} report
   * @param {Viewer} viewer
   * @param {GameList} list
   */
  constructor(report, viewer, list) {
    this.report = report;
    this.viewer = viewer;
    this.list = list;
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("next").addEventListener("click", () => this.step(1));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-player]"))) {
      button.addEventListener("click", () => this.showMeeting(button.dataset.player, ""));
    }
    document.addEventListener("keydown", (event) => this.onKey(event));
    addEventListener("hashchange", () => this.followAddress());
  }

  /** @param {ReportGame} game */
  open(game, ply = 0) {
    this.viewer.open(game, ply);
    this.list.markCurrent();
  }

  /**
   * Goes to a game before or after this one in the list.
   * @param {number} by
   */
  step(by) {
    const game = this.list.neighbour(by);
    if (!game) return;
    this.viewer.stop();
    this.open(game);
    writeAddress(this.viewer);
  }

  /**
   * The games of a player, or of two with each other.
   * @param {string | undefined} by
   * @param {string} against
   */
  showMeeting(by, against) {
    this.list.reset(by, against);
    const [first] = this.list.shown;
    if (first && !this.list.has(this.viewer.game)) this.open(first);
    byId("games").scrollIntoView();
  }

  /** Where the address points: a game and a ply, or the games of two players. */
  followAddress() {
    const [, what, a, b] = /^#(game|meeting)-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
    const { games, names } = this.report;
    const game = what === "game" ? games.find(({ n }) => n === Number(a)) : undefined;
    if (game) {
      this.viewer.stop();
      if (!this.list.has(game)) this.list.reset();
      this.open(game, Number(b ?? 0));
      byId("viewer").scrollIntoView({ block: "start" });
    } else if (what === "meeting" && b !== undefined && Number(a) < names.length && Number(b) < names.length) {
      this.showMeeting(a, b);
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !isInView(byId("viewer"))) return;
    const { target, key } = /** @type {KeyboardEvent & { target: Element }} */ (event);
    if (target.closest("select, input, textarea")) return;
    const { viewer } = this;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => viewer.stepTo(viewer.ply - 1),
      ArrowRight: () => viewer.stepTo(viewer.ply + 1),
      Home: () => viewer.stepTo(0),
      End: () => viewer.stepTo(viewer.moves.length),
      n: () => this.step(1),
      p: () => this.step(-1),
      f: () => viewer.flip(),
      c: () => viewer.toggleNames(),
      " ": () => viewer.togglePlaying(),
    };
    const isElsewhere = target !== document.body && !target.closest("#viewer");
    // Tables outside of the viewer scroll with the arrows, and a button is pressed with the space bar.
    if (!actions[key] || (isElsewhere && key.length > 1)) return;
    if (key === " " && (isElsewhere || target.closest("button, a"))) return;
    event.preventDefault();
    actions[key]();
  }
}

/** @param {Element} node */
function isInView(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 80 && top < innerHeight - 80;
}

start();
