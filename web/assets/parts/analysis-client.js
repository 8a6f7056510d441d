// The analysis of one position at a time, over a socket.

import { openReconnectingSocket } from "../socket.js";

const PATH = "/api/analysis/live";

export class AnalysisClient {
  /** `onChange()` is called when `thought`, `waiting`, `isDone` or `fault` are others. */
  constructor(onChange) {
    this.onChange = onChange;
    this.socket = null;
    this.query = null;
    this.id = 0;
    this.forget();
  }

  /** Thinks about `query` ({ game, position, moves, lines }), or about nothing. */
  ask(query) {
    if (JSON.stringify(query) === JSON.stringify(this.query)) return;
    this.query = query;
    this.forget();
    if (query === null) this.socket?.send({ type: "stop" });
    else if (this.socket) this.send();
    else this.socket = openReconnectingSocket(() => PATH, { onOpen: () => this.send(), onMessage: (message) => this.onMessage(message) });
    this.onChange();
  }

  close() {
    this.socket?.close();
    this.socket = null;
  }

  forget() {
    Object.assign(this, { thought: null, waiting: null, isDone: false, fault: null });
  }

  send() {
    if (this.query) this.socket?.send({ type: "analyze", id: ++this.id, ...this.query });
  }

  onMessage(message) {
    if (message.id !== this.id) return;
    const takes = {
      thought: () => Object.assign(this, { thought: message, waiting: null }),
      waiting: () => (this.waiting = message.ahead),
      done: () => Object.assign(this, { isDone: true, waiting: null }),
      error: () => (this.fault = message.error),
    };
    takes[message.type]?.();
    this.onChange();
  }
}
