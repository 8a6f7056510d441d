// A whole game of each kind by clicking, and one by keys alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage, PHONE } from "./browser.mjs";
import { GAMES, Server } from "./server.mjs";
import { awaitTurn, clickMove, countMoves, dice, isOver, moveTexts, overTitle, playToTheEnd, startGame, tabTo, typeMove } from "./table.mjs";

for (const [number, game] of GAMES.entries()) {
  test(`a whole game of ${game} by clicking`, async (t) => {
    const server = await Server.start(t);
    const page = await openPage(t, await openBrowser(t), server, { viewport: number % 2 === 0 ? undefined : PHONE });
    await startGame(page, { game, side: String(1 + (number % 2)) });
    const roll = dice(number + 1);
    await playToTheEnd(page, () => clickMove(page, roll));
    assert.ok(await isOver(page));
    const id = new URL(page.url()).hash.split("/")[2];
    const { answer } = await server.ask("GET", `/api/play/${id}`);
    assert.notEqual(answer.result, "*");
    assert.deepEqual(
      await moveTexts(page),
      answer.position.history.map(({ move }) => move),
    );
    await page.getByRole("link", { name: "Review the game" }).click();
    await page.getByRole("slider", { name: "Position in the game" }).waitFor();
  });
}

test("a whole game by keys alone, with the choice of it", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await page.locator(".game-card").first().waitFor();
  await tabTo(page, 'input[name="game"]');
  await tabTo(page, 'input[name="game"][value="dragon-queen"]', "ArrowDown");
  await tabTo(page, "#level");
  await page.keyboard.press("Home");
  await tabTo(page, 'button[type="submit"]');
  await page.keyboard.press("Enter");
  await page.getByRole("grid").waitFor();
  await tabTo(page, '[role="gridcell"]');
  await page.locator(".focus-mark").first().waitFor();
  const roll = dice(11);
  await playToTheEnd(page, () => typeMove(page, roll));
  assert.ok(await isOver(page));
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "gridcell");
});

test("moves are announced in words", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await page.getByRole("gridcell", { name: "square 22, red man, can move" }).click();
  await page.getByRole("gridcell", { name: "square 18, empty, can move here" }).click();
  await page.getByText("Red: red man, square 22 to square 18.").waitFor({ state: "attached" });
});

test("a piece can be dragged, a wrong move is explained, and the game goes on", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { reducedMotion: "no-preference" });
  await startGame(page, { game: "checkers", opponent: "here" });
  const drag = async (from, to) => {
    const middle = async (name) => {
      const { x, y, width, height } = await page.getByRole("gridcell", { name: `square ${name},` }).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(to)), { steps: 4 });
    await page.mouse.up();
  };
  await drag(22, 18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  await drag(9, 5);
  await page.locator(".message.shown").waitFor();
  assert.match(await page.locator(".message").textContent(), /5/);
  await drag(11, 15);
  await page.getByRole("button", { name: "11-15" }).waitFor();
  // Red must jump now; another move is refused with the reason.
  await drag(21, 17);
  await page.locator(".message", { hasText: "You must jump" }).waitFor();
  await drag(18, 11);
  await page.getByRole("button", { name: "18x11" }).waitFor();
  assert.equal(await countMoves(page), 3);
});

test("a piece can be dragged by a finger, and the page stays where it is", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { viewport: PHONE, hasTouch: true });
  await startGame(page, { game: "checkers", opponent: "here" });
  const finger = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const middle = async (square) => {
    const { x, y, width, height } = await page.getByRole("gridcell", { name: `square ${square},` }).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [from, to] = [await middle(22), await middle(18)];
  await touch("touchStart", from);
  for (const part of [0.3, 0.6, 1])
    await touch("touchMove", [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  await page.locator(".in-hand").waitFor({ state: "attached" });
  await touch("touchEnd");
  await page.getByRole("button", { name: "22-18" }).waitFor();
  assert.equal(await page.locator(".in-hand").count(), 0);
  assert.equal(await page.evaluate(() => window.scrollY), 0);

  // A finger on an empty square moves the page, as everywhere else.
  const empty = await middle(15);
  await touch("touchStart", empty);
  for (const far of [20, 60, 100, 140]) await touch("touchMove", [empty[0], empty[1] - far]);
  await touch("touchEnd");
  await page.waitForFunction(() => window.scrollY > 0);
  assert.equal(await countMoves(page), 1);
});

for (const game of GAMES) {
  test(`two people at one screen take back one ply of ${game} at a time`, async (t) => {
    const server = await Server.start(t);
    const page = await openPage(t, await openBrowser(t), server);
    await startGame(page, { game, opponent: "here" });
    const undo = page.getByRole("button", { name: "Undo" });
    const roll = dice(7);
    await clickMove(page, roll);
    await undo.click();
    await page.getByText("No moves yet.").waitFor();

    await clickMove(page, roll);
    const [first] = await moveTexts(page);
    await clickMove(page, roll);
    await undo.click();
    await page.locator(".move").nth(1).waitFor({ state: "detached" });
    assert.deepEqual(await moveTexts(page), [first]);
    // And the one who took back moves again.
    await clickMove(page, roll);
    assert.equal(await countMoves(page), 2);
  });
}

test("undo, hint, flip and resign", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "raichu" });
  const roll = dice(5);
  await clickMove(page, roll);
  await awaitTurn(page);
  assert.equal(await countMoves(page), 2);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".arrow.hint").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("No moves yet.").waitFor();
  const first = () => page.getByRole("gridcell").first().getAttribute("aria-label");
  const before = await first();
  await page.getByRole("button", { name: "Flip" }).click();
  await page.waitForFunction((label) => document.querySelector('[role="gridcell"]').ariaLabel !== label, before);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Play on" }).click();
  assert.equal(await isOver(page), false);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await overTitle(page).waitFor();
});
