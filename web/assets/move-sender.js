// @ts-check
// A move on its way to the server. Where no answer comes it is sent again, at growing intervals; it names its ply, so
// that it is made once however often it arrives.

/** @import { ApiError } from "./api.js" */

/**
 * What is on its way.
 * @template Content
 * @typedef {object} Pending
 * @property {number} ply
 * @property {Content} content
 * @property {boolean} isInFlight
 * @property {number} tries
 * @property {number} [timer]
 */

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5000;

/** @template Content, Answer */
export class MoveSender {
  /**
   * `post(content)` asks the server and fails with an ApiError; `made(game)` gets its answer, `refused(refusal, isDoubtful)`
   * what it did not want (doubtful if an earlier try may have arrived), `unanswered(isUnanswered)` whether no answer has come yet.
   * @param {object} handlers
   * @param {(content: Content) => Promise<Answer>} handlers.post
   * @param {(game: Answer) => void} handlers.made
   * @param {(refusal: ApiError, isDoubtful: boolean) => void} handlers.refused
   * @param {(isUnanswered: boolean) => void} handlers.unanswered
   */
  constructor({ post, made, refused, unanswered }) {
    this.post = post;
    this.made = made;
    this.refused = refused;
    this.unanswered = unanswered;
    /** @type {Pending<Content> | null} */
    this.pending = null;
  }

  /** Whether something is on its way. */
  get isBusy() {
    return this.pending !== null;
  }

  /**
   * Sends `content`, which belongs to the position after `ply` plies.
   * @param {number} ply
   * @param {Content} content
   */
  send(ply, content) {
    this.end();
    this.pending = { ply, content, isInFlight: false, tries: 0 };
    return this.tryOnce();
  }

  /**
   * The server was heard of: the game has `plies` now, and what is still missing may go at once.
   * @param {number} plies
   */
  onServerState(plies) {
    if (!this.pending) return;
    if (this.pending.ply !== plies) this.end();
    else this.tryOnce();
  }

  /** Whatever was on its way is no longer waited for. */
  end() {
    if (!this.pending) return;
    clearTimeout(this.pending.timer);
    this.pending = null;
    this.unanswered(false);
  }

  async tryOnce() {
    const { pending } = this;
    if (!pending || pending.isInFlight) return;
    clearTimeout(pending.timer);
    pending.isInFlight = true;
    const { game, refusal } = await this.post(pending.content).then(
      (answer) => ({ game: answer, refusal: null }),
      (/** @type {ApiError} */ fault) => ({ game: null, refusal: fault }),
    );
    // The position may have gone on in the meantime, by this very move or without it.
    if (this.pending !== pending) return;
    pending.isInFlight = false;
    if (refusal?.isNetworkError) return this.tryLater(pending);
    const isDoubtful = pending.tries > 0;
    this.end();
    if (refusal) this.refused(refusal, isDoubtful);
    else this.made(/** @type {Answer} */ (game));
  }

  /** @param {Pending<Content>} pending */
  tryLater(pending) {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** pending.tries, LONGEST_PAUSE_MS);
    pending.tries++;
    pending.timer = setTimeout(() => this.tryOnce(), pause);
    this.unanswered(true);
  }
}
