// @ts-check
// The link for a friend, while the seat is free: to be copied, or to be scanned by a phone.

import { getAddress } from "../api.js";
import { el } from "../element.js";
import { isLoopbackHost } from "../route.js";
import { copyButton } from "./copy-button.js";
import { qrCode } from "./qr-code.js";

export class Invite {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.isBuilt = false;
    this.element = el("div", { class: "card invite", hidden: true });
  }

  /**
   * `invite` is the word that opens the seat of the side called `name`; null hides the link.
   * @param {string | null} invite
   * @param {string | undefined} name
   */
  update(invite, name) {
    this.element.hidden = invite === null;
    if (invite === null || this.isBuilt) return;
    this.isBuilt = true;
    this.build(invite, name);
  }

  /**
   * @param {string} invite
   * @param {string | undefined} name
   */
  async build(invite, name) {
    const isLocal = isLoopbackHost(location.hostname);
    // Here the server has a name that means nothing elsewhere.
    const address = isLocal ? await getAddress().catch(() => ({ url: null })) : { url: null };
    const origin = address.url ?? location.origin;
    const link = `${origin}/#/join/${encodeURIComponent(this.id)}/${encodeURIComponent(invite)}`;
    const field = el("input", { type: "text", readOnly: true, value: link, "aria-label": "Link for your friend" });
    this.element.append(
      el("h2", {}, "Invite your friend"),
      el("p", {}, `Send this link. Whoever opens it first plays ${name}; whoever opens it later watches.`),
      el(
        "div",
        { class: "row" },
        field,
        copyButton("Copy link", () => link),
      ),
    );
    if (isLocal && !address.url) {
      const alone =
        "This link works only on this computer; for a friend elsewhere, start the server with --listen 0.0.0.0.";
      this.element.append(el("p", { class: "soft" }, alone));
      return;
    }
    const code = await qrCode(link);
    if (code) this.element.append(code);
  }
}
