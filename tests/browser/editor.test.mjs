// Putting up a position: by dragging, from the start, with every fault told in groups, and recognised where it belongs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AxeBuilder } from "@axe-core/playwright";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";

const open = async (t, game, look = {}) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: `#/study/${game}`, ...look });
  await page.locator(".board").waitFor();
  return page;
};
const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

test("pieces are dragged from the palette to the board, and off it", async (t) => {
  const page = await open(t, "checkers");
  await page.getByRole("button", { name: "Put up a position" }).click();
  await page.getByRole("button", { name: "Empty the board" }).click();
  const carry = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  };
  const brush = async (name) => middle(page.locator(".brush", { has: page.getByRole("radio", { name }) }));
  await carry(await brush("red king"), await middle(cell(page, "square 18")));
  await cell(page, "square 18").and(page.getByRole("gridcell", { name: /red king/ })).waitFor();
  await carry(await brush("black man"), await middle(cell(page, "square 9")));
  await cell(page, "square 9").and(page.getByRole("gridcell", { name: /black man/ })).waitFor();
  assert.equal(await page.locator(".palette-ghost").count(), 0);
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.getByRole("heading", { name: "Analysis" }).waitFor();
  assert.equal(await page.getByRole("gridcell", { name: /man|king/ }).count(), 2);

  await page.getByRole("button", { name: "Put up a position" }).click();
  await page.getByRole("button", { name: "Start position" }).click();
  await cell(page, "square 1").and(page.getByRole("gridcell", { name: /black man/ })).waitFor();
  assert.equal(await page.getByRole("gridcell", { name: /man/ }).count(), 24);
});

test("every fault is told while the position is put up, the same fault once", async (t) => {
  const page = await open(t, "checkers");
  await page.getByRole("button", { name: "Put up a position" }).click();
  await page.getByRole("radio", { name: "black man" }).check();
  for (const square of [29, 30, 31]) await cell(page, `square ${square}`).click();
  const faults = page.getByRole("list", { name: "What is wrong" }).getByRole("listitem");
  await faults.filter({ hasText: "and 2 more like it." }).waitFor();
  assert.ok((await faults.count()) >= 2, "too many men, and men who should be kings");
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
});

test("a text of another game is recognised, and opened there", async (t) => {
  const page = await open(t, "checkers");
  const field = page.getByRole("textbox", { name: "Position text" });
  await field.fill("........../W.W.W.W.W./.w.w.w.w.w/........../........../........../........../b.b.b.b.b./.B.B.B.B.B/.......... w");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByText("This looks like Raichu").waitFor();
  await page.getByRole("link", { name: "open it there" }).click();
  await page.getByRole("heading", { name: "Study: Raichu" }).waitFor();
  assert.match(page.url(), /raichu:10/);

  await page.getByRole("textbox", { name: "Position text" }).fill("1. 11-15 23-19 2. 8-11 *");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByText("This looks like a game in PDN").waitFor();
  await page.getByRole("link", { name: "open it there" }).click();
  await page.locator(".move", { hasText: "8-11" }).waitFor();
});
