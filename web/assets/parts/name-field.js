// @ts-check
// The name by which others know us, asked for once.

import { el } from "../element.js";
import { nickname, storeNickname } from "../storage.js";

const MOST_CHARACTERS = 30;

/** A field that remembers the name as it is typed. */
export function nameField() {
  const input = el("input", {
    type: "text",
    id: "nickname",
    value: nickname() ?? "",
    maxLength: MOST_CHARACTERS,
    autocomplete: "nickname",
    placeholder: "Guest",
    on: { input: () => storeNickname(input.value) },
  });
  return el("div", { class: "group" }, el("label", { for: "nickname" }, "Your name"), input);
}

/** Asks for a name in the middle of a game. */
export class NameCard {
  /** @param {(name: string) => void} send */
  constructor(send) {
    const input = el("input", {
      type: "text",
      maxLength: MOST_CHARACTERS,
      autocomplete: "nickname",
      "aria-label": "Your name",
    });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      storeNickname(name);
      send(name);
    };
    this.element = el(
      "form",
      { class: "card name-card", hidden: true, on: { submit } },
      el("p", {}, "What should your friend call you?"),
      el("div", { class: "row" }, input, el("button", { type: "submit" }, "Save")),
    );
  }

  /** @param {boolean} isWanted */
  update(isWanted) {
    this.element.hidden = !isWanted;
  }
}
