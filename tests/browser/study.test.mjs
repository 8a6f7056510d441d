// Study, review and past games.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { clickMove, dice, playToTheEnd, startGame } from "./table.mjs";

test("lines stream in, moves are made for both sides, and the address has the position", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/study/checkers" });
  await page.locator(".lines li").nth(2).waitFor();
  await page.locator(".arrow.best-1").waitFor();
  await page.getByRole("gridcell", { name: "square 22, red man" }).click();
  await page.getByRole("gridcell", { name: "square 18, empty" }).click();
  await page.getByText("Black to move").waitFor();
  await page.locator(".line-move").first().click();
  await page.getByText("Red to move").waitFor();
  const moves = await page.locator(".move").allTextContents();
  assert.equal(moves.length, 2);
  assert.ok(page.url().includes(`moves=${moves.join(",")}`));

  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByText("Black to move").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Red to move").waitFor();
  const copy = await openPage(t, page.context().browser(), server, { hash: new URL(page.url()).hash });
  await copy.locator(".move", { hasText: "22-18" }).waitFor();
  assert.equal(await copy.locator(".move").count(), 2);
});

test("exact values are written and spoken where they are known", async (t) => {
  const server = await Server.start(t);
  const position = ".......B/......../......../......../......../......../......../R.R..... r";
  const page = await openPage(t, await openBrowser(t), server, {
    hash: `#/study/checkers?position=${encodeURIComponent(position)}`,
  });
  await page.locator(".verdict", { hasText: "Exact: Red wins in 11 plies" }).waitFor();
  await page.locator(".badge.win").first().waitFor();
  await page.getByRole("gridcell", { name: /square 30, red king.*wins in 11/ }).click();
  await page.getByRole("gridcell", { name: "square 25, empty, can move here, wins in 11" }).waitFor();
  const signs = await page.locator(".value .value-sign").allTextContents();
  assert.deepEqual(signs, ["✓11", "✓11", "✓11"]);
});

test("what the search proves is told as exact", async (t) => {
  const server = await Server.start(t);
  const position = "...../...../..Q../...../W.... q";
  const page = await openPage(t, await openBrowser(t), server, {
    hash: `#/study/dragon-queen?position=${encodeURIComponent(position)}`,
  });
  await page.locator(".verdict", { hasText: "Exact: Queen wins in 3 plies" }).waitFor();
  await page.locator(".badge.win").first().waitFor();
});

test("a position can be pasted, and what is wrong with it is said", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/study/abalone" });
  const field = page.getByRole("textbox", { name: "Position text" });
  await field.fill("bbbb/nonsense r");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.locator("#paste-fault:not(:empty)").waitFor();
  await field.fill("bbbb/bbbbb/.bb.../......./..rr../rrrrr/rrrr r");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("gridcell", { name: "C3, blue token" }).waitFor();
  await page.getByText("Red to move").waitFor();
});

test("a position can be put up by hand", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/study/checkers" });
  await page.getByRole("button", { name: "Put up a position" }).click();
  await page.getByRole("button", { name: "Empty the board" }).click();
  await page.getByRole("radio", { name: "red king" }).check();
  await page.getByRole("gridcell", { name: "square 32," }).click();
  await page.getByRole("radio", { name: "black man" }).check();
  await page.getByRole("gridcell", { name: "square 1," }).click();
  await page.getByRole("radio", { name: "Black", exact: true }).check();
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.getByText("Black to move").waitFor();
  await page.getByRole("gridcell", { name: "square 32, red king" }).waitFor();
  assert.ok(decodeURIComponent(page.url()).includes("/......R."));

  // And a game can begin from it.
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByAltText("The position to begin from").waitFor();
  await page.locator('input[name="opponent"][value="here"]').check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByText("Black to move").waitFor();
  assert.equal(await page.getByRole("gridcell", { name: /man|king/ }).count(), 2);
});

test("a game is reviewed, listed, and found again", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "dragon-queen" });
  const roll = dice(2);
  await playToTheEnd(page, () => clickMove(page, roll));
  await page.getByRole("link", { name: "Review the game" }).click();
  await page.getByText("The review is complete.").waitFor({ state: "attached", timeout: 120_000 });
  const plies = await page.locator(".move").count();
  assert.equal(await page.locator(".move .judgement").count(), plies);
  const slider = page.getByRole("slider", { name: "Position in the game" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.getByText("Start of the game").first().waitFor();
  await page.locator(".move").nth(3).click();
  await page.locator('input[aria-valuetext^="2. "]').waitFor();
  await page.getByRole("link", { name: "Study this position" }).click();
  await page.getByRole("heading", { name: /^Study/ }).waitFor();

  await page.getByRole("link", { name: "Games" }).click();
  await page.getByRole("link", { name: "Open The Dragon Queen" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".past-picture").naturalWidth > 0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Text of/ }).click(),
  ]);
  const record = await (await import("node:fs/promises")).readFile(await download.path(), "utf8");
  assert.match(record, /Game/);
  await page.getByRole("textbox", { name: /text of a record/ }).fill("not a record");
  await page.getByRole("button", { name: "Import" }).click();
  await page.locator(".fault:not(:empty)").waitFor();
  await page.getByRole("textbox", { name: /text of a record/ }).fill(record);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("heading", { name: /^Review/ }).waitFor();
  assert.equal(await page.locator(".move").count(), plies);
});

test("what is remembered is checked, and an address that leads nowhere is told so", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/constructor" });
  await page.getByRole("alert").filter({ hasText: /^There is no page 'constructor'\.$/ }).waitFor();
  await page.evaluate(() => {
    localStorage.setItem("plywood.wishes", JSON.stringify({ game: "gone", opponent: "machine" }));
    localStorage.setItem("plywood.study", JSON.stringify({ view: 7, count: "many", below: -1 }));
  });
  await page.goto(`${server.url}#/study`);
  await page.locator(".lines li").nth(2).waitFor();
  assert.equal(await page.getByLabel("Numbers for").inputValue(), "1");
  await page.goto(`${server.url}#/`);
  await page.locator(".game-card input:checked").waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Study this game" }).waitFor();
});
