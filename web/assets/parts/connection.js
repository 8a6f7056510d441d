// @ts-check
// The banner that says that the server is not there. It goes when everything that missed it has it again. Both are said.

import { announce } from "./announce.js";

/** @type {Set<string>} */
const missing = new Set();
/** @type {HTMLElement | null} */
let banner = null;
/** @type {number | undefined} */
let timer;

/** Short breaks are nobody's business. */
const SAY_AFTER_MS = 250;

/**
 * Puts the banner into the page.
 * @param {HTMLElement} node
 */
export function installConnectionBanner(node) {
  banner = node;
  show();
}

/**
 * Somebody has, or has no longer, lost the server.
 * @param {string} who
 * @param {boolean} isLost
 */
export function setDisconnected(who, isLost) {
  if (isLost) missing.add(who);
  else missing.delete(who);
  if (missing.size === 0) {
    clearTimeout(timer);
    timer = undefined;
    show();
  } else timer ??= setTimeout(show, SAY_AFTER_MS);
}

function show() {
  if (!banner) return;
  const text = missing.size > 0 ? "Connection lost. Trying again…" : "";
  if (banner.textContent === text) return;
  banner.textContent = text;
  banner.hidden = text === "";
  announce(text || "Connected again.");
}
