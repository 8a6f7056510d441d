"""Matches with functions as players, bots as programs, and pages for a notebook."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import plywood
from plywood import Clock, Engine, Move, Position, match

ROOT = Path(__file__).parents[2]
PROGRAM = os.environ.get("PLYWOOD") or str(ROOT / "target/debug/plywood")


def first(position: Position) -> Move:
    return position.legal_moves[0]


def last(position: Position) -> str:
    return str(position.legal_moves[-1])


def test_the_same_match_has_the_same_games() -> None:
    def played() -> list[tuple[list[str], str]]:
        result = match("raichu", {"first": first, "last": last}, games=4, seed=5)
        return [(game.record.moves, game.record.result) for game in result.games]

    assert played() == played()


def test_functions_meet_players_of_the_command_line() -> None:
    seen: list[plywood.MatchGame] = []
    players = {"first": first, "engine": Engine("checkers", level=2), "greedy": "type=greedy"}
    result = match("checkers", players, games=2, time_control="nodes=200", observe=seen.append)
    assert len(result.games) == len(seen) == 6
    assert [row["rank"] for row in result.standings] == [1, 2, 3]
    assert {row["name"] for row in result.standings} == set(players)
    for game in result.games:
        assert game.verdict is None
        session = game.record.replay()
        assert session.outcome == game.record.outcome
    assert "<html" in result.html.lower() and "engine" in result.html and "engine" in result.csv
    assert "engine" in str(result)


def test_results_are_pandas_tables_if_pandas_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    result = match("checkers", {"first": first, "last": last}, games=2)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(plywood.MatchError, match="pandas is not installed"):
        result.games_frame()
    monkeypatch.undo()
    pytest.importorskip("pandas", reason="pandas is not installed")
    games, standings = result.games_frame(), result.standings_frame()
    assert list(games["plies"]) == [len(game.record.moves) for game in result.games]
    assert set(standings["name"]) == {"first", "last"} and standings["points"].sum() == 2


@pytest.mark.parametrize(
    ("answer", "verdict", "what"),
    [
        (lambda position: 1 / 0, "crash", "ZeroDivisionError: division by zero"),
        (lambda position: None, "silent", "it returned None"),
        (lambda position: "22-30", "illegal", "22-30"),
        (lambda position: 7, "garbage", "expected a Move or its text, found int"),
        (lambda position: plywood.Game("abalone").start.legal_moves[0], "garbage", "a move of abalone"),
        (lambda position: time.sleep(1.5) or first(position), "timeout", "its time was up"),
    ],
)
def test_a_wrong_answer_loses_with_a_verdict(answer: object, verdict: str, what: str) -> None:
    players = {"bad": answer, "first": first}
    result = match("checkers", players, games=2, time_control="time=1")  # type: ignore[arg-type]
    assert [row["name"] for row in result.standings] == ["first", "bad"]
    for game in result.games:
        assert game.verdict is not None and game.verdict.startswith(verdict) and what in game.verdict


def test_clocks_are_given_to_who_wants_them() -> None:
    clocks: list[Clock] = []

    def watched(position: Position, clock: Clock) -> Move:
        clocks.append(clock)
        return position.legal_moves[0]

    match("checkers", {"watched": watched, "first": first}, games=2, time_control="30+0.5")
    assert clocks and all(0 < clock <= 30 * 0.3 for clock in clocks)
    assert clocks[0].left is not None and clocks[0].left <= 30 and clocks[0].increment == 0.5
    assert clocks[0].opponent is not None
    clocks.clear()
    match("checkers", {"watched": watched, "first": first}, games=2, time_control="time=3")
    assert {float(clock) for clock in clocks} == {3.0} and clocks[0].left is None
    assert Clock() == float("inf")


def test_a_stop_ends_a_match() -> None:
    stop = plywood.Stop()
    result = match(
        "checkers", {"a": first, "b": last}, games=1000, observe=lambda _: stop.stop(), stop=stop
    )
    assert 0 < len(result.games) < 1000


def test_wrong_matches_are_refused() -> None:
    for players, options, what in [
        (["level=11", "level=2"], {}, "level"),
        ([first], {}, "two"),
        ([first, last], {"games": 3}, "even"),
        ([first, last], {"time_control": "fast"}, "time control"),
        ([first, last], {"nonsense": 1}, "nonsense"),
    ]:
        with pytest.raises((plywood.MatchError, ValueError), match=what):
            match("checkers", players, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found int"):
        match("checkers", [first, 3])  # type: ignore[list-item]
    with pytest.raises(plywood.WrongGame, match="expected an engine of checkers, found one of abalone"):
        match("checkers", [first, Engine("abalone")])


def test_a_name_may_have_any_letters() -> None:
    names = ['the "best" bot', "a=b c"]
    result = match("checkers", {names[0]: first, names[1]: "type=random"}, games=2)
    assert sorted(row["name"] for row in result.standings) == sorted(names)
    assert repr(result) == "<MatchResult of checkers: 2 games>"


def talk(*lines: str) -> list[str]:
    output = io.StringIO()
    plywood.serve(first, "checkers", name="first", input=io.StringIO("\n".join(lines) + "\n"), output=output)
    return output.getvalue().splitlines()


def test_a_bot_speaks_the_protocol() -> None:
    assert talk("ugi", "isready")[-2:] == ["ugiok", "readyok"]
    start = plywood.Game("checkers").start
    assert talk("go movetime 5") == [f"bestmove {start.legal_moves[0]}"]
    after = start.play("22-18")
    assert talk("position startpos moves 22-18", "go") == [f"bestmove {after.legal_moves[0]}"]
    assert talk(f"position fen {after.text}", "query p1turn") == ["response false"]
    (refused,) = talk("position startpos moves 22-30")
    assert refused.startswith("info string error: ")
    assert talk("position fen W:WK1:B", "query result", "go") == ["response p1win", "bestmove none"]
    assert talk("go infinite", "stop") == [f"bestmove {start.legal_moves[0]}"]
    assert "error" in talk("dance")[0] and "error" in talk("go movetime x")[0]


def test_a_file_is_served(tmp_path: Path) -> None:
    bot, empty = tmp_path / "bot.py", tmp_path / "empty.py"
    bot.write_text("def choose(position, seconds):\n    return position.legal_moves[-1]\n")
    empty.write_text("")

    def served(game: str, path: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "plywood.ugi", game, str(path)],
            input="go movetime 10\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert served("checkers", bot).stdout == f"bestmove {last(plywood.Game('checkers').start)}\n"
    for game, path, what in [
        ("chekers", bot, "did you mean 'checkers'?\n"),
        ("checkers", empty, "has no function choose(position, seconds)\n"),
        ("checkers", tmp_path / "none.py", "is no Python file\n"),
    ]:
        refused = served(game, path)
        assert refused.returncode == 1 and refused.stderr.endswith(what)
        assert "Traceback" not in refused.stderr


def test_the_next_position_may_follow_bestmove_at_once() -> None:
    """Even while the thread that has said it is held up."""

    class Client(io.StringIO):
        def flush(self) -> None:
            time.sleep(0.02)

    output = Client()

    def lines() -> Iterator[str]:
        moves: list[str] = []
        for ply in range(5):
            yield "position startpos" + (" moves " + " ".join(moves) if moves else "") + "\n"
            yield "go movetime 10\n"
            while len(said := output.getvalue().split("bestmove ")) < ply + 2 or "\n" not in said[-1]:
                time.sleep(0.001)
            moves.append(said[-1].strip())

    plywood.serve(first, "checkers", input=lines(), output=output)
    position = plywood.Game("checkers").start
    for line in output.getvalue().splitlines():
        assert line == f"bestmove {position.legal_moves[0]}"
        position = position.play(position.legal_moves[0])


def system_python() -> str | None:
    """An interpreter that a program in the sandbox can see, if there is one that is new enough."""
    python = "/usr/bin/python3"
    if not Path(python).exists():
        return None
    version = subprocess.run([python, "--version"], capture_output=True, text=True, check=False).stdout
    return python if tuple(map(int, version.split()[1].split(".")[:2])) >= (3, 11) else None


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder with a bot and the package beside it."""
    folder = tmp_path / "bot"
    shutil.copytree(ROOT / "python/plywood", folder / "plywood", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bot.py").write_text(
        "import plywood\n"
        "def choose(pos, seconds):\n"
        "    print('not part of the protocol')\n"
        "    return pos.legal_moves[-1]\n"
        "plywood.serve(choose, 'checkers')\n"
    )
    return folder


needs_program = pytest.mark.skipif(
    not Path(PROGRAM).exists() or system_python() is None,
    reason="the program plywood is not built, or there is no /usr/bin/python3 from 3.11 on",
)


@needs_program
def test_a_bot_is_a_program_that_passes_every_check(bot: Path) -> None:
    done = subprocess.run(
        [PROGRAM, "engine", "checkers", "--check", f"{system_python()} bot.py", "--dir", str(bot)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail" not in done.stdout


@needs_program
def test_programs_meet_functions(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYWOOD", PROGRAM)
    program = f'type=ugi cmd="{system_python()} bot.py" dir={bot} time=5'
    result = match("checkers", {"first": first, "program": program}, games=2, concurrency=1)
    assert [game.verdict for game in result.games] == [None, None]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server of its own."""
    command = [PROGRAM, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip().rstrip("/")
        process.terminate()


@pytest.mark.skipif(not Path(PROGRAM).exists(), reason="the program plywood is not built")
def test_a_bot_plays_at_the_board_in_the_browser(server: str) -> None:
    body = {"game": "checkers", "players": [{"level": 1}, "friend"], "clock": {"seconds": 60}}
    request = urllib.request.Request(f"{server}/api/play", json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=20) as answer:
        created = json.load(answer)
    link = f"{server}/#/join/{created['id']}/{created['invites'][0]['invite']}"
    clocks: list[Clock] = []

    def choose(position: Position, clock: Clock) -> Move:
        clocks.append(clock)
        return max(position.legal_moves, key=lambda move: move.takes)

    assert plywood.join(link, choose) in ("1-0", "0-1", "1/2-1/2")
    assert clocks[0].left is not None and clocks[0].left <= 60
    with pytest.raises(plywood.PlywoodError, match="already been used"):
        plywood.join(link, choose)
    with pytest.raises(ValueError, match="link"):
        plywood.join("http://127.0.0.1/", choose)


def test_a_program_without_its_supervisor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("PLYWOOD", raising=False)
    with pytest.raises(plywood.MatchError, match="PLYWOOD"):
        match("checkers", [first, 'type=ugi cmd="true"'])


class Tags(HTMLParser):
    """The tags that are open; a page closes all but the empty ones."""

    EMPTY = frozenset({"input", "meta", "link", "br", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_game_is_a_page_that_loads_nothing() -> None:
    for game in plywood.games():
        session = plywood.Session(game)
        while session.outcome is None and len(session) < 30:
            session.play(session.position.legal_moves[0])
        page = session._repr_html_()
        tags = Tags()
        tags.feed(page)
        assert tags.open == []
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
        assert page.count("data-ply=") == len(session)
        assert len(page) < 400_000
    result = match("checkers", [first, last], games=2)
    assert "<iframe" in result._repr_html_()
