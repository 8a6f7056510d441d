// @ts-check
// The first page: which game, against whom, with which pieces and how much time.

import { createGame, getGames, picturePath } from "../api.js";
import { button, el, setText } from "../element.js";
import { nickname, storeInvite, storeOwner, storeSeat, storeSettings, lastSettings } from "../storage.js";
import { controlText } from "../parts/clock-format.js";
import { gameHash, rulesHash, studyHash } from "../route.js";
import { continueGames } from "../parts/continue-games.js";
import { levelSlider } from "../parts/level-field.js";
import { nameField } from "../parts/name-field.js";

/** @import { Created, GameEntry, NewGame, SeatRequest } from "../wire.js" */
/** @import { Child, Settings, ShowPage } from "../types.js" */

const OPPONENTS = [
  { value: "machine", title: "Machine", text: "any strength" },
  { value: "here", title: "Two people", text: "at one screen" },
  { value: "link", title: "Friend", text: "by a link" },
  { value: "watch", title: "Watch", text: "machine against machine" },
];
const CLOCKS = [
  { seconds: 60, increment: 1 },
  { seconds: 180, increment: 2 },
  { seconds: 300, increment: 3 },
  { seconds: 600, increment: 5 },
  { seconds: 1800, increment: 10 },
];

/** @type {ShowPage} */
export async function showNewGame(main, { query }, signal) {
  const infos = await getGames();
  if (signal.aborted) return;
  const kept = lastSettings();
  const [asked, size] = query.get("game")?.split(":") ?? [];
  const settings = {
    opponent: "machine",
    level: 3,
    level2: 3,
    side: "1",
    clock: "none",
    size: "",
    ...kept,
    ...(size ? { size } : {}),
    game: asked ?? kept.game,
  };
  if (!infos.some(({ name }) => name === settings.game)) settings.game = infos[0].name;
  const position = asked === settings.game ? query.get("position") : null;
  const waiting = position ? null : await continueGames(infos, signal).catch(() => null);
  if (signal.aborted) return;
  main.replaceChildren(
    ...(waiting ? [waiting] : []),
    el("h1", {}, "Choose a game"),
    el(
      "p",
      { class: "lead" },
      "Games for two, without dice and without secrets. Play a gentle or a perfect opponent, or a friend; then see what was best.",
    ),
    newGameForm(infos, /** @type {Settings} */ (settings), position),
  );
}

/**
 * @param {GameEntry[]} infos
 * @param {Settings} settings
 * @param {string | null} position
 */
function newGameForm(infos, settings, position) {
  const fault = el("p", { class: "fault", role: "alert" });
  const start = el("button", { type: "submit", class: "primary big" }, "Start the game");
  const study = el("a", { class: "button" }, "Study this game");
  const level = levelSlider("level", settings.level);
  const level2 = levelSlider("level2", settings.level2);
  const ownName = nameField();
  const size = sizeField(settings.size);
  const sides = el("div", { class: "choices small" });
  const gameOf = () =>
    /** @type {GameEntry} */ (infos.find(({ name }) => name === settings.game));
  const from = { game: settings.game, position };
  const startOf = () => (settings.game === from.game ? from.position : null);
  const nameOf = () => (gameOf().sizes && settings.size && !startOf() ? `${settings.game}:${settings.size}` : settings.game);
  const startPosition = el("div", { class: "start-position" });

  const refresh = () => {
    const info = gameOf();
    const isWatched = settings.opponent === "watch";
    level.element.hidden = settings.opponent !== "machine" && !isWatched;
    level2.element.hidden = !isWatched;
    sideGroup.hidden = settings.opponent === "here" || isWatched;
    ownName.hidden = settings.opponent !== "link";
    level.show(info.levels, isWatched ? `Level of ${info.players[0].name}` : "Level");
    level2.show(info.levels, `Level of ${info.players[1].name}`);
    size.show(startOf() ? null : /** @type {string | null} */ (info.sizes));
    startPosition.replaceChildren(...(startOf() ? startPositionNote(from, refresh) : []));
    sides.replaceChildren(...sideChoices(info, settings));
    study.href = studyHash({ game: nameOf(), position: startOf() });
  };
  /** @param {Event} event */
  const read = (event) => {
    const { name: field, value } = /** @type {HTMLInputElement} */ (event.target);
    if (field) settings[/** @type {keyof Settings} */ (field)] = value;
    setText(fault, "");
    if (field !== "side") refresh();
  };
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (start.ariaDisabled) return;
    storeSettings(settings);
    start.ariaDisabled = "true";
    try {
      const id = await create(nameOf(), startOf(), settings);
      location.hash = gameHash(id);
    } catch (refusal) {
      setText(fault, /** @type {Error} */ (refusal).message);
      start.ariaDisabled = null;
    }
  };

  const sideGroup = group("Your side", sides);
  const form = el(
    "form",
    { class: "new-game", on: { input: read, submit } },
    el(
      "fieldset",
      { class: "games" },
      el("legend", { class: "visually-hidden" }, "Game"),
      infos.map((info) => gameCard(info, settings.game)),
    ),
    el(
      "div",
      { class: "card settings" },
      el("h2", {}, "Your game"),
      startPosition,
      group(
        "Opponent",
        el(
          "div",
          { class: "choices opponents" },
          OPPONENTS.map((choice) => radio("opponent", choice, settings.opponent)),
        ),
      ),
      level.element,
      level2.element,
      ownName,
      sideGroup,
      el("div", { class: "pair" }, clockField(settings.clock), size.element),
      fault,
      el("div", { class: "row begin" }, start, study),
    ),
  );
  refresh();
  return form;
}

/**
 * The position that the game is to begin from, which may be given up.
 * @param {{ game: string, position: string | null }} from
 * @param {() => void} refresh
 */
function startPositionNote(from, refresh) {
  const giveUp = () => {
    from.position = null;
    refresh();
  };
  return [
    el("img", { src: picturePath(from.game, from.position), alt: "The position to begin from", width: 96, height: 96 }),
    el("div", {}, el("p", {}, "Begins from the position you chose."), button("Begin as usual", giveUp)),
  ];
}

/**
 * @param {GameEntry} info
 * @param {string} chosen
 */
function gameCard({ name, title, summary, players }, chosen) {
  const input = el("input", { type: "radio", name: "game", value: name, checked: name === chosen });
  const picture = el("img", { src: picturePath(name, null, players[0].home === "top"), alt: "", width: 240, height: 240, loading: "eager" });
  return el(
    "div",
    { class: "game-card" },
    el(
      "label",
      {},
      input,
      el("span", { class: "game-picture" }, picture),
      el("span", { class: "game-title" }, title),
      el("span", { class: "game-summary" }, summary),
    ),
    el("a", { class: "game-rules", href: rulesHash(name), "aria-label": `How to play ${title}` }, "How to play"),
  );
}

/**
 * @param {string} title
 * @param {...Child} children
 */
function group(title, ...children) {
  return el("fieldset", { class: "group" }, el("legend", {}, title), children);
}

/**
 * @param {string} name
 * @param {{ value: string, title: string, text?: string, disc?: Element }} choice
 * @param {string} chosen
 */
function radio(name, { value, title, text, disc }, chosen) {
  const input = el("input", { type: "radio", name, value, checked: value === chosen });
  return el(
    "label",
    { class: "choice" },
    input,
    disc ?? null,
    el(
      "span",
      { class: "choice-text" },
      el("span", { class: "choice-title" }, title),
      text ? el("span", { class: "soft" }, text) : null,
    ),
  );
}

/**
 * @param {GameEntry} info
 * @param {Settings} settings
 */
function sideChoices({ players }, settings) {
  const choices = players.map(({ name, paint }, i) => ({ value: String(i + 1), title: name, disc: swatch([paint]) }));
  choices.push({ value: "random", title: "Random", disc: swatch(players.map(({ paint }) => paint)) });
  return choices.map((choice) => radio("side", choice, settings.side));
}

/** @param {string[]} paints */
function swatch(paints) {
  const node = el("span", { class: "swatch", "aria-hidden": "true" });
  const [first, second = first] = paints;
  node.style.background = `linear-gradient(100deg, ${first} 50%, ${second} 50%)`;
  return node;
}

/**
 * Which boards there are is told in words; the numbers in them are the ends of the range.
 * @param {string} size
 */
function sizeField(size) {
  const hint = el("span", { class: "hint", id: "size-hint" });
  const input = el("input", { type: "number", id: "size", name: "size", value: size, "aria-describedby": "size-hint" });
  /** @param {string | null} sizes */
  const show = (sizes) => {
    element.hidden = sizes === null;
    if (sizes === null) return;
    const [least, most] = sizes.match(/\d+/g) ?? [];
    Object.assign(input, {
      min: least ?? "",
      max: most ?? "",
      step: /even/.test(sizes) ? 2 : 1,
      placeholder: least ?? "",
    });
    setText(hint, sizes);
  };
  const element = el("div", { class: "group" }, el("label", { for: "size" }, "Size of the board"), input, hint);
  return { element, show };
}

/** @param {string} clock */
function clockField(clock) {
  /** @type {(value: string, text: string) => HTMLOptionElement} */
  const option = (value, text) => el("option", { value, selected: value === clock }, text);
  const options = CLOCKS.map((control) =>
    option(`${control.seconds}+${control.increment}`, `${controlText(control)} a move`),
  );
  return el(
    "div",
    { class: "group" },
    el("label", { for: "clock" }, "Clock"),
    el("select", { id: "clock", name: "clock" }, option("none", "No clock"), options),
  );
}

/**
 * Creates the game that is wished for and remembers its seats; gives its id.
 * @param {string} game
 * @param {string | null} position
 * @param {Settings} settings
 */
async function create(game, position, { opponent, level, level2, side, clock }) {
  const mine = side === "random" ? (Math.random() < 0.5 ? "1" : "2") : side;
  const them = /** @type {Record<string, SeatRequest>} */ ({
    machine: { level: Number(level) },
    here: "human",
    link: "friend",
    watch: { level: Number(level2) },
  })[opponent];
  const us = opponent === "watch" ? { level: Number(level) } : /** @type {const} */ ("human");
  /** @type {SeatRequest[]} */
  const players = mine === "1" || opponent === "watch" ? [us, them] : [them, us];
  /** @type {NewGame} */
  const request = { game, players };
  const name = nickname();
  if (name && opponent !== "here") request.name = name;
  if (position) request.position = position;
  if (clock !== "none") {
    const [seconds, increment] = clock.split("+").map(Number);
    request.clock = { seconds, increment };
  }
  return storeCreatedGame(await createGame(request));
}

/**
 * Remembers what a new game gave us.
 * @param {Created} created
 */
export function storeCreatedGame({ id, owner, seats, invites }) {
  storeOwner(id, owner);
  for (const { player, token } of seats) storeSeat(id, player, token);
  for (const { player, invite } of invites) storeInvite(id, player, invite);
  return id;
}
