// The guided tour of each game, taken as a beginner would: a wrong move, a legal one that is not meant, the right one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage, PHONE } from "./browser.mjs";
import { GAMES, Server } from "./server.mjs";

const cell = (page, number) => page.locator(`[role="gridcell"][data-cell="${number}"]`);

/** Touches the cells of a move, or the few of them that are enough. */
async function make(page, touched) {
  for (const number of touched) await cell(page, number).click();
}

const messageOf = (page, verdict) =>
  page.locator(verdict === "done" ? ".message.good" : ".message.shown:not(.good)");

for (const [number, game] of GAMES.entries()) {
  test(`the tour of ${game}`, async (t) => {
    const server = await Server.start(t);
    const viewport = number % 2 === 0 ? undefined : PHONE;
    const page = await openPage(t, await openBrowser(t), server, { hash: `#/tour/${game}`, viewport });
    const { answer } = await server.ask("GET", `/api/how-to?game=${game}`);
    assert.ok(answer.tour.length >= 5, "a tour of two minutes");
    let others = 0;
    let refusals = 0;
    for (const [i, step] of answer.tour.entries()) {
      await page.getByText(`Step ${i + 1} of ${answer.tour.length}`).waitFor();
      await page.locator(".tour-say", { hasText: step.say }).waitFor();
      const body = { game, position: step.position };
      const { answer: here } = await server.ask("POST", "/api/position", { body });

      // A legal move that is not wanted gets a friendly sentence, and the position stays.
      const other = here.moves.find(({ move, touched }) => touched.length > 1 && !step.moves.includes(move));
      if (other) {
        await make(page, other.touched);
        await messageOf(page, "other").waitFor();
        assert.match(await page.locator(".message").textContent(), /legal/);
        others += 1;
      }

      // An illegal one is explained by the game itself.
      const [from] = here.moves.find(({ move }) => step.moves.includes(move)).touched;
      for (const to of here.occupants.keys()) {
        const { answer: why } = await server.ask("POST", "/api/why", { body: { ...body, cells: [from, to] } });
        const isEmpty = here.occupants[to] === null && (await cell(page, to).count()) > 0;
        if (why.legal || to === from || !isEmpty) continue;
        const reaches = here.moves.some(({ touched }) => touched[0] === from && touched.includes(to));
        if (reaches) continue;
        await make(page, [from, to]);
        await page.locator(".message", { hasText: `${why.reason.slice(1)}.` }).waitFor();
        refusals += 1;
        break;
      }

      await page.getByRole("button", { name: "Show me" }).click();
      await page.locator(".arrow.hint").waitFor();
      const wanted = here.moves.find(({ move }) => step.moves.includes(move));
      await make(page, wanted.touched);
      await messageOf(page, "done").waitFor();
      if (i + 1 < answer.tour.length) await page.getByRole("button", { name: "Next" }).click();
    }
    assert.ok(others >= 3 && refusals >= 3, `${others} unwanted moves, ${refusals} refusals`);
    await page.getByRole("link", { name: "Play a game" }).click();
    await page.locator(`input[name="game"][value="${game}"]:checked`).waitFor({ state: "attached" });
  });
}

test("a step of the tour has an address, and the opponent's reply leads to the next one", async (t) => {
  const server = await Server.start(t);
  const { answer } = await server.ask("GET", "/api/how-to?game=checkers");
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/tour/checkers/4" });
  await page.getByText(`Step 4 of ${answer.tour.length}`).waitFor();
  await page.getByRole("gridcell", { name: /^square 10, red man/ }).click();
  await page.getByRole("gridcell", { name: /^square 7, empty/ }).click();
  await page.getByRole("gridcell", { name: /^square 16, black man/ }).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(answer.tour[4].say).first().waitFor();
  await page.reload();
  await page.getByText(`Step 5 of ${answer.tour.length}`).waitFor();
});

test("whoever has not moved can go on and back", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/tour/dragon-queen" });
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByText("Step 2 of").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("Step 1 of").waitFor();
});
