// Clocks run, and a flag falls.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { eventually, moveMan, overTitle, said, sitDown } from "./table.mjs";

test("the clock of whoever is to move runs until the flag falls", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await sitDown(server, page, {
    game: "checkers",
    players: ["human", "human"],
    clock: { seconds: 5, increment: 0 },
  });
  const [red, black] = ["Red", "Black"].map((name) => page.getByRole("timer", { name: `Clock of ${name}` }));
  const seconds = async (clock) => Number((await clock.textContent()).split(":")[1]);
  const runs = (clock) => clock.evaluate((node) => node.classList.contains("running"));

  // Nobody is hurried before both have moved.
  await moveMan(page, 22, 18);
  await page.getByRole("button", { name: "22-18" }).waitFor();
  assert.deepEqual([await runs(red), await runs(black)], [false, false]);
  assert.equal(await black.textContent(), "0:05.0");

  await moveMan(page, 11, 16);
  await eventually(() => runs(red), "Red's clock runs");
  const before = await seconds(red);
  const shownRunning = async () => {
    const left = await seconds(red);
    return left > 0 && left < before - 1;
  };
  await eventually(shownRunning, "Red's clock shows less and less");
  assert.equal(await runs(black), false);
  assert.equal(await black.textContent(), "0:05.0");

  await overTitle(page).waitFor();
  await page.locator(".verdict", { hasText: "Red ran out of time" }).waitFor();
  await eventually(async () => (await red.textContent()) === "0:00.0", "Red's clock shows nothing");
  assert.equal(await black.textContent(), "0:05.0");
  assert.equal(await runs(red), false);
  assert.equal(await page.getByRole("gridcell", { name: /can move/ }).count(), 0);
  assert.match((await said(page)).at(-1), /Red ran out of time/);
});

test("clocks stand still while the server is away, and run again by themselves when it is back", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  const { id } = await sitDown(server, page, {
    game: "checkers",
    players: ["human", "human"],
    clock: { seconds: 600, increment: 0 },
  });
  await moveMan(page, 22, 18);
  await moveMan(page, 11, 16);
  const red = page.getByRole("timer", { name: "Clock of Red" });
  const runs = () => red.evaluate((node) => node.classList.contains("running"));
  await eventually(runs, "Red's clock runs");
  await server.kill();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor();
  await server.startAgain();
  await page.locator(".banner", { hasText: "Connection lost" }).waitFor({ state: "hidden" });
  const state = async () => (await server.ask("GET", `/api/play/${id}`)).answer;
  await eventually(async () => (await state()).clocks.running === 1, "the server's clock of Red runs");
});
