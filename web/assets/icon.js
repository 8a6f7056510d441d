// @ts-check
// Small line drawings, and buttons that wear them.

import { button, el, svg } from "./element.js";

/** @import { Props } from "./types.js" */
/** @typedef {keyof typeof ICONS} IconName */

/**
 * A button that shows an icon and is labelled with a word.
 * @param {IconName} name
 * @param {string} word
 * @param {(event: MouseEvent) => void} onClick
 * @param {Props} [props]
 */
export function iconButton(name, word, onClick, props = {}) {
  const { class: extra = "", ...rest } = props;
  const picture = el("span", { "aria-hidden": "true", class: "tool-icon" }, icon(name));
  return button([picture, el("span", { class: "word" }, word)], onClick, {
    class: `tool ${extra}`,
    title: word,
    ...rest,
  });
}

/**
 * A small line drawing, from the paths below.
 * @param {IconName} name
 */
export function icon(name) {
  const path = ICONS[name];
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: path }),
  );
}

const ICONS = {
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2h5c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  flip: "M7 4v14M7 4L3.5 7.5M7 4l3.5 3.5M17 20V6M17 20l3.5-3.5M17 20l-3.5-3.5",
  resign: "M6 21V4M6 4h11l-2.5 4L17 12H6",
  draw: "M5 9h14M5 15h14",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  muted: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  first: "M6 5v14M18 5l-8 7 8 7",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  end: "M18 5v14M6 5l8 7-8 7",
  plus: "M12 5v14M5 12h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  study: "M4 5.5c3-1 5.5-1 8 1 2.5-2 5-2 8-1v13c-3-1-5.5-1-8 1-2.5-2-5-2-8-1zM12 6.5v13",
  review: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9a.8.8 0 1 0 .01 0",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  pencil: "M5 19L19 5M12 5h7v7M5 19a2 2 0 1 0 .01 0",
  paste: "M8 5H6v16h12V5h-2M9 3h6v4H9zM9 12h6M9 16h4",
  erase: "M8 19h11M5 14l8-9 6 5-8 9H8z",
};
