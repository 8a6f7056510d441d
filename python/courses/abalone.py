#!/usr/bin/env python3
"""Abalone: a person plays against the bot, which asks for the side.

    python3 abalone.py
    python3 abalone.py --as 2 --time 1
"""

from plywood import course


def choose(position, seconds):
    """Yours to improve: pushes tokens off where it can, and otherwise stays near the centre."""
    us = position.turn
    owners = [player for _, _, player in position.game.pieces]
    cells = len(position.board)

    def worth(move):
        value = 0.0
        for cell, piece in enumerate(move.after.board):
            if piece:
                # The middle of the list of cells is the middle of the board.
                near = 1.0 - abs(cell - cells // 2) / cells
                value += (1 + near) * (1 if owners[piece - 1] == us else -1)
        return value

    return max(position.legal_moves, key=worth)


if __name__ == "__main__":
    course.prompt(choose, "abalone")
