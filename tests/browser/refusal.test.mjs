// After a refusal the piece stays chosen, and the board shows what the sentence is about.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { moveMan, startGame } from "./table.mjs";

const square = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^square ${name},`) });

test("after a refusal the piece stays chosen with its targets, and the square in the way is shown", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await square(page, 22).click();
  await square(page, 15).click();
  await page.locator(".message.shown").waitFor();
  assert.equal(await square(page, 22).getAttribute("aria-selected"), "true");
  assert.equal(await page.locator('[role="gridcell"][aria-label*="can move here"]').count(), 2);
  assert.equal(await page.locator(".refused .refused-cell").count(), 1);
  const names = await page.locator(".refused .cell-name").allTextContents();
  assert.deepEqual(names.sort(), ["15", "18", "22"]);
  // The next touch goes on from there.
  await square(page, 18).click();
  await page.getByRole("button", { name: "22-18" }).waitFor();
  assert.equal(await page.locator(".refused-cell").count(), 0);
});

test("men that must jump are ringed from the start of the turn", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  assert.equal(await page.locator(".must-mark").count(), 0);
  await moveMan(page, 22, 18);
  await moveMan(page, 11, 15);
  await page.locator(".must-mark").first().waitFor();
  assert.equal(await page.locator(".must-mark").count(), await page.locator('[aria-label*="must take"]').count());
  // Another man is refused, and those that must jump are named.
  await square(page, 21).click();
  await square(page, 17).click();
  await page.locator(".message.shown").waitFor();
  assert.ok((await page.locator(".refused .cell-name").allTextContents()).includes("18"));
});

test("where nobody has to take nothing is ringed", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "raichu", opponent: "here" });
  await page.getByRole("gridcell", { name: /can move/ }).first().waitFor();
  assert.equal(await page.locator(".must-mark").count(), 0);
});
