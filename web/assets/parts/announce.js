// What happens, said to those who do not see it.

let region = null;
let last = "";

/** The element that is read aloud when it changes. */
export function installAnnouncer(node) {
  region = node;
}

/** Says a sentence. The same sentence twice is said twice. */
export function announce(sentence) {
  if (!region || !sentence) return;
  // A region whose text stays the same is not read again: a blank that nobody hears makes it another one.
  last = sentence === last ? `${sentence}\u00a0` : sentence;
  region.textContent = last;
}
