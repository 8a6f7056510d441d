// @ts-check
// The list of a report's games, and its filter.

import { byId, el, setText } from "../element.js";
import { isMatch, words } from "./data.js";

/** @import { Report, ReportFilter, ReportGame } from "../types.js" */
/** @typedef {[value: string | number, text: string]} Choice */

const RESULTS = ["1–0", "0–1", "½–½"];
const PAGE = 100;
const FIELDS = /** @type {const} */ (["by", "against", "result", "reason", "fault"]);

export class GameList {
  /**
   * `sideName(player)` is what a side is called; `current()` gives the game that is shown.
   * @param {Report} report
   * @param {(player: number) => string} sideName
   * @param {() => ReportGame} current
   */
  constructor(report, sideName, current) {
    this.report = report;
    this.current = current;
    this.rows = PAGE;
    this.shown = report.games;
    this.fillFilter(sideName);
    setText(byId("first-side"), sideName(1));
    setText(byId("second-side"), sideName(2));
    byId("filter").addEventListener("change", () => this.filter());
    byId("filter").addEventListener("reset", () => setTimeout(() => this.filter()));
    byId("filter").addEventListener("submit", (event) => event.preventDefault());
    byId("more").addEventListener("click", () => {
      this.rows += 5 * PAGE;
      this.draw();
    });
    byId("list").addEventListener("click", ({ target }) => {
      const number = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (target).closest("[data-game]")
      )?.dataset.game;
      if (number !== undefined && !(/** @type {Element} */ (target).closest("a"))) location.hash = `#game-${number}`;
    });
    this.filter();
  }

  /**
   * The game that is `by` places after the one that is shown; undefined where there is none.
   * @param {number} by
   */
  neighbour(by) {
    const at = this.shown.indexOf(this.current());
    return at < 0 ? this.shown[0] : this.shown[at + by];
  }

  /** @param {ReportGame} game */
  has(game) {
    return this.shown.includes(game);
  }

  /** Shows all games, or those of two players. */
  reset(by = "", against = "") {
    byId("filter").reset();
    byId("by").value = by;
    byId("against").value = against;
    this.filter();
  }

  filter() {
    const hasPlayer = byId("by").value !== "";
    for (const option of byId("result").options) {
      if (["won", "lost"].includes(option.value)) option.disabled = !hasPlayer;
    }
    if (!hasPlayer && ["won", "lost"].includes(byId("result").value)) byId("result").value = "";
    const wanted = Object.fromEntries(FIELDS.map((id) => [id, byId(id).value]));
    this.shown = this.report.games.filter((game) => isMatch(game, /** @type {ReportFilter} */ (wanted)));
    this.rows = PAGE;
    this.draw();
  }

  draw() {
    const { shown, rows, report } = this;
    byId("list").tBodies[0].replaceChildren(...shown.slice(0, rows).map((game) => this.row(game)));
    byId("more").hidden = shown.length <= rows;
    setText(byId("more"), `Show more (${shown.length - rows} left)`);
    setText(byId("found"), `${shown.length} of ${report.games.length} games`);
    this.markCurrent();
  }

  /** Marks the game that is shown, and says whether there is one before and after it. */
  markCurrent() {
    const game = this.current();
    for (const row of byId("list").tBodies[0].rows) {
      if (Number(row.dataset.game) === game?.n) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    const at = this.shown.indexOf(game);
    byId("previous").disabled = at <= 0;
    byId("next").disabled = at < 0 || at + 1 >= this.shown.length;
  }

  /** @param {ReportGame} game */
  row(game) {
    const { names, reasons } = this.report;
    const kinds = [...(game.f ?? []).map(({ kind }) => `${kind} (forgiven)`), ...(game.v ? [game.v.kind] : [])];
    /** @param {number} seat */
    const player = (seat) => {
      const name = names[game.p[seat]];
      return el("td", { class: game.r === seat ? "victor" : null, title: name }, name);
    };
    return el(
      "tr",
      { "data-game": game.n },
      el("td", { class: "num" }, el("a", { href: `#game-${game.n}` }, String(game.n))),
      player(0),
      player(1),
      el("td", {}, RESULTS[game.r]),
      el("td", {}, reasons[game.w]),
      el("td", { class: "num" }, String(words(game.m).length)),
      el("td", { class: kinds.length > 0 ? "verdict" : null }, kinds.join(", ")),
    );
  }

  /** @param {(player: number) => string} sideName */
  fillFilter(sideName) {
    const { names, reasons, games } = this.report;
    /** @type {(id: keyof ReportFilter, choices: Choice[]) => void} */
    const add = (id, choices) =>
      byId(id).append(...choices.map(([value, text]) => el("option", { value: String(value) }, text)));
    /** @type {(a: Choice, b: Choice) => number} */
    const byName = (a, b) => a[1].localeCompare(b[1], undefined, { numeric: true });
    const players = /** @type {Choice[]} */ (names.map((name, i) => [i, name])).sort(byName);
    add("by", [["", "everybody"], ...players]);
    add("against", [["", "anybody"], ...players]);
    add("result", [
      ["", "any"],
      ["won", "won by player"],
      ["lost", "lost by player"],
      ["0", `${sideName(1)} won`],
      ["1", `${sideName(2)} won`],
      ["2", "drawn"],
    ]);
    add("reason", [["", "anything"], .../** @type {Choice[]} */ (reasons.map((reason, i) => [i, reason]))]);
    const kinds = new Set(games.flatMap(({ v, f = [] }) => [...(v ? [v.kind] : []), ...f.map(({ kind }) => kind)]));
    add("fault", [
      ["", "any or none"],
      ["some", "with a verdict"],
      .../** @type {Choice[]} */ ([...kinds].sort().map((kind) => [kind, kind])),
      .../** @type {Choice[]} */ (games.some(({ f }) => f) ? [["forgiven", "forgiven"]] : []),
    ]);
  }
}
