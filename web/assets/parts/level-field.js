// @ts-check
// How strong the machine plays, as a slider; and as a list, in the middle of a game.

import { el, setText } from "../element.js";
import { levelWord } from "../format.js";

/** @param {number} level @param {number} levels */
const levelText = (level, levels) => `${level}, ${levelWord(level, levels)}`;

/**
 * A slider with its word. `name` is the field's name and id.
 * @param {string} name
 * @param {number | string} level
 */
export function levelSlider(name, level) {
  const output = el("output", { for: name });
  const label = el("label", { for: name }, "Level");
  const input = el("input", { type: "range", id: name, name, min: 1, max: 10, step: 1, value: level });
  const show = () => {
    const text = levelText(Number(input.value), Number(input.max));
    setText(output, text);
    input.setAttribute("aria-valuetext", text);
  };
  return {
    element: el("div", { class: "group" }, el("div", { class: "spread" }, label, output), input),
    /**
     * @param {number} levels
     * @param {string} title
     */
    show(levels, title) {
      input.max = String(levels);
      setText(label, title);
      show();
    },
  };
}

/** Lists with which the levels of the machines in a game are changed. */
export class LevelLists {
  /**
   * @param {number} levels
   * @param {(player: number, level: number) => void} change
   */
  constructor(levels, change) {
    this.levels = levels;
    this.change = change;
    /** @type {Map<number, HTMLSelectElement>} */
    this.lists = new Map();
    this.element = el("div", { class: "level-lists", hidden: true });
  }

  /**
   * @param {{ player: number, title: string, level: number }[]} machines
   */
  update(machines) {
    this.element.hidden = machines.length === 0;
    for (const { player, title, level } of machines) {
      const list = this.lists.get(player) ?? this.add(player, title);
      if (list.value !== String(level) && document.activeElement !== list) list.value = String(level);
    }
  }

  /**
   * @param {number} player
   * @param {string} title
   */
  add(player, title) {
    const options = Array.from({ length: this.levels }, (_, i) =>
      el("option", { value: String(i + 1) }, levelText(i + 1, this.levels)),
    );
    const list = el("select", { on: { change: () => this.change(player, Number(list.value)) } }, options);
    this.lists.set(player, list);
    this.element.append(el("label", { class: "inline" }, title, list));
    return list;
  }
}
