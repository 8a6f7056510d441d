// Two people, each with their own seat: nobody moves for the other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { friendsHash, startGame } from "./table.mjs";

const touch = (page, name) => page.getByRole("gridcell", { name }).click();
const tokens = (page) =>
  page.evaluate(() =>
    Object.values(JSON.parse(localStorage.getItem("plywood.seats") ?? "{}")).flatMap((seats) => Object.values(seats)),
  );

test("two seats by link", async (t) => {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const anna = await openPage(t, browser, server);
  await startGame(anna, { game: "checkers", opponent: "link", side: "1" });
  const hash = await friendsHash(anna);
  await anna.getByText("This link works only on this computer").waitFor();

  const ben = await openPage(t, browser, server, { hash });
  await ben.getByRole("grid").waitFor();
  await anna.getByRole("heading", { name: "Invite your friend" }).waitFor({ state: "hidden" });
  await anna.getByText("Your turn, Red").waitFor();

  // It is Anna's turn: Ben's page offers nothing, and touching her pieces does nothing.
  await ben.getByText("Red to move").waitFor();
  assert.equal(await ben.getByRole("gridcell", { name: /can move/ }).count(), 0);
  await touch(ben, "square 22,");
  assert.equal(await ben.locator('[aria-selected="true"]').count(), 0);

  // Nor does the server let anybody else move, with Ben's token, with a wrong one or with none.
  const id = new URL(anna.url()).hash.split("/")[2];
  const move = { move: "22-18", ply: 0 };
  const [annas, bens] = [await tokens(anna), await tokens(ben)];
  assert.equal(annas.length, 1);
  assert.equal(bens.length, 1);
  assert.notEqual(annas[0], bens[0]);
  assert.equal((await server.ask("POST", `/api/play/${id}/move`, { body: move, token: bens[0] })).status, 409);
  assert.ok(
    [401, 403].includes(
      (await server.ask("POST", `/api/play/${id}/move`, { body: move, token: "x".repeat(annas[0].length) })).status,
    ),
  );
  assert.equal((await server.ask("POST", `/api/play/${id}/move`, { body: move })).status, 401);
  const seen = JSON.stringify((await server.ask("GET", `/api/play/${id}`)).answer);
  for (const token of [...annas, ...bens]) assert.ok(!seen.includes(token));

  await touch(anna, "square 22,");
  await touch(anna, "square 18, empty");
  await ben.getByText("Your turn, Black").waitFor();
  assert.equal(await anna.getByRole("gridcell", { name: /can move/ }).count(), 0);
  await touch(ben, "square 11,");
  await touch(ben, "square 16, empty");
  await anna.getByText("Your turn, Red").waitFor();
  await anna.getByRole("button", { name: "11-16" }).waitFor();

  // Taking back needs both.
  await anna.getByRole("button", { name: "Undo" }).click();
  await anna.locator(".offer", { hasText: "You asked to take a move back" }).waitFor();
  await ben.getByRole("button", { name: "Agree" }).click();
  await anna.getByRole("button", { name: "11-16" }).waitFor({ state: "detached" });
});

test("a link is good for one person, others may watch", async (t) => {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const anna = await openPage(t, browser, server);
  await startGame(anna, { game: "abalone", opponent: "link", side: "2" });
  const hash = await friendsHash(anna);
  const ben = await openPage(t, browser, server, { hash });
  await ben.getByText("Your turn, Blue").waitFor();

  const carla = await openPage(t, browser, server, { hash });
  await carla.getByText("You are watching. Blue to move").waitFor();
  assert.equal(carla.url(), anna.url());
  assert.equal(await carla.getByRole("gridcell", { name: /can move/ }).count(), 0);
  assert.equal(await carla.getByRole("button", { name: "Resign" }).isVisible(), false);
});
