// What a visit costs: requests and bytes, counted as Chromium's network log does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";

const FIRST_VISIT = { requests: 12, bytes: 90_000 };
const REPEAT_VISIT = { requests: 3 };

/** Does something and gives what went over the wire meanwhile: { urls, bytes }. */
async function traffic(page, visit) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const urls = new Map();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  session.on("Network.requestServedFromCache", ({ requestId }) => urls.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) urls.delete(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (urls.has(requestId)) bytes += encodedDataLength;
  });
  await visit();
  await page.waitForLoadState("networkidle");
  await session.detach();
  return { urls: [...urls.values()], bytes };
}

const isShown = async (page) => {
  await page.getByRole("button", { name: "Start the game" }).waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
};

test("a visit takes few requests and few bytes, and a repeat visit hardly any", async (t) => {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const page = await openPage(t, browser, server, { hash: "api/health" });
  const first = await traffic(page, async () => {
    await page.goto(server.url);
    await isShown(page);
  });
  t.diagnostic(`first visit: ${first.urls.length} requests, ${first.bytes} bytes`);
  assert.ok(first.urls.length <= FIRST_VISIT.requests, first.urls.join("\n"));
  assert.ok(first.bytes <= FIRST_VISIT.bytes, `${first.bytes} bytes`);

  await page.goto("about:blank");
  const again = await traffic(page, async () => {
    await page.goto(server.url);
    await isShown(page);
  });
  t.diagnostic(`repeat visit: ${again.urls.length} requests, ${again.bytes} bytes`);
  assert.ok(again.urls.length <= REPEAT_VISIT.requests, again.urls.join("\n"));
});

test("what has its hash in its name is kept for ever, the page itself is not", async (t) => {
  const server = await Server.start(t);
  const index = await fetch(server.url);
  const html = await index.text();
  assert.equal(index.headers.get("cache-control"), "no-cache");
  const same = await fetch(server.url, { headers: { "If-None-Match": index.headers.get("etag") } });
  assert.equal(same.status, 304);
  const names = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => name);
  assert.ok(names.length >= 4, names.join(" "));
  for (const name of names) {
    const asset = await fetch(new URL(name, server.url));
    assert.equal(asset.status, 200, name);
    assert.match(asset.headers.get("cache-control"), /max-age=31536000, immutable/);
    assert.equal(asset.headers.get("content-encoding"), "gzip");
    assert.match(name, /-[0-9a-f]{16}\./);
  }
  const plain = await fetch(new URL(names.at(-2), server.url), { headers: { "Accept-Encoding": "identity" } });
  assert.equal(plain.headers.get("content-encoding"), null);
});
