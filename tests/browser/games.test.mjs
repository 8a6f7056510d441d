// My games: to be continued, found, filtered and deleted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { clickMove, dice, gameId, moveMan, sitDown, startGame } from "./table.mjs";

test("a game that was begun is offered on the first page, one without a move is nowhere", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", level: 4 });
  const empty = gameId(page);
  await page.goto(`${server.url}#/`);
  await page.locator(".game-card").first().waitFor();
  assert.equal(await page.getByRole("heading", { name: "Continue" }).count(), 0);

  await startGame(page, { game: "checkers", level: 4 });
  await moveMan(page, 22, 18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  const begun = gameId(page);
  await page.goto(`${server.url}#/`);
  const link = page.getByRole("link", { name: /against plywood, level 4/ });
  await link.waitFor();
  assert.equal(await page.locator(`a[href="#/play/${empty}"]`).count(), 0);
  await link.click();
  await page.getByRole("grid").waitFor();
  assert.equal(gameId(page), begun);
});

test("my games come first, with the size of the board, and can be filtered and deleted", async (t) => {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const other = await openPage(t, browser, server);
  await sitDown(server, other, { game: "abalone", players: ["human", "human"] });
  await clickMove(other, dice(1));

  const page = await openPage(t, browser, server);
  await page.locator('input[name="game"][value="raichu"]').check();
  await page.locator("#size").fill("10");
  await startGame(page, { game: "raichu", opponent: "here" });
  await clickMove(page, dice(2));
  // Somebody else's game is later than ours.
  await clickMove(other, dice(3));

  await page.goto(`${server.url}#/games`);
  await page.getByRole("heading", { name: "Your games" }).waitFor();
  const titles = () => page.locator(".past-game h2").allTextContents();
  assert.deepEqual(await titles(), ["Raichu, 10 × 10", "Abalone on 37 cells"]);
  assert.doesNotMatch(await page.locator("main").textContent(), /human/i);
  assert.equal(await page.getByRole("link", { name: "Continue Raichu, 10 × 10" }).count(), 1, "ours");
  assert.equal(await page.getByRole("link", { name: "Watch Abalone on 37 cells" }).count(), 1, "that of others");

  await page.locator("select[name=game]").selectOption("abalone");
  await page.locator(".past-game h2", { hasText: "Raichu" }).waitFor({ state: "detached" });
  assert.deepEqual(await titles(), ["Abalone on 37 cells"]);
  await page.locator("select[name=finished]").selectOption("true");
  await page.getByText("No game fits.").waitFor();
  await page.locator("select[name=game]").selectOption("");
  await page.locator("select[name=finished]").selectOption("false");
  await page.locator(".past-game h2", { hasText: "Raichu" }).waitFor();

  await page.getByRole("button", { name: "Delete Raichu, 10 × 10" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.locator(".past-game h2", { hasText: "Raichu" }).waitFor({ state: "detached" });
});
