// @ts-check
// The wheel over a board steps through the moves.

/** As far as a notch of most wheels. */
const NOTCH = 50;

/**
 * Calls `step` with -1 or 1. While there is nothing to step through, the page scrolls as usual.
 * @param {HTMLElement} node
 * @param {(by: number) => void} step
 * @param {() => boolean} hasMoves
 */
export function listenToWheel(node, step, hasMoves) {
  let turned = 0;
  /** @param {WheelEvent} event */
  const onWheel = (event) => {
    if (event.ctrlKey || !hasMoves()) return;
    event.preventDefault();
    if (Math.sign(event.deltaY) !== Math.sign(turned)) turned = 0;
    turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : NOTCH);
    if (Math.abs(turned) < NOTCH) return;
    step(Math.sign(turned));
    turned = 0;
  };
  node.addEventListener("wheel", onWheel, { passive: false });
}
