// The page as an installed app: what Chromium asks for before it offers to install it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";

test("the page can be installed", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  await page.locator(".game-card").first().waitFor();
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.match(new URL(url).pathname, /^\/assets\/manifest-[0-9a-f]{16}\.webmanifest$/);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A page in a window that keeps nothing is never offered; the rest must be right.
  const wrong = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  assert.deepEqual(wrong, []);

  const manifest = JSON.parse(data);
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes, type } of manifest.icons) {
    const response = await fetch(new URL(src, server.url));
    assert.equal(response.headers.get("content-type"), type);
    assert.match(response.headers.get("cache-control"), /immutable/);
    if (sizes === "any") continue;
    const size = await page.evaluate(async (path) => {
      const image = new Image();
      image.src = path;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    assert.equal(size, sizes);
  }
  assert.ok(manifest.icons.some(({ purpose }) => purpose === "maskable"));
});
