// @ts-check
// The page of a tournament that is being played: its table, what is played now, and what was played last.

import { el, setText } from "./element.js";

/** @import { LiveMatch, LiveMatchRow } from "./types.js" */

const REFRESH_MS = 1000;
const MOST_PLAYING = 32;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {number} seconds */
function duration(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${Math.round(seconds) % 60} s` : `${Math.round(seconds)} s`;
}

/** @param {LiveMatch} match */
function progressText({ played, games, seconds_left: left, is_over: isOver, waiting }) {
  if (isOver) return `All ${played} games are played.`;
  const time = left === null ? "" : `, about ${duration(left)} left`;
  return `${played} of ${games} games played, ${waiting} waiting${time}.`;
}

/** @param {LiveMatchRow} row */
function tableRow({ rank, name, points, games, wins, draws, losses, elo, error }) {
  return el(
    "tr",
    {},
    el("td", { class: "num rank" }, String(rank)),
    el("th", { scope: "row", title: name }, name),
    el("td", { class: "num strong" }, String(points), el("span", { class: "soft" }, ` / ${games}`)),
    el("td", { class: "num" }, `+${wins} =${draws} −${losses}`),
    el("td", { class: "num" }, `${elo > 0 ? "+" : ""}${Math.round(elo)}`, el("span", { class: "soft" }, ` ± ${Math.round(error)}`)),
  );
}

/** @param {LiveMatch} match */
function show(match) {
  document.title = `${match.played} / ${match.games} · ${match.title}`;
  setText(part("title"), match.title);
  setText(part("progress-text"), progressText(match));
  const bar = /** @type {HTMLProgressElement} */ (part("progress"));
  [bar.max, bar.value] = [Math.max(match.games, 1), match.played];
  part("rows").replaceChildren(...match.rows.map(tableRow));
  const playing = match.playing
    .slice(0, MOST_PLAYING)
    .map(({ game, players, seconds }) => el("li", {}, `Game ${game}: ${players[0]} – ${players[1]}`, el("span", { class: "soft" }, ` ${duration(seconds)}`)));
  part("playing").replaceChildren(...(playing.length > 0 ? playing : [el("li", { class: "soft" }, "nothing")]));
  const recent = match.recent.map(({ game, players, result, reason }) =>
    el("li", {}, `Game ${game}: ${players[0]} – ${players[1]} `, el("strong", {}, result), el("span", { class: "soft" }, ` ${reason}`)),
  );
  part("recent").replaceChildren(...(recent.length > 0 ? recent : [el("li", { class: "soft" }, "nothing yet")]));
}

async function refresh() {
  let isOver = false;
  try {
    const answer = await fetch("status.json");
    /** @type {LiveMatch} */
    const match = await answer.json();
    show(match);
    isOver = match.is_over;
    setText(part("connection"), "");
  } catch {
    setText(part("connection"), "The match has ended, or cannot be reached. This is what was known last.");
  }
  if (!isOver) setTimeout(refresh, REFRESH_MS);
}

refresh();
