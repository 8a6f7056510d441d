"""Two-player games without chance: rules with reasons, an engine, exact tables, matches.

>>> import plywood
>>> pos = plywood.Game("checkers").start
>>> pos.why_illegal("22-17")
'17 is ...'
"""

from __future__ import annotations

from plywood._plywood import Game, Move, Position, __version__, games
from plywood.errors import (
    IllegalMove,
    InvalidPosition,
    PlywoodError,
    UnknownGame,
    VersionError,
    WrongGame,
)
from plywood.values import Outcome, Player

__all__ = [
    "Game",
    "IllegalMove",
    "InvalidPosition",
    "Move",
    "Outcome",
    "Player",
    "PlywoodError",
    "Position",
    "UnknownGame",
    "VersionError",
    "WrongGame",
    "__version__",
    "games",
]
