"""Games, positions and moves as Python values."""

from __future__ import annotations

import copy
import pickle
import xml.etree.ElementTree as ET

import pytest
from conftest import playouts
from hypothesis import given, settings
from hypothesis import strategies as st

import plywood
from plywood import IllegalMove, InvalidPosition, Outcome, Player, Position, UnknownGame, WrongGame


def test_games_are_found_by_their_names() -> None:
    for game in plywood.games():
        assert plywood.Game(game.name) == game
        assert hash(plywood.Game(game.name)) == hash(game)
        assert eval(repr(game), {"Game": plywood.Game}) == game
        assert pickle.loads(pickle.dumps(game)) == game
        assert game.start.game == game
    assert plywood.Game("raichu:8") == plywood.Game("raichu") != plywood.Game("raichu:10")
    with pytest.raises(UnknownGame, match="did you mean 'checkers'"):
        plywood.Game("chekers")


def test_positions_are_values() -> None:
    seen: dict[Position, str] = {}
    for pos in playouts(150):
        again = Position.parse(pos.game, pos.text)
        assert again == pos and hash(again) == hash(pos)
        assert copy.copy(pos) == pos == copy.deepcopy(pos)
        assert pickle.loads(pickle.dumps(pos)) == pos
        assert eval(repr(pos), {"Position": Position}) == pos
        assert pos.game.arrange(pos.board, pos.turn).board == pos.board
        assert seen.setdefault(pos, pos.text) == pos.text
        if pos.outcome is None:
            for move in pos.legal_moves:
                assert move.after != pos and move.before == pos
    assert len(seen) > 300


def test_positions_of_different_games_differ() -> None:
    starts = [game.start for game in plywood.games()]
    assert len(set(starts)) == len(starts)
    assert starts[0] != "a text"


def test_positions_cannot_be_changed() -> None:
    pos = plywood.games()[0].start
    with pytest.raises(AttributeError):
        pos.text = "x"  # type: ignore[misc]


def test_moves_are_found_by_text_and_by_touch() -> None:
    for pos in playouts(60, seed=8):
        moves = pos.legal_moves
        assert (pos.outcome is None) == bool(moves)
        for number, move in enumerate(moves):
            assert move.index == number
            assert pos.move(move.text) == move == move.text == str(move)
            assert hash(move) == hash(move.text)
            assert pos.play(move) == pos.play(str(move)) == move.after
            assert pos.why_illegal(move) is None and pos.is_legal(move)
            assert pickle.loads(pickle.dumps(move)) == move
            if move.touched:
                assert pos.touch(move.touched) == move
        assert len({move.text for move in moves}) == len(moves)


def test_a_refused_move_says_why() -> None:
    start = plywood.Game("checkers").start
    why = start.why_illegal("22-15")
    assert why is not None and "15" in why
    with pytest.raises(IllegalMove) as refused:
        start.play("22-15")
    assert str(refused.value) == why
    assert all(0 <= cell < len(start.board) for cell in refused.value.cells)
    assert isinstance(refused.value, plywood.PlywoodError) and isinstance(refused.value, ValueError)
    with pytest.raises(TypeError, match="expected a Move or its text, found int"):
        start.play(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Move or its text, found int"):
        start.why_illegal(3)  # type: ignore[arg-type]


def test_a_move_of_another_position_is_tried_here() -> None:
    start = plywood.Game("checkers").start
    move = start.move("22-18")
    assert start.play("22-17").play("9-14").why_illegal(move) is not None
    other = plywood.Game("dragon-queen").start
    with pytest.raises(WrongGame, match="22-18 is a move of checkers"):
        other.play(move)


def test_every_fault_of_a_text_is_listed() -> None:
    with pytest.raises(InvalidPosition) as refused:
        Position.parse("dragon-queen", "QQ.../DDDDz/...../...../WWWWW w")
    faults = refused.value.faults
    assert len(faults) >= 3 and "'z'" in faults[0]
    assert all(fault in str(refused.value) for fault in faults)


def test_the_numbers_of_move_sequences() -> None:
    start = plywood.Game("checkers").start
    assert [start.perft(depth) for depth in range(1, 7)] == [7, 49, 302, 1469, 7361, 36768]
    assert start.perft(6, threads=2) == 36768
    assert sum(start.divide(4).values()) == 1469


def test_symmetric_positions_have_symmetric_moves() -> None:
    found = 0
    for pos in playouts(40, seed=9):
        for symmetry in range(pos.symmetries):
            found += 1
            other = pos.transform(symmetry)
            moved = {pos.transform_move(symmetry, move) for move in pos.legal_moves}
            assert moved == set(other.legal_moves)
            assert (other.turn != pos.turn) == pos.swaps_players(symmetry)
    assert found > 50
    with pytest.raises(IndexError):
        plywood.games()[0].start.transform(99)


def test_a_game_knows_its_end() -> None:
    session = plywood.Session("checkers")
    for _ in range(2):
        for move in ["22-18", "11-15", "18x11", "8x15"]:
            if session.position.is_legal(move):
                session.play(move)
    assert session.outcome is None and len(session.moves) == len(session)
    session.resign(session.position.turn)
    assert session.outcome in (Outcome.ONE_WINS, Outcome.TWO_WINS) and session.reason == "resignation"
    with pytest.raises(IllegalMove, match="resigned"):
        session.play("21-17")
    again = pickle.loads(pickle.dumps(session))
    assert (again.outcome, again.moves, again.reason) == (session.outcome, session.moves, "resignation")
    session.undo()
    assert session.outcome is None
    again = pickle.loads(pickle.dumps(session))
    assert (again.outcome, again.position, len(again)) == (None, session.position, len(session))


def test_repetition_ends_a_game() -> None:
    session = plywood.Session(Position.parse("checkers", "W:WK32:BK1"))
    moves = ["32-28", "1-5", "28-32", "5-1"] * 2
    for move in moves:
        assert session.outcome is None
        session.play(move)
    assert session.outcome is Outcome.DRAW and session.reason == "repetition"
    assert session.occurrences == 3
    assert [str(move) for move in session.moves] == moves
    assert session.positions[0] == session.start and session.positions[-1] == session.position
    assert pickle.loads(pickle.dumps(session)).occurrences == 3


def test_records_and_pdn_are_read_and_written() -> None:
    session = plywood.Session("checkers")
    for move in ["22-18", "11-15", "18x11", "8x15"]:
        session.play(move)
    record = session.record(("Ann", "Bob"))
    assert plywood.Record.read(record.text) == [record]
    assert pickle.loads(pickle.dumps(record)) == record
    assert record.replay().position == session.position
    pdn = record.shared(event="A match", date="2026.11.18")
    assert pdn is not None and '[Event "A match"]' in pdn
    (again,) = plywood.Record.read(pdn, "checkers")
    assert (again.moves, again.players, again.event) == (record.moves, ("Ann", "Bob"), "A match")
    (broken,) = plywood.Record.read(pdn.replace("11-15", "11-99"), "checkers")
    assert broken.faults and broken.moves == ["22-18"]
    for kept in (again, broken):
        copied = pickle.loads(pickle.dumps(kept))
        assert (copied.event, copied.date, copied.faults) == (kept.event, kept.date, kept.faults)
    with pytest.raises(plywood.RecordError, match="tag"):
        plywood.Record.read("[Nonsense]")
    assert plywood.Record("dragon-queen", ["a1-a2"]).shared() is None
    with pytest.raises(plywood.RecordError, match="move 1"):
        plywood.Record("dragon-queen", ["a1-a5"]).replay()


def test_pictures_are_well_formed() -> None:
    for pos in playouts(5):
        ET.fromstring(pos._repr_svg_())
    start = plywood.Game("checkers").start
    marked = start.svg(moves=["22-18"], cells=[0], flip=True)
    assert len(marked) > len(start._repr_svg_())
    with pytest.raises(IllegalMove):
        start.svg(moves=["22-30"])


def test_a_pickle_of_another_version_is_refused() -> None:
    from plywood._plywood import _restore_position

    start = plywood.games()[0].start
    with pytest.raises(plywood.VersionError, match="version 99"):
        _restore_position(99, start.game.name, start.text)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([game.name for game in plywood.games()]),
    st.one_of(st.text(max_size=80), st.text(alphabet="./wWbB@$QDrRqo 0123456789:K,", max_size=90)),
)
def test_no_text_does_harm(game: str, text: str) -> None:
    """Any text is a position that is written and read again alike, or is refused with its faults."""
    try:
        pos = Position.parse(game, text)
    except InvalidPosition as refused:
        assert refused.faults
    else:
        again = Position.parse(game, pos.text)
        assert again == pos == copy.deepcopy(pos)
        assert pos.why_illegal(text) is not None
        assert (pos.outcome is None) == bool(pos.legal_moves)
        assert pos.turn in (Player.ONE, Player.TWO)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 200), st.lists(st.integers(0, 5), min_size=32, max_size=64), st.integers(0, 1))
def test_no_arrangement_does_harm(seed: int, board: list[int], turn: int) -> None:
    game = plywood.games()[seed % len(plywood.games())]
    size = len(game.cells)
    try:
        pos = game.arrange((board + [0] * size)[:size], turn)
    except InvalidPosition as refused:
        assert refused.faults
    else:
        assert pos.turn == turn and list(pos.board) == (board + [0] * size)[:size]
