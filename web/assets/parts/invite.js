// @ts-check
// The link for a friend, while the seat is free.

import { el } from "../element.js";
import { isLoopbackHost } from "../route.js";
import { copyButton } from "./copy-button.js";

export class Invite {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.element = el("div", { class: "card invite", hidden: true });
  }

  /**
   * `invite` is the word that opens the seat of the side called `name`; null hides the link.
   * @param {string | null} invite
   * @param {string | undefined} name
   */
  update(invite, name) {
    this.element.hidden = invite === null;
    if (invite === null || this.element.children.length > 0) return;
    const link = `${location.origin}/#/join/${encodeURIComponent(this.id)}/${encodeURIComponent(invite)}`;
    const field = el("input", { type: "text", readOnly: true, value: link, "aria-label": "Link for your friend" });
    this.element.append(
      el("h2", {}, "Invite your friend"),
      el("p", {}, `Send this link. Whoever opens it first plays ${name}.`),
      el(
        "div",
        { class: "row" },
        field,
        copyButton("Copy link", () => link),
      ),
    );
    if (!isLoopbackHost(location.hostname)) return;
    const alone =
      "This link works only on this computer; for a friend elsewhere, start the server with --listen and open its network address.";
    this.element.append(el("p", { class: "soft" }, alone));
  }
}
