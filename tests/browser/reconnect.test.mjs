// The server is killed without warning and comes back; the page goes on by itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { awaitTurn, clickMove, countMoves, dice, moveMan, moveTexts, said, startGame } from "./table.mjs";

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
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor();
  await server.startAgain();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor({ state: "hidden" });

  assert.deepEqual(await moveTexts(page), before);
  await awaitTurn(page);
  await clickMove(page, roll);
  assert.deepEqual((await moveTexts(page)).slice(0, before.length), before);
  assert.equal(await page.evaluate(() => window.isStillTheSamePage), true);
  const heard = await said(page);
  assert.ok(heard.indexOf("Connection lost. Trying again…") < heard.indexOf("Connected again."), heard.join(" "));
});

test("a move that is made while the server is away arrives when it is back, once", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await server.kill();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor();
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

test("the clock says that a move has not been sent", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here", clock: "300+3" });
  const clock = page.getByRole("timer", { name: "Clock of Red" });
  await clock.waitFor();
  assert.doesNotMatch(await clock.textContent(), /sending/);
  await server.kill();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor();
  await moveMan(page, 22, 18);
  await page.locator(".clock", { hasText: "sending" }).waitFor();
  assert.match(await clock.textContent(), /sending$/);
  await server.startAgain();
  await page.getByRole("button", { name: "22-18" }).waitFor();
  await page.locator(".clock", { hasText: "sending" }).waitFor({ state: "detached" });
});

test("a move that gets no answer is sent again, though the server goes on talking", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  let tries = 0;
  await page.route(/\/move\?since=/, (route) => (++tries < 4 ? route.abort() : route.continue()));
  await moveMan(page, 22, 18);
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor();
  await page.getByRole("button", { name: "22-18" }).waitFor();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor({ state: "hidden" });
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
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor();
  await server.startAgain();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor({ state: "hidden" });
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
