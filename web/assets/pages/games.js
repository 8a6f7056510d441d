// @ts-check
// Past games: a list that goes on, and the import of a record.

import { deleteGame, getGames, getPastGames, importGame, recordPath, positionPicturePath } from "../api.js";
import { button, el, setText } from "../element.js";
import { forgetGame, storeOwner, ownerTokenOf } from "../storage.js";
import { announce } from "../parts/announce.js";
import { confirm } from "../parts/confirm-dialog.js";
import { gameHash, reviewHash } from "../route.js";
import { plural, resultText } from "../format.js";

/** @import { ApiError } from "../api.js" */
/** @import { GameEntry, Summary } from "../wire.js" */
/** @import { ShowPage } from "../types.js" */

/** @type {ShowPage} */
export async function showGames(main, _route, signal) {
  const infos = await getGames();
  const list = el("ul", { class: "past" });
  const note = el("p", { class: "soft" }, "There are no games yet. The first one you play will be here.");
  const more = button("Older games", load, { hidden: true });
  /** @type {number | null} */
  let cursor = null;

  async function load() {
    const { games, next } = await getPastGames(cursor, signal);
    const rows = games.map((game) => row(game, infos));
    list.append(...rows);
    note.hidden = list.children.length > 0;
    if (cursor !== null) {
      announce(`${plural(games.length, "more game", "more games")}.`);
      rows[0]?.querySelector("a")?.focus();
    }
    cursor = next ?? null;
    more.hidden = cursor === null;
  }

  await load();
  if (signal.aborted) return;
  main.replaceChildren(
    el("h1", {}, "Past games"),
    el(
      "div",
      { class: "columns" },
      el("section", { class: "wide", "aria-label": "List of games" }, note, list, more),
      importForm(),
    ),
  );
}

/**
 * @param {Summary} summary
 * @param {GameEntry[]} infos
 */
function row({ id, game, title, players, plies, result, changed }, infos) {
  const info = infos.find(({ name }) => name === game.split(":")[0]);
  const sides = info?.players.map(({ name }) => name) ?? ["Player 1", "Player 2"];
  const forms = ["txt", ...(info?.shared_form ? [info.shared_form] : [])];
  const isOver = result !== "*";
  const item = el(
    "li",
    { class: "card past-game" },
    el("img", { class: "past-picture", alt: "", loading: "lazy", width: 72, height: 72, src: positionPicturePath(id) }),
    el("h2", {}, el("a", { href: gameHash(id) }, title)),
    el(
      "p",
      { class: "past-players" },
      sides.map((side, i) => el("span", {}, `${side}: ${players[i]}`)),
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
        { href: gameHash(id), "aria-label": `${isOver ? "Open" : "Continue"} ${title}` },
        isOver ? "Open" : "Continue",
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

function importForm() {
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
  );
}
