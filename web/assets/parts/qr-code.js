// @ts-check
// A QR code as a picture.

import { getQr } from "../api.js";
import { svg } from "../element.js";

/** So many light modules belong around a code. */
const BORDER = 4;

/**
 * The code of a text; nothing where the server cannot make it.
 * @param {string} text
 * @returns {Promise<SVGElement | null>}
 */
export async function qrCode(text) {
  const rows = await getQr(text).then(
    (code) => code.rows,
    () => null,
  );
  if (!rows) return null;
  const size = rows.length + 2 * BORDER;
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === "1" ? [`M${x + BORDER},${y + BORDER}h1v1h-1z`] : [])),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": "QR code of the link" },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000", "shape-rendering": "crispEdges" }),
  );
}
