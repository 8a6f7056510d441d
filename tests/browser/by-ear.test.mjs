// A study by ear: what can be done is said, once, and moves and questions can be typed. In every game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { GAMES, Server } from "./server.mjs";
import { eventually, moveMan, said, startGame } from "./table.mjs";

const open = async (t, hash) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash });
  await page.locator(".board").waitFor();
  return page;
};
const hears = (page, pattern) =>
  eventually(async () => (await said(page)).some((sentence) => pattern.test(sentence)), `${pattern} is said`);
const type = async (page, line) => {
  await page.getByLabel("Type a move or a question").fill(line);
  await page.keyboard.press("Enter");
};

test("choosing a piece says where it can go, and the turn says who must take", async (t) => {
  const page = await open(t, "#/study/checkers");
  await page.getByRole("gridcell", { name: /^square 22,/ }).click();
  await hears(page, /^red man, square 22: can go to squares 17 and 18\.$/);
  await page.getByRole("gridcell", { name: /^square 18,/ }).click();
  await hears(page, /square 22 to square 18\.$/);
  await type(page, "11-15");
  await hears(page, /Red must take, with the piece on square 18\.$/);
  await type(page, "24-20");
  await hears(page, /must|jump/i);
  assert.equal(await page.locator(".move").count(), 2);
});

test("questions are answered", async (t) => {
  const page = await open(t, `#/study/checkers?position=${encodeURIComponent("B:W22,K31:B18,K1")}`);
  await type(page, "?");
  await hears(page, /^Type a move, or ask/);
  await type(page, "where are my kings?");
  await hears(page, /^black king: square 1\.$/);
  await type(page, "who attacks 22");
  await hears(page, /^square 22 is attacked by black man on square 18\.$/);
  await type(page, "who attacks 18");
  await hears(page, /^square 18 is attacked by red man on square 22\.$/);
  await type(page, "who attacks 31");
  await hears(page, /^Nothing attacks square 31\.$/);
  await type(page, "what is on 31");
  await hears(page, /^square 31: red king\.$/);
  await type(page, "what can move");
  await hears(page, /^Can move: square 18\.$/);
  await type(page, "what is on 99");
  await hears(page, /no '99' on this board/);
});

for (const game of GAMES) {
  test(`the focus begins on a piece that can move, and its moves are said: ${game}`, async (t) => {
    const page = await open(t, `#/study/${game}`);
    const first = page.locator('[role="gridcell"][tabindex="0"]');
    await first.waitFor();
    assert.match(await first.getAttribute("aria-label"), /can move/);
    await first.focus();
    await page.keyboard.press("Enter");
    await hears(page, /: can (go|take)/);
    await page.keyboard.press("Escape");
    await type(page, "whose turn is it");
    await hears(page, /to move/);
    await type(page, "where are my pieces");
    await hears(page, /:/);
  });
}

test("in a game, too, moves and questions are typed, and a choice is said", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await page.getByRole("gridcell", { name: /^square 22,/ }).click();
  await hears(page, /^red man, square 22: can go to squares 17 and 18\.$/);
  await page.keyboard.press("Escape");
  await type(page, "22-18");
  await page.locator(".move", { hasText: "22-18" }).waitFor();
  await type(page, "what can move");
  await hears(page, /^Can move: squares 9, 10, 11 and 12\.$/);
  await type(page, "9-10");
  await page.locator(".message.shown").waitFor();
  await type(page, "11-15");
  await page.locator(".move", { hasText: "11-15" }).waitFor();
  await type(page, "who attacks 15");
  await hears(page, /^square 15 is attacked by red man on square 18\.$/);
});

test("whoever must take hears and sees it at the beginning of the turn", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await moveMan(page, 22, 18);
  await moveMan(page, 11, 15);
  await hears(page, /^Red must take, with the piece on square 18\.$/);
  await page.locator(".message", { hasText: "Red to move: you must take" }).waitFor();
});

test("there is one voice: no other live region than the log", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/study/checkers" });
  const voices = () => page.locator("[role=status], [aria-live]:not(#announcer), [role=log]:not(#announcer)").count();
  await page.locator(".lines li").first().waitFor();
  assert.equal(await voices(), 0, "study");
  for (const game of GAMES) {
    await page.goto(`${server.url}#/tour/${game}`);
    await page.locator(".tour-say").waitFor();
    assert.equal(await voices(), 0, "tour");
    await page.goto(server.url);
    await startGame(page, { game, opponent: "here" });
    assert.equal(await voices(), 0, "play");
    // A refusal is said all the same.
    const movable = page.locator(".square.movable").first();
    await movable.click();
    await page.locator('[aria-selected="true"]').waitFor();
    await page.locator('[role="gridcell"][aria-label*="empty"]:not(.target)').last().click();
    await page.locator(".message.shown").waitFor();
    assert.equal((await said(page)).at(-1), await page.locator(".message").textContent());
  }
});
