"""Gymnasium environments of all games: many games at once, or one against an opponent.

>>> from plywood.envs import gymnasium
>>> envs = gymnasium.VectorEnv("checkers", 2)
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["action_mask"].sum(axis=1)
((2, 6, 8, 8), array([7, 7]))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import gymnasium as gym
import plywood
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from plywood import vector
from plywood.envs import _board
from plywood.values import Player

__all__ = ["SingleAgentEnv", "VectorEnv", "register"]

Opponent = int | Literal["random"] | Callable[[plywood.Position], Any]

_MODES: dict[AutoresetMode, vector.Autoreset] = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}


class VectorEnv(gym.vector.VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Games that play themselves: each action is that of the side to move.

    The reward is that of the player who has just moved. `infos` has the masks of legal actions
    (`action_mask`) and who is to move (`turn`). `options` are those of `plywood.vector.make`.
    """

    def __init__(
        self,
        game: str | plywood.Game,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self._mode = mode
        self.batch = vector.make(game, num_envs, autoreset=_MODES[mode], **options)
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "autoreset_mode": mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        shape = self.batch.observations.shape[1:]
        self.single_observation_space = spaces.Box(0, 255, shape, np.uint8)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games, or those of the mask `options["reset_mask"]`."""
        super().reset(seed=seed)
        self.batch.reset(seed, which=(options or {}).get("reset_mask"))
        return self.batch.observations.copy(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Steps each game."""
        batch = self.batch
        movers = batch.turns.astype(np.intp)
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        infos = self._infos()
        over = batch.terminated | batch.truncated
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            infos["final_obs"] = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(over):
                infos["final_obs"][i] = batch.last_observations[i].copy()
            infos["_final_obs"] = over.copy()
        return (
            batch.observations.copy(),
            rewards,
            batch.terminated.copy(),
            batch.truncated.copy(),
            infos,
        )

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "action_mask": self.batch.legal.astype(np.int8),
            "_action_mask": everywhere,
            "turn": self.batch.turns.copy(),
            "_turn": everywhere,
        }

    def render(self) -> tuple[Any, ...] | None:
        """Each board, as text or as an array of red, green and blue."""
        drawn = {"ansi": _board.text, "rgb_array": _board.image}.get(self.render_mode or "")
        if drawn is None:
            return None
        return tuple(drawn(self.batch.position(i)) for i in range(self.num_envs))


class SingleAgentEnv(gym.Env[NDArray[np.uint8], np.int64]):
    """One game against an opponent: a level of the engine from 1 to 10, "random", or any callable
    from a position to a move.

    The agent plays the side that `side` names, or another one in each game. `info["action_mask"]`
    has the legal actions. An illegal action raises `IllegalAction`, loses the game
    (`illegal="lose"`), or is replaced by a random legal one (`illegal="random"`).
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str | plywood.Game,
        opponent: Opponent = 1,
        *,
        side: Player | None = None,
        illegal: Literal["raise", "lose", "random"] = "raise",
        opening_plies: int = 0,
        most_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.batch = vector.make(
            game,
            1,
            threads=1,
            autoreset="disabled",
            opening_plies=opening_plies,
            most_plies=most_plies,
        )
        self.render_mode = render_mode
        self._side = side
        self._agent = Player.ONE
        self._illegal = illegal
        self._opponent = opponent
        self._choose = self._chooser(opponent)
        self.observation_space = spaces.Box(0, 255, self.batch.observations.shape[1:], np.uint8)
        self.action_space = spaces.Discrete(self.batch.action_count)

    def _chooser(self, opponent: Opponent) -> Callable[[plywood.Position], Any] | None:
        if opponent == "random":
            return None
        if callable(opponent):
            return opponent
        return plywood.Engine(self.batch.game, level=opponent).play

    @property
    def position(self) -> plywood.Position:
        """The position."""
        return self.batch.position(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game; the opponent moves if it is first."""
        super().reset(seed=seed)
        self._agent = self._side if self._side is not None else Player(int(self.np_random.integers(2)))
        self.batch.reset(int(self.np_random.integers(2**63)))
        self._let_opponent_play()
        return self._observation(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays the agent's action and the opponent's answer."""
        wanted = int(action)
        if not (0 <= wanted < self.batch.action_count and self.batch.legal[0, wanted]):
            if self._illegal == "lose":
                return self._observation(), -1.0, True, False, self._info()
            if self._illegal == "random" and not self._is_over():
                wanted = int(self.np_random.choice(np.flatnonzero(self.batch.legal[0])))
        self.batch.step([wanted])
        self._let_opponent_play()
        if self.render_mode == "human":
            self.render()
        reward = float(self.batch.rewards[0, self._agent])
        terminated, truncated = bool(self.batch.terminated[0]), bool(self.batch.truncated[0])
        return self._observation(), reward, terminated, truncated, self._info()

    def _is_over(self) -> bool:
        return bool(self.batch.terminated[0] or self.batch.truncated[0])

    def _let_opponent_play(self) -> None:
        while not self._is_over() and int(self.batch.turns[0]) != self._agent:
            if self._choose is None:
                actions = np.flatnonzero(self.batch.legal[0])
                action = int(self.np_random.choice(actions))
            else:
                position = self.position
                action = self.batch.encode(position.move(self._choose(position)))
            self.batch.step([action])

    def _observation(self) -> NDArray[np.uint8]:
        seen = self.batch.observations[0].copy()
        is_ours = int(self.batch.turns[0]) == self._agent
        return seen if is_ours else _board.other_view(self.batch, seen)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.legal[0].astype(np.int8)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that MaskablePPO looks for."""
        mask: NDArray[np.bool_] = self.batch.legal[0].astype(np.bool_)
        return mask

    def render(self) -> Any:
        """The board: printed, as text, or as an array of red, green and blue."""
        match self.render_mode:
            case "human":
                print(_board.text(self.position))
            case "ansi":
                return _board.text(self.position)
            case "rgb_array":
                return _board.image(self.position)
        return None


def register() -> None:
    """Puts the environments into Gymnasium's registry: `plywood/checkers-v1` and the others.

    >>> register()
    >>> gym.make("plywood/checkers-v1", opponent="random").action_space
    Discrete(1426)
    """
    for game in plywood.games():
        name = f"plywood/{game.name}-v1"
        if name not in gym.registry:
            gym.register(
                name,
                entry_point="plywood.envs.gymnasium:SingleAgentEnv",
                vector_entry_point="plywood.envs.gymnasium:VectorEnv",
                kwargs={"game": game.name},
                disable_env_checker=True,
            )
