"""Matches, tables and learning on real Ray clusters of several nodes, all on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Everything stays on the loopback interface. Before Ray is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray = pytest.importorskip("ray", reason="Ray is not installed: pip install plywood[ray]")
from ray.cluster_utils import Cluster  # noqa: E402

ROOT = Path(__file__).parents[2]
PROGRAM = os.environ.get("PLYWOOD") or str(ROOT / "target/debug/plywood")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="clusters are tested on Linux"),
    pytest.mark.xdist_group("cluster"),
]

# Long enough for a busy machine.
PATIENCE = 300.0
# Of the objects of a node, in bytes: enough for the program.
MEMORY = 400 << 20


class Nodes:
    """A cluster: nodes of one processor each, and a head that does no work."""

    def __init__(self, count: int) -> None:
        head = {"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.nodes = [self.join() for _ in range(count)]

    def join(self) -> Any:
        """Another node joins."""
        return self.cluster.add_node(num_cpus=1, object_store_memory=MEMORY, wait=False)

    def kill(self, node: Any) -> None:
        """A node dies without a word."""
        self.cluster.remove_node(node, allow_graceful=False)

    def leader(self, *words: str) -> subprocess.Popen[str]:
        """Starts plywood-cluster."""
        environment = {
            **os.environ,
            "PLYWOOD": PROGRAM,
            "PLYWOOD_TABLES": "no/such/folder",
            "PYTHONPATH": str(ROOT / "python"),
        }
        # -P leaves out the folder that the tests are started in, whatever modules it has.
        line = [sys.executable, "-P", "-m", "plywood.cluster", *words]
        line += ["--address", self.cluster.address]
        return subprocess.Popen(line, text=True, env=environment, stderr=subprocess.PIPE)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """A cluster of three nodes. Each test leaves as many as it found."""
    cache = tmp_path_factory.mktemp("cluster") / "cache"
    # The nodes have it from the process that starts them.
    os.environ["PLYWOOD_CLUSTER_CACHE"] = str(cache)
    try:
        cluster = Nodes(3)
    except Exception as error:  # Ray raises no more special one.
        # Ray gives a node 30 seconds to start, and no way to give it more.
        pytest.skip(f"Ray did not start, which a very busy machine may cause: {error}")
    yield cluster
    cluster.cluster.shutdown()
    del os.environ["PLYWOOD_CLUSTER_CACHE"]


def wait_for(what: Callable[[], bool], leader: subprocess.Popen[str]) -> None:
    """Waits until something is so, while the leader runs."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert leader.poll() is None, leader.communicate()[1]
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def games(folder: Path) -> list[dict[str, Any]]:
    """The games of a journal, in the order of their numbers; times and nodes left out."""
    try:
        lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)[1:]
    except FileNotFoundError:
        return []
    found = [json.loads(line) for line in lines if line.endswith("\n")]
    for game in found:
        del game["times"]
        game.pop("node", None)
    return sorted(found, key=lambda game: int(game["number"]))


def finished(leader: subprocess.Popen[str]) -> str:
    """What a leader says that must succeed."""
    said = leader.communicate(timeout=PATIENCE)[1]
    assert leader.returncode == 0, said
    return said


def locally(*words: str) -> None:
    """What one machine does."""
    environment = {**os.environ, "PLYWOOD_TABLES": "no/such/folder"}
    subprocess.run([PROGRAM, *words], check=True, env=environment, capture_output=True)


# Slow enough that nodes die in the middle of games; the same games wherever they are played.
PLAYERS = ["--player", "name=a nodes=700", "--player", "name=b nodes=500", "--player", "type=greedy"]


def test_a_node_dies_another_joins_and_the_leader_is_killed(nodes: Nodes, tmp_path: Path) -> None:
    match = ["match", "abalone", *PLAYERS, "--format", "swiss", "--rounds", "4", "--games", "6"]
    locally(*match, "--out", str(tmp_path / "local"))
    expected = games(tmp_path / "local")
    out = tmp_path / "cluster"
    words = [*match, "--out", str(out), "--slots", "6"]
    leader = nodes.leader(*words)
    wait_for(lambda: len(games(out)) >= 3, leader)
    nodes.kill(nodes.nodes.pop())
    nodes.nodes.append(nodes.join())
    wait_for(lambda: len(games(out)) >= 8, leader)
    leader.send_signal(signal.SIGKILL)
    leader.communicate()
    before = len(games(out))
    assert 8 <= before < len(expected), "it was killed in the middle"
    said = finished(nodes.leader(*words, "--resume"))
    assert games(out) == expected, said
    assert not (out / "results").exists(), "every result is in the journal"
    records = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()[1:]]
    played = {game["node"] for game in records}
    assert len(records) == len(expected) and len(played) >= 2, played
    assert "nodes/s" in said and "sandbox" in said, said


def test_a_task_that_fails_is_tried_again(nodes: Nodes, tmp_path: Path) -> None:
    flaky = tmp_path / "flaky"
    # The first job of each worker fails.
    flaky.write_text(
        f"""#!/bin/sh
if [ "$1 $2" = "job run" ] && mkdir "{tmp_path}/failed-$PPID" 2> /dev/null; then
    echo "the disk is full" >&2
    exit 1
fi
exec {PROGRAM} "$@"
"""
    )
    flaky.chmod(0o755)
    out = tmp_path / "cluster"
    match = ["match", "abalone", "--player", "nodes=100", "--player", "type=random", "--games", "6"]
    locally(*match, "--out", str(tmp_path / "local"))
    leader = nodes.leader(*match, "--out", str(out), "--program", str(flaky))
    said = finished(leader)
    assert "failed and is tried again" in said and "the disk is full" in said, said
    assert games(out) == games(tmp_path / "local")
    # A job that always fails is given up, and what is done is kept.
    always = tmp_path / "always"
    always.write_text(f'#!/bin/sh\n[ "$1 $2" = "job run" ] && exit 3\nexec {PROGRAM} "$@"\n')
    always.chmod(0o755)
    more = ["--out", str(tmp_path / "never"), "--program", str(always), "--retries", "1"]
    leader = nodes.leader(*match, *more)
    said = leader.communicate(timeout=PATIENCE)[1]
    assert leader.returncode == 1 and "2 times" in said and "--resume" in said, said


def test_tables_are_those_of_one_machine(nodes: Nodes, tmp_path: Path) -> None:
    build = ["dragon-queen", "--pieces", "4", "--tables"]
    locally("table", "build", *build, str(tmp_path / "local"))
    finished(nodes.leader("table", *build, str(tmp_path / "cluster")))

    def tables(folder: str) -> dict[str, bytes]:
        files = (tmp_path / folder / "dragon-queen").glob("*.plt")
        return {file.name: file.read_bytes() for file in files}

    assert len(tables("local")) == 20 and tables("cluster") == tables("local")


def test_learning_resumes_after_its_leader_was_killed(nodes: Nodes, tmp_path: Path) -> None:
    learn = ["learn", "abalone", "--games", "384", "--nodes", "100", "--epochs", "1", "--mix", "0.5"]
    learn += ["--hidden", "16", "--patterns", "cells", "--no-gate", "--threads", "1", "--hours", "0.02"]
    places = lambda name: ["--data", str(tmp_path / name), "--out", str(tmp_path / f"{name}.network")]  # noqa: E731
    locally(*learn, *places("local"))
    file = tmp_path / "cluster/generation-1.games"
    leader = nodes.leader(*learn, *places("cluster"))
    wait_for(lambda: file.exists() and file.stat().st_size > 5_000, leader)
    leader.send_signal(signal.SIGKILL)
    leader.communicate()
    assert file.stat().st_size < (tmp_path / "local/generation-1.games").stat().st_size
    finished(nodes.leader(*learn, *places("cluster"), "--resume"))
    assert file.read_bytes() == (tmp_path / "local/generation-1.games").read_bytes()
    assert (tmp_path / "cluster.network").read_bytes() == (tmp_path / "local.network").read_bytes()


def test_slow_nodes_are_refused(nodes: Nodes, tmp_path: Path) -> None:
    match = ["match", "abalone", "--player", "nodes=100", "--player", "type=random", "--games", "2"]
    fast = ["--speed", "refuse", "--reference", "1e12"]
    leader = nodes.leader(*match, *fast, "--out", str(tmp_path / "out"))
    said = leader.communicate(timeout=PATIENCE)[1]
    assert leader.returncode == 1 and "gets no jobs: it is too slow" in said, said
    assert "every node is refused" in said, said
