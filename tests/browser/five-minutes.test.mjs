// A beginner's first five minutes in each game: its card, rules, tour, a game that is lost, its review, and a second try
// at the mistake. Nowhere is a dead end, and axe finds nothing on the way.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AxeBuilder } from "@axe-core/playwright";

import { DESKTOP, openBrowser, openPage, PHONE } from "./browser.mjs";
import { GAMES, Server } from "./server.mjs";
import { awaitTurn, countMoves, dice, gameId, overTitle } from "./table.mjs";

/** A move that gives away so much of a win, in hundredths, is a blunder whoever looks at it again. */
const PLAIN_BLUNDER = 40;
/** So many moves are looked at to find a bad one. */
const TRIED = 8;
const MOST_TURNS = 30;

const cell = (page, number) => page.locator(`[role="gridcell"][data-cell="${number}"]`);

async function touchAll(page, touched) {
  for (const number of touched) await cell(page, number).click();
}

async function isAccessible(page, where) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html)}`), []);
}

/** The worst of a few moves, as the server judges them, and what it gives away. */
async function worstMove(server, { game, start, history }, moves, roll) {
  const before = { game, position: start, moves: history };
  let worst = { loss: -1, move: moves[0] };
  for (let tries = 0; tries < Math.min(TRIED, moves.length) && worst.loss < PLAIN_BLUNDER; tries++) {
    const move = moves[roll(moves.length)];
    const { answer } = await server.ask("POST", "/api/judge", { body: { ...before, moves: [...history, move.move] } });
    if (answer[0]?.loss > worst.loss) worst = { loss: answer[0].loss, move };
  }
  return worst;
}

/** Plays like somebody who knows no better, until a blunder has been made. */
async function playBadly(server, page, roll) {
  const id = gameId(page);
  for (let turns = 0; turns < MOST_TURNS && (await awaitTurn(page)); turns++) {
    const { answer: game } = await server.ask("GET", `/api/play/${id}`);
    const { answer: legal } = await server.ask("GET", `/api/play/${id}/moves`);
    const history = game.position.history.map(({ move }) => move);
    const { move, loss } = await worstMove(server, { game: game.game, start: game.start, history }, legal.moves, roll);
    const before = await countMoves(page);
    await touchAll(page, move.touched);
    await page.waitForFunction((count) => document.querySelectorAll(".move").length > count, before);
    if (loss >= PLAIN_BLUNDER) return;
  }
}

for (const [number, game] of GAMES.entries()) {
  test(`a beginner's first five minutes with ${game}`, async (t) => {
    const server = await Server.start(t);
    const viewport = number % 2 === 0 ? DESKTOP : PHONE;
    const page = await openPage(t, await openBrowser(t), server, { viewport });
    const { answer: howTo } = await server.ask("GET", `/api/how-to?game=${game}`);

    // The card, the rules, the tour.
    await page.getByRole("link", { name: `How to play ${howTo.title}` }).click();
    await page.getByText(howTo.goal).waitFor();
    await isAccessible(page, "rules");
    await page.getByRole("link", { name: "Take the guided tour" }).click();
    for (const [i, step] of howTo.tour.entries()) {
      await page.getByText(`Step ${i + 1} of ${howTo.tour.length}`).waitFor();
      const { answer: here } = await server.ask("POST", "/api/position", { body: { game, position: step.position } });
      await touchAll(page, here.moves.find(({ move }) => step.moves.includes(move)).touched);
      await page.locator(".message.good").waitFor();
      if (i + 1 < howTo.tour.length) await page.getByRole("button", { name: "Next" }).click();
    }
    await isAccessible(page, "end of the tour");

    // A game against the gentlest opponent.
    await page.getByRole("link", { name: "Play a game" }).click();
    await page.locator(`input[name="game"][value="${game}"]:checked`).waitFor({ state: "attached" });
    await page.locator("#level").fill("1");
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.getByRole("grid").waitFor();
    await playBadly(server, page, dice(number + 1));

    // It is lost, if it is not already.
    if (await awaitTurn(page)) {
      await page.getByRole("button", { name: "Resign" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    }
    await overTitle(page).waitFor();
    assert.match(await page.locator(".over p").first().textContent(), /^[A-Z].*\w+.*\.$/);
    await isAccessible(page, "end of the game");

    // The review begins at the mistake, and lets one try again.
    await page.getByRole("link", { name: "Review the game" }).click();
    const again = page.getByRole("button", { name: "Try again here" });
    await again.waitFor();
    await isAccessible(page, "review");
    await again.click();
    const comment = (hasText) => page.locator(".comment", { hasText });
    await comment(/^.* to move: find something better than /).waitFor();
    assert.equal(await page.locator(".arrow").count(), 0, "what was best is hidden");
    await isAccessible(page, "second try");
    // Something is found or not; either way it is said, and the way goes on.
    const movable = page.locator(".square.movable");
    await movable.first().click();
    await page.locator('[role="gridcell"][aria-selected="true"]').first().waitFor();
    await page.getByRole("button", { name: "Show the move" }).click();
    await comment(/ was best\.$/).waitFor();
    await page.locator(".arrow.best-1").waitFor();
    await page.getByRole("button", { name: "Stop trying" }).click();
    await again.waitFor();

    // And from there into the next game.
    await page.getByRole("link", { name: "To the game" }).click();
    await page.getByRole("button", { name: "Play again" }).click();
    await page.getByText(/^(Your turn|.* to move: the machine is thinking)/).first().waitFor();
    assert.equal(await page.locator(".over:not([hidden])").count(), 0);
  });
}
