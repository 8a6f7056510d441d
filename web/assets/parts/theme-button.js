// @ts-check
// Light or dark: the system's choice until somebody chooses.

import { button } from "../element.js";
import { icon } from "../icon.js";

const KEY = "plywood.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

/** The button that changes it. */
export function themeButton() {
  const node = button("", change, { class: "theme" });
  const show = () => {
    const word = isDark() ? "Switch to light colours" : "Switch to dark colours";
    node.replaceChildren(icon(isDark() ? "sun" : "moon"));
    node.setAttribute("aria-label", word);
    node.title = word;
  };
  function change() {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // It lasts as long as the page does.
    }
    show();
  }
  system.addEventListener("change", show);
  show();
  return node;
}
