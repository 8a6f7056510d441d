"""The rules of checkers against other programs, on 5 000 positions of random games each."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import plywood
from plywood import Position

POSITIONS = 5_000


def games(seed: int) -> Iterator[Position]:
    rng = random.Random(seed)
    while True:
        pos = plywood.Game("checkers").start
        while pos.outcome is None:
            yield pos
            pos = pos.play(rng.choice(pos.legal_moves))


def fen(pos: Position) -> tuple[str, frozenset[str], frozenset[str]]:
    """A position as its side to move and the squares of each side, kings with a K."""
    side, *colours = pos.text_as("fen").rstrip(".").split(":")
    squares = {colour[0]: frozenset(colour[1:].split(",")) - {""} for colour in colours}
    return side, squares["W"], squares["B"]


def test_checkers_agrees_with_pydraughts() -> None:
    draughts = pytest.importorskip("draughts")
    captures = kings = 0
    for _, pos in zip(range(POSITIONS), games(11)):
        board = draughts.Board(variant="english", fen=pos.text_as("fen"))
        theirs: set[tuple[str, frozenset[str], frozenset[str]]] = set()
        for move in board.legal_moves():
            after = draughts.Board(variant="english", fen=board.fen)
            after.push(move)
            side, white, black = after.fen.rstrip(".").split(":")
            theirs.add((side, frozenset(white[1:].split(",")) - {""}, frozenset(black[1:].split(",")) - {""}))
            captures += bool(move.captures)
        ours = {fen(move.after) for move in pos.legal_moves}
        kings += any("K" in square for square in fen(pos)[1] | fen(pos)[2])
        assert ours == theirs, pos.text
    assert captures > POSITIONS / 10 and kings > POSITIONS / 10


def drawn(pos: Position) -> str:
    """A board as OpenSpiel draws it, without the names of rows and columns."""
    letters = {"r": "o", "R": "8", "b": "+", "B": "*"}
    return "".join(letters.get(cell, cell) for cell in pos.text_as("grid") if cell not in " \n")


def test_checkers_agrees_with_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("checkers")

    def board(state: object) -> str:
        rows = str(state).splitlines()[:8]
        return "".join(row[1:] for row in rows)

    def turns(state: object, player: int) -> Iterator[object]:
        """The states after whole turns: a chain of jumps is several actions there."""
        for action in state.legal_actions():  # type: ignore[attr-defined]
            after = state.child(action)  # type: ignore[attr-defined]
            if not after.is_terminal() and after.current_player() == player:
                yield from turns(after, player)
            else:
                yield after

    rng = random.Random(12)
    seen = 0
    while seen < POSITIONS:
        state, pos = game.new_initial_state(), plywood.Game("checkers").start
        while not state.is_terminal() and seen < POSITIONS:
            seen += 1
            assert board(state) == drawn(pos)
            successors = {board(after): after for after in turns(state, state.current_player())}
            ours = {drawn(move.after): move.after for move in pos.legal_moves}
            assert set(successors) == set(ours), pos.text
            choice = rng.choice(sorted(ours))
            state, pos = successors[choice], ours[choice]
        if state.is_terminal() and pos.outcome is not None:
            assert state.returns() == [pos.outcome.reward(plywood.Player.ONE), pos.outcome.reward(plywood.Player.TWO)]
