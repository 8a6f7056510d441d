// Everything that happens is said, and the focus is never lost: for those who go by ear and by keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { countMoves, eventually, friendsHash, moveMan, overTitle, said, sitDown, startGame } from "./table.mjs";

/** What has the focus: its role, or the text of a button or heading. */
const focused = (page) =>
  page.evaluate(() => {
    const node = document.activeElement;
    return node.getAttribute("role") ?? (node === document.body ? "nothing" : node.textContent.trim());
  });
const awaitFocus = (page, what) =>
  eventually(async () => (await focused(page)) === what, `the focus is on ${what}`).catch(async (fault) => {
    throw new Error(`${fault.message}, but on ${await focused(page)}`);
  });
const press = async (locator) => {
  await locator.focus();
  await locator.press("Enter");
};

test("the last move is said as well as the end of the game", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, {
    game: "checkers",
    position: "......../......../......../......../...b..../..r...../......../........ r",
    players: ["human", "human"],
  });
  await moveMan(page, 22, 15);
  await overTitle(page).waitFor();
  const [move, end] = (await said(page)).slice(-2);
  assert.match(move, /^Red: red man, .* takes black man\.$/);
  assert.match(end, /Red/);
});

test("several moves that come at once are all said, and the log stays short", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  let isHeld = false;
  const held = [];
  let deliver = null;
  await page.routeWebSocket(/\/live\?since=/, (socket) => {
    deliver = () => held.forEach((message) => socket.send(message));
    socket.connectToServer().onMessage((message) => (isHeld ? held.push(message) : socket.send(message)));
  });
  const { id, tokens } = await sitDown(server, page, { game: "checkers", players: ["human", "human"] });
  isHeld = true;
  for (const [ply, move] of ["22-18", "11-16", "18-15"].entries()) {
    await server.ask("POST", `/api/play/${id}/move`, { body: { move, ply }, token: tokens[1 + (ply % 2)] });
  }
  const plies = () => held.flatMap((message) => JSON.parse(message).plies).length;
  await eventually(() => plies() === 3, "the server tells of three moves");
  deliver();
  await page.getByRole("button", { name: "18-15" }).waitFor();
  // What must be done now is said too, as soon as the legal moves are known.
  const heard = (await said(page)).filter((sentence) => !sentence.includes("must take"));
  assert.deepEqual(heard.slice(-3), [
    "Red: red man, square 22 to square 18.",
    "Black: black man, square 11 to square 16.",
    "Red: red man, square 18 to square 15.",
  ]);
  const back = page.getByRole("button", { name: "One move back" });
  const forward = page.getByRole("button", { name: "One move forward" });
  for (let i = 0; i < 10; i++) {
    await back.click();
    await forward.click();
  }
  const kept = await said(page);
  assert.ok(kept.length >= 3 && kept.length <= 20, `${kept.length} sentences`);
  assert.equal(kept.at(-1), "red man, square 18 to square 15");
});

test("a tool that is of no use keeps the focus and does nothing", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await startGame(page, { game: "checkers", opponent: "here" });
  await moveMan(page, 22, 18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  const undo = page.getByRole("button", { name: "Undo" });
  await press(undo);
  await page.getByText("No moves yet.").waitFor();
  await page.locator(".tool[aria-disabled=true]", { hasText: "Undo" }).waitFor();
  assert.equal(await focused(page), "Undo");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.press("Enter");
  await undo.dispatchEvent("click");

  await press(page.getByRole("button", { name: "Resign" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Resign" }));
  await overTitle(page).waitFor();
  await page.locator(".tool[aria-disabled=true]", { hasText: "Resign" }).waitFor();
  assert.equal(await focused(page), "Resign");
  assert.deepEqual(
    asked.filter((url) => url.endsWith("/undo")),
    [],
  );
});

test("a forced pass is made and said", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, {
    game: "raichu",
    position: "w......./.b....../..b...../......../......../......../......../......b. w",
    players: ["human", "human"],
  });
  await page.getByText("White cannot move and passes. Black to move").waitFor();
  assert.equal(await countMoves(page), 1);
  assert.equal((await said(page)).at(-1), "White cannot move and passes.");
});

test("who agreed is at the board, and at the end of a game at what comes after", async (t) => {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const anna = await openPage(t, browser, server);
  await startGame(anna, { game: "checkers", opponent: "link", side: "1" });
  const ben = await openPage(t, browser, server, { hash: await friendsHash(anna) });
  const agree = ben.getByRole("button", { name: "Agree" });
  const moveAndRegret = async () => {
    await moveMan(anna, 22, 18);
    await anna.getByRole("button", { name: "22-18" }).waitFor();
    await anna.getByRole("button", { name: "Undo" }).click();
  };

  await anna.getByText("Your turn, Red").waitFor();
  await moveAndRegret();
  await press(agree);
  await anna.getByText("No moves yet.").waitFor();
  await awaitFocus(ben, "gridcell");

  await moveAndRegret();
  await agree.focus();
  await anna.getByRole("button", { name: "Resign" }).click();
  await anna.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await overTitle(ben).waitFor();
  await awaitFocus(ben, "You won!");
});
