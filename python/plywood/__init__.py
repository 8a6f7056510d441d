"""Two-player games without chance: rules with reasons, an engine, exact tables, matches.

>>> import plywood
>>> start = plywood.Game("checkers").start
>>> print(start.play("22-18").play("11-15").legal_moves)
[Move('18x11')]
>>> print(start.why_illegal("22-25"))
25 is occupied by a red man
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plywood._plywood import (
    Game,
    Move,
    Position,
    Record,
    Session,
    Stop,
    __version__,
    games,
)
from plywood.errors import (
    IllegalAction,
    IllegalMove,
    InternalError,
    InvalidArray,
    InvalidPosition,
    InvalidState,
    MatchError,
    PlywoodError,
    RecordError,
    SolveError,
    TableError,
    UnknownGame,
    VersionError,
    WrongGame,
)
from plywood.values import Exact, Outcome, Player, Score

if TYPE_CHECKING:
    from plywood.browser import join
    from plywood.engine import Analysis, Engine, Line
    from plywood.matches import Clock, MatchGame, MatchResult, match
    from plywood.scoring import Exam, Scorecard, score
    from plywood.solving import CheckedProof, Solution, check_proof, solve, solve_async
    from plywood.tables import Probe, TableInfo, Tables
    from plywood.ugi import serve

# Loaded when they are first used, so that importing the rules takes no time.
_LAZY = {
    "Analysis": "engine",
    "CheckedProof": "solving",
    "Clock": "matches",
    "Engine": "engine",
    "Exam": "scoring",
    "Line": "engine",
    "MatchGame": "matches",
    "MatchResult": "matches",
    "Probe": "tables",
    "Scorecard": "scoring",
    "Solution": "solving",
    "TableInfo": "tables",
    "Tables": "tables",
    "check_proof": "solving",
    "join": "browser",
    "match": "matches",
    "score": "scoring",
    "serve": "ugi",
    "solve": "solving",
    "solve_async": "solving",
}

# Modules that are loaded like them.
_MODULES = ("envs", "vector")

__all__ = [
    "Analysis",
    "CheckedProof",
    "Clock",
    "Engine",
    "Exact",
    "Exam",
    "Game",
    "IllegalAction",
    "IllegalMove",
    "InternalError",
    "InvalidArray",
    "InvalidPosition",
    "InvalidState",
    "Line",
    "MatchError",
    "MatchGame",
    "MatchResult",
    "Move",
    "Outcome",
    "Player",
    "PlywoodError",
    "Position",
    "Probe",
    "Record",
    "RecordError",
    "Score",
    "Scorecard",
    "Session",
    "Solution",
    "SolveError",
    "Stop",
    "TableError",
    "TableInfo",
    "Tables",
    "UnknownGame",
    "VersionError",
    "WrongGame",
    "__version__",
    "check_proof",
    "games",
    "join",
    "match",
    "score",
    "serve",
    "solve",
    "solve_async",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"plywood.{name}")
    if name not in _LAZY:
        raise AttributeError(f"module 'plywood' has no attribute '{name}'")
    value = getattr(import_module(f"plywood.{_LAZY[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
