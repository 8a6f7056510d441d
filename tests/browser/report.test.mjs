// A tournament's report, opened as a file: the same board as the page's, in one file that loads nothing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { DESKTOP, openBrowser } from "./browser.mjs";

/** Plays a small match and opens its report. Faults of the script and requests of any kind fail the test. */
async function openReport(t, game) {
  const folder = await mkdtemp(join(tmpdir(), "plywood-report-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const players = ["name=A nodes=100", "name=B type=random"].flatMap((player) => ["--player", player]);
  execFileSync(process.env.PLYWOOD, ["match", game, ...players, "--games", "4", "--out", folder], { stdio: "ignore" });
  const browser = await openBrowser(t);
  const page = await browser.newPage({ viewport: DESKTOP, reducedMotion: "reduce" });
  const address = pathToFileURL(join(folder, "report.html")).href;
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault.stack));
  page.on("console", (message) => /Content Security Policy|Refused to/.test(message.text()) && faults.push(message.text()));
  page.on("request", (request) => request.url().split("#")[0] !== address && faults.push(request.url()));
  t.after(() => assert.deepEqual(faults, []));
  // Keys work where the viewer is in sight.
  await page.goto(`${address}#game-1`);
  await page.getByRole("grid").waitFor();
  return page;
}

const labels = (page) => page.getByRole("gridcell").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));

for (const game of ["checkers", "abalone"]) {
  test(`a report of ${game} steps through its games on the page's board`, async (t) => {
    const page = await openReport(t, game);
    const start = await labels(page);
    assert.ok(start.length > 30 && start.some((label) => !label.includes("empty")), start.join("\n"));
    const now = page.locator("#now");
    assert.match(await now.textContent(), /^Start\./);
    await page.keyboard.press("ArrowRight");
    assert.match(await now.textContent(), /^Ply 1 of \d+/);
    assert.notDeepEqual(await labels(page), start);
    assert.ok((await page.locator(".shade-last").count()) >= 2, "the last move is marked");
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await labels(page), start);
    await page.keyboard.press("End");
    assert.match(await page.locator(".plate.winner, #ending").first().textContent(), /./);
    await page.keyboard.press("c");
    assert.ok((await page.locator(".cell-name").count()) > 30);
    await page.keyboard.press("f");
    assert.equal(await page.locator("#flip").getAttribute("aria-pressed"), "true");
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: /^Game 2:/ }).waitFor();
    assert.match(page.url(), /#game-2$/);
    await page.locator("#by").selectOption({ label: "A" });
    await page.locator("#result").selectOption("lost");
    assert.match(await page.locator("#found").textContent(), /of 4 games/);
  });
}
