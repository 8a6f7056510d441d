"""The command lines of four course assignments, around a student's `choose(position, seconds)`.

`recommend` prints better and better boards until the time is up, `puzzles` plays checkers puzzles
to their end, and `prompt` lets a person play against the bot. python/courses has a skeleton of each.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from plywood._plywood import Game, Move, Position, Session
from plywood.errors import PlywoodError
from plywood.values import Player

__all__ = ["prompt", "puzzles", "recommend"]

Choose = Callable[[Position, float], Move | str | Iterable[Move | str]]
"""A bot: a move, or one move after the other, each better than the last."""

OF_THE_TIME = 0.95
LONGEST_GAME = 500


def choices(choose: Choose, position: Position, seconds: float) -> Iterable[Move]:
    """The moves of a bot, one or several, checked."""
    chosen = choose(position, seconds)
    if isinstance(chosen, Move | str):
        chosen = [chosen]
    for move in chosen:
        yield position.move(move)


def last_choice(choose: Choose, position: Position, seconds: float) -> Move:
    """The last of a bot's moves."""
    best: Move | None = None
    for move in choices(choose, position, seconds):
        best = move
    if best is None:
        raise ValueError("choose gave no move")
    return best


def refuse(error: object) -> None:
    """Says what is wrong, and fails."""
    sys.exit(f"{Path(sys.argv[0]).name}: {error}")


def recommend(
    choose: Choose, game: str, arguments: Sequence[str] | None = None, *, format: str = "line"
) -> None:
    """`N SIDE BOARD SECONDS`: prints the board after the recommended move, and another whenever the
    bot gives a better one, until the time is up.

    The bot runs on another thread, so that the program ends in time whatever the bot does.
    """
    parser = argparse.ArgumentParser(description=choose.__doc__)
    parser.add_argument("n", type=int, help="the side of the board")
    parser.add_argument("side", help="who is to move")
    parser.add_argument("board", help="the rows of the board, joined")
    parser.add_argument("seconds", type=float, help="the time")
    given = parser.parse_args(arguments)
    try:
        position = Position.parse(f"{game}:{given.n}", f"{given.board} {given.side}")
    except PlywoodError as error:
        refuse(error)
    if position.outcome is not None:
        print(position.text_as(format), flush=True)
        return
    seconds = given.seconds * OF_THE_TIME
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for move in choices(choose, position, seconds):
                print(move.after.text_as(format), flush=True)
        except BaseException as error:  # told below, by the thread that ends the program
            failed.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        refuse(failed[0])


def puzzles(
    choose: Choose, game: str, arguments: Sequence[str] | None = None, *, seconds: float = 10.0
) -> None:
    """`--inputfile F --outputfile G`: plays a puzzle, the first player to move, to its end, and writes
    every board; `F G` writes the board after the first move only.

    A game that comes to the same position for the third time ends there.
    """
    parser = argparse.ArgumentParser(description=choose.__doc__)
    parser.add_argument("files", nargs="*", help="puzzle and answer: the best move only")
    parser.add_argument("--inputfile", help="the puzzle")
    parser.add_argument("--outputfile", help="where the whole game is written")
    given = parser.parse_args(arguments)
    if bool(given.files) == bool(given.inputfile) or len(given.files) not in (0, 2):
        parser.error("expected --inputfile F --outputfile G, or two files")
    source, target = given.files or (given.inputfile, given.outputfile)
    if target is None:
        parser.error("expected --outputfile")
    try:
        lines = Path(source).read_text(encoding="utf-8").split()
        position = Position.parse(game, f"{'/'.join(lines)} {lines_side(game)}")
    except (OSError, PlywoodError) as error:
        refuse(error)
    session = Session(position)
    plies = 1 if given.files else LONGEST_GAME
    while session.outcome is None and len(session) < plies:
        session.play(last_choice(choose, session.position, seconds))
    boards = [pos.text_as("grid") for pos in session.positions]
    text = boards[-1] + "\n" if given.files else "".join(board + "\n\n" for board in boards)
    Path(target).write_text(text, encoding="utf-8")


def lines_side(game: str) -> str:
    """The letter of the first player in the position text."""
    return Game(game).start.text.rpartition(" ")[2]


def prompt(
    choose: Choose, game: str, arguments: Sequence[str] | None = None, *, seconds: float = 2.0
) -> None:
    """A person plays against the bot: asks which side, then reads a move per line."""
    parser = argparse.ArgumentParser(description=choose.__doc__)
    parser.add_argument("--as", dest="human", choices=("1", "2"), help="the side that you play")
    parser.add_argument("--time", type=float, default=seconds, help="the bot's seconds for a move")
    given = parser.parse_args(arguments)
    session = Session(game)
    names = session.game.players
    human = given.human
    while human not in ("1", "2"):
        answer = read(f"Do you play 1 ({names[0]}) or 2 ({names[1]})? ")
        if answer is None:
            return
        human = answer.strip()
    person = Player(int(human) - 1)
    while session.outcome is None:
        position = session.position
        print(position.text_as("grid"))
        if position.turn == person:
            line = read(f"{names[person]}, your move: ")
            if line is None:
                return
            try:
                session.play(line)
            except PlywoodError as error:
                print(error)
        else:
            move = last_choice(choose, position, given.time)
            print(f"{names[position.turn]}: {move}")
            session.play(move)
    print(session.position.text_as("grid"))
    winner = session.outcome.winner
    print("A draw." if winner is None else f"{names[winner]} won.", f"({session.reason})")


def read(question: str) -> str | None:
    """A line that a person types, or None at the end."""
    try:
        return input(question)
    except EOFError:
        return None
