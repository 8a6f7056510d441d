"""A Python bot as a program that speaks the Universal Game Interface, for `plywood match` and others.

A whole bot is one function and one line:

    def choose(position, seconds):
        return position.legal_moves[0]

    plywood.serve(choose, "checkers")

`python -m plywood.ugi checkers bot.py` serves the function `choose` of a file.
"""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from plywood._plywood import Game, Move, Position, Session
from plywood.errors import PlywoodError, UnknownGame
from plywood.matches import Clock, wants_clock
from plywood.values import Outcome, Player

__all__ = ["serve"]

WITHOUT_LIMIT = 1.0
"""The seconds that a bot is told to think where nobody sets a limit."""

RESULTS = {Outcome.ONE_WINS: "p1win", Outcome.TWO_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}


class _Server:
    """One client: the game that it has set up, and the move that is being thought about."""

    def __init__(
        self, choose: Callable[..., Move | str], game: Game, name: str, output: IO[str]
    ) -> None:
        self._choose = choose
        self._has_clock = wants_clock(choose)
        self._game = game
        self._name = name
        self._output = output
        self._lock = threading.Lock()
        self._session = Session(game)
        self._thread: threading.Thread | None = None
        # Not whether the thread lives: after bestmove, which it still has to say, comes the next position.
        self._is_thinking = False
        self._is_asked = threading.Event()

    def say(self, line: str) -> None:
        with self._lock:
            print(line, file=self._output, flush=True)

    def answer(self, line: str) -> bool:
        """Does what a line says; whether to go on."""
        word, _, rest = line.strip().partition(" ")
        match word:
            case "":
                pass
            case "quit":
                return False
            case "ugi":
                self.say(f"id name {self._name}")
                self.say("id author its author")
                self.say("ugiok")
            case "isready":
                self.say("readyok")
            case "stop":
                self._is_asked.set()
                if self._thread is not None:
                    self._thread.join()
            case "ponderhit" | "setoption":
                pass
            case "query":
                self._query(rest.strip())
            case "uginewgame" | "position" | "go" if self._is_thinking:
                self.say(f"info string error: {word}: send stop, or wait for bestmove")
            case "uginewgame":
                self._session = Session(self._game)
            case "position":
                self._set_up(rest)
            case "go":
                self._go(rest.split())
            case _:
                self.say(f"info string error: there is no command '{word}'")
        return True

    def _query(self, what: str) -> None:
        outcome = self._session.outcome
        match what:
            case "gameover":
                self.say(f"response {'false' if outcome is None else 'true'}")
            case "p1turn":
                turn = self._session.position.turn
                self.say(f"response {'true' if turn == Player.ONE else 'false'}")
            case "result":
                self.say(f"response {RESULTS[outcome]}")
            case _:
                self.say(f"info string error: there is no query '{what}'")

    def _set_up(self, text: str) -> None:
        start, _, moves = text.partition("moves")
        words = start.split()
        try:
            match words:
                case ["startpos"]:
                    session = Session(self._game)
                case ["fen", *rest]:
                    session = Session(Position.parse(self._game, " ".join(rest)))
                case _:
                    raise ValueError("expected startpos or fen POSITION")
            for move in moves.split():
                session.play(move)
        except (PlywoodError, ValueError) as error:
            self.say(f"info string error: {error}")
        else:
            self._session = session

    def _go(self, words: list[str]) -> None:
        limits = {word: after for word, after in zip(words, [*words[1:], ""], strict=False)}
        try:
            clock = self._clock(limits)
        except ValueError as error:
            self.say(f"info string error: go: {error}")
            return
        self._is_asked.clear()
        if "infinite" not in limits and "ponder" not in limits:
            self._is_asked.set()
        position = self._session.position
        self._is_thinking = True
        self._thread = threading.Thread(target=self._think, args=(position, clock), daemon=True)
        self._thread.start()

    def _clock(self, limits: dict[str, str]) -> Clock:
        def seconds(word: str) -> float | None:
            return int(limits[word]) / 1000 if word in limits else None

        us = 1 if self._session.position.turn == Player.ONE else 2
        times = seconds("movetime"), seconds(f"p{us}time"), seconds(f"p{us}inc")
        if "infinite" in limits or times[:2] == (None, None):
            return Clock(WITHOUT_LIMIT)
        return Clock(*times, seconds(f"p{3 - us}time"))

    def _think(self, position: Position, clock: Clock) -> None:
        answer = "none"
        try:
            if self._session.outcome is None:
                move = self._choose(position, clock) if self._has_clock else self._choose(position)
                answer = str(move)
        except Exception as error:  # whatever a bot raises
            self.say(f"info string error: {type(error).__name__}: {error}")
        self._is_asked.wait()
        self._is_thinking = False
        self.say(f"bestmove {answer}")

    def close(self) -> None:
        self._is_asked.set()
        if self._thread is not None:
            self._thread.join()


def serve(
    choose: Callable[..., Move | str],
    game: Game | str,
    *,
    name: str | None = None,
    input: IO[str] | None = None,
    output: IO[str] | None = None,
) -> None:
    """Serves a function as an engine, until the client says quit or goes away.

    `choose` is called with the position, and with the seconds for its move, a `Clock`, if it takes
    a second argument. It runs on another thread, so that the client is answered meanwhile.
    """
    game = Game(game) if isinstance(game, str) else game
    known = name or str(getattr(choose, "__name__", type(choose).__name__))
    server = _Server(choose, game, known, sys.stdout if output is None else output)
    # What a bot prints is not part of the protocol.
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin if input is None else input:
            if not server.answer(line):
                return
        server.close()


def main(arguments: list[str]) -> None:
    """Serves the function `choose` of a file."""
    if len(arguments) != 2:
        sys.exit("usage: python -m plywood.ugi GAME FILE, a file with a function choose(position, seconds)")
    game, path = arguments
    spec = importlib.util.spec_from_file_location("bot", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        sys.exit(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        sys.exit(f"{path} has no function choose(position, seconds)")
    try:
        serve(module.choose, game)
    except UnknownGame as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
