"""The rules of checkers against other programs, on 5 000 positions of random games each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import plywood
from plywood import Move, Position

POSITIONS = 5_000


def fen(text: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """A position as its side to move and the squares of each side, kings with a K."""
    side, *colours = text.rstrip(".").split(":")
    squares = {colour[0]: frozenset(colour[1:].split(",")) - {""} for colour in colours}
    return side, squares["W"], squares["B"]


def jumped(move: Move) -> frozenset[int]:
    """The squares that a move empties of the opponent's pieces."""
    before, after = (fen(pos.text_as("fen")) for pos in (move.before, move.after))
    them = 2 if before[0] == "W" else 1
    return frozenset(int(square.strip("K")) for square in before[them] - after[them])


def test_checkers_agrees_with_pydraughts() -> None:
    """Every move by where it begins and ends and what it takes, and one of them by what it leads to."""
    draughts = pytest.importorskip("draughts")
    rng = random.Random(11)
    seen = captures = kings = 0
    while seen < POSITIONS:
        pos = plywood.Game("checkers").start
        while pos.outcome is None and seen < POSITIONS:
            seen += 1
            board = draughts.Board(variant="english", fen=pos.text_as("fen"))
            theirs = {
                (move.steps_move[0], move.steps_move[-1], frozenset(move.captures or ())): move
                for move in board.legal_moves()
            }
            ours = {}
            for move in pos.legal_moves:
                squares = [int(square) for square in re.split("[-x]", move.text)]
                ours[squares[0], squares[-1], jumped(move)] = move
            assert set(ours) == set(theirs), pos.text
            captures += any(taken for _, _, taken in ours)
            kings += "K" in pos.text_as("fen")
            chosen = rng.choice(sorted(ours, key=str))
            board.push(theirs[chosen])
            pos = ours[chosen].after
            assert fen(board.fen) == fen(pos.text_as("fen"))
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
