// The analysis of one position at a time, over a socket.

import { keepOpen } from "../socket.js";

const PATH = "/api/analysis/live";

export class Analysis {
  /** `onChange()` is called when `thought`, `waiting`, `isDone` or `fault` are others. */
  constructor(onChange) {
    this.onChange = onChange;
    this.socket = null;
    this.wish = null;
    this.id = 0;
    this.forget();
  }

  /** Thinks about `wish` ({ game, position, moves, lines }), or about nothing. */
  ask(wish) {
    if (JSON.stringify(wish) === JSON.stringify(this.wish)) return;
    this.wish = wish;
    this.forget();
    if (wish === null) this.socket?.send({ type: "stop" });
    else if (this.socket) this.send();
    else this.socket = keepOpen(PATH, { onOpen: () => this.send(), onMessage: (message) => this.hear(message) });
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
    if (this.wish) this.socket?.send({ type: "analyze", id: ++this.id, ...this.wish });
  }

  hear(message) {
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
