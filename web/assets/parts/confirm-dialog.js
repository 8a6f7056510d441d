// @ts-check
// A question that must be answered first.

import { button, el } from "../element.js";

let count = 0;

/**
 * Asks; resolves to whether the answer was yes.
 * @param {{ title: string, text: string, yes: string, no?: string, isDangerous?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes, no = "Cancel", isDangerous = false }) {
  const id = `dialog-${++count}`;
  return new Promise((resolve) => {
    let answer = false;
    /** @param {boolean} value */
    const finish = (value) => () => {
      answer = value;
      dialog.close();
    };
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-labelledby": id, on: { close } },
      el("h2", { id }, title),
      el("p", {}, text),
      el("div", { class: "row end" }, button(no, finish(false)), button(yes, finish(true), { class: isDangerous ? "danger" : "primary" })),
    );
    function close() {
      dialog.remove();
      resolve(answer);
    }
    document.body.append(dialog);
    dialog.showModal();
  });
}
