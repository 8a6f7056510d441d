// What moves is seen to move, and nothing does for those who asked for stillness.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { countMoves, eventually, moveMan, startGame } from "./table.mjs";

/** Red has jumped a man; gives what was animated by that move. */
async function capture(t, reducedMotion) {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { reducedMotion });
  await startGame(page, { game: "checkers", opponent: "here" });
  await moveMan(page, 22, 18);
  await moveMan(page, 11, 15);
  await page.getByRole("gridcell", { name: "square 18, red man, can move" }).waitFor();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.evaluate(() => {
    window.seen = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (steps, options) {
      window.seen.push({ steps, isOnBoard: this.closest(".board") !== null, duration: options.duration });
      return animate.call(this, steps, options);
    };
    document.addEventListener("transitionrun", (event) => window.seen.push({ transition: event.propertyName }));
  });
  await moveMan(page, 18, 11);
  await page.getByRole("button", { name: "18x11" }).waitFor();
  const pieces = page.locator(".pieces > .piece");
  await eventually(async () => (await pieces.count()) === 23, "the taken man leaves the board");
  return { seen: await page.evaluate(() => window.seen), page };
}

/** Where the middle of a cell is in the picture. */
const placeOf = (page, square) =>
  page.getByRole("gridcell", { name: `square ${square},` }).evaluate((node) => {
    const picture = document.querySelector(".board > svg");
    const [x, y, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
    const part = (text) => Number.parseFloat(text) / 100;
    return [
      x + width * (part(node.style.left) + part(node.style.width) / 2),
      y + height * (part(node.style.top) + part(node.style.height) / 2),
    ];
  });

test("a capture is animated: one man jumps, the other fades", async (t) => {
  const { seen, page } = await capture(t, "no-preference");
  const moved = seen.filter(({ isOnBoard, duration }) => isOnBoard && duration > 0).map(({ steps }) => steps);
  const fades = moved.filter((steps) => steps[0].opacity === 1 && steps[steps.length - 1].opacity === 0);
  const slides = moved.filter((steps) => steps.every((step) => step.transform && step.opacity === undefined));
  assert.equal(fades.length, 1);
  assert.equal(slides.length, 1);
  const places = slides[0].map(({ transform }) => transform.match(/-?[\d.]+(?=px)/g).map(Number));
  for (const [i, square] of [18, 11].entries()) {
    const expected = await placeOf(page, square);
    places[i].forEach((value, axis) => assert.ok(Math.abs(value - expected[axis]) < 0.02, `${value} ${expected}`));
  }
});

test("nothing moves for those who asked for stillness", async (t) => {
  const { seen, page } = await capture(t, "reduce");
  assert.deepEqual(seen, []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test("a move is no occasion to speak of earlier positions", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { reducedMotion: "no-preference" });
  await startGame(page, { game: "checkers", level: 1 });
  await page.evaluate(() => {
    const message = document.querySelector(".message");
    window.told = [];
    new MutationObserver(() => window.told.push(message.textContent)).observe(message, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await moveMan(page, 22, 18);
  await eventually(async () => (await countMoves(page)) === 2, "the machine's reply");
  await page.getByText(/^Your turn, Red/).waitFor();
  const told = await page.evaluate(() => window.told);
  assert.ok(told.length > 0);
  assert.ok(!told.some((text) => text.startsWith("Position after")), told.join("\n"));
});
