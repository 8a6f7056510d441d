// @ts-check
// A WebSocket that comes back by itself, and says on the page that it is gone.

import { setDisconnected } from "./parts/connection.js";

/** @import { AnalysisCommand } from "./wire.js" */
/** @typedef {AnalysisCommand | { type: "seat", token: string }} Command what the page says */

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 5000;

let sockets = 0;

/**
 * Opens `path()` and keeps it open. `onOpen` is called each time it is, `onMessage` with each message, as data.
 * `isDone` says that the server has nothing more to tell, so that a closed socket is no loss.
 * @template Message
 * @param {() => string} path
 * @param {object} options
 * @param {() => void} [options.onOpen]
 * @param {(message: Message) => void} options.onMessage
 * @param {() => boolean} [options.isDone]
 */
export function openReconnectingSocket(path, { onOpen = () => {}, onMessage, isDone = () => false }) {
  const name = `socket ${++sockets}`;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  /** @type {WebSocket} */
  let socket;
  let pause = FIRST_PAUSE_MS;
  /** @type {number | null} */
  let timer = null;
  let isClosed = false;

  const open = () => {
    timer = null;
    socket = new WebSocket(`${scheme}//${location.host}${path()}`);
    socket.addEventListener("open", () => {
      pause = FIRST_PAUSE_MS;
      setDisconnected(name, false);
      onOpen();
    });
    socket.addEventListener("message", (event) => {
      const message = /** @type {Message | null} */ (read(event.data));
      if (message !== null && !isClosed) onMessage(message);
    });
    socket.addEventListener("close", again);
  };
  const again = () => {
    if (isClosed || isDone() || timer !== null) return;
    setDisconnected(name, true);
    timer = setTimeout(open, pause * (0.8 + 0.4 * Math.random()));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
  // Somebody who comes back to the page, or whose network does, need not wait for the next try.
  const atOnce = () => {
    if (timer === null || document.hidden) return;
    clearTimeout(timer);
    open();
  };
  document.addEventListener("visibilitychange", atOnce);
  window.addEventListener("online", atOnce);
  open();

  return {
    /** @param {Command} message */
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      document.removeEventListener("visibilitychange", atOnce);
      window.removeEventListener("online", atOnce);
      setDisconnected(name, false);
      socket.close();
    },
  };
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
