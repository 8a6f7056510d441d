"""The skeletons of the four assignments, as students start them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plywood

ROOT = Path(__file__).parents[2]
SKELETONS = ROOT / "python/courses"
PUZZLE = "........\n........\n........\n....b...\n........\n........\n...R....\n........\n"


def run(script: str, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SKELETONS / script), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        check=False,
    )


def test_raichu_prints_boards_after_legal_moves() -> None:
    start = plywood.Game("raichu").start
    done = run("raichu.py", "8", "w", start.text_as("line"), "5")
    boards = done.stdout.split()
    assert done.returncode == 0 and boards
    assert set(boards) <= {move.after.text_as("line") for move in start.legal_moves}
    wrong = run("raichu.py", "8", "w", "x" * 64, "5")
    assert wrong.returncode == 1 and wrong.stderr.startswith("raichu.py: ")


def test_checkers_writes_a_whole_game(tmp_path: Path) -> None:
    puzzle, whole, best = (tmp_path / name for name in ("puzzle.txt", "whole.txt", "best.txt"))
    puzzle.write_text(PUZZLE)
    assert run("checkers.py", "--inputfile", str(puzzle), "--outputfile", str(whole)).returncode == 0
    boards = whole.read_text().split("\n\n")
    assert boards[-1] == "" and boards[0] + "\n" == PUZZLE
    pos = plywood.Position.parse("checkers", "/".join(PUZZLE.split()) + " r")
    for board in boards[1:-1]:
        pos = next(move.after for move in pos.legal_moves if move.after.text_as("grid") == board)
    assert run("checkers.py", str(puzzle), str(best)).returncode == 0
    assert best.read_text() == boards[1] + "\n"
    assert run("checkers.py", "--inputfile", "/no/such/file", "--outputfile", "x").returncode == 1


@pytest.mark.parametrize(("script", "game"), [("dragon_queen.py", "dragon-queen"), ("abalone.py", "abalone")])
def test_a_person_plays_at_a_prompt(script: str, game: str) -> None:
    start = plywood.Game(game).start
    mine = start.legal_moves[0]
    person = str(start.turn + 1)
    done = run(script, typed=f"3\n{person}\nnonsense\n{mine}\n")
    assert done.returncode == 0, done.stderr
    assert start.why_illegal("nonsense") in done.stdout  # type: ignore[operator]
    assert mine.after.text_as("grid") in done.stdout


def test_the_launchers_are_free_of_the_package() -> None:
    for path in (ROOT / "courses").glob("*.py"):
        done = subprocess.run(
            [sys.executable, "-I", "-c", f"import ast; ast.parse(open({str(path)!r}).read())"], check=False
        )
        assert done.returncode == 0 and "_plywood" not in path.read_text()
