"""How games and results look in a notebook: pages that load nothing."""

from __future__ import annotations

import html
import json
import re
import uuid
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plywood._plywood import Session
    from plywood.engine import Analysis


def table_html(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(f'<{tag} style="text-align:left">{html.escape(cell)}</{tag}>' for cell in row)

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    head = f"<thead><tr>{cells('th', heads)}</tr></thead>"
    return f"<table><caption>{html.escape(caption)}</caption>{head}<tbody>{body}</tbody></table>"


def analysis_html(analysis: Analysis) -> str:
    """An analysis as a table."""
    known = "" if analysis.exact is None else f", {analysis.exact}"
    caption = f"depth {analysis.depth}, {analysis.nodes:,} positions, {analysis.seconds:.2f} s{known}"
    rows = [(str(line.move), str(line.score), " ".join(line.moves)) for line in analysis.lines]
    return table_html(caption, ("move", "score", "line"), rows)


def page_html(page: str, height: int = 720) -> str:
    """A whole page inside another one."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" style="width:100%;height:{height}px;border:0" '
        'sandbox="allow-scripts"></iframe>'
    )


def _layers(pictures: Sequence[str]) -> str:
    """Pictures of one board as one: every shape of them once, marked with the pictures that have it.

    A picture has a line for each shape. The board is in all of them; pieces are groups, and are
    drawn above it; arrows come last.
    """
    shown: dict[str, list[int]] = {}
    for number, picture in enumerate(pictures):
        for line in picture.splitlines()[4:-2]:
            shown.setdefault(line, []).append(number)

    def height(line: str) -> int:
        return 1 if line.startswith("<g ") else 0 if len(shown[line]) >= len(pictures) else 2

    def drawn(line: str) -> str:
        at = shown[line]
        if len(at) >= len(pictures):
            return line
        hidden = "" if at[0] == 0 else ' style="display:none"'
        return f'<g data-at="{" ".join(map(str, at))}"{hidden}>{line}</g>'

    svg, _, background, group = pictures[0].splitlines()[:4]
    svg = re.sub(r' aria-label="[^"]*"', "", svg)
    body = map(drawn, sorted(shown, key=height))
    return "\n".join([svg, background, group, *body, "</g>", "</svg>"])


SCRIPT = """
(() => {
  const root = document.getElementById(ID);
  const marked = [...root.querySelectorAll("[data-at]")].map(
    (node) => [node, new Set(node.dataset.at.split(" ").map(Number))]);
  const moves = [...root.querySelectorAll("[data-ply]")];
  const slider = root.querySelector("input");
  const show = (ply) => {
    ply = Math.max(0, Math.min(Number(slider.max), ply));
    slider.value = String(ply);
    for (const [node, at] of marked) node.style.display = at.has(ply) ? "" : "none";
    for (const move of moves) move.style.fontWeight = Number(move.dataset.ply) === ply ? "bold" : "";
  };
  const step = { first: () => 0, back: (ply) => ply - 1, on: (ply) => ply + 1, last: () => Infinity };
  for (const button of root.querySelectorAll("button")) {
    button.onclick = () => show(step[button.name](Number(slider.value)));
  }
  for (const move of moves) move.onclick = () => show(Number(move.dataset.ply));
  slider.oninput = () => show(Number(slider.value));
  root.onkeydown = (event) => {
    if (event.key === "ArrowLeft") show(Number(slider.value) - 1);
    else if (event.key === "ArrowRight") show(Number(slider.value) + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  show(Number(slider.value));
})();
"""


def session_html(session: Session) -> str:
    """A game that can be stepped through. Without scripts it shows the start and the moves."""
    pictures = session._pictures()
    name = f"plywood-{uuid.uuid4().hex}"
    last = len(pictures) - 1
    moves = " ".join(
        f'<span data-ply="{ply}" style="cursor:pointer">{html.escape(str(move))}</span>'
        for ply, move in enumerate(session.moves, 1)
    )
    outcome = "" if session.outcome is None else f" <b>{session.outcome}</b> ({session.reason})"
    buttons = "".join(
        f'<button name="{word}" title="{title}">{sign}</button>'
        for word, title, sign in (
            ("first", "first position", "|&lt;"),
            ("back", "one move back", "&lt;"),
            ("on", "one move on", "&gt;"),
            ("last", "last position", "&gt;|"),
        )
    )
    script = SCRIPT.replace("ID", json.dumps(name), 1)
    return (
        f'<div id="{name}" tabindex="0" style="display:flex;flex-wrap:wrap;gap:1em;max-width:60em">'
        f'<div style="width:22em">{_layers(pictures).replace("<svg ", SCALED, 1)}'
        f'<div>{buttons} <input type="range" min="0" max="{last}" value="0" aria-label="ply"></div></div>'
        f'<div style="flex:1;min-width:14em;max-height:24em;overflow:auto">{moves}{outcome}</div>'
        f"<script>{script}</script></div>"
    )


SCALED = '<svg style="width:100%;height:auto" '
