// The link for a friend, while the seat is free.

import { el } from "../element.js";
import { copyButton } from "./copy.js";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

export class Invite {
  constructor(id) {
    this.id = id;
    this.element = el("div", { class: "card invite", hidden: true });
  }

  /** `invite` is the word that opens the seat of the side called `name`; null hides the link. */
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
    if (!LOOPBACK.includes(location.hostname)) return;
    const alone =
      "This address is known to this computer alone. To play across a network, start the server with --listen.";
    this.element.append(el("p", { class: "soft" }, alone));
  }
}
