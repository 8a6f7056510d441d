// @ts-check
// The analysis of one position at a time, over a socket.

import { openReconnectingSocket } from "../socket.js";

const PATH = "/api/analysis/live";

/** @import { AnalysisCommand, AnalysisMessage, ThoughtView } from "../wire.js" */
/** @typedef {Omit<Extract<AnalysisCommand, { type: "analyze" }>, "type" | "id">} Query */

export class AnalysisClient {
  /** @type {ThoughtView | null} */
  thought = null;
  /**
   * How many analyses come first.
   * @type {number | null}
   */
  waiting = null;
  isDone = false;
  /** @type {string | null} */
  fault = null;
  /**
   * `onChange()` is called when `thought`, `waiting`, `isDone` or `fault` are others.
   * @param {() => void} onChange
   */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {ReturnType<typeof openReconnectingSocket> | null} */
    this.socket = null;
    /** @type {Query | null} */
    this.query = null;
    this.id = 0;
  }

  /**
   * Thinks about `query`, or about nothing.
   * @param {Query | null} query
   */
  ask(query) {
    if (JSON.stringify(query) === JSON.stringify(this.query)) return;
    this.query = query;
    this.forget();
    if (query === null) this.socket?.send({ type: "stop" });
    else if (this.socket) this.send();
    else
      this.socket = openReconnectingSocket(() => PATH, {
        onOpen: () => this.send(),
        onMessage: (/** @type {AnalysisMessage} */ message) => this.onMessage(message),
      });
    this.onChange();
  }

  close() {
    this.socket?.close();
    this.socket = null;
  }

  forget() {
    this.thought = null;
    this.waiting = null;
    this.isDone = false;
    this.fault = null;
  }

  send() {
    if (this.query) this.socket?.send({ type: "analyze", id: ++this.id, ...this.query });
  }

  /** @param {AnalysisMessage} message */
  onMessage(message) {
    if (message.id !== this.id) return;
    if (message.type === "thought") {
      this.thought = message;
      this.waiting = null;
    } else if (message.type === "waiting") this.waiting = message.ahead;
    else if (message.type === "done") {
      this.isDone = true;
      this.waiting = null;
    } else this.fault = message.error;
    this.onChange();
  }
}
