"""Players, outcomes and values."""

from __future__ import annotations

import dataclasses
import enum
import functools

__all__ = ["Exact", "Outcome", "Player", "Score"]


class Player(enum.IntEnum):
    """One of the two players; `ONE` moves first, unless the rules of the game say otherwise.

    >>> Player.ONE.other
    <Player.TWO: 1>
    """

    ONE = 0
    TWO = 1

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player(1 - self)


class Outcome(enum.Enum):
    """How a game ended.

    >>> print(Outcome.TWO_WINS, Outcome.TWO_WINS.winner, Outcome.TWO_WINS.reward(Player.ONE))
    0-1 1 -1
    """

    ONE_WINS = "1-0"
    TWO_WINS = "0-1"
    DRAW = "1/2-1/2"

    @property
    def winner(self) -> Player | None:
        """Who won, if somebody did."""
        return {"1-0": Player.ONE, "0-1": Player.TWO}.get(self.value)

    def reward(self, player: Player) -> int:
        """1 for a player who won, -1 for one who lost, 0 in a draw."""
        winner = self.winner
        return 0 if winner is None else 1 if winner == player else -1

    def __str__(self) -> str:
        return str(self.value)


@functools.total_ordering
@dataclasses.dataclass(frozen=True, slots=True)
class Exact:
    """The exact value of a position for the side to move.

    `result` is 1, 0 or -1; `plies` is the number of plies to the end of a win or a loss under best
    play. Ordered by preference: quick losses, slow losses, draws, slow wins, quick wins.

    >>> Exact(1, 3) > Exact(1, 5) > Exact(0) > Exact(-1, 8)
    True
    >>> print(Exact(1, 3))
    win 3
    """

    result: int
    plies: int | None = None

    def _rank(self) -> tuple[int, int]:
        return self.result, -self.result * (self.plies or 0)

    def __lt__(self, other: Exact) -> bool:
        return self._rank() < other._rank()

    def __str__(self) -> str:
        return "draw" if self.plies is None else f"{'win' if self.result > 0 else 'loss'} {self.plies}"


@dataclasses.dataclass(frozen=True, slots=True)
class Score:
    """What a search says of a position for the side to move: an estimate, or something proven.

    `points` is an estimate, in hundredths of the least valuable piece; None where `proven` says in
    how many plies at most the side to move wins or loses.

    >>> print(Score(points=-35), Score(proven=Exact(-1, 4)))
    -0.35 loss 4
    """

    points: int | None = None
    proven: Exact | None = None

    def __str__(self) -> str:
        return f"{(self.points or 0) / 100:+.2f}" if self.proven is None else str(self.proven)


ExactParts = tuple[int, int | None]


def exact(parts: ExactParts | None) -> Exact | None:
    """An exact value as the native module gives it."""
    return None if parts is None else Exact(*parts)
