// How a game is played: on the first page and beside a game, from the game's own words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AxeBuilder } from "@axe-core/playwright";

import { openBrowser, openPage, PHONE } from "./browser.mjs";
import { GAMES, Server } from "./server.mjs";
import { startGame } from "./table.mjs";

const areShown = (page) =>
  page.waitForFunction(() => {
    const images = [...document.querySelectorAll(".example img")];
    return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0);
  });

/** Loads pictures that are below what is seen. */
const scrollThrough = (page) =>
  page.evaluate(() => document.querySelectorAll(".example img").forEach((image) => (image.loading = "eager")));

for (const game of GAMES) {
  test(`the card of ${game} leads to its rules, and they to its tour`, async (t) => {
    const server = await Server.start(t);
    const page = await openPage(t, await openBrowser(t), server);
    const { answer } = await server.ask("GET", `/api/how-to?game=${game}`);
    const { answer: diagram } = await server.ask("POST", "/api/diagram", { body: { game } });
    await page.getByRole("link", { name: `How to play ${answer.title}` }).click();
    await page.getByRole("heading", { level: 1, name: `How to play ${answer.title}` }).waitFor();
    await page.getByText(answer.goal).waitFor();

    // Every kind of piece is in the legend, with its picture and how it moves.
    assert.equal(await page.locator(".legend-pieces svg").count(), diagram.pieces.length);
    for (const { name, moves } of answer.legend) {
      assert.match(await page.locator(".legend-entry", { hasText: name }).first().textContent(), /\w+\.$/);
      assert.ok(moves.length > 20, name);
    }
    assert.equal(answer.examples.length, 5);
    await scrollThrough(page);
    await areShown(page);
    assert.equal(await page.locator(".example").count(), 5);

    // The small print is folded away until somebody wants it.
    const print = page.locator(".small-print li").first();
    assert.equal(await print.isVisible(), false);
    await page.getByText("House rules and small print").click();
    await print.waitFor();

    await page.getByRole("link", { name: "Take the guided tour" }).click();
    await page.getByText(`Step 1 of ${answer.tour.length}`).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(violations, []);
  });

  test(`the rules of ${game} are at hand during a game`, async (t) => {
    const server = await Server.start(t);
    const page = await openPage(t, await openBrowser(t), server, { viewport: PHONE });
    await startGame(page, { game, opponent: "here" });
    const { answer } = await server.ask("GET", `/api/how-to?game=${game}`);
    await page.getByRole("button", { name: "How to play" }).click();
    const dialog = page.getByRole("dialog", { name: `How to play ${answer.title}` });
    await dialog.getByText(answer.goal).waitFor();
    await scrollThrough(page);
    await areShown(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert.deepEqual(violations, []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("grid").waitFor();
    assert.match(page.url(), /#\/play\//);
  });
}

test("the rules of a larger board are those of the game, and lead back to it", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/rules/raichu:10" });
  await page.getByRole("heading", { name: "How to play Raichu" }).waitFor();
  await page.getByRole("link", { name: "Play a game" }).click();
  await page.locator("#size").waitFor();
  assert.equal(await page.locator("#size").inputValue(), "10");
});

test("what is wrong is said in sentences", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  const touch = (square) => page.getByRole("gridcell", { name: `square ${square},` }).click();
  await touch(21);
  await touch(13);
  await page.locator(".message.shown").waitFor();
  assert.match(await page.locator(".message").textContent(), /^[A-Z0-9].*\.$/);
  await touch(22);
  await touch(18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  await touch(11);
  await touch(15);
  await page.getByRole("button", { name: "11-15" }).waitFor();
  await touch(21);
  await touch(17);
  await page.locator(".message", { hasText: /^You must jump: 18x11\.$/ }).waitFor();
  await page.goto(`${server.url}#/play/nothing`);
  assert.match(await page.getByRole("alert").textContent(), /^[A-Z].*\.$/);
});
