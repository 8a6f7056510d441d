// A study forgives: nothing that was tried is lost, and it comes back from its address as it was.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AxeBuilder } from "@axe-core/playwright";

import { openBrowser, openPage, PHONE } from "./browser.mjs";
import { Server } from "./server.mjs";
import { eventually, sitDown, walkTo } from "./table.mjs";

const LINE = "#/study/checkers?moves=22-18,11-15,18x11,8x15";
const square = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^square ${name},`) });
const current = (page) => page.locator(".move[aria-current]").getAttribute("data-move");
const isAt = (page, move) => eventually(async () => (await current(page).catch(() => null)) === move, `${move} is on the board`);
const open = async (t, hash, look = {}) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash, ...look });
  await page.locator(".board").waitFor();
  return page;
};

test("another move is kept as a variation, named, commented, promoted, deleted, and had back", async (t) => {
  const page = await open(t, LINE);
  await page.locator(".move", { hasText: "22-18" }).click();
  await isAt(page, "22-18");
  await square(page, 12).click();
  await square(page, 16).click();
  await isAt(page, "12-16");
  assert.deepEqual(await page.locator(".move").allTextContents(), ["22-18", "11-15", "12-16", "18x11", "8x15"]);

  await page.getByText("Comments and variations").click();
  await page.getByLabel("Name of the variation").fill("Edge, first");
  await page.getByLabel("Name of the variation").press("Tab");
  await page.locator(".tree-name", { hasText: "Edge, first" }).waitFor();
  await page.getByLabel("Comment on 12-16").fill("Too (timid)");
  await page.getByLabel("Comment on 12-16").press("Tab");
  await page.locator(".tree-comment", { hasText: "Too (timid)" }).waitFor();

  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);

  const copy = await openPage(t, page.context().browser(), { url: `${new URL(page.url()).origin}/` }, {
    hash: new URL(page.url()).hash,
  });
  await copy.locator(".tree-name", { hasText: "Edge, first" }).waitFor();
  await copy.locator(".tree-comment", { hasText: "Too (timid)" }).waitFor();
  assert.equal(await current(copy), "12-16");

  await page.getByRole("button", { name: "Promote the variation" }).click();
  await eventually(
    async () => (await page.locator(".tree-row .move").allTextContents()).join(" ") === "22-18 12-16",
    "the variation is the main line",
  );
  await page.getByRole("button", { name: "Delete from here" }).click();
  await isAt(page, "22-18");
  assert.equal(await page.locator(".move", { hasText: "12-16" }).count(), 0);
  await page.getByRole("button", { name: "Undo the change" }).click();
  await isAt(page, "12-16");
});

test("left, right and the wheel step, unless the keyboard walks the board", async (t) => {
  const page = await open(t, LINE);
  await isAt(page, "8x15");
  // After a touch by the mouse the focus is on the board, and keys still step.
  await square(page, 30).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await isAt(page, "18x11");
  await page.keyboard.press("ArrowRight");
  await isAt(page, "8x15");
  await page.locator(".board").hover();
  await page.mouse.wheel(0, -120);
  await isAt(page, "18x11");
  await page.mouse.wheel(0, 120);
  await isAt(page, "8x15");

  await page.getByLabel("Think").focus();
  await page.keyboard.press("ArrowLeft");
  await isAt(page, "18x11");
  // Walking the board.
  await page.locator("main").focus();
  await page.locator('[role="gridcell"][tabindex="0"]').focus();
  await walkTo(page, 12);
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "14");
  assert.equal(await current(page), "18x11");
});

test("stepping forward stays on the line one came from", async (t) => {
  const page = await open(t, "#/study/checkers?tree=22-18,11-15(12-16,18-14,9x18),18x11&at=6");
  await isAt(page, "9x18");
  for (const move of ["18-14", "12-16", "22-18"]) {
    await page.keyboard.press("ArrowLeft");
    await isAt(page, move);
  }
  for (const move of ["12-16", "18-14", "9x18"]) {
    await page.keyboard.press("ArrowRight");
    await isAt(page, move);
  }
});

test("all numbers are seen by one side, which can be chosen and is in the address", async (t) => {
  // Black is to move and wins.
  const position = encodeURIComponent("B:W21:BK10,K11,K14");
  const page = await open(t, `#/study/checkers?position=${position}`);
  await page.locator(".badge").first().waitFor();
  const shown = async () => [
    (await page.locator(".bar-text").textContent())[0],
    await page.locator(".lines .score").first().getAttribute("class"),
    await page.locator(".value").first().getAttribute("class"),
    await page.locator(".badge").first().getAttribute("class"),
  ];
  await page.locator(".lines .score.loss").first().waitFor();
  assert.deepEqual(await shown(), ["−", "score loss", "value loss", "badge loss"]);
  await page.getByLabel("Numbers for").selectOption({ label: "Black" });
  await page.locator(".lines .score.win").first().waitFor();
  assert.deepEqual(await shown(), ["+", "score win", "value win", "badge win"]);
  assert.match(page.url(), /view=2/);
  await page.getByLabel("Numbers for").selectOption({ label: "the side to move" });
  await page.locator(".lines .score.win").first().waitFor();
  assert.deepEqual(await shown(), ["+", "score win", "value win", "badge win"]);
});

test("settings are remembered, and who sits below is in the address", async (t) => {
  const page = await open(t, "#/study/checkers");
  await page.getByLabel("Lines").selectOption("5");
  await page.getByRole("button", { name: "Flip" }).click();
  assert.match(page.url(), /below=2&lines=5/);
  await page.goto("about:blank");
  await page.goBack();
  await page.locator(".lines li").nth(4).waitFor();
  assert.equal(await page.locator('[role="row"]').first().locator('[role="gridcell"]').first().getAttribute("data-cell"), "62");
  await page.evaluate(() => (location.hash = "#/study/abalone"));
  await page.locator(".lines li").nth(4).waitFor();
  assert.match(page.url(), /below=2/);
});

test("game and size are chosen at the top", async (t) => {
  const page = await open(t, "#/study/raichu", { viewport: PHONE });
  await page.getByLabel("Board", { exact: true }).selectOption({ label: "10 × 10" });
  await page.locator('[data-cell="99"]').waitFor();
  assert.match(page.url(), /raichu:10/);
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "Abalone on 37 cells" });
  await page.getByRole("heading", { name: /^Study: Abalone/ }).waitFor();
});

test("circles and arrows are drawn by mouse and by keys, kept, and taken off", async (t) => {
  const page = await open(t, "#/study/checkers");
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle(22)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle(15)));
  await page.mouse.up({ button: "right" });
  await page.locator(".arrow.own").waitFor();
  await page.getByRole("button", { name: "Draw circles and arrows" }).click();
  await square(page, 11).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.locator(".own-circle").waitFor();
  await page.reload();
  await page.locator(".own-circle").waitFor();
  assert.equal(await page.locator(".arrow.own").count(), 1);
  await square(page, 11).click({ button: "right" });
  await page.locator(".own-circle").waitFor({ state: "detached" });
});

test("a long line is shown in full on demand", async (t) => {
  const page = await open(t, "#/study/checkers");
  const line = page.locator(".lines li").first();
  await eventually(async () => (await line.locator(".line-move:not(.more):visible").count()) === 9, "a long line", 600);

  const height = async () => (await line.boundingBox()).height;
  const before = await height();
  await line.getByRole("button", { name: "The whole line" }).click();
  await line.locator(".line-move").nth(9).waitFor();
  assert.ok((await height()) > before + 10);
});

test("study this position keeps the side", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  const { id } = await sitDown(server, page, { game: "checkers", players: [{ level: 1 }, "human"] });
  await page.goto(`${server.url}#/review/${id}`);
  const first = () => page.locator('[role="gridcell"]').first().getAttribute("data-cell");
  await page.locator(".graph").waitFor();
  const seen = await first();
  assert.equal(seen, "62");
  await page.getByRole("link", { name: "Study this position" }).click();
  await page.getByRole("heading", { name: /^Study/ }).waitFor();
  assert.equal(await first(), seen);
});
