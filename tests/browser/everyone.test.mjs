// Every page in light, dark and forced colours, on a phone, on a desk and at 200 %: axe finds nothing, nothing sticks out,
// and pictures are taken.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { AxeBuilder } from "@axe-core/playwright";

import { DESKTOP, openBrowser, openPage, PHONE } from "./browser.mjs";
import { BOARDS, GAMES, Server } from "./server.mjs";
import { awaitTurn, clickMove, dice, startGame } from "./table.mjs";

const SHOTS = fileURLToPath(new URL("shots/", import.meta.url));
const NARROWEST = { width: 320, height: 640 };
/** A window of 1280 × 720 at 200 %. */
const ZOOMED = { width: 640, height: 360 };
const LOOKS = [
  { colorScheme: "light", size: "phone", viewport: PHONE, boards: BOARDS },
  { colorScheme: "dark", size: "phone", viewport: PHONE },
  { colorScheme: "light", size: "desktop", viewport: DESKTOP },
  { colorScheme: "dark", size: "desktop", viewport: DESKTOP, boards: BOARDS },
  { colorScheme: "light", size: "narrow", viewport: NARROWEST, boards: BOARDS },
  { colorScheme: "light", size: "zoomed", viewport: ZOOMED, boards: BOARDS },
  { colorScheme: "dark", size: "forced", viewport: DESKTOP, forcedColors: "active" },
];

/** Where it is narrow, the same page is only looked at for what sticks out. */
async function check(page, name) {
  const isNarrow = page.viewportSize().width === NARROWEST.width;
  const { violations } = isNarrow ? { violations: [] } : await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`).join("\n  ")}`,
  );
  assert.equal(told.join("\n"), "", name);
  const sticksOut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(sticksOut <= 0, `${name} is ${sticksOut} pixels too wide`);
  await page.screenshot({ path: `${SHOTS}${name}.png` });
}

/** A game with some moves in it, and one that is over; both watched without a seat. */
async function someGames(server) {
  const create = async (game, plies) => {
    const { answer } = await server.ask("POST", "/api/play", { body: { game, players: ["human", "human"] } });
    const tokens = Object.fromEntries(answer.seats.map(({ player, token }) => [player, token]));
    let { position } = answer.game;
    const roll = dice(game.length);
    for (let ply = 0; ply < plies && !position.over; ply++) {
      const { move } = position.moves[roll(position.moves.length)];
      const told = await server.ask("POST", `/api/play/${answer.id}/move`, {
        body: { move, ply },
        token: tokens[position.turn],
      });
      position = told.answer.position;
    }
    return { id: answer.id, tokens, turn: position.turn };
  };
  const over = await create("checkers", 30);
  await server.ask("POST", `/api/play/${over.id}/resign`, { body: {}, token: over.tokens[1] });
  return { over: over.id, open: (await create("abalone", 9)).id };
}

for (const { colorScheme, size, viewport, boards = GAMES, ...look } of LOOKS) {
  test(`every page, ${colorScheme}, ${size}`, async (t) => {
    await mkdir(SHOTS, { recursive: true });
    const server = await Server.start(t);
    const { over, open } = await someGames(server);
    const browser = await openBrowser(t);
    const page = await openPage(t, browser, server, { colorScheme, viewport, ...look });
    const go = async (hash, ready) => {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.locator(ready).first().waitFor();
    };
    const named = (name) => `${name}-${size}-${colorScheme}`;

    await page.locator(".game-card").first().waitFor();
    await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
    await check(page, named("choose"));
    for (const game of boards) {
      const board = game.replace(":", "-");
      await go("#/", ".game-card");
      await startGame(page, { game, clock: "300+3" });
      const roll = dice(game.length);
      await awaitTurn(page);
      await clickMove(page, roll);
      await awaitTurn(page);
      const movable = page.locator(".square.movable");
      if (await movable.count()) await movable.first().click();
      await check(page, named(`play-${board}`));
      await go(`#/study/${game}`, ".lines li");
      await page.locator(".arrow.best-1").waitFor();
      await check(page, named(`study-${board}`));
    }
    for (const game of GAMES) {
      await go(`#/rules/${game}`, ".example");
      await check(page, named(`rules-${game}`));
      await go(`#/tour/${game}`, ".tour-say");
      await check(page, named(`tour-${game}`));
    }
    await go(`#/study/${GAMES[0]}`, ".lines li");
    await page.getByRole("button", { name: "Put up a position" }).click();
    await check(page, named("edit"));
    await go(
      `#/study/checkers?position=${encodeURIComponent(".....B../..R...../......../b......./......../..r...../......../........ r")}`,
      ".badge",
    );
    await check(page, named("exact"));
    await go("#/", ".game-card");
    await startGame(page, { game: "checkers", opponent: "link" });
    await page.getByRole("heading", { name: "Invite your friend" }).waitFor();
    await check(page, named("invite"));
    await page.getByRole("button", { name: "Resign" }).click();
    await check(page, named("dialog"));
    await page.getByRole("dialog").getByRole("button", { name: "Play on" }).click();
    await go(`#/play/${open}`, ".board");
    await check(page, named("watch"));
    await go(`#/play/${over}`, ".over h2");
    await check(page, named("over"));
    await go(`#/review/${over}`, ".graph");
    await page.locator(".move .judgement").nth(9).waitFor();
    await check(page, named("review"));
    await go("#/games", ".past-game");
    await check(page, named("games"));
    await go("#/library", "#games-text");
    await page.getByLabel("Or the text of games").fill('[White "Ann"]\n1. 11-15 23-19 (23-18) *\n1. 9-99 *');
    await page.getByRole("button", { name: "Read the text" }).click();
    await page.locator(".library .fault").waitFor();
    await check(page, named("library"));
    await go("#/study/checkers?tree=22-18,11-15{Old}(12-16{!Other},18-14),18x11&at=2&below=2", ".tree-side");
    await page.getByText("Comments and variations").click();
    await check(page, named("tree"));
    await go("#/play/nothing", "h1");
    await check(page, named("fault"));
  });
}

test("the theme can be chosen and is kept", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  await page.getByRole("button", { name: "Switch to light colours" }).waitFor();
  assert.equal(await paper(), dark);
});
