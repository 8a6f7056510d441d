"""Speed of the environments from Python, and of rivals that are installed, in one run.

    python lab/environments.py [--seconds 3]

Steps, plies and probes per second of CPU time of one core, with random legal actions. Build the
extension with `cargo build --release -p plywood-python` first. What is not installed is left out
and named.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import plywood
from plywood import vector
from plywood.scoring import positions_of_random_games

SECONDS = 3.0


def per_second(work: Callable[[], int]) -> float:
    """How much work is done in a second of CPU time; `work` says how much it has done."""
    work()
    begin, done = time.process_time(), 0
    while (spent := time.process_time() - begin) < SECONDS:
        done += work()
    return done / spent


def report(what: str, rate: float, unit: str) -> None:
    shown = f"{rate / 1e6:.2f} million" if rate >= 1e6 else f"{rate / 1e3:.1f} thousand"
    print(f"{what:<58} {shown:>16} {unit}", flush=True)


def batches(sizes: list[int], actions: str) -> None:
    for name in [*(game.name for game in plywood.games()), "raichu:10"]:
        rates = []
        for size in sizes:
            env = vector.make(name, size, threads=1, actions=actions, seed=1)
            drawn = env.sample()

            def steps(env: vector.Batch = env, drawn: np.ndarray = drawn) -> int:
                for _ in range(20):
                    env.step(env.sample(drawn))
                return 20 * env.n

            rates.append((per_second(steps), size))
        rate, size = max(rates)
        report(f"batch of {size}, {name}, {actions}", rate, "steps")


def single_positions() -> None:
    rng = random.Random(1)
    for game in plywood.games():
        games = []
        for _ in range(30):
            position, moves = game.start, []
            while position.outcome is None and len(moves) < 80:
                move = rng.choice(position.legal_moves)
                moves.append((position, move))
                position = position.play(move)
            games.append(moves)

        def play(games: list = games) -> int:
            for moves in games:
                for position, move in moves:
                    position.play(move)
            return sum(map(len, games))

        def whole_games(game: plywood.Game = game) -> int:
            position, plies = game.start, 0
            while plies < 200 and (moves := position.legal_moves):
                position = position.play(moves[int(rng.random() * len(moves))])
                plies += 1
            return plies

        report(f"Position.play, {game}", per_second(play), "plies")
        report(f"random games with Position, {game}", per_second(whole_games), "plies")


def probes(folder: Path | None) -> None:
    for game in plywood.games():
        tables = plywood.Tables(game, folder)
        if not tables.info():
            continue
        most = max(table.pieces for table in tables.info())
        drawn = positions_of_random_games(game, most, seed=2)
        positions = list(itertools.islice(drawn, 50_000))
        boards, turns = plywood.tables.arrays(positions)
        known = np.mean(tables.probe(boards, turns).results != plywood.tables.UNKNOWN)
        print(f"{len(set(positions))} positions of {game}, {100 * known:.1f} % of them in the tables")

        def probe(tables=tables, boards=boards, turns=turns) -> int:
            return len(tables.probe(boards, turns).results)

        report(f"probes from numpy, warm, {game}", per_second(probe), "positions")

        def probe_list(tables=tables, positions=positions) -> int:
            return len(tables.probe(positions))

        report(f"probes of a list of positions, {game}", per_second(probe_list), "positions")


def engine_call() -> None:
    """What a call takes beyond the search, which says itself how long it took. The median, because
    other processes come in between. A search that may be long has a thread of its own, so that
    Ctrl-C is heard."""
    kinds: dict[str, dict[str, int]] = {"short search": {"nodes": 500}, "any search": {"depth": 3}}
    for game in plywood.games():
        engine = plywood.Engine(game, tables=False)
        for kind, limit in kinds.items():
            beyond = []
            for _ in range(2000):
                begin = time.perf_counter()
                analysis = engine.analyse(game.start, **limit)
                beyond.append(time.perf_counter() - begin - analysis.seconds)
            what = f"Engine.analyse beyond the search, {kind}, {game}"
            print(f"{what:<58} {1e6 * statistics.median(beyond):>10.1f} µs a call", flush=True)


def rivals() -> None:
    for measure in (openspiel, pydraughts, pettingzoo, pgx):
        try:
            measure(random.Random(1))
        except ImportError as missing:
            print(f"{measure.__name__} is left out: {missing}")


def openspiel(rng: random.Random) -> None:
    import pyspiel

    for name in ("checkers", "connect_four"):
        game = pyspiel.load_game(name)

        def play(game: Any = game) -> int:
            state, plies = game.new_initial_state(), 0
            while not state.is_terminal() and plies < 200:
                actions = state.legal_actions()
                state.observation_tensor()
                state.apply_action(actions[int(rng.random() * len(actions))])
                plies += 1
            return plies

        report(f"OpenSpiel from Python, {name}, observation and mask", per_second(play), "plies")


def pydraughts(rng: random.Random) -> None:
    from draughts import Board

    def play() -> int:
        board, plies = Board(variant="english"), 0
        while not board.is_over() and plies < 60:
            moves = list(board.legal_moves())
            board.push(moves[int(rng.random() * len(moves))])
            plies += 1
        return plies

    report("pydraughts, English draughts", per_second(play), "plies")


def pettingzoo(rng: random.Random) -> None:
    from plywood.envs import pettingzoo as ours

    environments = {"checkers through our adapter": ours.env("checkers")}
    try:
        from pettingzoo.classic import connect_four_v3, tictactoe_v3

        environments["connect_four_v3"] = connect_four_v3.env()
        environments["tictactoe_v3"] = tictactoe_v3.env()
    except ImportError as missing:
        print(f"PettingZoo's own games are left out: {missing}")
    for name, env in environments.items():

        def play(env: Any = env) -> int:
            env.reset()
            plies = 0
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                plies += 1
            return plies

        report(f"PettingZoo, {name}", per_second(play), "plies")


def pgx(rng: random.Random) -> None:
    import jax
    import pgx as games

    count, steps = 1024, 20
    for name in ("connect_four", "tic_tac_toe"):
        env = games.make(name)
        init, step = jax.vmap(env.init), jax.vmap(env.step)

        @jax.jit
        def play(state: Any, key: Any, init: Any = init, step: Any = step) -> Any:
            def one(carry: Any, key: Any) -> Any:
                drawing, starting = jax.random.split(key)
                weights = jax.numpy.where(carry.legal_action_mask, 0.0, -1e9)
                after = step(carry, jax.random.categorical(drawing, weights, axis=1))
                fresh = init(jax.random.split(starting, count))
                over = after.terminated | after.truncated
                return jax.tree.map(
                    lambda a, b: jax.numpy.where(over.reshape(-1, *[1] * (a.ndim - 1)), a, b), fresh, after
                ), None

            return jax.lax.scan(one, state, jax.random.split(key, steps))[0]

        state, number = init(jax.random.split(jax.random.PRNGKey(rng.randrange(9)), count)), 0

        def work() -> int:
            nonlocal state, number
            number += 1
            state = play(state, jax.random.PRNGKey(number))
            state.observation.block_until_ready()
            return steps * count

        report(f"pgx, {name}, batch of {count}", per_second(work), "steps")


def main() -> None:
    global SECONDS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tables", type=Path, help="a folder with tables")
    parser.add_argument("--only", action="append", help="moves, touches, positions, probes, engine, rivals")
    args = parser.parse_args()
    SECONDS = args.seconds
    parts: dict[str, Callable[[], None]] = {
        "moves": lambda: batches([256, 1024], "moves"),
        "touches": lambda: batches([256], "touches"),
        "positions": single_positions,
        "probes": lambda: probes(args.tables),
        "engine": engine_call,
        "rivals": rivals,
    }
    for name in args.only or parts:
        parts[name]()


if __name__ == "__main__":
    main()
