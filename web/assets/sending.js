// A move on its way to the server. Where no answer comes it is sent again, at growing intervals; it names its ply, so
// that it is made once however often it arrives.

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 5000;

export class Sending {
  /**
   * `post(parcel)` asks the server and fails with a Refusal; `made(game)` gets its answer, `refused(refusal, isDoubtful)`
   * what it did not want (doubtful if an earlier try may have arrived), `missed(isMissed)` whether it is silent.
   */
  constructor({ post, made, refused, missed }) {
    Object.assign(this, { post, made, refused, missed });
    this.parcel = null;
  }

  /** Whether something is on its way. */
  get isBusy() {
    return this.parcel !== null;
  }

  /** Sends `content`, which belongs to the position after `ply` plies. */
  send(ply, content) {
    this.end();
    this.parcel = { ply, content, isUnderWay: false, tries: 0, timer: null };
    return this.tryOnce();
  }

  /** The server was heard of: the game has `plies` now, and what is still missing may go at once. */
  hear(plies) {
    if (!this.parcel) return;
    if (this.parcel.ply !== plies) this.end();
    else this.tryOnce();
  }

  /** Whatever was on its way is no longer waited for. */
  end() {
    if (!this.parcel) return;
    clearTimeout(this.parcel.timer);
    this.parcel = null;
    this.missed(false);
  }

  async tryOnce() {
    const { parcel } = this;
    if (!parcel || parcel.isUnderWay) return;
    clearTimeout(parcel.timer);
    parcel.isUnderWay = true;
    const { game, refusal } = await this.post(parcel.content).then(
      (game) => ({ game }),
      (refusal) => ({ refusal }),
    );
    // The position may have gone on in the meantime, by this very move or without it.
    if (this.parcel !== parcel) return;
    parcel.isUnderWay = false;
    if (refusal?.isSilence) return this.tryLater(parcel);
    const isDoubtful = parcel.tries > 0;
    this.end();
    if (refusal) this.refused(refusal, isDoubtful);
    else this.made(game);
  }

  tryLater(parcel) {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** parcel.tries, LONGEST_PAUSE_MS);
    parcel.tries++;
    parcel.timer = setTimeout(() => this.tryOnce(), pause);
    this.missed(true);
  }
}
