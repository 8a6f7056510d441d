"""Many games stepped together, written into numpy arrays: environments for learners.

>>> from plywood import vector
>>> env = vector.make("checkers", 3, seed=1)
>>> env.observations.shape, env.legal.shape
((3, 6, 8, 8), (3, 1426))
>>> observations, rewards, terminated, truncated = env.step(env.sample())
>>> env.turns
array([1, 1, 1], dtype=uint8)

The arrays are allocated once and written again by each step, so copy what you want to keep. They
cannot be written from Python. docs/environments.md has the planes, the actions and the modes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywood._arguments import expect_range
from plywood._plywood import Game, Move, _Batch, Position, State
from plywood.errors import InvalidArray, WrongGame
from plywood.values import Player

__all__ = ["NO_ACTION", "Batch", "State", "make"]

NO_ACTION = -1
"""The action of a game that is over. In the mode "disabled" it leaves any game as it is."""

Actions = Literal["moves", "touches"]
Autoreset = Literal["next-step", "same-step", "disabled"]

_MODES: tuple[Autoreset, ...] = ("next-step", "same-step", "disabled")


def make(
    game: Game | str,
    n: int,
    *,
    threads: int | None = None,
    actions: Actions = "moves",
    autoreset: Autoreset = "next-step",
    opening_plies: int = 0,
    most_plies: int | None = None,
    seed: int | Sequence[int] | None = None,
) -> Batch:
    """`n` games that are stepped together, on all processors unless `threads` says otherwise.

    An action is a whole move or, with `actions="touches"`, one cell. `autoreset` says what happens
    to a game that is over; the words are Gymnasium's. Each game begins with `opening_plies` random
    plies, and is truncated after `most_plies`.
    """
    if actions not in ("moves", "touches"):
        raise ValueError(f"expected actions to be 'moves' or 'touches', found {actions!r}")
    if autoreset not in _MODES:
        raise ValueError(f"expected autoreset to be one of {', '.join(_MODES)}, found {autoreset!r}")
    for name, number in (("n", n), ("opening_plies", opening_plies), ("most_plies", most_plies)):
        expect_range(name, number, 0, 2**32 - 1)
    game = Game(game) if isinstance(game, str) else game
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    native = _Batch(
        game,
        n,
        max(threads or 1, 0),
        actions == "touches",
        _MODES.index(autoreset),
        opening_plies,
        most_plies,
    )
    return Batch(native, actions, autoreset, seed)


class Batch:
    """Games that are stepped together; `make` makes one."""

    observations: NDArray[np.uint8]
    """What each side to move sees: games, planes and cells, or rows and columns of cells."""
    legal: NDArray[np.uint8]
    """The mask: 1 for each legal action of each game."""
    rewards: NDArray[np.float32]
    """For both players of each game: 1 for a win, -1 for a loss, otherwise 0."""
    terminated: NDArray[np.bool_]
    """Which games the rules have ended."""
    truncated: NDArray[np.bool_]
    """Which games a house rule or the limit of plies has ended."""
    turns: NDArray[np.uint8]
    """Who is to move: 0 or 1."""
    last_observations: NDArray[np.uint8]
    """In the mode "same-step", the last observations of games that have just started again."""

    def __init__(
        self,
        native: _Batch,
        actions: Actions = "moves",
        autoreset: Autoreset = "next-step",
        seed: int | Sequence[int] | None = None,
        *,
        is_started: bool = False,
    ) -> None:
        self._native = native
        self.actions: Actions = actions
        self.autoreset: Autoreset = autoreset
        memory = native.memory()
        n, cells, grid = native.games, native.cells, native.grid
        board = grid if grid is not None else (cells,)
        shape = (n, len(native.planes), *board)

        def view(name: str, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
            array: NDArray[Any] = memory[name].view(dtype).reshape(shape)
            array.flags.writeable = False
            return array

        self.observations = view("observations", shape, np.uint8)
        self.legal = view("masks", (n, native.actions), np.uint8)
        self.rewards = view("rewards", (n, 2), np.float32)
        self.terminated = view("terminated", (n,), np.bool_)
        self.truncated = view("truncated", (n,), np.bool_)
        self.turns = view("turns", (n,), np.uint8)
        seen_last = shape if autoreset == "same-step" else (0, *shape[1:])
        self.last_observations = view("last_observations", seen_last, np.uint8)
        if not is_started:
            self.reset(seed)

    @property
    def game(self) -> Game:
        """The game."""
        return self._native.game

    @property
    def n(self) -> int:
        """How many games there are."""
        return self._native.games

    @property
    def action_count(self) -> int:
        """How many actions there are; the mask says which are legal."""
        return self._native.actions

    @property
    def planes(self) -> list[str]:
        """The names of the planes. That of a piece is shown as if player one were to move."""
        return self._native.planes

    def reset(
        self, seed: int | Sequence[int] | None = None, *, which: ArrayLike | None = None
    ) -> NDArray[np.uint8]:
        """Starts all games, or those of the mask `which`, and returns the observations.

        With a seed the random numbers of game i begin anew from `seed + i`, or from `seed[i]`.
        """
        chosen = None
        if which is not None:
            chosen = np.asarray(which)
            if chosen.dtype != np.bool_ or chosen.shape != (self.n,):
                raise InvalidArray(
                    f"expected which to be {self.n} bools, found {chosen.dtype} of shape {chosen.shape}"
                )
        self._native.reset(chosen, None if seed is None else self._seeds(seed))
        return self.observations

    def _seeds(self, seed: int | Sequence[int]) -> NDArray[np.uint64]:
        seeds = [seed + i for i in range(self.n)] if isinstance(seed, int) else list(seed)
        if len(seeds) != self.n:
            raise InvalidArray(f"expected {self.n} seeds, found {len(seeds)}")
        return np.array([int(one) % 2**64 for one in seeds], dtype=np.uint64)

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Steps each game by its action: observations, rewards, terminated, truncated.

        All actions are checked first: where one is refused, the batch stays as it was. Raises
        `IllegalAction` or `InvalidArray`.
        """
        self._native.step(self._integers(actions))
        return self.observations, self.rewards, self.terminated, self.truncated

    def _integers(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        is_integer = array.dtype.kind in "iu" and np.can_cast(array.dtype, np.int64)
        if not is_integer or array.shape != (self.n,):
            raise InvalidArray(
                f"expected {self.n} integers as actions, found {array.dtype} of shape {array.shape}"
            )
        return array.astype(np.int64, copy=False)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal action for each game, all equally likely; -1 for a game that is over."""
        if out is None:
            out = np.empty(self.n, dtype=np.int64)
        elif out.dtype != np.int64 or out.shape != (self.n,):
            raise InvalidArray(f"expected {self.n} int64, found {out.dtype} of shape {out.shape}")
        self._native.sample(out)
        return out

    def copy(self) -> Batch:
        """The same batch again, with arrays and random numbers of its own."""
        return Batch(self._native.duplicate(), self.actions, self.autoreset, is_started=True)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def state(self, i: int) -> State:
        """The state of game i, which can be set in any batch of the same game, and pickled."""
        return self._native.state(self._index(i))

    def set_state(self, i: int, state: State | Position) -> None:
        """Puts a state in the place of game i, or a game that begins with a position."""
        index = self._index(i)
        if isinstance(state, Position):
            if state.game != self.game:
                raise WrongGame(f"expected a position of {self.game}, found one of {state.game}")
            state = self._native.state_at(state.text)
        self._native.set_state(index, state)

    def _index(self, i: int) -> int:
        if not 0 <= i < self.n:
            raise IndexError(f"there is no game {i}: the batch has {self.n}, counted from 0")
        return i

    def position(self, i: int) -> Position:
        """The position of game i."""
        return self.game.position(self._native.position(self._index(i)))

    def encode(self, move: Move) -> int:
        """The whole-move action of a legal move.

        >>> env = make("checkers", 1)
        >>> env.decode(env.position(0), env.encode(env.position(0).move("22-18")))
        Move('22-18')
        """
        self._check(move.before)
        return int(self._native.actions_at(move.before.text)[move.index])

    def encode_all(self, position: Position) -> NDArray[np.uint32]:
        """The whole-move action of each legal move of a position, in their order."""
        self._check(position)
        return self._native.actions_at(position.text)

    def decode(self, position: Position, action: int) -> Move:
        """The legal move of a whole-move action. Raises `IllegalAction` where it is not legal."""
        from plywood.errors import IllegalAction

        places = np.flatnonzero(self.encode_all(position) == action)
        if not len(places):
            raise IllegalAction(f"action {action} is illegal in {position.text}")
        return position.legal_moves[int(places[0])]

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise WrongGame(f"expected a position of {self.game}, found one of {position.game}")

    def path(self, action: int) -> tuple[int, ...]:
        """The cells that are touched for a whole-move action, as the side to move sees the board."""
        cells, starts = self._native.paths()
        if not 0 <= action < len(starts) - 1:
            raise IndexError(f"there is no action {action}: there are {len(starts) - 1}")
        return tuple(int(cell) for cell in cells[starts[action] : starts[action + 1]])

    def player(self, i: int) -> Player:
        """The player to move in game i."""
        return self.position(i).turn

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game}, actions are {self.actions}>"
