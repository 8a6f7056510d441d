// The server is killed without warning and comes back; the page goes on by itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { awaitTurn, clickMove, countMoves, dice, moveMan, moveTexts, startGame } from "./table.mjs";

/** Lets nothing through that the server says by itself: the page knows what it asked for and no more. */
const deafen = (page) =>
  page.routeWebSocket(/\/live\?since=/, (socket) => {
    socket.connectToServer().onMessage(() => {});
  });

test("no acknowledged move is lost, and the game goes on without a reload", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers" });
  const roll = dice(3);
  for (let moves = 0; moves < 3; moves++) {
    await awaitTurn(page);
    await clickMove(page, roll);
  }
  await awaitTurn(page);
  const before = await moveTexts(page);
  await page.evaluate(() => (window.isStillTheSamePage = true));

  await server.kill();
  await page.getByText("Connection lost").waitFor();
  await server.startAgain();
  await page.getByText("Connection lost").waitFor({ state: "hidden" });

  assert.deepEqual(await moveTexts(page), before);
  await awaitTurn(page);
  await clickMove(page, roll);
  assert.deepEqual((await moveTexts(page)).slice(0, before.length), before);
  assert.equal(await page.evaluate(() => window.isStillTheSamePage), true);
});

test("a move that is made while the server is away arrives when it is back, once", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await server.kill();
  await page.getByText("Connection lost").waitFor();
  await page.getByRole("gridcell", { name: "square 22," }).click();
  await page.getByRole("gridcell", { name: "square 18, empty, can move here" }).click();
  // Until then it is seen where it goes, and that it has not arrived.
  await page.locator(".waiting-word", { hasText: "sending" }).waitFor();
  assert.equal(await page.locator(".ghosts .ghost").count(), 1);
  await page.locator(".message", { hasText: "Sending your move…" }).waitFor();
  await server.startAgain();
  await page.getByRole("button", { name: "22-18" }).waitFor();
  assert.equal(await countMoves(page), 1);
});

test("a move that gets no answer is sent again, though the server goes on talking", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  let tries = 0;
  await page.route(/\/move\?since=/, (route) => (++tries < 4 ? route.abort() : route.continue()));
  await moveMan(page, 22, 18);
  await page.getByText("Connection lost").waitFor();
  await page.getByRole("button", { name: "22-18" }).waitFor();
  await page.getByText("Connection lost").waitFor({ state: "hidden" });
  assert.equal(tries, 4);
  await page.getByRole("gridcell", { name: /black man, can move/ }).first().waitFor();
});

test("a move whose answer was lost is made once, and nobody is told off", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await deafen(page);
  await startGame(page, { game: "checkers", opponent: "here" });
  let tries = 0;
  await page.route(/\/move\?since=/, async (route) => {
    if (++tries > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await moveMan(page, 22, 18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  assert.equal(tries, 2);
  assert.equal(await countMoves(page), 1);
  assert.equal(await page.locator(".message.shown").count(), 0);
  await page.getByRole("gridcell", { name: /black man, can move/ }).first().waitFor();
});

test("analysis goes on after the server was away", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/study/raichu" });
  await page.locator(".lines li").first().waitFor();
  await server.kill();
  await page.getByText("Connection lost").waitFor();
  await server.startAgain();
  await page.getByText("Connection lost").waitFor({ state: "hidden" });
  await page
    .getByRole("gridcell", { name: /can move$/ })
    .first()
    .click();
  await page
    .getByRole("gridcell", { name: /can move here/ })
    .first()
    .click();
  await page.getByText("Black to move").waitFor();
  await page.locator(".lines li:not([hidden])").first().waitFor();
});
