// @ts-check
// Games from files of other programs: a list that can be searched, from which each is studied.

import { getGames, readGames } from "../api.js";
import { button, el, setText } from "../element.js";
import { plural, resultText } from "../format.js";
import { isFound, readFile } from "../library.js";
import { announce } from "../parts/announce.js";
import { studyHash } from "../route.js";
import { ROOT, treeFrom } from "../variation-tree.js";

/** @import { GameSearch } from "../library.js" */
/** @import { ShowPage } from "../types.js" */
/** @import { GameEntry, ReadGame } from "../wire.js" */

/** So many games are listed at a time. */
const SHOWN = 100;

/**
 * What was read stays until the page is closed, so that one can come back to the list from a game.
 * @type {{ game: string, file: string, games: ReadGame[], search: GameSearch }}
 */
let kept = { game: "", file: "", games: [], search: { player: "", opening: "", result: "" } };

/** @type {ShowPage} */
export async function showLibrary(main, _route, signal) {
  const infos = (await getGames()).filter(({ shared_form }) => shared_form);
  if (signal.aborted) return;
  const fault = el("p", { class: "fault", role: "alert" });
  const count = el("p", { class: "soft" });
  const list = el("ol", { class: "library" });
  const more = button("More games", () => show(list.children.length + SHOWN), { hidden: true });
  const infoOf = () => /** @type {GameEntry} */ (infos.find(({ name }) => name === (kept.game || infos[0].name)));
  const search = searchForm(infoOf(), () => show(SHOWN));

  /** @param {number} most */
  function show(most) {
    const found = kept.games.map((game, i) => ({ game, i })).filter(({ game }) => isFound(game, kept.search));
    list.replaceChildren(...found.slice(0, most).map(({ game, i }) => row(game, i, infoOf())));
    more.hidden = found.length <= most;
    const all = `${plural(kept.games.length, "game", "games")} in ${kept.file}`;
    setText(count, kept.games.length === 0 ? "" : found.length === kept.games.length ? all : `${found.length} of ${all}`);
    search.hidden = kept.games.length === 0;
  }

  /**
   * @param {GameEntry} info
   * @param {string} name
   * @param {string} text
   */
  async function read(info, name, text) {
    setText(fault, "");
    kept = { game: info.name, file: name, games: [], search: kept.search };
    try {
      await readFile(
        info.name,
        text,
        (body) => readGames(body, signal),
        (games, done) => {
          kept.games.push(...games);
          if (done < 1) setText(count, `${plural(kept.games.length, "game", "games")}, ${Math.round(100 * done)} % read…`);
        },
      );
      const faults = kept.games.filter((game) => game.faults.length > 0).length;
      announce(`${plural(kept.games.length, "game", "games")} read.`);
      if (faults > 0) setText(fault, `${plural(faults, "game", "games")} could not be read to the end; the list says why.`);
      if (kept.games.length === 0) setText(fault, "There is no game in it.");
    } catch (refusal) {
      if (!signal.aborted) setText(fault, /** @type {Error} */ (refusal).message);
    }
    show(SHOWN);
  }

  main.replaceChildren(
    el("h1", {}, "Games from files"),
    el("div", { class: "columns" }, el("section", { class: "wide", "aria-label": "Games" }, search, count, list, more), fileForm(infos, fault, read)),
  );
  show(SHOWN);
}

/**
 * @param {GameEntry[]} infos
 * @param {HTMLElement} fault
 * @param {(info: GameEntry, name: string, text: string) => void} read
 */
function fileForm(infos, fault, read) {
  const forms = infos.map(({ title, shared_form }) => `${title}: ${shared_form?.toUpperCase()}`).join(", ");
  const infoOf = (/** @type {string} */ name) =>
    infos.find(({ shared_form }) => name.toLowerCase().endsWith(`.${shared_form}`)) ?? infos[0];
  const file = el("input", {
    type: "file",
    id: "file",
    accept: infos.map(({ shared_form }) => `.${shared_form}`).join(","),
    on: {
      change: async () => {
        const [chosen] = file.files ?? [];
        if (chosen) read(infoOf(chosen.name), chosen.name, textOf(await chosen.arrayBuffer()));
      },
    },
  });
  const field = el("textarea", { id: "games-text", rows: 6, spellcheck: false });
  return el(
    "section",
    { class: "card", "aria-labelledby": "file-title" },
    el("h2", { id: "file-title" }, "Open a file"),
    el("p", { class: "soft" }, `${forms}. Comments and variations are kept. Nothing is stored.`),
    el("div", { class: "group" }, el("label", { for: "file" }, "File"), file),
    el("div", { class: "group" }, el("label", { for: "games-text" }, "Or the text of games"), field),
    fault,
    button("Read the text", () => read(infos[0], "the text", field.value), { class: "primary" }),
  );
}

/**
 * Files of older programs are in Latin-1.
 * @param {ArrayBuffer} bytes
 */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * @param {GameEntry} info
 * @param {() => void} changed
 */
function searchForm({ players }, changed) {
  const names = players.map(({ name }) => name);
  /** @type {(key: "player" | "opening", label: string, hint: string) => HTMLElement} */
  const field = (key, label, hint) => {
    const input = el("input", {
      type: "text",
      value: kept.search[key],
      placeholder: hint,
      on: {
        input: () => {
          kept.search = { ...kept.search, [key]: input.value };
          changed();
        },
      },
    });
    return el("label", {}, label, input);
  };
  const result = el(
    "select",
    {
      on: {
        change: () => {
          kept.search = { ...kept.search, result: result.value };
          changed();
        },
      },
    },
    el("option", { value: "" }, "Any"),
    ["1-0", "0-1", "1/2-1/2", "*"].map((value) =>
      el("option", { value, selected: value === kept.search.result }, resultText(value, names)),
    ),
  );
  return el(
    "form",
    { class: "library-search", role: "search", "aria-label": "Search the games", on: { submit: (event) => event.preventDefault() } },
    field("player", "Player", "a part of a name"),
    field("opening", "Opening", "a name, or the first moves"),
    el("label", {}, "Result", result),
  );
}

/**
 * @param {ReadGame} game
 * @param {number} i
 * @param {GameEntry} info
 */
function row(game, i, info) {
  const { players, result, opening, date, event, moves, position, comment, faults } = game;
  const names = info.players.map(({ name }, side) => `${players[side] || "?"} (${name})`);
  const hash = () => studyHash({ game: info.name, position, tree: treeFrom(moves, comment), at: ROOT });
  const link = el("a", { href: "#/library" }, names.join(" – "));
  // The address of a game is long, so it is written when it is wanted.
  for (const kind of ["focus", "pointerenter", "click"]) link.addEventListener(kind, () => (link.href = hash()));
  return el(
    "li",
    { class: "card", value: i + 1 },
    el("h2", {}, link),
    el(
      "p",
      { class: "soft past-facts" },
      el("strong", {}, resultText(result, info.players.map(({ name }) => name))),
      [opening, plural(moves.length, "ply", "plies"), date, event].filter(Boolean).map((text) => el("span", {}, text)),
    ),
    faults.length > 0 ? el("p", { class: "fault" }, faults.join(" ")) : null,
  );
}
