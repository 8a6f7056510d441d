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

/** A browser that ends with the test. */
export async function openBrowser(test) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });
  test.after(() => browser.close());
  return browser;
}

/**
 * A page of somebody's own, with own storage. Faults of scripts, a broken content policy and requests to anywhere else
 * fail the test at its end.
 */
export async function openPage(
  test,
  browser,
  server,
  { hash = "#/", colorScheme = "light", viewport = DESKTOP, reducedMotion = "reduce", hasTouch = false } = {},
) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion, hasTouch });
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
