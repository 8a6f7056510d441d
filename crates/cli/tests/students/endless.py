#!/usr/bin/env python3
# As the skeleton of the course has it: it prints what it was given, then better and better boards until it is
# stopped, and never flushes.
import sys
import time

from rules import best, board_to_string, successors


def find_best_move(board, n, side, timelimit):
    for _, after in successors(board, n, side):
        yield after
    while True:
        yield best(board, n, side)
        time.sleep(0.05)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        raise Exception("Usage: endless.py N player board timelimit")
    (_, n, player, board, timelimit) = sys.argv
    n = int(n)
    timelimit = int(timelimit)
    print("Searching for best move for " + player + " from board state: \n" + board_to_string(board, n))
    print("Here's what I decided:")
    for new_board in find_best_move(board, n, player, timelimit):
        print(new_board)
