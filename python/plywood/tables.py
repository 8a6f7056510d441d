"""Tables of exact values."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from plywood._arguments import bytes_of, expect_range
from plywood._plywood import Game, Move, Position, Stop, _build_tables, _forecast_tables, _Tables
from plywood.values import Exact, exact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["UNKNOWN", "Forecast", "Probe", "ProbedArrays", "TableInfo", "Tables", "arrays"]

UNKNOWN = -128
"""In `ProbedArrays.results`, a position that no table has."""


@dataclasses.dataclass(frozen=True, slots=True)
class Probe:
    """What tables say of a position: its value, every move with its own, the best first, and best
    play of both sides. None stands for what no table has."""

    position: Position
    value: Exact | None
    moves: dict[Move, Exact | None]
    line: tuple[str, ...]

    def _repr_html_(self) -> str:
        from plywood._html import table_html

        rows = [(str(move), "?" if value is None else str(value)) for move, value in self.moves.items()]
        return table_html(f"{'unknown' if self.value is None else self.value}", ("move", "value"), rows)


@dataclasses.dataclass(frozen=True, slots=True)
class ProbedArrays:
    """Values of many positions for their sides to move.

    `results` is 1, 0, -1 or `UNKNOWN`, `plies` the number of plies to the end or -1.
    """

    results: NDArray[np.int8]
    plies: NDArray[np.int16]


@dataclasses.dataclass(frozen=True, slots=True)
class TableInfo:
    """A table: what is in it, or in `fault` why it is refused. `path` is None for one that is part
    of the package."""

    name: str
    pieces: int
    path: Path | None
    positions: int
    wins: int
    losses: int
    draws: int
    longest_win: int | None
    longest_win_position: str | None
    fault: str | None


@dataclasses.dataclass(frozen=True, slots=True)
class Forecast:
    """What building tables would take."""

    memory_mb: int
    seconds: float
    missing: int


def arrays(positions: Sequence[Position]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Positions of one board as arrays: a row of cells for each, and the sides to move."""
    import numpy as np

    cells = np.frombuffer(b"".join(pos.board for pos in positions), np.uint8)
    turns = np.array([pos.turn for pos in positions], np.uint8)
    return cells.reshape(len(positions), -1), turns


def _exact_of(result: int, plies: int) -> Exact | None:
    return None if result == UNKNOWN else Exact(result, None if plies < 0 else plies)


class Tables:
    """The tables of a game: those of the package, and those in a folder.

    >>> import plywood
    >>> tables = Tables("checkers")
    >>> pos = plywood.Position.parse("checkers", "W:W31:B18")
    >>> print(tables.value(pos), *tables.probe(pos).line)
    win 3 31-26 18-22 26x17
    >>> boards, turns = arrays([pos, pos])
    >>> tables.probe(boards, turns).plies
    array([3, 3], dtype=int16)
    """

    def __init__(
        self,
        game: Game | str,
        folder: str | os.PathLike[str] | None = None,
        *,
        embedded: bool = True,
        cache_mb: int = 256,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self._native = _Tables(self.game, folder, embedded, bytes_of(cache_mb))

    def value(self, position: Position) -> Exact | None:
        """What a position is worth to the side to move, or None where no table has it.

        Raises `TableError` where its table is damaged.
        """
        return exact(self._native.exact(position))

    @overload
    def probe(self, positions: Position, turns: None = None) -> Probe: ...
    @overload
    def probe(self, positions: Sequence[Position], turns: None = None) -> list[Exact | None]: ...
    @overload
    def probe(self, positions: NDArray[np.uint8], turns: NDArray[np.uint8]) -> ProbedArrays: ...

    def probe(
        self,
        positions: Position | Sequence[Position] | NDArray[np.uint8],
        turns: NDArray[np.uint8] | None = None,
    ) -> Probe | list[Exact | None] | ProbedArrays:
        """What tables say of a position, of a list of positions, or of positions in arrays.

        An array of positions has a row of cells for each, with the numbers of `Position.board`, and
        `turns` has the sides to move. Arrays are probed on all cores, in batches.

        Raises `TableError` where a table is damaged or a row is no position, and `ValueError` or
        `TypeError` where an array has the wrong shape or type.
        """
        if isinstance(positions, Position):
            value, moves, line = self._native.probe(positions)
            named = {positions.move(move): exact(value) for move, value in moves}
            return Probe(positions, exact(value), named, tuple(line))
        if turns is None:
            results, plies = self._native.exact_list(list(positions))
            pairs = list(zip(results.tolist(), plies.tolist(), strict=True))
            values = {pair: _exact_of(*pair) for pair in set(pairs)}
            return [values[pair] for pair in pairs]
        import numpy as np

        if not isinstance(positions, np.ndarray):
            raise TypeError(f"expected an array of positions, found {type(positions).__name__}")
        for name, array, dimensions in (("boards", positions, 2), ("turns", turns, 1)):
            if not isinstance(array, np.ndarray) or array.dtype != np.uint8:
                found = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
                raise TypeError(f"{name}: expected an array of uint8, found {found}")
            if array.ndim != dimensions:
                raise ValueError(f"{name}: expected {dimensions} dimensions, found {array.ndim}")
        boards = np.ascontiguousarray(positions)
        return ProbedArrays(*self._native.exact_boards(boards, np.ascontiguousarray(turns)))

    def info(self) -> list[TableInfo]:
        """Every table that there is."""
        return [
            TableInfo(
                name,
                pieces,
                None if path is None else Path(path),
                *((0, 0, 0, 0, None, None) if contents is None else contents),
                fault,
            )
            for name, pieces, path, contents, fault in self._native.list()
        ]

    @property
    def fault(self) -> str | None:
        """Why a table was refused, if one was. A search goes on without it."""
        return self._native.fault

    def verify(self, name: str, *, threads: int | None = None, stop: Stop | None = None) -> None:
        """Proves the table of this name, as `info` has it, with nothing but the rules.

        Raises `TableError` where a value is wrong.
        """
        self._native.verify(name, threads or os.cpu_count() or 1, stop)

    @staticmethod
    def forecast(
        game: Game | str,
        folder: str | os.PathLike[str],
        *,
        pieces: int | None = None,
        threads: int | None = None,
    ) -> Forecast:
        """What `build` would take: memory, time, and how many tables are missing."""
        game = Game(game) if isinstance(game, str) else game
        expect_range("pieces", pieces, 1, 1000)
        memory, seconds, missing = _forecast_tables(
            game, folder, pieces, threads or os.cpu_count() or 1
        )
        return Forecast((memory >> 20) + 1, seconds, missing)

    @staticmethod
    def build(
        game: Game | str,
        folder: str | os.PathLike[str],
        *,
        pieces: int | None = None,
        threads: int | None = None,
        memory_mb: int = 8192,
        progress: Callable[[float, str | None], object] | None = None,
        stop: Stop | None = None,
    ) -> Tables:
        """Builds the tables of a game with at most `pieces` pieces that are missing in a folder.

        `progress` is called with the part of the work that is done, from 0 to 1, and with the name
        of a table when it is written. After Ctrl-C or `stop` the tables that are finished stay, and
        the same call goes on from there.

        Raises `TableError` where the game has no tables, or needs more memory than is allowed.
        """
        game = Game(game) if isinstance(game, str) else game
        done = 0.0

        def told(part: float | None, name: str | None) -> None:
            nonlocal done
            done = done if part is None else max(done, part)
            if progress is not None:
                progress(done, name)

        expect_range("pieces", pieces, 1, 1000)
        threads = threads or os.cpu_count() or 1
        observe = None if progress is None else told
        _build_tables(game, folder, pieces, threads, bytes_of(memory_mb), stop, observe)
        return Tables(game, folder)
