// The board fills the window, and nothing is off the screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage, PHONE } from "./browser.mjs";
import { BOARDS, Server } from "./server.mjs";
import { startGame } from "./table.mjs";

const WINDOWS = [
  { width: 1366, height: 625 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
/** Windows of common sizes at 200 %. */
const ZOOMED = [
  { width: 683, height: 312 },
  { width: 640, height: 360 },
  { width: 720, height: 450 },
];

const box = (page, selector) =>
  page.locator(selector).first().evaluate((node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  });
const sticksOut = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const game of BOARDS) {
  test(`the board of ${game} fills the window`, async (t) => {
    const server = await Server.start(t);
    const page = await openPage(t, await openBrowser(t), server);
    await startGame(page, { game, clock: "300+3" });
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      const { top, bottom, height } = await box(page, ".board");
      const name = `${viewport.width} × ${viewport.height}`;
      assert.ok(height >= 0.85 * viewport.height, `${name}: ${height / viewport.height}`);
      assert.ok(top >= 0 && bottom <= viewport.height, `${name}: from ${top} to ${bottom}`);
      for (const part of [".seat >> nth=0", ".seat >> nth=1", ".message", ".toolbar"]) {
        const at = await box(page, part);
        assert.ok(at.bottom <= viewport.height, `${name}: ${part} ends at ${at.bottom}`);
      }
      assert.ok((await sticksOut(page)) <= 0, name);
    }
  });
}

test("at 200 % nothing is off the screen", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "abalone", clock: "300+3" });
  for (const viewport of ZOOMED) {
    await page.setViewportSize(viewport);
    const name = `${viewport.width} × ${viewport.height}`;
    assert.ok((await sticksOut(page)) <= 0, name);
    const board = await box(page, ".board");
    assert.ok(board.height <= viewport.height && board.right <= viewport.width, name);
    assert.ok(board.height >= 0.75 * viewport.height, `${name}: ${board.height / viewport.height}`);
    const outside = await page.locator("main button:visible, main a:visible, .seat").evaluateAll(
      (nodes) =>
        nodes.filter((node) => {
          const { left, right } = node.getBoundingClientRect();
          return left < 0 || right > document.documentElement.clientWidth;
        }).length,
    );
    assert.equal(outside, 0, name);
  }
});

test("at 200 % the board of a study and of the tour is seen whole", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  for (const hash of ["#/study/checkers", "#/study/abalone", "#/tour/dragon-queen"]) {
    await page.goto(server.url + hash);
    await page.locator(".board").waitFor();
    for (const viewport of ZOOMED) {
      await page.setViewportSize(viewport);
      const { top, right, bottom } = await box(page, ".board");
      const name = `${hash}, ${viewport.width} × ${viewport.height}`;
      assert.ok(top >= 0 && bottom <= viewport.height, `${name}: from ${top} to ${bottom}`);
      assert.ok(right <= viewport.width && (await sticksOut(page)) <= 0, name);
    }
  }
});

test("on a phone the steps stay in reach", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { viewport: PHONE });
  await startGame(page, { game: "checkers", opponent: "here" });
  for (const scroll of [0, 200, 4000]) {
    await page.evaluate((y) => window.scrollTo(0, y), scroll);
    const { top, bottom } = await box(page, ".steps");
    assert.ok(top > 0 && bottom <= PHONE.height + 1, `scrolled by ${scroll}: ${top} to ${bottom}`);
  }
  // What is last on the page is not hidden behind them.
  const [last, steps] = [await box(page, ".foot"), await box(page, ".steps")];
  assert.ok(last.bottom <= steps.top + 1);
});
