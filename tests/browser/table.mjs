// What a person does at the board, by what the page itself shows and says.

import { setTimeout as pause } from "node:timers/promises";

const MOVABLE = '[role="gridcell"][aria-label*=", can move"]';
const TARGET = '[role="gridcell"][aria-label*=" here"]';
const MOST_PLIES = 600;

/** Chooses on the first page and starts. `game` may name its size, as in raichu:10; `opponent` is machine, here or link. */
export async function startGame(page, { game, opponent = "machine", level = 1, side = "1", clock = "none" }) {
  const [name, size] = game.split(":");
  await page.locator(`input[name="game"][value="${name}"]`).check();
  if (size) await page.locator("#size").fill(size);
  await page.locator(`input[name="opponent"][value="${opponent}"]`).check();
  if (opponent === "machine") await page.locator("#level").fill(String(level));
  if (opponent !== "here") await page.locator(`input[name="side"][value="${side}"]`).check();
  await page.locator("#clock").selectOption(clock);
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("grid").waitFor();
}

/** The address within the page at which the friend of whoever has just begun a game sits down. */
export const friendsHash = async (page) =>
  new URL(await page.getByRole("textbox", { name: "Link for your friend" }).inputValue()).hash;

/**
 * A game as the server is asked for it, with our seats in the page: for positions and clocks that the first page does not
 * offer. Gives its id and the tokens by player.
 */
export async function sitDown(server, page, wish) {
  const { answer } = await server.ask("POST", "/api/play", { body: wish });
  const tokens = Object.fromEntries(answer.seats.map(({ player, token }) => [player, token]));
  await page.evaluate(
    ([id, seats]) => localStorage.setItem("plywood.seats", JSON.stringify({ [id]: seats })),
    [answer.id, tokens],
  );
  await page.goto(`${server.url}#/play/${answer.id}`);
  await page.getByRole("grid").waitFor();
  return { id: answer.id, tokens };
}

/** Moves a man of checkers from square to square, as soon as it can move. */
export async function moveMan(page, from, to) {
  await page.getByRole("gridcell", { name: new RegExp(`^square ${from}, .*can move(,|$)`) }).click();
  await page.getByRole("gridcell", { name: new RegExp(`^square ${to}, empty, can .* here`) }).click();
}

/** The id of the game that the page shows. */
export const gameId = (page) => new URL(page.url()).hash.split("/")[2];

/** What was said to those who do not see the board. */
export const said = (page) => page.getByRole("log").locator("p").allTextContents();

/** The number of moves in the list. */
export const countMoves = (page) => page.locator(".move").count();

/** The texts of the moves in the list. */
export const moveTexts = (page) => page.locator(".move").allTextContents();

/** The heading of what comes after a game: "You won!". */
export const overTitle = (page) => page.locator(".over:not([hidden]) h2");

export const isOver = (page) => overTitle(page).isVisible();

/** Waits until it is our turn or the game is over; says whether it is our turn. */
export async function awaitTurn(page) {
  await page.locator(`${MOVABLE}, .over:not([hidden]) h2`).first().waitFor();
  return !(await isOver(page));
}

/** Numbers that look random and are the same each time. */
export function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Waits until a touch has made the move or chosen one more cell; says whether the move is made. */
async function isMade(page, before, touched) {
  await page.waitForFunction(
    ([moves, chosen]) =>
      document.querySelectorAll(".move").length > moves ||
      document.querySelectorAll('[aria-selected="true"]').length > chosen ||
      document.querySelector(".over:not([hidden])"),
    [before, touched],
  );
  return (await countMoves(page)) > before || (await isOver(page));
}

/** Makes one move with the pointer, captures before others. */
export async function clickMove(page, roll) {
  await page.locator(MOVABLE).first().waitFor();
  const before = await countMoves(page);
  const pieces = await page.locator(MOVABLE).evaluateAll((nodes) => nodes.map((node) => node.dataset.cell));
  await cell(page, await preferred(page, pieces, roll)).click();
  await clickTargets(page, before, roll);
  await page.waitForFunction(
    (count) => document.querySelectorAll(".move").length > count || document.querySelector(".over:not([hidden])"),
    before,
  );
}

const cell = (page, number) => page.locator(`[role="gridcell"][data-cell="${number}"]`);

/** A piece that can take something if there is one among a few, as most players would; any other otherwise. */
async function preferred(page, pieces, roll) {
  const tried = Array.from({ length: Math.min(4, pieces.length) }, () => pieces[roll(pieces.length)]);
  for (const piece of tried) {
    await cell(page, piece).click();
    await page.locator(TARGET).first().waitFor();
    const takes = await page.locator('[role="gridcell"][aria-label*="can take here"]').count();
    await page.keyboard.press("Escape");
    await page.locator(TARGET).first().waitFor({ state: "detached" });
    if (takes > 0) return piece;
  }
  return tried[0];
}

/** Touches one cell after the other until the move is made. */
async function clickTargets(page, before, roll) {
  for (let touches = 0; touches < 12; touches++) {
    await page.waitForFunction(
      ([target, count]) => document.querySelector(target) || document.querySelectorAll(".move").length > count,
      [TARGET, before],
    );
    const takes = page.locator('[role="gridcell"][aria-label*="can take here"]');
    const open = (await takes.count()) > 0 ? takes : page.locator(TARGET);
    const count = await open.count();
    if (count === 0) return;
    const label = await open.nth(roll(count)).getAttribute("data-cell");
    const touched = await page.locator('[aria-selected="true"]').count();
    await cell(page, label).click();
    if (await isMade(page, before, touched)) return;
  }
}

/** Plays until the game is over; gives how many moves we made. */
export async function playToTheEnd(page, makeMove) {
  let made = 0;
  while ((await awaitTurn(page)) && made < MOST_PLIES) {
    await makeMove(page);
    made++;
  }
  return made;
}

/** Walks over the board by arrow keys to a cell. */
export async function walkTo(page, number) {
  for (let steps = 0; steps < 80; steps++) {
    const key = await page.evaluate((wanted) => {
      const goal = document.querySelector(`[role="gridcell"][data-cell="${wanted}"]`).getBoundingClientRect();
      const here = document.activeElement.getBoundingClientRect();
      const [dx, dy] = [goal.left - here.left, goal.top - here.top];
      if (Math.abs(dy) > here.height / 3) return dy > 0 ? "ArrowDown" : "ArrowUp";
      if (Math.abs(dx) > here.width / 3) return dx > 0 ? "ArrowRight" : "ArrowLeft";
      return null;
    }, number);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`cell ${number} cannot be reached by keys`);
}

/** Presses Tab until what has the focus matches. */
export async function tabTo(page, selector, key = "Tab") {
  for (let steps = 0; steps < 80; steps++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} cannot be reached by ${key}`);
}

/** Makes one move by keys alone; the focus is on the board. */
export async function typeMove(page, roll) {
  const before = await countMoves(page);
  const pieces = await page.locator(MOVABLE).evaluateAll((nodes) => nodes.map((node) => node.dataset.cell));
  await walkTo(page, pieces[roll(pieces.length)]);
  await page.keyboard.press("Enter");
  for (let touches = 0; touches < 12; touches++) {
    await page.waitForFunction(
      ([target, count]) => document.querySelector(target) || document.querySelectorAll(".move").length > count,
      [TARGET, before],
    );
    const open = await page.locator(TARGET).evaluateAll((nodes) => nodes.map((node) => node.dataset.cell));
    if (open.length === 0) break;
    const touched = await page.locator('[aria-selected="true"]').count();
    await walkTo(page, open[roll(open.length)]);
    await page.keyboard.press("Space");
    if (await isMade(page, before, touched)) break;
  }
}

/** Waits until `check` is true, and fails with `what` if it never is. */
export async function eventually(check, what, most = 200) {
  for (let tries = 0; tries < most; tries++) {
    if (await check()) return;
    await pause(50);
  }
  throw new Error(`never happened: ${what}`);
}
