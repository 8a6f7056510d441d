"""Batches of games in numpy arrays."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import plywood
from plywood import vector

GAMES = [*plywood.games(), plywood.Game("raichu:10")]


@pytest.fixture(params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> plywood.Game:
    found = request.param
    assert isinstance(found, plywood.Game)
    return found


def played(env: vector.Batch, steps: int) -> vector.Batch:
    for _ in range(steps):
        env.step(env.sample())
    return env


def test_arrays_stay_the_same_and_cannot_be_written(game: plywood.Game) -> None:
    env = vector.make(game, 5, seed=1)
    arrays = [env.observations, env.legal, env.rewards, env.terminated, env.truncated, env.turns]
    before = [array.copy() for array in arrays]
    assert not any(array.flags.writeable for array in arrays)
    with pytest.raises(ValueError, match="read-only"):
        env.legal[0, 0] = 1
    observations, rewards, terminated, truncated = env.step(env.sample())
    assert observations is env.observations and rewards is env.rewards
    assert terminated is env.terminated and truncated is env.truncated
    assert not np.array_equal(before[0], env.observations)
    assert env.observations.shape[:2] == (5, len(env.planes))
    assert env.legal.shape == (5, env.action_count)
    assert (env.rewards.shape, env.terminated.dtype) == ((5, 2), np.dtype(bool))


def test_games_are_those_of_positions(game: plywood.Game) -> None:
    env = vector.make(game, 3, seed=5)
    positions = [env.position(i) for i in range(3)]
    for _ in range(60):
        actions = env.sample()
        for i, position in enumerate(positions):
            legal = env.encode_all(position)
            assert sorted(legal) == list(np.flatnonzero(env.legal[i]))
            if len(legal):
                move = env.decode(position, int(actions[i]))
                assert env.encode(move) == actions[i]
                positions[i] = position.play(move)
            else:
                assert actions[i] == vector.NO_ACTION
        over = env.terminated | env.truncated
        env.step(actions)
        for i in range(3):
            if over[i]:
                positions[i] = env.position(i)
            assert env.position(i) == positions[i]
            assert env.turns[i] == positions[i].turn
            assert env.player(i) == positions[i].turn


def test_a_path_is_what_player_one_touches(game: plywood.Game) -> None:
    env = vector.make(game, 1)
    position = env.position(0)
    if position.turn == plywood.Player.TWO:
        position = position.play(position.legal_moves[0])
    for move in position.legal_moves:
        assert list(env.path(env.encode(move))) == move.touched
    with pytest.raises(IndexError):
        env.path(env.action_count)


def test_seeds_and_threads(game: plywood.Game) -> None:
    envs = [vector.make(game, 7, threads=threads, seed=3, opening_plies=2) for threads in (1, 2, 4)]
    other = vector.make(game, 7, seed=300, opening_plies=2)
    for _ in range(40):
        actions = envs[0].sample()
        for env in envs:
            assert env is envs[0] or np.array_equal(env.sample(), actions)
            env.step(actions)
            assert np.array_equal(env.observations, envs[0].observations)
            assert np.array_equal(env.legal, envs[0].legal)
        other.step(other.sample())
    assert not np.array_equal(other.observations, envs[0].observations)
    envs[0].reset(seed=8)
    envs[1].reset(seed=[8, 9, 10, 11, 12, 13, 14])
    assert np.array_equal(envs[0].observations, envs[1].observations)


def test_copies_and_states_are_independent(game: plywood.Game) -> None:
    env = played(vector.make(game, 4, seed=2), 9)
    twin = copy.deepcopy(env)
    state = env.state(1)
    text = env.position(1).text
    assert np.array_equal(twin.observations, env.observations)
    for _ in range(10):
        actions = env.sample()
        assert np.array_equal(twin.sample(), actions)
        env.step(actions)
        twin.step(actions)
        assert np.array_equal(twin.legal, env.legal)
    for restored in (state, pickle.loads(pickle.dumps(state)), copy.copy(state)):
        assert restored == state and restored.text == state.text
        env.set_state(3, restored)
        assert env.position(3).text == text
        assert np.array_equal(env.legal[3], vector_legal(env, text))
    env.set_state(0, plywood.Position.parse(game, text))
    assert env.position(0).text == text


def vector_legal(env: vector.Batch, text: str) -> np.ndarray:
    mask = np.zeros(env.action_count, dtype=np.uint8)
    mask[env.encode_all(env.game.position(text))] = 1
    return mask


def test_the_three_modes() -> None:
    options = {"most_plies": 4, "seed": 1}
    following, same, never = (
        vector.make("checkers", 2, autoreset=mode, **options)  # type: ignore[arg-type]
        for mode in ("next-step", "same-step", "disabled")
    )
    start = following.observations.copy()
    for _ in range(4):
        actions = following.sample()
        for env in (following, same, never):
            last = env.step(actions)
            assert last[3].tolist() == [env.position(0).turn == 0 and _ == 3] * 2
    assert np.array_equal(same.last_observations, following.observations)
    assert np.array_equal(same.observations, start)
    following.step(following.sample())
    assert np.array_equal(following.observations, start)
    with pytest.raises(plywood.IllegalAction, match="game 0 is over: reset it"):
        never.step([0, 0])
    never.reset(which=[True, False])
    assert never.truncated.tolist() == [False, True]
    never.step([int(np.flatnonzero(never.legal[0])[0]), vector.NO_ACTION])


def test_touches_are_cells() -> None:
    env = vector.make("checkers", 1, actions="touches", seed=0)
    assert env.action_count == 65 and env.planes[-1] == "touched"
    position = env.position(0)
    move = position.move("22-18")
    env.step([move.touched[0]])
    assert env.position(0) == position and env.turns[0] == 0
    assert env.observations[0, -1].reshape(-1)[move.touched[0]] == 1
    env.step([move.touched[1]])
    assert env.position(0) == position.play("22-18") and env.turns[0] == 1


BadInput = Callable[[vector.Batch], object]

BAD: dict[str, tuple[BadInput, type[Exception], str]] = {
    "floats": (lambda env: env.step(np.zeros(3)), plywood.InvalidArray, "3 integers.*float64"),
    "bools": (lambda env: env.step([True] * 3), plywood.InvalidArray, "found bool"),
    "objects": (lambda env: env.step(["a", "b", "c"]), plywood.InvalidArray, "found <U1"),
    "unsigned words": (
        lambda env: env.step(np.zeros(3, np.uint64)),
        plywood.InvalidArray,
        "found uint64",
    ),
    "too few": (lambda env: env.step([1, 2]), plywood.InvalidArray, r"shape \(2,\)"),
    "two dimensions": (lambda env: env.step([[1, 2, 3]]), plywood.InvalidArray, r"shape \(1, 3\)"),
    "masked": (
        lambda env: env.step([int(np.flatnonzero(env.legal[0])[0]), int(env.legal[1].argmin()), 0]),
        plywood.IllegalAction,
        "game 1: action .* is illegal here: the mask allows",
    ),
    "negative": (lambda env: env.step([-1, -1, -1]), plywood.IllegalAction, "action -1"),
    "no such action": (
        lambda env: env.step([env.action_count] * 3),
        plywood.IllegalAction,
        "is illegal here",
    ),
    "a mask of numbers": (
        lambda env: env.reset(which=[1, 0, 1]),
        plywood.InvalidArray,
        "3 bools, found int64",
    ),
    "a short mask": (
        lambda env: env.reset(which=[True]),
        plywood.InvalidArray,
        r"3 bools, found bool of shape \(1,\)",
    ),
    "too many seeds": (lambda env: env.reset([1] * 4), plywood.InvalidArray, "3 seeds, found 4"),
    "a short array to sample into": (
        lambda env: env.sample(np.zeros(2, np.int64)),
        plywood.InvalidArray,
        "expected 3 int64",
    ),
    "bytes to sample into": (
        lambda env: env.sample(np.zeros(3, np.uint8)),  # type: ignore[arg-type]
        plywood.InvalidArray,
        "found uint8",
    ),
    "no such game": (lambda env: env.state(3), IndexError, "there is no game 3"),
    "a position elsewhere": (lambda env: env.position(-1), IndexError, "there is no game -1"),
    "a foreign position": (
        lambda env: env.set_state(0, other(env).position(0)),
        plywood.WrongGame,
        "expected a position of",
    ),
    "a foreign state": (
        lambda env: env.set_state(0, other(env).state(0)),
        plywood.WrongGame,
        "another game",
    ),
    "a foreign move": (
        lambda env: env.encode(other(env).position(0).legal_moves[0]),
        plywood.WrongGame,
        "expected a position of",
    ),
    "an illegal action to decode": (
        lambda env: env.decode(env.position(0), int(env.legal[0].argmin())),
        plywood.IllegalAction,
        "is illegal in",
    ),
    "a damaged state": (
        lambda env: vector.State.parse(env.game, env.state(0).text[:-5]),
        plywood.InvalidState,
        "expected a state as text",
    ),
    "a state of another version": (
        lambda env: vector.State.parse(env.game, env.state(0).text.replace("state 1", "state 9")),
        plywood.InvalidState,
        "plywood state 9",
    ),
    "a state with an impossible move": (
        lambda env: vector.State.parse(
            env.game, f"plywood state 1\n{env.game.name}\n{env.game.start.text}\nxyz\n\n"
        ),
        plywood.InvalidState,
        "move 1 of the state, 'xyz', is refused",
    ),
}


def other(env: vector.Batch) -> vector.Batch:
    return vector.make(next(game for game in plywood.games() if game != env.game), 1)


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("word", ["checkers", "abalone"])
def test_bad_input_raises_and_changes_nothing(name: str, word: str) -> None:
    env = played(vector.make(word, 3, seed=4), 6)
    twin = env.copy()
    call, error, message = BAD[name]
    with pytest.raises(error, match=message):
        call(env)
    for _ in range(3):
        actions = env.sample()
        assert np.array_equal(actions, twin.sample())
        env.step(actions)
        twin.step(actions)
        for array in ("observations", "legal", "rewards", "terminated", "truncated", "turns"):
            assert np.array_equal(getattr(env, array), getattr(twin, array)), array


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "at least one game"),
        ({"n": -1}, "expected n from 0"),
        ({"n": 2**31}, "are too many"),
        ({"threads": 2**20}, "at least one thread and at most"),
        ({"actions": "steps"}, "expected actions to be"),
        ({"autoreset": "never"}, "expected autoreset to be one of"),
        ({"opening_plies": -1}, "expected opening_plies from 0"),
        ({"most_plies": 2**40}, "expected most_plies from 0"),
    ],
)
def test_impossible_batches_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        vector.make("checkers", **{"n": 2, **options})  # type: ignore[arg-type]


def test_other_integers_are_taken() -> None:
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint16, np.uint32):
        env = vector.make("dragon-queen", 2, seed=0)
        env.step(np.flatnonzero(env.legal[0])[:1].repeat(2).astype(dtype))
    env.step(np.flatnonzero(env.legal[0])[:1].repeat(4)[::2])
