// Every side sits at the edge that its game declares: the board is turned by it, not by where pieces happen to stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { GAMES, Server } from "./server.mjs";
import { eventually, sitDown, startGame } from "./table.mjs";

/** The vertical place of a cell on the screen. */
const heightOf = async (page, name) => (await page.getByRole("gridcell", { name }).boundingBox()).y;

/** The names of the sides, from the top of the screen. */
const seats = async (page) => (await page.locator(".seat").allTextContents()).map((text) => text.trim());

test("Red's men walk away from Red, even where they stand high and Black stands low", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, { game: "checkers", position: "W:W9,10:BK28", players: ["human", { level: 1 }] });
  assert.ok((await heightOf(page, /^square 9,/)) > (await heightOf(page, /^square 5,/)), "forward is up");
  assert.match((await seats(page)).at(-1), /^Red/);
});

test("names are at the ends of the board to which they belong", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, { game: "checkers", position: "W:W22:B18", players: ["human", "human"] });
  const [top, bottom] = await seats(page);
  assert.match(top, /^Black/);
  assert.match(bottom, /^Red/);
  // And the same where the pieces have passed each other.
  await sitDown(server, page, { game: "checkers", position: "W:WK2:BK30", players: ["human", "human"] });
  assert.match((await seats(page))[0], /^Black/);
});

for (const game of GAMES) {
  for (const player of [1, 2]) {
    test(`player ${player} of ${game} sits below, at the home edge`, async (t) => {
      const server = await Server.start(t);
      const page = await openPage(t, await openBrowser(t), server);
      await startGame(page, { game, side: String(player) });
      const { answer } = await server.ask("POST", "/api/diagram", { body: { game } });
      const home = answer.players[player - 1].home;
      const cells = answer.cells.map((cell, number) => ({ ...cell, number })).filter(({ shade }) => shade !== "unused");
      const rows = cells.map(({ row }) => row);
      const edge = home === "top" ? Math.min(...rows) : Math.max(...rows);
      const nearest = page.locator('[role="row"]').last().locator('[role="gridcell"]').first();
      const number = Number(await nearest.getAttribute("data-cell"));
      assert.equal(answer.cells[number].row, edge);
      assert.match((await seats(page)).at(-1), new RegExp(`^${answer.players[player - 1].name}`));
    });
  }
}

/** Which player's home edge is at the foot of the board that is shown. */
async function sitsBelow(page, diagram) {
  const nearest = page.locator('[role="row"]').last().locator('[role="gridcell"]').first();
  const { row } = diagram.cells[Number(await nearest.getAttribute("data-cell"))];
  const rows = diagram.cells.filter(({ shade }) => shade !== "unused").map((cell) => cell.row);
  const home = row === Math.min(...rows) ? "top" : "bottom";
  return diagram.players.findIndex((player) => player.home === home) + 1;
}

for (const game of GAMES) {
  test(`where nobody has a side of their own, player 1 of ${game} sits below`, async (t) => {
    const server = await Server.start(t);
    const page = await openPage(t, await openBrowser(t), server);
    const { answer: diagram } = await server.ask("POST", "/api/diagram", { body: { game } });
    await startGame(page, { game, opponent: "here" });
    assert.equal(await sitsBelow(page, diagram), 1, "two people at one screen");
    await page.goto(`${server.url}#/study/${game}`);
    await page.locator(".lines li").first().waitFor();
    assert.equal(await sitsBelow(page, diagram), 1, "study");
    await page.getByRole("button", { name: "Flip" }).click();
    await eventually(async () => (await sitsBelow(page, diagram)) === 2, "the study is turned");
    assert.match(page.url(), /below=2/);
    await page.goto(server.url);
    const picture = page.locator(`.game-card:has([value="${game}"]) img`);
    const isTurned = /flip=true/.test((await picture.getAttribute("src")) ?? "");
    assert.equal(isTurned, diagram.players[0].home === "top", "the card");
  });
}

test("no refusal speaks of up and down, whichever way the board is turned", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "raichu", opponent: "here" });
  await page.getByRole("gridcell", { name: /^b 3,/ }).click();
  await page.getByRole("gridcell", { name: /^a 1,/ }).click();
  await page.locator(".message.shown").waitFor();
  assert.doesNotMatch(await page.locator(".message").textContent(), /\b(up|down|top|bottom)\b/);
  for (const game of GAMES) {
    const { answer } = await server.ask("GET", `/api/how-to?game=${game}`);
    assert.doesNotMatch(JSON.stringify(answer), /\b(up the|down the|upwards|downwards|top row|bottom row)\b/, game);
  }
});

test("the squares that the Queen must reach are marked, and said", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "dragon-queen", opponent: "here" });
  assert.equal(await page.locator(".goal-mark").count(), 5);
  await page.getByRole("gridcell", { name: /^a 1, Wight, goal of Queen/ }).waitFor();
  const svg = await (await fetch(new URL("/api/picture.svg?game=dragon-queen", server.url))).text();
  assert.equal(svg.split("stroke-dasharray").length - 1, 5);
});
