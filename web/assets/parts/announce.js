// @ts-check
// What happens, said to those who do not see it.

import { el } from "../element.js";

/** So many sentences stay, for whoever reads them again. */
const KEPT = 12;

/** @type {Element | null} */
let region = null;

/**
 * The log that is read aloud as it grows.
 * @param {Element} node
 */
export function installAnnouncer(node) {
  region = node;
}

/**
 * Says a sentence. Each is added to the log, so that what comes at once is said one after the
 * other.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!region || !sentence) return;
  region.append(el("p", {}, sentence));
  while (region.children.length > KEPT) region.firstElementChild?.remove();
}
