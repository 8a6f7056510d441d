"""Matches and tournaments: between Python functions, the engine, and other programs."""

from __future__ import annotations

import ctypes
import dataclasses
import inspect
import json
import os
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from plywood._plywood import Game, Move, Position, Record, Stop, _is_program, _run_match, _use_supervisor
from plywood.engine import Engine
from plywood.errors import MatchError, WrongGame

__all__ = ["Clock", "MatchGame", "MatchResult", "Player", "match"]

Player = str | Callable[..., Move | str] | Engine
"""A player: options as on the command line (`"level=3"`, `"type=random"`, `'type=ugi cmd="…"'`), a
function from a position, and a clock if it wants one, to a move, or an `Engine`."""

OF_A_CLOCK = 1 / 20
OF_AN_INCREMENT = 3 / 4
AT_MOST = 0.3


class Clock(float):
    """The seconds that a move may take, as a number; infinite without a limit.

    With a time for each move that is the number. With a clock for the whole game it is a share of
    `left`, what is left on it, where each move adds `increment`; `opponent` is what the other
    player has left.
    """

    left: float | None
    increment: float
    opponent: float | None

    def __new__(
        cls,
        move_time: float | None = None,
        left: float | None = None,
        increment: float | None = None,
        opponent: float | None = None,
    ) -> Self:
        seconds = float("inf")
        if move_time is not None:
            seconds = move_time
        elif left is not None:
            share = left * OF_A_CLOCK + (increment or 0.0) * OF_AN_INCREMENT
            seconds = min(share, left * AT_MOST)
        clock = super().__new__(cls, seconds)
        clock.left, clock.increment, clock.opponent = left, increment or 0.0, opponent
        return clock


def wants_clock(choose: Callable[..., object]) -> bool:
    """Whether a function takes a second argument besides the position."""
    try:
        parameters = inspect.signature(choose).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return len(positional) > 1 or any(p.kind is p.VAR_POSITIONAL for p in parameters)


class _Interrupted(BaseException):
    """Raised inside a player's function when the match is to stop."""


class _Running:
    """The threads in which functions of players run, so that they can be stopped."""

    def __init__(self) -> None:
        self._threads: set[int] = set()
        self._lock = threading.Lock()

    def player(self, choose: Callable[..., Move | str]) -> Callable[..., Move | str | None]:
        """A function as the match calls it."""
        has_clock = wants_clock(choose)

        def answer(position: Position, *times: float | None) -> Move | str | None:
            this = threading.get_ident()
            with self._lock:
                self._threads.add(this)
            try:
                return choose(position, Clock(*times)) if has_clock else choose(position)
            finally:
                with self._lock:
                    self._threads.discard(this)

        return answer

    def stop(self) -> None:
        """Raises an exception in every function that still runs."""
        with self._lock:
            for thread in self._threads:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(_Interrupted)
                )


@dataclasses.dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match. `verdict` says what a player did wrong, if that lost the game; `seconds`
    is what each side has used."""

    record: Record
    number: int
    verdict: str | None
    seconds: tuple[float, float]

    def row(self) -> dict[str, object]:
        """The game as plain data, for a table."""
        one, two = self.record.players
        return {
            "game": self.number,
            "first": one,
            "second": two,
            "result": self.record.result,
            "reason": self.record.reason,
            "plies": len(self.record.moves),
            "first_seconds": self.seconds[0],
            "second_seconds": self.seconds[1],
            "verdict": self.verdict,
        }


@dataclasses.dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match; in a notebook it is its report.

    `summary` has what `plywood match --json` prints, `html` is the report, a page of its own.
    """

    summary: dict[str, Any]
    games: list[MatchGame]
    html: str
    csv: str

    @property
    def standings(self) -> list[dict[str, Any]]:
        """The players, the best first: rank, name, games, wins, draws, losses, points, share."""
        words = ("rank", "name", "games", "wins", "draws", "losses", "points", "share")
        players = sorted(self.summary["players"], key=lambda player: int(player["rank"]))
        return [{word: player[word] for word in words} for player in players]

    def standings_frame(self) -> Any:
        """The standings as a pandas table."""
        return _frame(self.standings)

    def games_frame(self) -> Any:
        """The games as a pandas table."""
        return _frame([game.row() for game in self.games])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the report."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<MatchResult of {self.summary['game']}: {len(self.games)} games>"

    def __str__(self) -> str:
        rows = [
            f"{row['rank']:>3}  {row['name']:<24} {row['points']:>6} of {row['games']}"
            for row in self.standings
        ]
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        from plywood._html import page_html

        return page_html(self.html)


def _frame(rows: list[dict[str, Any]]) -> Any:
    try:
        import pandas as pd
    except ImportError as error:
        raise MatchError("pandas is not installed; standings and games are there as lists") from error
    return pd.DataFrame(rows)


def supervisor() -> str | None:
    """The program `plywood`, which supervises other programs in a match: named by the environment
    variable PLYWOOD, or in PATH."""
    return os.environ.get("PLYWOOD") or shutil.which("plywood")


def _argument(
    game: Game, name: str | None, player: Player, running: _Running
) -> tuple[str | None, object]:
    """A player as the native module takes it."""
    if isinstance(player, str):
        if _is_program(player):
            program = supervisor()
            if program is None:
                raise MatchError(
                    "a program as a player is supervised by the program plywood, which is not in "
                    "PATH: build it, or name it in the environment variable PLYWOOD"
                )
            _use_supervisor(program)
        return name, player
    if isinstance(player, Engine):
        engine = player
        if engine.game != game:
            raise WrongGame(f"expected an engine of {game}, found one of {engine.game}")

        def choose(position: Position, clock: Clock) -> Move:
            limit = None if clock == float("inf") else float(clock)
            return engine.play(position, time=limit)

        return name or f"level={engine.level}", running.player(choose)
    if not callable(player):
        raise TypeError(
            f"expected options, a function or an Engine as a player, found {type(player).__name__}"
        )
    own_name = str(getattr(player, "__name__", type(player).__name__))
    return name or own_name, running.player(player)


def match(
    game: Game | str,
    players: Mapping[str, Player] | Sequence[Player],
    *,
    games: int | None = None,
    format: str | None = None,
    time_control: str | None = None,
    openings: str | None = None,
    opening_plies: int | None = None,
    seed: int = 1,
    concurrency: int | None = None,
    observe: Callable[[MatchGame], object] | None = None,
    stop: Stop | None = None,
    **options: object,
) -> MatchResult:
    """Plays a match of two players or a tournament of more.

    Every opening is played twice, with sides swapped; `games` is the number for each pair of
    players. `time_control` is a clock such as `10+0.1`, or `time=0.5`, `nodes=20000` or `depth=6`
    for each move, for players that have no limits of their own. A function that raises an
    exception, returns an illegal move or takes too long loses the game, with a verdict. Other
    options are those of a tournament's file, such as `rounds`, `sprt="0,20"`, `adjudicate`.

    `observe` is called with every finished game. Ctrl-C and `stop` end the match; after `stop` the
    games that were finished count.

    >>> def first(position):
    ...     return position.legal_moves[0]
    >>> result = match("checkers", {"first": first, "random": "type=random"}, games=2)
    >>> len(result.games), sorted(row["name"] for row in result.standings)
    (2, ['first', 'random'])
    """
    game = Game(game) if isinstance(game, str) else game
    plan: dict[str, object] = {
        "game": game.name,
        "games": games,
        "format": format,
        "tc": time_control,
        "openings": openings,
        "opening-plies": opening_plies,
        "seed": seed,
        **{name.replace("_", "-"): value for name, value in options.items()},
    }
    plan = {name: value for name, value in plan.items() if value is not None}
    named: list[tuple[str | None, Player]] = (
        list(players.items()) if isinstance(players, Mapping) else [(None, player) for player in players]
    )
    running = _Running()
    arguments = [_argument(game, name, player, running) for name, player in named]
    told = None if observe is None else lambda parts: observe(MatchGame(*parts))
    summary, played, html, csv = _run_match(
        json.dumps(plan),
        arguments,
        concurrency or os.cpu_count() or 1,
        stop,
        told,
        running.stop,
    )
    return MatchResult(json.loads(summary), [MatchGame(*parts) for parts in played], html, csv)
