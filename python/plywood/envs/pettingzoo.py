"""PettingZoo environments of all games.

>>> from plywood.envs import pettingzoo
>>> sorted(pettingzoo.all_environments)[:2]
['plywood/abalone_v1', 'plywood/checkers_v1']
>>> env = pettingzoo.env("checkers")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((6, 8, 8), 7)

`player_0` moves first. Modules such as `pettingzoo.checkers_v1` have the `env`, `raw_env` and
`parallel_env` that PettingZoo's own modules have, and `register` puts them into its registry.
"""

from __future__ import annotations

import functools
import types
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle

import plywood
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel
from plywood import vector
from plywood.envs import _board
from plywood.errors import IllegalAction

__all__ = ["all_environments", "env", "parallel_env", "raw_env", "register"]

VERSION = 1
"""The version of the environments: a change of the planes or the actions makes it higher."""

Illegal = Literal["raise", "lose", "random"]


def env(game: str | plywood.Game, *, illegal: Illegal = "raise", **options: Any) -> Any:
    """The environment of a game with PettingZoo's usual wrappers.

    An illegal action raises `IllegalAction`, loses the game (`illegal="lose"`), or is replaced by a
    random legal one (`illegal="random"`). `options` are those of `raw_env`.
    """
    made: Any = raw_env(game, illegal="random" if illegal == "random" else "raise", **options)
    if illegal == "lose":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(game: str | plywood.Game, **options: Any) -> Any:
    """Both players act in one step, the second without seeing the first's move: only for code that
    insists on it. What has become illegal is replaced by a random legal action.
    """
    return aec_to_parallel(env(game, illegal="random", **options))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment of a game without wrappers.

    An observation has the planes of `plywood.vector` and the mask of legal actions. `max_cycles`
    truncates the game after as many moves of each player; `opening_plies` random plies begin it.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | plywood.Game,
        *,
        illegal: Literal["raise", "random"] = "raise",
        actions: vector.Actions = "moves",
        max_cycles: int | None = None,
        opening_plies: int = 0,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            illegal=illegal,
            actions=actions,
            max_cycles=max_cycles,
            opening_plies=opening_plies,
            render_mode=render_mode,
        )
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"expected render_mode to be one of {modes}, found {render_mode!r}")
        self.render_mode = render_mode
        self._illegal = illegal
        self._batch = vector.make(
            game,
            1,
            threads=1,
            actions=actions,
            autoreset="disabled",
            opening_plies=opening_plies,
            most_plies=None if max_cycles is None else opening_plies + 2 * max_cycles,
        )
        self.metadata = {**raw_env.metadata, "name": _name(self._batch.game)}
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        shape = self._batch.observations.shape[1:]
        self.observation_spaces = {agent: self._space(shape) for agent in self.agents}
        self.action_spaces = {
            agent: spaces.Discrete(self._batch.action_count) for agent in self.agents
        }

    def _space(self, shape: tuple[int, ...]) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._batch.action_count,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The planes and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The table of actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> plywood.Position:
        """The position."""
        return self._batch.position(0)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. The mask of the agent that is not to move is empty."""
        seen = self._batch.observations[0].copy()
        if agent == self._to_move():
            return {"observation": seen, "action_mask": self._batch.legal[0].astype(np.int8)}
        mask = np.zeros(self._batch.action_count, dtype=np.int8)
        return {"observation": _board.other_view(self._batch, seen), "action_mask": mask}

    def _to_move(self) -> str:
        return self.possible_agents[int(self._batch.turns[0]) ^ self._first]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self._batch.reset(seed)
        self._first = int(self._batch.turns[0])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def step(self, action: int | None) -> None:
        """Plays the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"expected an action of {agent}, found None")
        if self._illegal == "random" and not self._is_legal(action):
            action = int(self._batch.sample()[0])
        self._batch.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        for number, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._batch.rewards[0, number ^ self._first])
        self.terminations = dict.fromkeys(self.agents, bool(self._batch.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(self._batch.truncated[0]))
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _is_legal(self, action: int) -> bool:
        return 0 <= action < self._batch.action_count and bool(self._batch.legal[0, action])

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

    def close(self) -> None:
        """There is nothing to close."""


def _name(game: plywood.Game) -> str:
    return f"{game.name.replace('-', '_').replace(':', '_')}_v{VERSION}"


def _module(game: plywood.Game) -> types.ModuleType:
    module = types.ModuleType(f"{__name__}.{_name(game)}", f"{game.title}, for PettingZoo.")
    for maker in (env, raw_env, parallel_env):
        setattr(module, maker.__name__, functools.partial(maker, game.name))
    return module


all_environments: dict[str, types.ModuleType] = {
    f"plywood/{_name(game)}": _module(game) for game in plywood.games()
}
"""A module for each game, named as PettingZoo names its own."""


def __getattr__(name: str) -> types.ModuleType:
    if (module := all_environments.get(f"plywood/{name}")) is not None:
        return module
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def register() -> None:
    """Puts the environments into PettingZoo's registry: `plywood/checkers-v1` and the others.

    >>> register()
    >>> from pettingzoo.env_registry.registration import make
    >>> make("aec", "plywood/checkers-v1").metadata["name"]
    'checkers_v1'
    """
    from pettingzoo.env_registry import registration

    for game in plywood.games():
        name = f"plywood/{game.name}-v{VERSION}"
        for kind, maker in (("aec", env), ("parallel", parallel_env)):
            registry = registration._get_registry(kind)
            if name not in registry:
                registration.register(kind, name, functools.partial(maker, game.name))
