// After a game: its record is saved, and the same game begins again.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { friendsHash, gameId, moveMan, overTitle, startGame } from "./table.mjs";

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await overTitle(page).waitFor();
}

/** The side of the player who sits here: "Black". */
const ownSide = (page) =>
  page
    .locator(".seat", { has: page.getByText("you", { exact: true }) })
    .locator(".seat-name")
    .textContent();

async function playAgain(page) {
  const before = gameId(page);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForFunction((id) => !location.hash.includes(id), before);
  await overTitle(page).waitFor({ state: "hidden" });
  await page.getByRole("grid").waitFor();
}

test("a game of checkers is saved as PDN and as text", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await moveMan(page, 22, 18);
  await moveMan(page, 11, 15);
  await moveMan(page, 18, 11);
  await page.getByRole("button", { name: "18x11" }).waitFor();
  await resign(page);
  const save = async (name) => {
    const link = page.locator(".over").getByRole("link", { name, exact: true });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const pdn = await save("PDN");
  assert.match(pdn.name, /^checkers-.*\.pdn$/);
  assert.match(pdn.text, /\[GameType "/);
  assert.match(pdn.text, /1\. 22-18 11-15 2\. 18x11/);
  // Black, who was to move, gave up; in the shared form Black is named first, and Red is called White.
  assert.match(pdn.text, /\[Result "0-1"\]/);
  assert.match(pdn.text, /White won: resignation/);
  const text = await save("text");
  assert.match(text.name, /\.txt$/);
  assert.match(text.text, /22-18/);
  assert.equal(await overTitle(page).isVisible(), true);
});

test("play again against the machine swaps sides and keeps level and clock", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "abalone", side: "2", level: 2, clock: "300+3" });
  const side = await ownSide(page);
  const told = async () => {
    const { players, clocks, game } = (await server.ask("GET", `/api/play/${gameId(page)}`)).answer;
    return { players, game, control: [clocks.seconds, clocks.increment] };
  };
  const before = await told();
  await resign(page);
  await playAgain(page);
  const { players, ...rest } = before;
  assert.deepEqual(await told(), { players: players.reverse(), ...rest });
  assert.deepEqual([side, await ownSide(page)], ["Red", "Blue"]);
  await page.getByRole("gridcell", { name: /can move$/ }).first().waitFor();
});

test("friends who play again come to the same game and swap sides", async (t) => {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const anna = await openPage(t, browser, server);
  await startGame(anna, { game: "checkers", opponent: "link", side: "1" });
  const ben = await openPage(t, browser, server, { hash: await friendsHash(anna) });
  await ben.getByRole("grid").waitFor();
  const carla = await openPage(t, browser, server, { hash: `#/play/${gameId(anna)}` });
  assert.equal(await ownSide(ben), "Black");
  await resign(ben);

  await playAgain(ben);
  assert.equal(await ownSide(ben), "Red");
  await anna.getByText("The next game has begun.").first().waitFor();
  await anna.getByRole("button", { name: "Play on" }).click();
  await ben.getByText("Your turn, Red").waitFor();
  await anna.getByRole("grid").waitFor();
  assert.equal(await ownSide(anna), "Black");
  assert.equal(gameId(anna), gameId(ben));
  await moveMan(ben, 22, 18);
  await anna.getByText("Your turn, Black").waitFor();
  await moveMan(anna, 11, 15);
  await ben.getByText("Your turn, Red").waitFor();

  // Whoever only watched may go on watching.
  await carla.getByRole("link", { name: "Watch it" }).click();
  await carla.getByRole("button", { name: "11-15" }).waitFor();
  assert.equal(gameId(carla), gameId(ben));
});
