// @ts-check
// What one player asks of the other: to take a move back, a draw, or that both may have hints.

import { button, el } from "../element.js";

/** @import { Deed } from "../api.js" */

/**
 * What each request is called, and what agreeing to it does.
 * @type {Record<string, { asks: string, asked: string, deed: Deed }>}
 */
const REQUESTS = {
  undo: { asks: "asks to take a move back.", asked: "You asked to take a move back.", deed: "undo" },
  draw: { asks: "offers a draw.", asked: "You offered a draw.", deed: "draw" },
  hints: { asks: "asks that both may have hints.", asked: "You asked that both may have hints.", deed: "hints" },
};

/**
 * A request in words; null for one that is not known.
 * @param {{ kind: string, by: string } | null} offer
 */
export function offerText(offer) {
  const request = offer && REQUESTS[offer.kind];
  if (!request) return null;
  return offer.by === "us" ? request.asked : `${offer.by} ${request.asks}`;
}

/**
 * What became of a request that is not open any more, as `me` is told.
 * @param {{ kind: string, by: number }} offer
 * @param {number | null} me
 * @param {boolean} isAgreed
 */
export function offerNews({ by }, me, isAgreed) {
  if (isAgreed) return "Agreed: both may have hints.";
  return by === me ? "Your request was declined or withdrawn." : "The request is off.";
}

export class OfferPanel {
  /** @param {(deed: Deed) => void} act */
  constructor(act) {
    this.act = act;
    this.shown = "";
    this.element = el("div", { class: "card offer", hidden: true });
  }

  /**
   * `by` is "us", or the name of the side that asks.
   * @param {{ kind: string, by: string } | null} offer
   */
  update(offer) {
    const text = offerText(offer) ?? "";
    if (text === this.shown) return;
    this.shown = text;
    this.element.hidden = text === "";
    if (!offer || text === "") return this.element.replaceChildren();
    const { deed } = REQUESTS[offer.kind];
    const buttons =
      offer.by === "us"
        ? [button("Withdraw", () => this.act("decline"))]
        : [
            button("Agree", () => this.act(deed), { class: "primary" }),
            button("Decline", () => this.act("decline")),
          ];
    this.element.replaceChildren(el("p", {}, text), el("div", { class: "row" }, buttons));
  }
}
