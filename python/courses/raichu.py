#!/usr/bin/env python3
"""Raichu: recommends a move, and a better one whenever it is found, until the time is up.

    python3 raichu.py 8 w '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........' 10
"""

from plywood import course


def choose(position, seconds):
    """Yours to improve: the move after which the opponent has the fewest pieces."""
    us = position.turn
    owners = [player for _, _, player in position.game.pieces]

    def balance(board):
        return sum(1 if owners[piece - 1] == us else -1 for piece in board if piece)

    best = None
    for move in position.legal_moves:
        value = balance(move.after.board)
        if best is None or value > best:
            best = value
            yield move


if __name__ == "__main__":
    course.recommend(choose, "raichu")
