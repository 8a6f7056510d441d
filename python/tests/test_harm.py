"""No argument does harm: whatever is wrong is an ordinary exception, and never a panic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plywood
from plywood import Position

ORDINARY = (plywood.PlywoodError, ValueError, TypeError, IndexError, OverflowError)

numbers = st.integers(-(2**70), 2**70) | st.integers(-2, 80)
anything: st.SearchStrategy[Any] = st.one_of(
    numbers, st.text(max_size=20), st.none(), st.floats(), st.binary(max_size=70), st.lists(numbers, max_size=5)
)

CALLS: list[Callable[[Position, Any], object]] = [
    lambda pos, x: pos.play(x),
    lambda pos, x: pos.why_illegal(x),
    lambda pos, x: pos.play_all(x),
    lambda pos, x: pos.touch(x),
    lambda pos, x: pos.transform(x),
    lambda pos, x: pos.transform_move(0, x),
    lambda pos, x: pos.swaps_players(x),
    lambda pos, x: pos.text_as(x),
    lambda pos, x: pos.svg(cells=x),
    lambda pos, x: pos.svg(moves=x),
    lambda pos, x: pos.perft(x if isinstance(x, int) and not 3 < x < 256 else 2, threads=1),
    lambda pos, x: pos.game.arrange(x, 0),
    lambda pos, x: pos.game.arrange(pos.board, x),
    lambda pos, x: pos.game.position(x),
    lambda pos, x: Position.parse(x, pos.text),
    lambda pos, x: plywood.Game(x),
    lambda pos, x: plywood.Session(x),
    lambda pos, x: plywood.Session(pos).resign(x),
    lambda pos, x: plywood.Session(pos).play(x),
    lambda pos, x: plywood.Record.read(x),
    lambda pos, x: plywood.Record.read(x, pos.game.name),
    lambda pos, x: plywood.Record(pos.game.name, [x]).replay(),
    lambda pos, x: plywood.Record(pos.game.name, [], position=x).shared(),
    lambda pos, x: plywood.check_proof(x),
    lambda pos, x: plywood.Engine(pos.game, level=x),
    lambda pos, x: plywood.Engine(pos.game).analyse(pos, depth=1, lines=x),
    lambda pos, x: plywood.Engine(pos.game).play(x, depth=1),
    lambda pos, x: plywood.Engine(pos.game).play(pos, clock=(x, x)) if isinstance(x, float) and x < 1 else None,
    lambda pos, x: plywood.Tables(pos.game).probe(x),
    lambda pos, x: plywood.Tables(pos.game).value(x),
]


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(plywood.games()), st.sampled_from(CALLS), anything, st.integers(0, 5))
def test_no_argument_does_harm(
    game: plywood.Game, call: Callable[[Position, Any], object], argument: object, plies: int
) -> None:
    pos = game.start
    for _ in range(plies):
        pos = pos.play(pos.legal_moves[-1])
    text, key = pos.text, hash(pos)
    try:
        call(pos, argument)
    except ORDINARY:
        pass
    assert (pos.text, hash(pos)) == (text, key)


def test_a_panic_is_an_ordinary_exception() -> None:
    """A fault of ours on the far side must not end a program that catches exceptions."""
    assert issubclass(plywood.InternalError, Exception)
    with pytest.raises(ValueError, match="expected a depth from 0 to 255, found 256"):
        plywood.games()[0].start.perft(256)
