"""Thinking, solving and tables."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest
from conftest import playouts

import plywood
from plywood import Engine, Exact, Position, Stop, Tables

ENDING = Position.parse("checkers", "W:W31:B18")


def test_the_same_question_has_the_same_answer() -> None:
    for game in plywood.games():
        first, second = (Engine(game).analyse(game.start, nodes=3_000, lines=3) for _ in range(2))
        assert [line.moves for line in first.lines] == [line.moves for line in second.lines]
        assert first.nodes == second.nodes and len(first.lines) == 3
        assert first.best in game.start.legal_moves
        assert "<table" in first._repr_html_() and first.lines[0].moves[0] in str(first)


def test_every_level_plays_a_legal_move() -> None:
    for game in plywood.games():
        for level in range(1, 10):
            assert Engine(game, level=level, seed=level).play(game.start, nodes=500) in game.start.legal_moves
        move = Engine(game).play(plywood.Session(game), time=0.02, clock=None)
        assert move in game.start.legal_moves
        assert Engine(game).play(game.start, clock=(1.0, 0.0)) in game.start.legal_moves


def test_bad_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="level from 1 to 10"):
        Engine("checkers", level=11)
    for wrong in ({"threads": 0}, {"memory_mb": 0}, {"memory_mb": -1}, {"seed": -1}):
        with pytest.raises(ValueError, match=f"expected {next(iter(wrong))} from"):
            Engine("checkers", **wrong)  # type: ignore[arg-type]
    for tables, error, what in [
        (Tables("raichu"), plywood.WrongGame, "expected tables of checkers, found those of raichu"),
        ("a folder", TypeError, "expected True, False or Tables, found str"),
    ]:
        with pytest.raises(error, match=what):
            Engine("checkers", tables=tables)  # type: ignore[arg-type]
        with pytest.raises(error, match=what):
            plywood.solve(ENDING, tables=tables)  # type: ignore[arg-type]
    engine = Engine("checkers")
    for limit in ({"depth": 0}, {"depth": 256}, {"nodes": 0}, {"lines": 0, "depth": 1}):
        with pytest.raises(ValueError, match=f"expected {next(iter(limit))} from 1 to"):
            engine.analyse(ENDING, **limit)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Position or a Session, found str"):
        engine.analyse("W:W31:B18", depth=1)  # type: ignore[arg-type]
    with pytest.raises(plywood.WrongGame, match="expected a position of checkers"):
        engine.analyse(plywood.Game("abalone").start, nodes=10)
    with pytest.raises(ValueError, match="expected a limit"):
        engine.analyse(ENDING)
    with pytest.raises(ValueError, match="seconds"):
        engine.analyse(ENDING, time=-1.0)
    with pytest.raises(ValueError, match="seconds"):
        engine.analyse(ENDING, time=float("nan"))
    with pytest.raises(plywood.PlywoodError, match="over"):
        engine.play(Position.parse("checkers", "W:W:B18"))


def test_improvements_come_while_it_runs() -> None:
    engine = Engine("checkers")
    start = plywood.Game("checkers").start
    depths = []
    for analysis in engine.improvements(start):
        depths.append(analysis.depth)
        if analysis.depth >= 6:
            break
    assert depths == sorted(depths) and depths[-1] == 6
    # The search was stopped, so the engine answers again.
    assert engine.analyse(start, depth=3).depth == 3
    # Whoever watches may play on in the game.
    session = plywood.Session("checkers")
    for analysis in engine.improvements(session):
        if analysis.best is not None:
            session.play(analysis.best)
            break
    assert len(session) == 1
    last = list(engine.improvements(ENDING, depth=9))[-1]
    assert last.exact == Exact(1, 3)


def test_an_exception_of_an_observer_comes_out() -> None:
    def fail(_: object) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        Engine("checkers").analyse(plywood.Game("checkers").start, time=60.0, observe=fail)


def test_a_stop_ends_a_search() -> None:
    stop = Stop()
    timer = threading.Timer(0.1, stop.stop)
    timer.start()
    analysis = Engine("checkers").analyse(plywood.Game("checkers").start, stop=stop)
    assert stop.is_stopped and analysis.best is not None


def test_threads_wait_for_an_engine_in_use() -> None:
    engine, start = Engine("checkers"), plywood.Game("checkers").start
    first, second, begun = Stop(), Stop(), threading.Event()
    searching = threading.Thread(
        target=engine.analyse, args=(start,), kwargs={"stop": first, "observe": lambda _: begun.set()}
    )
    searching.start()
    assert begun.wait(60)
    second.stop()
    with pytest.raises(plywood.PlywoodError, match="another thread used the same engine"):
        engine.analyse(start, nodes=10, stop=second)
    threading.Timer(0.1, first.stop).start()
    assert engine.analyse(start, nodes=10).best is not None
    searching.join()


def test_tasks_think_at_the_same_time() -> None:
    async def both() -> None:
        start = plywood.Game("checkers").start
        engine, other = Engine("checkers"), Engine("checkers")
        long = asyncio.create_task(engine.analyse_async(start, time=600.0))
        move = await other.play_async(start, nodes=2_000)
        assert move in start.legal_moves
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        found = [analysis.depth async for analysis in other.improvements_async(start, depth=4)]
        assert found[-1] == 4
        assert (await plywood.solve_async(ENDING)).value == Exact(1, 3)

    asyncio.run(both())


def test_values_have_proofs() -> None:
    solution = plywood.solve(ENDING, tables=False)
    assert solution.value == Exact(1, 3) and solution.line == ("31-26", "18-22", "26x17")
    assert solution.moves()["31-26"] == Exact(1, 3)
    proof = solution.proof()
    checked = plywood.check_proof(proof)
    assert checked.value == Exact(1, 3) and Position.parse("checkers", checked.position) == ENDING
    with pytest.raises(plywood.SolveError, match="line"):
        plywood.check_proof(proof.replace("win", "loss", 1))
    unsolved = plywood.solve(plywood.Game("checkers").start, nodes=2_000)
    assert unsolved.value is None and unsolved.limit == "nodes"
    with pytest.raises(plywood.SolveError, match="no value"):
        unsolved.proof()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of The Dragon Queen with at most three pieces."""
    folder = tmp_path_factory.mktemp("tables")
    told: list[tuple[float, str | None]] = []
    Tables.build("dragon-queen", folder, pieces=3, progress=lambda *event: told.append(event))
    parts = [part for part, _ in told]
    assert parts == sorted(parts) and {name for _, name in told} - {None}
    return folder


def small(positions: int, seed: int) -> list[Position]:
    """Positions of The Dragon Queen with at most three pieces."""
    rng = np.random.default_rng(seed)
    game = plywood.Game("dragon-queen")
    found = []
    while len(found) < positions:
        board = np.zeros(25, np.uint8)
        board[rng.choice(25, 3, replace=False)] = rng.permutation([1, 3, rng.integers(2, 4)])
        found.append(game.arrange(board.tobytes(), int(rng.integers(2))))
    return found


def test_tables_agree_with_the_solver_and_with_themselves(folder: Path) -> None:
    tables = Tables("dragon-queen", folder)
    assert Tables.forecast("dragon-queen", folder, pieces=3).missing == 0
    positions = small(300, 3)
    each = [tables.value(pos) for pos in positions]
    assert tables.probe(positions) == each and None not in each
    arrays = tables.probe(*plywood.tables.arrays(positions))
    pairs = zip(arrays.results.tolist(), arrays.plies.tolist(), strict=True)
    assert [Exact(result, plies if plies >= 0 else None) for result, plies in pairs] == each
    for pos, value in list(zip(positions, each, strict=True))[:40]:
        if pos.outcome is None:
            assert plywood.solve(pos, tables=False).value == value
            probe = tables.probe(pos)
            assert probe.value == value and next(iter(probe.moves.values())) == value
    tables.verify(tables.info()[0].name)


def test_what_no_table_has_is_unknown() -> None:
    tables = Tables("dragon-queen", embedded=False)
    start = plywood.Game("dragon-queen").start
    assert tables.value(start) is None and tables.probe([start, start]) == [None, None]
    assert tables.info() == []
    assert tables.probe(*plywood.tables.arrays([start])).results.tolist() == [plywood.tables.UNKNOWN]


def test_bad_arrays_are_refused(folder: Path) -> None:
    tables = Tables("dragon-queen", folder)
    boards, turns = np.zeros((2, 25), np.uint8), np.zeros(2, np.uint8)
    boards[:, 0] = 1
    assert tables.probe(boards, turns).results.shape == (2,)
    for wrong, sides, error in [
        (boards.astype(np.int64), turns, TypeError),
        (boards, turns.astype(bool), TypeError),
        (boards[:, :24], turns, ValueError),
        (boards[0], turns, ValueError),
        (boards, turns[:1], ValueError),
        (boards, turns + 2, ValueError),
        ([[1]], turns, TypeError),
    ]:
        with pytest.raises(error):
            tables.probe(wrong, sides)  # type: ignore[call-overload]
    boards[1, 3] = 9
    with pytest.raises(plywood.TableError, match="position 1"):
        tables.probe(boards, turns)


def test_a_damaged_table_is_refused(folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "dragon-queen"
    home.mkdir()
    for path in (folder / "dragon-queen").iterdir():
        data = bytearray(path.read_bytes())
        if len(data) > 100:
            data[len(data) // 2] ^= 0xFF
        (home / path.name).write_bytes(data)
    tables = Tables("dragon-queen", tmp_path, embedded=False)
    refused = 0
    positions = small(200, 4)
    for pos in positions:
        try:
            tables.value(pos)
        except plywood.TableError:
            refused += 1
    assert refused > 0 and tables.fault is not None
    with pytest.raises(plywood.TableError, match="dragon-queen"):
        tables.probe(positions)
    with pytest.raises(plywood.TableError, match="dragon-queen"):
        tables.probe(*plywood.tables.arrays(positions))
    # A search goes on without it.
    engine = Engine("dragon-queen", tables=tables)
    assert engine.analyse(next(pos for pos in positions if pos.outcome is None), depth=3).best is not None


def test_games_without_tables_say_so(tmp_path: Path) -> None:
    games = [game for game in plywood.games() if game.name == "abalone"]
    with pytest.raises(plywood.TableError, match="no tables"):
        Tables.build(games[0], tmp_path)


@pytest.mark.parametrize(
    "work",
    [
        "plywood.Engine('checkers').analyse(plywood.Game('checkers').start, time=600)",
        "list(plywood.Engine('checkers').improvements(plywood.Game('checkers').start))",
        "plywood.solve(plywood.Game('checkers').start)",
        "plywood.Game('checkers').start.perft(30, threads=2)",
        "plywood.match('checkers', ['time=100', 'time=100'])",
        "plywood.match('checkers', {'a': slow, 'b': slow})",
    ],
)
def test_ctrl_c_stops_long_work(work: str) -> None:
    program = f"""
        import plywood, signal, threading, os, time
        def slow(position):
            while True:
                pass
        # Where the tests run in the background, the signal would be ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            {work}
        except KeyboardInterrupt:
            print("stopped")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "stopped\n", done.stderr


def test_values_are_consistent_with_play() -> None:
    for pos in playouts(30, seed=21):
        if pos.outcome is None:
            analysis = Engine(pos.game).analyse(pos, depth=2)
            assert analysis.best is not None and pos.is_legal(analysis.best)
        else:
            assert Engine(pos.game).analyse(pos, depth=2).best is None


