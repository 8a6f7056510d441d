// Chromium, and pages that fail the test when something goes wrong in them.

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const PHONE = { width: 375, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

/** So long a browser that no test uses waits for the next one. */
const IDLE_MS = 500;

/** @type {Promise<import("playwright-core").Browser> | null} */
let shared = null;
let users = 0;

/** A browser. Tests of a file share it, because it takes longer to start than most tests; no page sees another's. */
export async function openBrowser(test) {
  shared ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
  users++;
  test.after(release);
  return shared;
}

function release() {
  users--;
  setTimeout(closeIfIdle, IDLE_MS);
}

async function closeIfIdle() {
  if (users > 0 || shared === null) return;
  const browser = shared;
  shared = null;
  await (await browser).close();
}

/**
 * A page of somebody's own, with own storage, in a context that is described as Playwright does (`hasTouch`,
 * `forcedColors`). Faults of scripts, a broken content policy and requests to anywhere else fail the test at its end.
 */
export async function openPage(
  test,
  browser,
  server,
  { hash = "#/", colorScheme = "light", viewport = DESKTOP, reducedMotion = "reduce", ...look } = {},
) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion, ...look });
  users++;
  test.after(() => context.close().finally(release));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault.stack));
  page.on(
    "console",
    (message) => /Content Security Policy|Refused to/.test(message.text()) && faults.push(message.text()),
  );
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== "data:" && host !== new URL(server.url).host) faults.push(`asked for ${request.url()}`);
  });
  test.after(() => assert.deepEqual(faults, []));
  await page.goto(server.url + hash);
  return page;
}
