"""PettingZoo's, Gymnasium's and OpenSpiel's own checks on the adapters."""

from __future__ import annotations

import functools
import types
import warnings
from typing import Any

import numpy as np
import pytest

import plywood
from plywood import vector

NAMES = [game.name for game in plywood.games()]


@pytest.fixture
def zoo() -> Any:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from plywood.envs import pettingzoo

    return pettingzoo


@pytest.fixture
def gym() -> Any:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from plywood.envs import gymnasium

    return gymnasium


@pytest.fixture
def spiel() -> Any:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from plywood.envs import openspiel

    return openspiel


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_accepts_the_environments(zoo: Any, name: str) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    module = zoo.all_environments[f"plywood/{name.replace('-', '_')}_v{zoo.VERSION}"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(module.env(), num_cycles=300)
        seed_test(module.env, num_cycles=100)
        render_test(module.env)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_counts_cycles(zoo: Any, name: str) -> None:
    from pettingzoo.test import max_cycles_test

    # The test draws actions without a mask.
    module = types.SimpleNamespace(
        env=functools.partial(zoo.env, name, illegal="random"),
        parallel_env=functools.partial(zoo.parallel_env, name),
    )
    max_cycles_test(module)


def test_pettingzoo_refuses_illegal_actions(zoo: Any) -> None:
    env = zoo.env("checkers")
    env.reset(seed=0)
    illegal = int(env.last()[0]["action_mask"].argmin())
    before = env.unwrapped.position
    with pytest.raises(plywood.IllegalAction):
        env.step(illegal)
    assert env.unwrapped.position == before
    lenient = zoo.env("checkers", illegal="lose")
    lenient.reset(seed=0)
    lenient.step(illegal)
    assert lenient.rewards == {"player_0": -1, "player_1": 0} and all(lenient.terminations.values())


def test_pettingzoo_finds_them_in_its_registry(zoo: Any) -> None:
    from pettingzoo.env_registry.registration import make

    zoo.register()
    zoo.register()
    for name in NAMES:
        assert make("aec", f"plywood/{name}-v1").metadata["name"].startswith(name.replace("-", "_"))
    assert zoo.checkers_v1.env().metadata["name"] == "checkers_v1"
    with pytest.raises(AttributeError):
        _ = zoo.ludo_v1


@pytest.mark.parametrize("name", NAMES)
def test_both_players_see_the_board_from_their_own_side(zoo: Any, name: str) -> None:
    """What a move leaves alone looks the same to the player who waits before it and after it."""
    from plywood.envs import _board

    env = zoo.raw_env(name)
    env.reset(seed=3)
    pieces = len(_board.piece_planes(env._batch))
    rng = np.random.default_rng(1)
    for _ in range(40):
        waiting = next(agent for agent in env.agents if agent != env.agent_selection)
        board, seen = env.position.board, env.observe(waiting)
        assert not seen["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        assert env.agent_selection == waiting
        before, after = (
            observation[:pieces].reshape(pieces, -1)
            for observation in (seen["observation"], env.observe(waiting)["observation"])
        )
        changed = sum(a != b for a, b in zip(board, env.position.board, strict=True))
        assert (before != after).any(axis=0).sum() == changed


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_accepts_a_single_agent(gym: Any, name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for opponent in ("random", 1):
            check_env(gym.SingleAgentEnv(name, opponent, illegal="random"), skip_render_check=True)
        check_env(gym.SingleAgentEnv(name, "random", illegal="lose"), skip_render_check=True)


def test_a_single_agent_plays_whole_games(gym: Any) -> None:
    for side in plywood.Player:
        env = gym.SingleAgentEnv("dragon-queen", lambda pos: pos.legal_moves[0], side=side)
        for seed in range(5):
            _, info = env.reset(seed=seed)
            rng = np.random.default_rng(seed)
            terminated = truncated = False
            while not (terminated or truncated):
                assert env.position.turn == side
                assert (env.action_masks() == (info["action_mask"] == 1)).all()
                action = rng.choice(np.flatnonzero(info["action_mask"]))
                _, reward, terminated, truncated, info = env.step(action)
            outcome = env.position.outcome
            assert outcome is not None and reward == outcome.reward(side)
    with pytest.raises(plywood.IllegalAction):
        env.reset(seed=0)
        env.step(int(env.action_masks().argmin()))


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_makes_them_by_name(gym: Any, name: str) -> None:
    import gymnasium

    gym.register()
    env = gymnasium.make(f"plywood/{name}-v1", opponent="random")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    envs = gymnasium.make_vec(
        f"plywood/{name}-v1", num_envs=3, vectorization_mode="vector_entry_point"
    )
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert infos["action_mask"].shape == (3, envs.single_action_space.n)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_vector_env_steps_like_a_batch(gym: Any, mode: str) -> None:
    envs = gym.VectorEnv("checkers", 4, autoreset_mode=mode, most_plies=9)
    modes = {"NextStep": "next-step", "SameStep": "same-step", "Disabled": "disabled"}
    batch = vector.make("checkers", 4, autoreset=modes[mode], most_plies=9)  # type: ignore[arg-type]
    observations, infos = envs.reset(seed=6)
    batch.reset(seed=6)
    assert envs.metadata["autoreset_mode"].value == mode
    for _ in range(25):
        assert np.array_equal(infos["action_mask"], batch.legal)
        assert np.array_equal(observations, batch.observations)
        movers = batch.turns.astype(int)
        actions = batch.sample()
        batch.step(actions)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        over = terminated | truncated
        assert rewards.tolist() == [batch.rewards[i, mover] for i, mover in enumerate(movers)]
        assert np.array_equal(truncated, batch.truncated)
        if mode == "SameStep":
            assert ("final_obs" in infos) == over.any()
            for i in np.flatnonzero(over):
                assert np.array_equal(infos["final_obs"][i], batch.last_observations[i])
        if mode == "Disabled" and over.any():
            observations, infos = envs.reset(options={"reset_mask": over})
            batch.reset(which=over)


def test_openspiel_runs_its_algorithms_on_raichu(spiel: Any) -> None:
    from open_spiel.python.algorithms import mcts

    game = spiel.load_game("raichu")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 6, evaluator, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.position == plywood.Position.parse("raichu", str(state))


def test_openspiel_plays_whole_games(spiel: Any) -> None:
    import pyspiel

    spiel.register()
    rng = np.random.default_rng(5)
    for name in NAMES:
        game = pyspiel.load_game("plywood_" + name.replace("-", "_"))
        state = game.new_initial_state()
        observer = game.make_py_observer()
        plies = 0
        while not state.is_terminal():
            twin = state.clone()
            actions = state.legal_actions()
            assert actions == sorted(actions) and actions
            action = int(rng.choice(actions))
            text = state.action_to_string(state.current_player(), action)
            assert state.position.play(text).text == str(state.child(action))
            assert str(twin) == str(state)
            observer.set_from(state, state.current_player())
            assert observer.tensor.shape == (np.prod(state.observation_planes().shape),)
            state.apply_action(action)
            plies += 1
        assert sum(state.returns()) == 0 and plies == len(state.history())
        assert game.get_type().short_name in str(pyspiel.registered_names())
