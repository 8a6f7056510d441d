// @ts-check
// Past games: a list that goes on, and the import of a record.

import { deleteGame, getGames, getPastGames, importGame, recordPath, positionPicturePath } from "../api.js";
import { button, el, setText } from "../element.js";
import { forgetGame, ownGames, seatsOf, storeOwner, ownerTokenOf } from "../storage.js";
import { announce } from "../parts/announce.js";
import { confirm } from "../parts/confirm-dialog.js";
import { gameHash, reviewHash } from "../route.js";
import { plural, resultText } from "../format.js";

/** @import { ApiError } from "../api.js" */
/** @import { GameEntry, List, Summary } from "../wire.js" */
/** @import { ShowPage } from "../types.js" */

/** What the server calls somebody who has given no name. */
const UNNAMED = "Guest";
/** So many ids are asked for at once. */
const MOST_OWN = 100;

/** @type {ShowPage} */
export async function showGames(main, _route, signal) {
  const infos = await getGames();
  const list = new GamesList(infos, signal);
  await list.show();
  if (signal.aborted) return;
  main.replaceChildren(el("h1", {}, "Past games"), el("div", { class: "columns" }, list.element, importForm(infos)));
}

/** Our games, then those of others, both filtered. */
class GamesList {
  /**
   * @param {GameEntry[]} infos
   * @param {AbortSignal} signal
   */
  constructor(infos, signal) {
    this.infos = infos;
    this.signal = signal;
    /** @type {number | null} */
    this.cursor = null;
    this.mine = el("ul", { class: "past" });
    this.others = el("ul", { class: "past" });
    this.more = button("Older games", () => this.load(), { hidden: true });
    this.note = el("p", { class: "soft" });
    this.filter = filterForm(infos, () => this.show());
    this.mineTitle = el("h2", {}, "Your games");
    this.othersTitle = el("h2", {}, "Games of others");
    this.element = el(
      "section",
      { class: "wide", "aria-label": "List of games" },
      this.filter,
      this.note,
      this.mineTitle,
      this.mine,
      this.othersTitle,
      this.others,
      this.more,
    );
  }

  /** What is asked for, by the fields. */
  get wish() {
    const wish = Object.fromEntries(new FormData(this.filter));
    return { game: String(wish.game ?? ""), finished: String(wish.finished ?? "") };
  }

  /** Shows the lists from their beginning. */
  async show() {
    const { wish, signal } = this;
    const ids = ownGames().slice(0, MOST_OWN);
    const [mine, others] = await Promise.all([
      ids.length > 0 ? getPastGames({ ...wish, ids, limit: MOST_OWN }, signal) : { games: [] },
      getPastGames(wish, signal),
    ]);
    if (signal.aborted) return;
    this.mine.replaceChildren(...mine.games.map((game) => row(game, this.infos)));
    this.others.replaceChildren();
    this.add(others);
  }

  /** Shows more games of others. */
  async load() {
    const rows = this.add(await getPastGames({ ...this.wish, before: this.cursor }, this.signal));
    announce(`${plural(rows.length, "more game", "more games")}.`);
    rows[0]?.querySelector("a")?.focus();
  }

  /**
   * Adds a page of the games of others; gives its rows.
   * @param {List} page
   */
  add({ games, next }) {
    const own = new Set(ownGames());
    const rows = games.filter(({ id }) => !own.has(id)).map((game) => row(game, this.infos));
    this.others.append(...rows);
    this.cursor = next ?? null;
    this.more.hidden = this.cursor === null;
    this.update();
    return rows;
  }

  update() {
    const [mine, others] = [this.mine, this.others].map((list) => list.children.length);
    this.mineTitle.hidden = mine === 0;
    this.othersTitle.hidden = others === 0 || mine === 0;
    const { game, finished } = this.wish;
    this.note.hidden = mine + others > 0 || !this.more.hidden;
    setText(
      this.note,
      game || finished
        ? "No game fits."
        : "There are no games yet. The first one in which a move is made will be here.",
    );
  }
}

/**
 * The fields by which games are chosen.
 * @param {GameEntry[]} infos
 * @param {() => void} changed
 */
function filterForm(infos, changed) {
  /** @type {(value: string, text: string) => HTMLOptionElement} */
  const option = (value, text) => el("option", { value }, text);
  const games = infos.map(({ name, title }) => option(name, title));
  return el(
    "form",
    { class: "row game-filter", on: { change: changed, submit: (event) => event.preventDefault() } },
    el("label", { class: "inline" }, "Game", el("select", { name: "game" }, option("", "All games"), games)),
    el(
      "label",
      { class: "inline" },
      "State",
      el(
        "select",
        { name: "finished" },
        option("", "All"),
        option("false", "Not finished"),
        option("true", "Finished"),
      ),
    ),
  );
}

/**
 * @param {Summary} summary
 * @param {GameEntry[]} infos
 */
function row({ id, game, title: gameTitle, size, players, plies, result, changed }, infos) {
  const title = size ? `${gameTitle}, ${size}` : gameTitle;
  const mine = Object.keys(seatsOf(id)).map(Number);
  const info = infos.find(({ name }) => name === game.split(":")[0]);
  const sides = info?.players.map(({ name }) => name) ?? ["Player 1", "Player 2"];
  const forms = ["txt", ...(info?.shared_form ? [info.shared_form] : [])];
  const open = result !== "*" ? "Open" : mine.length > 0 ? "Continue" : "Watch";
  const item = el(
    "li",
    { class: "card past-game" },
    el("img", { class: "past-picture", alt: "", loading: "lazy", width: 72, height: 72, src: positionPicturePath(id) }),
    el("h2", {}, el("a", { href: gameHash(id) }, title)),
    el(
      "p",
      { class: "past-players" },
      sides.map((side, i) => el("span", {}, `${side}: ${playerName(players[i], mine, i + 1)}`)),
    ),
    el(
      "p",
      { class: "soft past-facts" },
      el("strong", {}, resultText(result, sides)),
      el("span", {}, plural(plies, "ply", "plies")),
      when(changed),
    ),
    el(
      "p",
      { class: "past-links" },
      el(
        "a",
        { href: gameHash(id), "aria-label": `${open} ${title}` },
        open,
      ),
      el("a", { href: reviewHash(id), "aria-label": `Review ${title}` }, "Review"),
      forms.map((form) => {
        const word = form === "txt" ? "Text" : form.toUpperCase();
        return el("a", { href: recordPath(id, form), download: "", "aria-label": `${word} of ${title}` }, word);
      }),
      ownerTokenOf(id) && button("Delete", () => remove(id, title, item), { "aria-label": `Delete ${title}` }),
    ),
  );
  return item;
}

/**
 * @param {string} name
 * @param {number[]} mine the players that we were
 * @param {number} player
 */
function playerName(name, mine, player) {
  if (mine.length === 1 && mine[0] === player) return name === UNNAMED ? "you" : `${name} (you)`;
  return name;
}

/**
 * Deletes a game that was begun or imported in this browser, after a question.
 * @param {string} id
 * @param {string} title
 * @param {Element} item
 */
async function remove(id, title, item) {
  const text = "It is gone for everybody, and cannot be brought back.";
  if (!(await confirm({ title: `Delete this game of ${title}?`, text, yes: "Delete" }))) return;
  try {
    await deleteGame(id, /** @type {string} */ (ownerTokenOf(id)));
  } catch (refusal) {
    const { status, message } = /** @type {ApiError} */ (refusal);
    if (status !== 404) return announce(message);
  }
  forgetGame(id);
  item.remove();
  announce("The game was deleted.");
}

/** @param {string} time */
function when(time) {
  const date = new Date(time);
  const text = Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return el("time", { dateTime: time }, text);
}

/** @param {GameEntry[]} infos */
function importForm(infos) {
  const forms = infos.flatMap(({ shared_form: form }) => (form ? [form.toUpperCase()] : []));
  const field = el("textarea", { id: "record", rows: 7, spellcheck: false, required: true });
  const fault = el("p", { class: "fault", role: "alert" });
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    setText(fault, "");
    try {
      const { id, owner } = await importGame(field.value);
      storeOwner(id, owner);
      location.hash = reviewHash(id);
    } catch (refusal) {
      setText(fault, /** @type {Error} */ (refusal).message);
    }
  };
  return el(
    "section",
    { class: "card", "aria-labelledby": "import-title" },
    el("h2", { id: "import-title" }, "Import a game"),
    el(
      "form",
      { on: { submit } },
      el("label", { for: "record" }, "The text of a record: tags in brackets, then the moves."),
      field,
      fault,
      el("button", { type: "submit", class: "primary" }, "Import"),
    ),
    forms.length > 0
      ? el("p", { class: "files-link" }, el("a", { href: "#/library" }, `Open a file of games (${forms.join(", ")})`))
      : null,
  );
}
