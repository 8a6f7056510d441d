"""What can go wrong, each kind with the game's own sentence."""

from __future__ import annotations

__all__ = [
    "IllegalAction",
    "IllegalMove",
    "InternalError",
    "InvalidArray",
    "InvalidPosition",
    "InvalidState",
    "MatchError",
    "PlywoodError",
    "RecordError",
    "SolveError",
    "TableError",
    "UnknownGame",
    "VersionError",
    "WrongGame",
]


class PlywoodError(Exception):
    """Everything that this package refuses."""


class UnknownGame(PlywoodError, LookupError):
    """No game has this name, or its board has no such size."""


class InvalidPosition(PlywoodError, ValueError):
    """A text or an arrangement is not a position; `faults` has everything that is wrong with it."""

    faults: tuple[str, ...]

    def __init__(self, message: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults or (message,)


class IllegalMove(PlywoodError, ValueError):
    """A move that is not legal, with the rule that it breaks; `cells` is what the rule is about."""

    cells: tuple[int, ...]

    def __init__(self, message: str, cells: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.cells = cells


class IllegalAction(PlywoodError, ValueError):
    """An action that the mask forbids, or one for a game that is over."""


class InvalidArray(PlywoodError, ValueError):
    """An array of another type or shape than was expected."""


class InvalidState(PlywoodError, ValueError):
    """The state of a game that is damaged, or that its rules do not allow."""


class WrongGame(PlywoodError, ValueError):
    """A position or a move of one game where another was expected."""


class VersionError(PlywoodError, ValueError):
    """Data that another version of the package has written."""


class RecordError(PlywoodError, ValueError):
    """A text that is no record of a game, or a record that cannot be played again."""


class SolveError(PlywoodError, RuntimeError):
    """A value or a proof that could not be had, or a text that proves nothing."""


class TableError(PlywoodError, RuntimeError):
    """A table that is missing, damaged, or could not be built."""


class MatchError(PlywoodError, ValueError):
    """A match that cannot be played as it was asked for."""


class InternalError(PlywoodError, RuntimeError):
    """A fault of Plywood itself, which should be reported."""
