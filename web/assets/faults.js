// @ts-check
// What is wrong with a position, in groups: the same fault on many cells is told once. Pure.

/**
 * The sentences of a refusal; those that differ only in places and numbers are one group.
 * @param {string} text
 */
export function groupedFaults(text) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const sentence of text.replace(/^not a position: /, "").replace(/\.$/, "").split("; ")) {
    const kind = sentence.replace(/'[^']*'/g, "'").replace(/\b[a-z]?\d+\b/gi, "#");
    groups.set(kind, [...(groups.get(kind) ?? []), sentence]);
  }
  return [...groups.values()].map(([first, ...others]) => {
    const told = first.charAt(0).toUpperCase() + first.slice(1);
    return others.length === 0 ? `${told}.` : `${told}; and ${others.length} more like it.`;
  });
}

/**
 * The other games whose boards a text may be about, with the size that it has.
 * @param {{ name: string, sizes: number[] }[]} games
 * @param {string} text
 * @param {string} current
 */
export function otherGames(games, text, current) {
  const rows = text.split("/").length;
  const words = games.map(({ name, sizes }) => (sizes.indexOf(rows) > 0 ? `${name}:${rows}` : name));
  return words.filter((word) => word !== current);
}
