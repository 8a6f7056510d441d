// @ts-check
// One render per frame, however often the state changes.

/**
 * Returns a function that asks for `render` to be called in the next frame, once.
 * @param {() => void} render
 */
export function renderOncePerFrame(render) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      render();
    });
  };
}
