// @ts-check
// Sounds: short notes made here, off until somebody switches them on.

import { setAttribute } from "../element.js";
import { icon, iconButton } from "../icon.js";
import { storeSound, wantsSound } from "../storage.js";

/** @typedef {{ at: number, pitch: number, length: number, type?: OscillatorType, loud?: number }} Note */

/**
 * What each event sounds like; times in seconds, pitches in hertz.
 * @type {Record<"move" | "capture" | "promotion" | "won" | "lost" | "drawn" | "friend", Note[]>}
 */
const SOUNDS = {
  move: [{ at: 0, pitch: 300, length: 0.07, type: "triangle" }],
  capture: [
    { at: 0, pitch: 220, length: 0.07, type: "triangle" },
    { at: 0.05, pitch: 150, length: 0.12, type: "triangle" },
  ],
  promotion: [
    { at: 0, pitch: 523, length: 0.1 },
    { at: 0.09, pitch: 784, length: 0.2 },
  ],
  won: [
    { at: 0, pitch: 523, length: 0.14 },
    { at: 0.13, pitch: 659, length: 0.14 },
    { at: 0.26, pitch: 784, length: 0.34 },
  ],
  lost: [
    { at: 0, pitch: 392, length: 0.16 },
    { at: 0.16, pitch: 311, length: 0.36 },
  ],
  drawn: [
    { at: 0, pitch: 440, length: 0.14 },
    { at: 0.15, pitch: 440, length: 0.22 },
  ],
  friend: [{ at: 0, pitch: 660, length: 0.12 }],
};

const LOUDNESS = 0.16;

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays a sound, if sounds are wanted.
 * @param {keyof typeof SOUNDS} name
 */
export function playSound(name) {
  if (!wantsSound() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  audio.resume();
  document.documentElement.dataset.sound = name;
  for (const note of SOUNDS[name]) playNote(audio, note);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 */
function playNote(context, { at, pitch, length, type = "sine", loud = LOUDNESS }) {
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + at;
  tone.type = type;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(gain).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

/** The switch for sounds. */
export function soundButton() {
  const node = iconButton("muted", "Sound", () => {
    storeSound(!wantsSound());
    show();
    playSound("move");
  }, { class: "small" });
  const show = () => {
    setAttribute(node, "aria-pressed", wantsSound() ? "true" : "false");
    node.querySelector(".tool-icon")?.replaceChildren(icon(wantsSound() ? "sound" : "muted"));
    node.title = wantsSound() ? "Sound is on" : "Sound is off";
  };
  show();
  return node;
}
