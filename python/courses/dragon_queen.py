#!/usr/bin/env python3
"""The Dragon Queen: a person plays against the bot.

    python3 dragon_queen.py --as 1
"""

from plywood import course


def choose(position, seconds):
    """Yours to improve: wins at once where that is possible, otherwise keeps as many moves as it can."""

    def worth(move):
        after = move.after
        if after.outcome is not None:
            return 1000 * after.outcome.reward(position.turn)
        return -len(after.legal_moves)

    return max(position.legal_moves, key=worth)


if __name__ == "__main__":
    course.prompt(choose, "dragon-queen")
