"""What the adapters have in common: the other player's view, and pictures."""

from __future__ import annotations



import numpy as np
from numpy.typing import NDArray

from plywood._plywood import Position
from plywood.vector import Batch

_CELL = 16
_HALF = _CELL // 2


def other_view(batch: Batch, observation: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same board as the player sees it who is not to move."""
    if "player one to move" in batch.planes:
        return observation
    pieces = piece_planes(batch)
    turned = observation.reshape(len(batch.planes), -1).copy()
    turned[: len(pieces)] = turned[[*pieces[len(pieces) // 2 :], *pieces[: len(pieces) // 2]], ::-1]
    return turned.reshape(observation.shape)


def piece_planes(batch: Batch) -> list[int]:
    """The numbers of the planes that show pieces, which are the first."""
    others = (
        "player one to move",
        "plies left",
        "plies without progress",
        "times seen before",
        "touched",
    )
    return [number for number, name in enumerate(batch.planes) if name not in others]


def text(position: Position) -> str:
    """The board as lines of text, and who is to move."""
    grid = position.text_as("grid")
    player = position.game.players[position.turn]
    outcome = position.outcome
    return f"{grid}\n{player} to move" if outcome is None else f"{grid}\n{outcome}"


def image(position: Position) -> NDArray[np.uint8]:
    """The board as red, green and blue: a disc for each piece, in a colour for each letter."""
    rows = position.text_as("grid").split("\n")
    width = max(map(len, rows))
    picture = np.full((_CELL * len(rows), _CELL * width, 3), 40, dtype=np.uint8)
    down, right = np.mgrid[0:_CELL, 0:_CELL] - (_HALF - 0.5)
    disc = down**2 + right**2 < (_HALF - 2) ** 2
    letters = sorted(set("".join(rows)) | set(position.game.start.text_as("grid")))
    for row, line in enumerate(rows):
        start = _HALF * (width - len(line))
        for column, letter in enumerate(line):
            top, left = _CELL * row, start + _CELL * column
            cell = picture[top : top + _CELL, left : left + _CELL]
            cell[:] = 190 if (row + column) % 2 else 220
            if letter.isalpha() or letter in "@$#":
                number = letters.index(letter)
                cell[disc] = [(37 * number) % 200, (91 * number + 60) % 200, (151 * number) % 200]
    return picture


