// @ts-check
// Making elements. What is text stays text: nothing here reads HTML.

/** @import { Child, Listeners, PageElements, Part, Props } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `props`: `on` has listeners, `class`, `aria-…`, `data-…`, `role` and `for` are attributes, everything else
 * is a property. Children are elements, texts, or null for nothing.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name === "on") listen(node, /** @type {Listeners} */ (value));
    else if (isAttribute(name)) node.setAttribute(name, /** @type {string} */ (value));
    else /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node))[name] = value;
  }
  node.append(
    .../** @type {Part[]} */ (/** @type {unknown[]} */ (children).flat(Infinity)).filter(
      (child) => child !== null && child !== undefined,
    ),
  );
  return node;
}

/**
 * An element of a picture, with attributes.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...(Node | string | (Node | string)[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null)
      node.setAttribute(name, /** @type {string} */ (value));
  }
  node.append(...children.flat());
  return node;
}

/**
 * The part of the page with this id, which is there from the start.
 * @template {keyof PageElements} Id
 * @param {Id} id
 */
export const byId = (id) => /** @type {PageElements[Id]} */ (document.getElementById(id));

/**
 * Sets an attribute, or takes it away for null; leaves the element alone if nothing changes.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | null | undefined} value
 */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value))
    node.setAttribute(name, /** @type {string} */ (value));
}

/**
 * Sets the text, if it is another one: a reader's place and a live region are not disturbed for nothing.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A move with a hyphen, which no line may end in. */
const MOVE = /(\S*-\S*\d\S*)/;

/**
 * The same for sentences, in which moves stay on one line.
 * @param {Element} node
 * @param {string} text
 */
export function setSentences(node, text) {
  if (node.textContent === text) return;
  const parts = text.split(MOVE);
  node.replaceChildren(...parts.map((part, i) => (i % 2 === 0 ? part : el("span", { class: "whole" }, part))));
}

/**
 * A button. While it is `aria-disabled` it does nothing, and keeps the focus: one that is `disabled` would lose it, and
 * whoever goes by keys would have to begin again.
 * @param {Child} content
 * @param {(event: MouseEvent) => void} onClick
 * @param {Props} [props]
 */
export function button(content, onClick, props = {}) {
  /** @param {MouseEvent} event */
  const click = (event) =>
    /** @type {Element} */ (event.currentTarget).getAttribute("aria-disabled") !== "true" &&
    onClick(event);
  return el("button", { type: "button", on: { click }, ...props }, content);
}

/** @param {string} name */
function isAttribute(name) {
  return name === "class" || name === "role" || name === "for" || name === "list" || name.includes("-");
}

/**
 * @param {Element} node
 * @param {Listeners} listeners
 */
function listen(node, listeners) {
  for (const [event, listener] of Object.entries(listeners))
    node.addEventListener(event, /** @type {EventListener} */ (listener));
}
