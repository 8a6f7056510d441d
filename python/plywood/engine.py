"""The engine: analyses of positions, and moves at ten levels."""

from __future__ import annotations

import dataclasses
import functools
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from plywood._arguments import bytes_of, expect_range, native_tables
from plywood._plywood import Game, Move, Position, Session, Stop, _Thinker
from plywood.errors import PlywoodError
from plywood.values import Exact, Score, exact

if TYPE_CHECKING:
    from plywood._plywood import _ThoughtParts
    from plywood.tables import Tables

__all__ = ["Analysis", "Engine", "Line"]

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A move with what it is worth, and how the game may go on."""

    move: Move
    score: Score
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.score!s:>8}  {' '.join(self.moves)}"


@dataclasses.dataclass(frozen=True, slots=True)
class Analysis:
    """What thinking about a position has found; in a notebook it is a table.

    `exact` is the value by the rules of the game, where a table has it or a short exhaustive search
    has confirmed it. `lines` is empty where the game is over.
    """

    position: Position
    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    exact: Exact | None

    @property
    def best(self) -> Move | None:
        """The best move, or None where the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def score(self) -> Score | None:
        """What the best move is worth."""
        return self.lines[0].score if self.lines else None

    def rows(self) -> list[dict[str, object]]:
        """The lines as plain data, for a table."""
        return [
            {"move": str(line.move), "score": str(line.score), "line": " ".join(line.moves)}
            for line in self.lines
        ]

    def __str__(self) -> str:
        known = f", {self.exact}" if self.exact is not None else ""
        head = f"depth {self.depth}, {self.nodes} positions, {self.seconds:.2f} s{known}"
        return "\n".join([head, *map(str, self.lines)])

    def _repr_html_(self) -> str:
        from plywood._html import analysis_html

        return analysis_html(self)


def _analysis(position: Position, parts: _ThoughtParts) -> Analysis:
    depth, nodes, seconds, lines, known = parts
    return Analysis(
        position,
        depth,
        nodes,
        seconds,
        tuple(
            Line(move, Score(points, exact(proven)), tuple(moves))
            for (points, proven), move, moves in lines
        ),
        exact(known),
    )


class Engine:
    """Plays one game at a level, and analyses it.

    `level` is 1, a child's first opponent, to 10, everything there is; analyses are always made at
    full strength. `tables` are the tables of exact values to look into: True for those of the
    package, False for none, or a `Tables`. With one thread and a limit of nodes or depth the same
    question always has the same answer.

    >>> import plywood
    >>> engine = Engine("checkers", level=3)
    >>> pos = plywood.Position.parse("checkers", "W:W31:B18")
    >>> print(engine.analyse(pos, depth=9).exact)
    win 3
    >>> engine.play(pos) in pos.legal_moves
    True
    """

    def __init__(
        self,
        game: Game | str,
        *,
        level: int = 10,
        threads: int = 1,
        memory_mb: int = 64,
        tables: Tables | bool = True,
        seed: int = 0,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.level = level
        expect_range("level", level, 1, 10)
        expect_range("threads", threads, 1, 1024)
        expect_range("seed", seed, 0, 2**64 - 1)
        make = functools.partial(
            _Thinker,
            self.game,
            threads=threads,
            memory=bytes_of(memory_mb),
            tables=native_tables(tables),
            seed=seed,
            contempt=None,
        )
        self._player = make(level=level)
        self._analyst = functools.lru_cache(maxsize=1)(functools.partial(make, level=None))

    def __repr__(self) -> str:
        return f"Engine('{self.game}', level={self.level})"

    def analyse(
        self,
        position: Position | Session,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
        stop: Stop | None = None,
        observe: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Thinks about a position, or about where a game stands, until a limit is reached.

        `observe` is called with every improvement, from another thread. Ctrl-C and `stop` end the
        search; after `stop` the answer is what was found so far.
        """
        if time is None and depth is None and nodes is None and stop is None:
            raise ValueError("expected a limit: time in seconds, depth in plies, nodes, or a Stop")
        _expect_limits(depth, nodes)
        expect_range("lines", lines, 1, 2**32 - 1)
        pos = position.position if isinstance(position, Session) else position
        told = None if observe is None else lambda parts: observe(_analysis(pos, parts))
        parts = self._analyst().think(position, lines, depth, nodes, time, None, stop, told)
        return _analysis(pos, parts)

    def improvements(
        self,
        position: Position | Session,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
    ) -> Iterator[Analysis]:
        """Every improvement while the search runs, the last one complete.

        Without limits it goes on until the result is proven or the loop is left, which stops the
        search.
        """
        found: queue.SimpleQueue[Analysis | BaseException | None] = queue.SimpleQueue()
        stop = Stop()
        think = functools.partial(
            self.analyse, position, time=time, depth=depth, nodes=nodes, lines=lines, stop=stop
        )
        thread = threading.Thread(target=_tell_all, args=(think, found.put), daemon=True)
        thread.start()
        try:
            while (item := found.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            stop.stop()
            thread.join()

    def play(
        self,
        position: Position | Session,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        clock: tuple[float, float] | None = None,
        stop: Stop | None = None,
    ) -> Move:
        """The move of this level.

        `clock` has the seconds that are left and the seconds that each move adds. Level 10 without
        limits thinks for a second; the others have limits of their own.
        """
        _expect_limits(depth, nodes)
        if self.level == 10 and time is None and depth is None and nodes is None and clock is None:
            time = 1.0
        parts = self._player.think(position, 1, depth, nodes, time, clock, stop, None)
        if not parts[3]:
            raise PlywoodError("the game is over: there is no move to play")
        return parts[3][0][1]

    def forget(self) -> None:
        """Forgets everything, as before a new game."""
        self._player.forget()
        self._analyst().forget()

    async def analyse_async(
        self,
        position: Position | Session,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Like `analyse`; cancelling the task stops the search."""
        return await _stoppable(
            lambda stop: self.analyse(
                position, time=time, depth=depth, nodes=nodes, lines=lines, stop=stop
            )
        )

    async def improvements_async(
        self,
        position: Position | Session,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
    ) -> AsyncIterator[Analysis]:
        """Like `improvements`, for `async for`."""
        import asyncio

        loop = asyncio.get_running_loop()
        found: asyncio.Queue[Analysis | BaseException | None] = asyncio.Queue()
        stop = Stop()
        think = functools.partial(
            self.analyse, position, time=time, depth=depth, nodes=nodes, lines=lines, stop=stop
        )

        def put(item: Analysis | BaseException | None) -> None:
            loop.call_soon_threadsafe(found.put_nowait, item)

        work = loop.run_in_executor(None, _tell_all, think, put)
        try:
            while (item := await found.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            stop.stop()
            await work

    async def play_async(
        self,
        position: Position | Session,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        clock: tuple[float, float] | None = None,
    ) -> Move:
        """Like `play`; cancelling the task stops the search."""
        return await _stoppable(
            lambda stop: self.play(
                position, time=time, depth=depth, nodes=nodes, clock=clock, stop=stop
            )
        )


def _expect_limits(depth: int | None, nodes: int | None) -> None:
    expect_range("depth", depth, 1, 255)
    expect_range("nodes", nodes, 1, 2**64 - 1)


def _tell_all(
    think: Callable[..., Analysis], put: Callable[[Analysis | BaseException | None], object]
) -> None:
    """Puts every improvement, the answer or the exception, and None at the end."""
    try:
        put(think(observe=put))
    except BaseException as error:
        put(error)
    put(None)


async def _stoppable(work: Callable[[Stop], T]) -> T:
    """Does work on another thread, and stops it when the task is cancelled."""
    # It takes longer to import than all of this package.
    import asyncio

    stop = Stop()
    running = asyncio.get_running_loop().run_in_executor(None, work, stop)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop.stop()
        await asyncio.wait([running])
        raise
