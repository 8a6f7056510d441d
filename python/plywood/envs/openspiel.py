"""Games for OpenSpiel's algorithms.

>>> from plywood.envs import openspiel
>>> game = openspiel.load_game("raichu")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 22)
>>> state.apply_action(state.legal_actions()[0])
>>> state.clone().current_player()
1

After `register`, `pyspiel.load_game("plywood_raichu")` finds them too. Actions and observations are
those of `plywood.vector`; player 0 is `Player.ONE`, even where player two begins. A game ends as a
draw after `MOST_PLIES`, because OpenSpiel wants a bound.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pyspiel

import plywood
from plywood import vector

__all__ = ["MOST_PLIES", "load_game", "register"]

MOST_PLIES = 1000
"""After how many plies a game is a draw."""


@functools.cache
def _batch(game: str) -> vector.Batch:
    """One game that is put into each state that something is asked about."""
    return vector.make(game, 1, threads=1, autoreset="disabled", most_plies=MOST_PLIES)


def _short_name(game: str) -> str:
    return "plywood_" + game.replace("-", "_").replace(":", "_")


@functools.cache
def _class_of(name: str) -> type[Any]:
    """The class of a game, which OpenSpiel makes without arguments of ours."""
    batch = _batch(name)
    kind = pyspiel.GameType(
        short_name=_short_name(name),
        long_name=batch.game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=batch.action_count,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_PLIES,
    )

    class Game(pyspiel.Game):  # type: ignore[misc]
        """A game of Plywood."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self, text: str | None = None) -> _State:
            """The start, or a position by its text."""
            return _State(self, name, text)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            """What a player sees: the planes."""
            if params:
                raise ValueError(f"observation parameters are not supported: {params}")
            return _Observer(name)

    pyspiel.register_game(kind, Game)
    return Game


class _State(pyspiel.State):  # type: ignore[misc]
    """A game with its history."""

    def __init__(self, game: Any, name: str, text: str | None = None) -> None:
        super().__init__(game)
        self._name = name
        batch = _batch(name)
        batch.reset()
        if text is not None:
            batch.set_state(0, batch.game.position(text))
        self._remember(batch)

    def _remember(self, batch: vector.Batch) -> None:
        self._state = batch.state(0)
        self._turn = int(batch.turns[0])
        self._is_over = bool(batch.terminated[0] or batch.truncated[0])
        self._returns = [float(reward) for reward in batch.rewards[0]]
        self._legal = [int(action) for action in np.flatnonzero(batch.legal[0])]

    def _in_batch(self) -> vector.Batch:
        batch = _batch(self._name)
        batch.set_state(0, self._state)
        return batch

    @property
    def position(self) -> plywood.Position:
        """The position."""
        return self._in_batch().position(0)

    def current_player(self) -> int:
        """Who is to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self._is_over else self._turn

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal)

    def _apply_action(self, action: int) -> None:
        batch = self._in_batch()
        batch.step([action])
        self._remember(batch)

    def _action_to_string(self, player: int, action: int) -> str:
        batch = self._in_batch()
        return batch.decode(batch.position(0), action).text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._is_over

    def returns(self) -> list[float]:
        """What each player has won."""
        return list(self._returns)

    def observation_planes(self) -> Any:
        """The planes that the side to move sees."""
        return self._in_batch().observations[0]

    def __str__(self) -> str:
        return self.position.text


class _Observer:
    """The planes of a position as OpenSpiel wants them: floats in one vector."""

    def __init__(self, name: str) -> None:
        shape = _batch(name).observations.shape[1:]
        self.tensor = np.zeros(int(np.prod(shape)), dtype=np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: _State, player: int) -> None:
        """Writes what the side to move sees."""
        self.tensor[:] = state.observation_planes().reshape(-1)

    def string_from(self, state: _State, player: int) -> str:
        """The position as text."""
        return str(state)


def load_game(game: str | plywood.Game) -> Any:
    """The game for OpenSpiel: any name that `plywood.Game` takes."""
    name = game if isinstance(game, str) else game.name
    return _class_of(plywood.Game(name).name)()


def register() -> None:
    """Makes all games known to `pyspiel.load_game`, as `plywood_raichu` and so on."""
    for game in plywood.games():
        _class_of(game.name)
