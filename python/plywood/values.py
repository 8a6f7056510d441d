"""Players and outcomes."""

from __future__ import annotations

import enum

__all__ = ["Outcome", "Player"]


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
