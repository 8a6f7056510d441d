// Abalone as people touch it: any two cells of a move, and what moves is what is seen and said.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { countMoves, eventually, moveTexts, said, sitDown, startGame } from "./table.mjs";

const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });

/** Two blue tokens on D4 and D5 that push the red one on D6. */
const PUSH = "bbbb/bbbbb/....../...bbr./..rr../rrrrr/rrr. b";
/** Two blue tokens on E4 and E5 that push the red one on E6 off. */
const OFF = "bbbb/bbbbb/r...../......./...bbr/rrrrr/rrrr b";

test("any two of rear marble, front marble and the cell beyond make the move", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  for (const [first, second] of [
    ["B4", "C4"],
    ["B4", "D4"],
    ["C4", "D4"],
    ["C4", "B4"],
  ]) {
    await page.goto(`${server.url}#/`);
    await startGame(page, { game: "abalone", opponent: "here" });
    await cell(page, first).click();
    await cell(page, second).click();
    await page.getByRole("button", { name: "B4C4" }).waitFor();
    assert.equal(await countMoves(page), 1, `${first} ${second}`);
  }
});

test("the pair and the pushed enemy are seen before the move, and said after it", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, { game: "abalone", position: PUSH, players: ["human", "human"] });
  await cell(page, "D4").click();
  await cell(page, "D6").hover();
  await page.locator(".ghosts .ghost").nth(2).waitFor();
  assert.equal(await page.locator(".ghosts .ghost").count(), 3);
  await cell(page, "G1").hover();
  await page.locator(".ghosts .ghost").first().waitFor({ state: "detached" });
  await cell(page, "D6").click();
  await page.getByRole("button", { name: "D4D5" }).waitFor();
  assert.equal((await said(page)).at(-1), "Blue: the pair D4 D5 moves to D5 D6, pushing red to D7.");
});

test("an eliminated marble lies in the tray, in play, study and review, and the score is told", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  const { id } = await sitDown(server, page, { game: "abalone", position: OFF, players: ["human", "human"] });
  assert.equal(await page.locator(".tray-place").count(), 8);
  const lying = () => page.locator(".tray-place .piece").count();
  const before = await lying();
  await cell(page, "E4").click();
  await cell(page, "E6").hover();
  await page.locator(".ghost.leaving").waitFor();
  await cell(page, "E6").click();
  await page.getByRole("button", { name: "E4E5" }).waitFor();
  assert.equal((await said(page)).at(-1), "Blue: the pair E4 E5 moves to E5 E6, pushing red off.");
  assert.equal(await lying(), before + 1);
  await page.locator(".seat", { hasText: "Blue" }).getByText("1 of 4").waitFor();

  await page.getByRole("link", { name: "Study this position" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/study"));
  await page.locator(".tray-place .piece").first().waitFor();
  assert.match(await page.getByRole("grid").getAttribute("aria-description"), /Red 1 of 4/);

  await page.goto(`${server.url}#/review/${id}`);
  await page.locator(".graph").waitFor();
  await eventually(async () => (await lying()) === before + 1, "the marble lies in the tray of the review");
  assert.match(await page.getByRole("grid").getAttribute("aria-description"), /Red 1 of 4/);
});

test("a hint points to where the pair goes", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "abalone" });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".arrow.hint").waitFor();
  const points = (await page.locator(".arrow.hint polyline.body").getAttribute("points")).split(" ");
  assert.equal(points.length, 3, "from the rear marble over the front one to the cell beyond");
  assert.deepEqual(await moveTexts(page), []);
});
