"""The moves of Raichu, as a student would write them."""


def board_to_string(board, n):
    return "\n".join(board[i : i + n] for i in range(0, len(board), n))


def successors(board, n, side):
    """Every board after a move, with whether the move is a capture."""
    mine, theirs = ("wW@", "bB$") if side == "w" else ("bB$", "wW@")
    ahead, last = (1, n - 1) if side == "w" else (-1, 0)
    everywhere = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    kinds = [
        ([(ahead, -1), (ahead, 1)], 1, 2),
        ([(ahead, 0), (0, -1), (0, 1)], 2, 3),
        (everywhere, n, n),
    ]
    for at, piece in enumerate(board):
        if piece not in mine:
            continue
        row, column = divmod(at, n)
        kind = mine.index(piece)
        directions, steps, jump = kinds[kind]
        for down, right in directions:
            over = None
            for far in range(1, jump + 1):
                r, c = row + far * down, column + far * right
                if not (0 <= r < n and 0 <= c < n):
                    break
                cell = board[r * n + c]
                if cell == ".":
                    if over is None and far > steps:
                        continue
                    after = list(board)
                    after[at] = "."
                    if over is not None:
                        after[over] = "."
                    after[r * n + c] = mine[2] if r == last else piece
                    yield over is not None, "".join(after)
                elif over is None and cell in theirs[: kind + 1]:
                    over = r * n + c
                else:
                    break


def best(board, n, side):
    """A capture where there is one."""
    return max(successors(board, n, side), default=(False, board))[1]
