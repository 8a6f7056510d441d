"""Positions that the tests go through, from every game of the catalogue."""

from __future__ import annotations

import random
from collections.abc import Iterator

import plywood


def playouts(count: int, seed: int = 7) -> Iterator[plywood.Position]:
    """Positions of random games of every game, `count` of each, the ends of games included."""
    rng = random.Random(seed)
    for game in plywood.games():
        left = count
        while left > 0:
            pos = game.start
            while left > 0:
                yield pos
                left -= 1
                if pos.outcome is not None:
                    break
                pos = pos.play(rng.choice(pos.legal_moves))
