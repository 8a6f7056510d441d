"""A value network that learns by playing against itself, in numpy: small enough to read, strong
enough to show whether a measure of play sees progress.

The network says what a position is worth to the side to move. A move is judged by the position that
it leads to, for the opponent (an "afterstate"), and the network is pulled towards the value of the
best move: temporal differences, TD(0). Games begin with positions that random games come to.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import plywood
from plywood import vector
from plywood.scoring import positions_of_random_games

Floats = NDArray[np.float32]


class Network:
    """Two layers and a tanh, trained by Adam."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        scale = np.sqrt(2 / inputs)
        self.weights: list[Floats] = [
            (scale * rng.standard_normal((inputs, hidden))).astype(np.float32),
            np.zeros(hidden, np.float32),
            (np.sqrt(1 / hidden) * rng.standard_normal((hidden, 1))).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self._moments = [[np.zeros_like(w) for w in self.weights] for _ in range(2)]
        self._steps = 0

    def __call__(self, seen: Floats) -> Floats:
        first, bias, second, last = self.weights
        return np.tanh(np.maximum(seen @ first + bias, 0) @ second + last)[:, 0]

    def train(self, seen: Floats, wanted: Floats, rate: float) -> float:
        """One step towards the wanted values; returns the mean squared error before it."""
        first, bias, second, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        value = np.tanh(hidden @ second + last)[:, 0]
        error = value - wanted
        slope = (2 / len(seen) * error * (1 - value**2))[:, None]
        back = slope @ second.T * (hidden > 0)
        self._descend([seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)], rate)
        return float((error**2).mean())

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        self._steps += 1
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, gradient, mean, square in zip(self.weights, gradients, *self._moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


class ValueLearner:
    """Plays `games` games at once against itself, from positions with at most `pieces` pieces."""

    def __init__(
        self, game: plywood.Game | str, pieces: int, *, games: int = 32, hidden: int = 128, seed: int = 1
    ) -> None:
        self.game = plywood.Game(game) if isinstance(game, str) else game
        self._rng = np.random.default_rng(seed)
        self._env = vector.make(
            self.game, games, threads=1, autoreset="disabled", most_plies=60, seed=seed
        )
        self._tried = vector.make(self.game, 256, threads=1, autoreset="disabled")
        self._one = vector.make(self.game, 1, threads=1, autoreset="disabled")
        inputs = int(np.prod(self._env.observations.shape[1:]))
        self._scale = np.full(len(self._env.planes), 1, np.float32)
        for number, name in enumerate(self._env.planes):
            if name in ("plies left", "plies without progress"):
                self._scale[number] = 0
        self.network = Network(inputs, hidden, self._rng)
        drawn = positions_of_random_games(self.game, pieces, seed + 1_000_000)
        self._starts = list(itertools.islice(drawn, 4000))
        for i in range(games):
            self._begin(i)

    def _begin(self, i: int) -> None:
        self._env.set_state(i, self._starts[self._rng.integers(len(self._starts))])

    def _see(self, env: vector.Batch, games: NDArray[np.intp] | slice) -> Floats:
        """Planes as floats; counts of plies are left out."""
        planes = env.observations[games].reshape(-1, len(self._scale), self._env._native.cells)
        return (planes * self._scale[None, :, None]).reshape(len(planes), -1).astype(np.float32)

    def _worth(
        self, batch: vector.Batch, games: NDArray[np.intp]
    ) -> list[tuple[NDArray[np.int64], Floats]]:
        """The legal actions of each game, and what each is worth to whoever makes it."""
        legal = [np.flatnonzero(batch.legal[i]) for i in games]
        count = sum(map(len, legal))
        if count > self._tried.n:
            self._tried = vector.make(self.game, 2 * count, threads=1, autoreset="disabled")
        tried = self._tried
        place = 0
        wanted = np.full(tried.n, vector.NO_ACTION, np.int64)
        for i, actions in zip(games, legal, strict=True):
            state = batch.state(int(i))
            for action in actions:
                tried.set_state(place, state)
                wanted[place] = action
                place += 1
        tried.step(wanted)
        movers = np.repeat(batch.turns[games], list(map(len, legal))).astype(np.intp)
        value = self.network(self._see(tried, slice(0, count)))
        value = np.where(tried.turns[:count] == movers, value, -value)
        over = (tried.terminated | tried.truncated)[:count]
        won = tried.rewards[np.arange(count), movers]
        worth = np.where(over, won, 0.97 * value)
        ends = np.cumsum(list(map(len, legal)))
        return list(zip(legal, np.split(worth, ends[:-1]), strict=True))

    def learn(self, seconds: float) -> Iterator[tuple[float, int]]:
        """Learns, and yields the error and the number of plies from time to time."""
        end, plies, error = time.process_time() + seconds, 0, 1.0
        while time.process_time() < end:
            for _ in range(40):
                error += 0.01 * (self._step(0.1) - error)
                plies += self._env.n
            yield error, plies

    def _step(self, epsilon: float) -> float:
        env = self._env
        seen = self._see(env, slice(None))
        wanted = np.zeros(env.n, np.float32)
        chosen = np.zeros(env.n, np.int64)
        for i, (actions, worth) in enumerate(self._worth(env, np.arange(env.n))):
            wanted[i] = worth.max()
            is_random = self._rng.random() < epsilon
            chosen[i] = self._rng.choice(actions) if is_random else actions[worth.argmax()]
        error = self.network.train(seen, wanted, 1e-3)
        env.step(chosen)
        for i in np.flatnonzero(env.terminated | env.truncated):
            self._begin(int(i))
        return error

    def play(self, position: plywood.Position) -> plywood.Move:
        """The move that looks best."""
        self._one.set_state(0, position)
        [(actions, worth)] = self._worth(self._one, np.arange(1))
        return self._one.decode(position, int(actions[worth.argmax()]))
