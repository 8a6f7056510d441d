// The review: it stays in its frame on long games, and teaches.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { dice, eventually, said } from "./table.mjs";

const KINDS = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** A stored game of random moves; gives its id and its moves. */
async function randomGame(server, game, plies, seed) {
  const { answer } = await server.ask("POST", "/api/play", { body: { game, players: ["human", "human"] } });
  const tokens = Object.fromEntries(answer.seats.map(({ player, token }) => [player, token]));
  let { position } = answer.game;
  const roll = dice(seed);
  const moves = [];
  for (let ply = 0; ply < plies && !position.over; ply++) {
    const { move } = position.moves[roll(position.moves.length)];
    const token = tokens[position.turn];
    ({ position } = (await server.ask("POST", `/api/play/${answer.id}/move`, { body: { move, ply }, token })).answer);
    moves.push(move);
  }
  return { id: answer.id, moves };
}

/** A stored game of these moves. */
async function playedGame(server, game, position, moves) {
  const record = `[Game "${game}"]\n[Position "${position}"]\n[Players "Ann" "Ben"]\n[Result "*"]\n[Reason "unfinished"]\n\n${moves.join(" ")}\n`;
  return (await server.ask("POST", "/api/play/import", { body: { record } })).answer.id;
}

/** Judges in place of the server; `judge` sends the message about a ply. */
async function judged(page, plies, about = () => ({})) {
  let socket = null;
  await page.routeWebSocket(/\/review$/, (opened) => (socket = opened));
  const send = (message) => socket.send(JSON.stringify(message));
  const judge = (ply) => {
    const points = Math.round(400 * Math.sin(ply / 9) + (ply % 2) * 150);
    const judgement = ply === plies ? null : KINDS[(ply * 7) % 5];
    const usual = { best: null, line: [], exact: null, score: { kind: "points", points }, loss: 3, played: null };
    send({ type: "ply", ply, points, judgement, ...usual, ...about(ply) });
  };
  const isOpen = () => eventually(() => socket !== null, "the review is asked for");
  return { judge, isOpen, done: () => send({ type: "done" }) };
}

test("the review of a long game is no longer than what it shows, and its graph is no barcode", async (t) => {
  const server = await Server.start(t);
  const { id, moves } = await randomGame(server, "abalone", 278, 5);
  assert.equal(moves.length, 278);
  const page = await openPage(t, await openBrowser(t), server);
  const review = await judged(page, moves.length);
  await page.goto(`${server.url}#/review/${id}`);
  await review.isOpen();
  for (let ply = 0; ply <= moves.length; ply++) review.judge(ply);
  review.done();
  await page.locator(".move .judgement").nth(moves.length - 1).waitFor({ state: "attached" });
  const blank = await page.evaluate(
    () => document.documentElement.scrollHeight - (scrollY + document.querySelector(".foot").getBoundingClientRect().bottom),
  );
  assert.ok(blank < 40, `${blank} blank pixels under the page`);

  const marks = await page
    .locator(".graph-picture g > *")
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2));
  assert.ok(marks.length >= 5, `${marks.length} marks`);
  const places = marks.sort((a, b) => a - b);
  const gaps = places.slice(1).map((place, i) => place - places[i]);
  assert.ok(Math.min(...gaps) >= 9, `marks are ${Math.min(...gaps)} pixels apart`);
  const corners = await page.locator(".graph-curve").evaluate((node) => node.getAttribute("d").split("L").length);
  assert.ok(corners <= 140, `${corners} corners`);
});

test("the current move keeps its colours while judgements arrive", async (t) => {
  const server = await Server.start(t);
  const { id, moves } = await randomGame(server, "checkers", 30, 3);
  const page = await openPage(t, await openBrowser(t), server, { reducedMotion: "no-preference" });
  const review = await judged(page, moves.length, () => ({ judgement: "good" }));
  await page.goto(`${server.url}#/review/${id}`);
  await review.isOpen();
  await page.locator(".move").nth(7).click();
  await page.locator(".move[aria-current]").waitFor();
  await page.evaluate(() => {
    window.seen = new Set();
    window.frames = 0;
    const look = () => {
      const node = document.querySelector(".move[aria-current]");
      if (node) {
        const { color, backgroundColor } = getComputedStyle(node);
        window.seen.add(`${color} on ${backgroundColor}`);
      }
      window.frames++;
      requestAnimationFrame(look);
    };
    look();
  });
  for (let ply = 0; ply <= moves.length; ply++) {
    const before = await page.evaluate(() => window.frames);
    review.judge(ply);
    await page.waitForFunction((frames) => window.frames > frames + 2, before);
  }
  assert.equal((await page.evaluate(() => [...window.seen])).length, 1);
});

test("a review begins at the first mistake, says why, and lets one try again", async (t) => {
  const server = await Server.start(t);
  // 15-18 gives a man away.
  const moves = ["22-18", "11-15", "18x11", "8x15", "24-20", "7-11", "25-22", "15-18", "23x14x7", "3x10"];
  const id = await playedGame(server, "checkers", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", moves);
  const page = await openPage(t, await openBrowser(t), server);
  await page.goto(`${server.url}#/review/${id}`);
  const coach = page.getByRole("region", { name: "Mistakes" });
  await coach.getByText(/^1 of \d mistakes?\.$/).waitFor({ timeout: 60_000 });
  const current = page.locator(".move[aria-current]");
  assert.match(await current.getAttribute("data-judgement"), /mistake|blunder/);
  await page.locator(".why", { hasText: "Red can answer 23x14x7" }).waitFor();
  const wrong = await current.getAttribute("data-move");

  await coach.getByRole("button", { name: "Try again here" }).click();
  await page.locator(".comment", { hasText: `find something better than ${wrong}.` }).waitFor();
  assert.equal(await page.locator(".arrow").count(), 0, "the wanted move is hidden");
  assert.doesNotMatch(await page.locator(".comment").textContent(), /was best/);
  const [from, to] = wrong.split(/[-x]/);
  await page.getByRole("gridcell", { name: new RegExp(`^square ${from},`) }).click();
  await page.getByRole("gridcell", { name: new RegExp(`^square ${to},`) }).click();
  await page.locator(".comment", { hasText: "Try another move." }).waitFor({ timeout: 60_000 });

  await coach.getByRole("button", { name: "Show the move" }).click();
  await page.locator(".comment", { hasText: "was best." }).waitFor();
  await page.locator(".arrow.best-1").waitFor();
  assert.ok((await said(page)).some((sentence) => sentence.includes("find something better than")));
  await coach.getByRole("button", { name: "Stop trying" }).click();
  await coach.getByText(/^1 of/).waitFor();
  assert.match(await page.locator(".accuracy").first().textContent(), /^\d+ % accurate$/);
});

test("one goes from mistake to mistake, of the side that is chosen", async (t) => {
  const server = await Server.start(t);
  const { id, moves } = await randomGame(server, "checkers", 20, 3);
  const faults = new Map([[2, "mistake"], [5, "blunder"], [8, "mistake"]]);
  const page = await openPage(t, await openBrowser(t), server);
  const review = await judged(page, moves.length, (ply) => ({ judgement: faults.get(ply) ?? "good" }));
  await page.goto(`${server.url}#/review/${id}`);
  await review.isOpen();
  for (let ply = 0; ply <= moves.length; ply++) review.judge(ply);
  review.done();
  const coach = page.getByRole("region", { name: "Mistakes" });
  const isAt = async (place, count, ply) => {
    await coach.getByText(`${place} of ${count} mistakes.`, { exact: true }).waitFor();
    assert.equal(await page.locator(".move[aria-current]").getAttribute("data-move"), moves[ply]);
  };
  await isAt(1, 3, 2);
  const [next, previous] = ["Next mistake", "Previous mistake"].map((name) => coach.getByRole("button", { name }));
  await next.click();
  await isAt(2, 3, 5);
  await next.click();
  await isAt(3, 3, 8);
  assert.equal(await next.getAttribute("aria-disabled"), "true");
  await previous.click();
  await isAt(2, 3, 5);
  await coach.getByLabel("Of").selectOption({ label: "Red" });
  await coach.getByText("2 mistakes.", { exact: true }).waitFor();
  await previous.click();
  await isAt(1, 2, 2);

  // Keys and the wheel step on the board, too.
  const isShown = (ply) => page.locator(`.moves li button.move >> nth=${ply - 1}`).and(page.locator("[aria-current]")).waitFor();
  await page.getByRole("gridcell").nth(20).click();
  await page.keyboard.press("ArrowLeft");
  await isShown(2);
  await page.keyboard.press("ArrowRight");
  await isShown(3);
  await page.getByRole("gridcell").nth(20).hover();
  await page.mouse.wheel(0, 120);
  await isShown(4);
});

test("where tables reach is marked on the graph", async (t) => {
  const server = await Server.start(t);
  const moves = ["32-28", "1-5", "28-24", "5-1"];
  const id = await playedGame(server, "checkers", "W:WK32,K31:BK1", moves);
  const page = await openPage(t, await openBrowser(t), server);
  await page.goto(`${server.url}#/review/${id}`);
  await page.getByText("Green at the foot: exact from move 1 on.").waitFor({ timeout: 60_000 });
  assert.match(await page.locator(".graph-exact").getAttribute("d"), /^M/);
});
