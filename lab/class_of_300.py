"""A class of 300 on one machine and on a Ray cluster of four nodes, one of which dies and one joins.

    python3 lab/class_of_300.py make /tmp/class --plywood target/release/plywood
    target/release/plywood match --file /tmp/class/class.toml --out /tmp/class/one --yes
    PYTHONPATH=python python3 lab/class_of_300.py cluster /tmp/class --plywood target/release/plywood
    python3 lab/class_of_300.py compare /tmp/class/one /tmp/class/four

The 30 programs are this engine with different limits, and four that break the rules; each is copied
ten times. All of them are limited by nodes, so the games do not depend on the machine. `cluster` needs plywood[ray].
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
import tomllib
from collections import Counter
from pathlib import Path

NODES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 65, 80, 100, 130, 160, 200, 250, 320, 400, 500, 700]
BROKEN = {
    "crashes": "exit 3",
    "silent": "cat > /dev/null",
    "babbles": "while read -r line; do echo bestmove nonsense; done",
    "cheats": """while read -r line; do
    case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) echo bestmove A1 A9 ;;
    esac
done""",
}


def programs(plywood: Path) -> dict[str, str]:
    """The scripts of 30 programs by their names."""
    engine = f"{plywood} engine abalone"
    found = {f"nodes-{nodes:03}": f"sed -u 's/^go.*/go nodes {nodes}/' | {engine}" for nodes in NODES}
    return found | {name: script.format(engine=engine) for name, script in BROKEN.items()}


def make(folder: Path, plywood: Path, copies: int, rounds: int) -> None:
    """Writes a folder for each of the students, and the plan."""
    for name, script in programs(plywood).items():
        for copy in range(copies):
            student = folder / "students" / f"{name}-{copy}"
            student.mkdir(parents=True)
            (student / "bot.sh").write_text(script + "\n")
    plan = f"""game = "abalone"
format = "swiss"
rounds = {rounds}
games = 2
seed = 2026

[[each]]
in = "students"
type = "ugi"
cmd = "sh bot.sh"
time = 60
readable = "{plywood}"
"""
    (folder / "class.toml").write_text(plan)
    print(f"{copies * len(programs(plywood))} students, {len(programs(plywood))} programs in {folder}")


def journal(folder: Path) -> list[dict]:
    """The games of a tournament in the order of the schedule."""
    try:
        lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)[1:]
    except FileNotFoundError:
        return []
    games = [json.loads(line) for line in lines if line.endswith("\n")]
    return sorted(games, key=lambda game: game["number"])


def compare(one: Path, other: Path) -> int:
    """Whether two tournaments have the same games and the same table."""
    games = []
    for folder in (one, other):
        found = journal(folder)
        nodes = Counter(game.pop("node", "this process") for game in found)
        print(f"{folder}: {len(found)} games; " + ", ".join(f"{node}: {n}" for node, n in nodes.items()))
        for game in found:
            del game["times"]
            game.pop("verdict", None) and game.update(verdict=True)
        games.append(found)
    tables = []
    for folder in (one, other):
        summary = json.loads((folder / "summary.json").read_text())
        tables.append([(p["rank"], p["name"], p["points"], p["rating"]) for p in summary["players"]])
    numbers = [game["number"] for game in games[1]]
    print(f"none twice: {len(numbers) == len(set(numbers))}")
    print(f"the same games: {games[0] == games[1]}")
    print(f"the same table: {tables[0] == tables[1]}")
    return 0 if games[0] == games[1] and tables[0] == tables[1] else 1


def resident(pid: int) -> float | None:
    """The memory of a process in MiB; nothing where it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    found = [line for line in lines if line.startswith("VmRSS")]
    return int(found[0].split()[1]) / 1024 if found else None


def run(folder: Path, plywood: Path, out: str) -> None:
    """Plays the class on a cluster of four nodes; one is killed, and one joins."""
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    store = {"object_store_memory": 500 << 20}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **store})
    nodes = [cluster.add_node(num_cpus=1, **store) for _ in range(4)]
    words = [sys.executable, "-P", "-m", "plywood.cluster", "match", "--file", str(folder / "class.toml")]
    words += ["--out", str(folder / out), "--no-rehearsal", "--yes", "--address", cluster.address]
    begin = time.monotonic()
    leader = subprocess.Popen(words, env={**os.environ, "PLYWOOD": str(plywood)})
    sizes: list[float] = []

    def watch() -> None:
        while leader.poll() is None:
            size = resident(leader.pid)
            if size is not None:
                sizes.append(size)
            time.sleep(0.5)

    watcher = threading.Thread(target=watch)
    watcher.start()
    plan = tomllib.loads((folder / "class.toml").read_text())
    games = len(list((folder / "students").iterdir())) // 2 * 2 * plan["rounds"]
    while leader.poll() is None and len(journal(folder / out)) < games // 4:
        time.sleep(0.5)
    cluster.remove_node(nodes[0], allow_graceful=False)
    print("one node was killed", flush=True)
    while leader.poll() is None and len(journal(folder / out)) < games // 2:
        time.sleep(0.5)
    cluster.add_node(num_cpus=1, **store)
    print("another has joined", flush=True)
    leader.wait()
    watcher.join()
    cluster.shutdown()
    quarter = max(1, len(sizes) // 4)
    print(f"{time.monotonic() - begin:.0f} s, exit code {leader.returncode}")
    print(f"the leader had {max(sizes[quarter : 2 * quarter]):.0f} MiB in the second quarter of the time, "
          f"{max(sizes[-quarter:]):.0f} MiB in the last")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["make", "cluster", "compare"])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--plywood", type=Path, default=Path("target/release/plywood"))
    parser.add_argument("--copies", type=int, default=10, help="students with the same program [10]")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of the Swiss tournament [3]")
    parser.add_argument("--out", default="four", help="the folder for the cluster's tournament [four]")
    args = parser.parse_args()
    plywood = args.plywood.resolve()
    if args.what == "make":
        make(args.folders[0].resolve(), plywood, args.copies, args.rounds)
    elif args.what == "cluster":
        run(args.folders[0].resolve(), plywood, args.out)
    else:
        return compare(*args.folders)
    return 0


sys.exit(main())
