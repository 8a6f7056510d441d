// @ts-check
// Copying a text, and saying that it was done.

import { el, setText } from "../element.js";
import { iconButton } from "../icon.js";
import { announce } from "./announce.js";

const BACK_AFTER_MS = 1600;

/**
 * A button that copies what `text()` gives.
 * @param {string} word
 * @param {() => string} text
 */
export function copyButton(word, text) {
  const label = () => /** @type {Element} */ (node.querySelector(".word"));
  const node = iconButton("copy", word, async () => {
    const done = await copy(text());
    const said = done ? "Copied" : "Copying is not allowed here";
    setText(label(), said);
    announce(said);
    setTimeout(() => setText(label(), word), BACK_AFTER_MS);
  });
  return node;
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * For addresses that the browser does not trust with the clipboard, such as plain HTTP in a home
 * network.
 * @param {string} text
 */
function copyBySelection(text) {
  const field = el("textarea", { value: text, class: "visually-hidden", "aria-hidden": "true" });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
