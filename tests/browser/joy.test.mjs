// The end of a game, and what makes playing pleasant: plans, levels, machines to watch, counters, sounds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { eventually, gameId, moveMan, overTitle, said, sitDown, startGame } from "./table.mjs";

const WON = "......../......../......../......../...b..../..r...../......../........ r";
/** Red needs one step to be crowned. */
const CROWNING = "......../r......./......../......b./......../......../......../........ r";

test("the end says who won, why, and what a resignation costs", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, { game: "checkers", position: WON, players: ["human", { level: 1 }] });
  await moveMan(page, 22, 15);
  await overTitle(page).waitFor();
  assert.equal(await overTitle(page).textContent(), "You won!");
  assert.match(await page.locator(".over .verdict").textContent(), /^Black has lost all pieces\.$/);
  assert.match((await said(page)).at(-1), /^You won! Black has lost all pieces\.$/);
});

test("a resignation is red, is confirmed, and is lost", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "dragon-queen", side: "1" });
  await page.locator(".tool.risky", { hasText: "Resign" }).click();
  await page.getByRole("dialog").locator("button.danger", { hasText: "Resign" }).click();
  await overTitle(page).waitFor();
  assert.equal(await overTitle(page).textContent(), "You lost");
  assert.match(await page.locator(".over .verdict").textContent(), /resigned/);
});

test("a promotion is seen and said", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, { game: "checkers", position: CROWNING, players: ["human", "human"] });
  await moveMan(page, 5, 1);
  await page.locator(".promotion-mark").waitFor();
  assert.match((await said(page)).at(-1), /becomes red king\.$/);
});

test("draw counters are seen from half way on", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, { game: "checkers", position: "W:WK1,K2:BK31,K32", players: ["human", "human"] });
  await moveMan(page, 1, 6);
  await moveMan(page, 31, 27);
  await moveMan(page, 6, 1);
  assert.equal(await page.locator(".draws:visible").count(), 0);
  await moveMan(page, 27, 31);
  await page.locator(".draws", { hasText: "This position has come 2 times: at 3 times the game is a draw." }).waitFor();
});

test("a move that is planned is made when its turn comes, and given up by a touch", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  // Black, whom we do not play here, moves by hand.
  const { id, tokens } = await sitDown(server, page, { game: "checkers", players: ["human", "human"] });
  await page.evaluate(
    ([game, token]) => localStorage.setItem("plywood.seats", JSON.stringify({ [game]: { 1: token } })),
    [id, tokens[1]],
  );
  await page.reload();
  await moveMan(page, 22, 18);
  await page.getByText("Black to move").waitFor();
  const square = (name) => page.getByRole("gridcell", { name: new RegExp(`^square ${name},`) });
  const planned = (count) =>
    page.waitForFunction((wanted) => document.querySelectorAll('[aria-label*="planned"]').length === wanted, count);
  const reply = (move, ply) => server.ask("POST", `/api/play/${id}/move`, { body: { move, ply }, token: tokens[2] });

  await square(21).click();
  await square(17).click();
  await planned(2);
  await reply("12-16", 1);
  await page.getByRole("button", { name: "21-17" }).waitFor();
  await planned(0);

  await square(18).click();
  await square(14).click();
  await square(1).click();
  await planned(0);
  await square(18).click();
  await square(11).click();
  await reply("16-20", 3);
  await page.locator(".message", { hasText: "The move you planned is not possible now." }).waitFor();
});

test("the level is changed in the middle of a game", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "raichu", level: 2 });
  await page.getByLabel("Level").selectOption("7");
  await page.getByText("plywood, level 7").waitFor();
  const { answer } = await server.ask("GET", `/api/play/${gameId(page)}`);
  assert.deepEqual(answer.players.map(({ level }) => level), [null, 7]);
});

test("machines play each other, each at its level, and one watches move by move", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  // Long games and slow players: the page must be there before the end, on a busy machine too.
  await page.locator('input[name="game"][value="abalone"]').check();
  await page.locator('input[name="opponent"][value="watch"]').check();
  await page.locator("#level").fill("7");
  await page.locator("#level2").fill("8");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByText("You are watching").waitFor();
  const { answer } = await server.ask("GET", `/api/play/${gameId(page)}`);
  assert.deepEqual(answer.players.map(({ level }) => level), [7, 8]);
  const shown = () =>
    page.evaluate(() => [...document.querySelectorAll(".move")].findIndex((node) => node.ariaCurrent === "step") + 1);
  const seen = [];
  await eventually(async () => {
    const ply = await shown();
    if (seen.at(-1) !== ply) seen.push(ply);
    return seen.length > 3;
  }, "some moves are shown");
  seen.slice(1).forEach((ply, i) => assert.ok(ply - seen[i] <= 1, `shown ${seen}`));
});

test("who watches machines is not told the end before it is on the board", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await page.locator('input[name="game"][value="dragon-queen"]').check();
  await page.locator('input[name="opponent"][value="watch"]').check();
  await page.locator("#level").fill("1");
  await page.locator("#level2").fill("1");
  await page.getByRole("button", { name: "Start the game" }).click();
  // On a busy machine the page may come after the end, which it then shows at once.
  await page.getByText("You are watching").or(overTitle(page)).first().waitFor();
  const id = gameId(page);
  await eventually(async () => (await server.ask("GET", `/api/play/${id}`)).answer.over, "the end of the game", 2400);
  const isAtEnd = async () => (await page.locator(".move").last().getAttribute("aria-current")) === "step";
  const isTold = async () => (await overTitle(page).isVisible()) || (await said(page)).some((text) => /won|draw/i.test(text));
  // The board is still on its way, unless this machine was very slow.
  const wasTold = await isTold();
  assert.ok(!wasTold || (await isAtEnd()), "told before it was seen");
  if (!(await isAtEnd())) await page.getByRole("button", { name: "Last position" }).click();
  await overTitle(page).waitFor();
  await eventually(isTold, "the end is said");
});

test("sounds are off until they are switched on", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  const sound = page.getByRole("button", { name: "Sound" });
  assert.equal(await sound.getAttribute("aria-pressed"), "false");
  await startGame(page, { game: "checkers", opponent: "here" });
  await moveMan(page, 22, 18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  const heard = () => page.evaluate(() => document.documentElement.dataset.sound ?? null);
  assert.equal(await heard(), null);
  await sound.click();
  assert.equal(await sound.getAttribute("aria-pressed"), "true");
  await moveMan(page, 11, 15);
  await moveMan(page, 18, 11);
  await eventually(async () => (await heard()) === "capture", "the sound of a capture");
  await page.reload();
  assert.equal(await sound.getAttribute("aria-pressed"), "true");
});
