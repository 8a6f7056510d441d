"""Runs a match whose answer is JSON, and says what each move took in all and how much memory the referee had.

    python3 lab/overhead.py plywood match GAME … --json

The time of a move is the whole time of the match, with its start, openings and journal, shared among its moves and the
games that are played at once.
"""

import json
import subprocess
import sys
import threading
import time


def resident(pid):
    """The memory of a process in MiB; nothing where it has ended."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            lines = [line for line in status if line.startswith("VmRSS")]
    except OSError:
        return None
    return int(lines[0].split()[1]) / 1024 if lines else None


def main():
    command = sys.argv[1:]
    at_once = int(command[command.index("--concurrency") + 1])
    begin = time.monotonic()
    match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    sizes = []

    def watch():
        while match.poll() is None:
            size = resident(match.pid)
            if size is not None:
                sizes.append(size)
            time.sleep(0.2)

    watcher = threading.Thread(target=watch)
    watcher.start()
    summary = json.load(match.stdout)
    match.wait()
    seconds = time.monotonic() - begin
    watcher.join()
    times = [player["time"] for player in summary["players"]]
    moves = sum(time["moves"] for time in times)
    answering = sum(time["moves"] * time["mean_seconds"] for time in times)
    quarter = max(1, len(sizes) // 4)
    print(f"{summary['games']} games, {moves} moves in {seconds:.1f} s, {at_once} at once")
    whole = seconds * at_once
    print(f"{1000 * whole / moves:.3f} ms a move, of which {1000 * answering / moves:.3f} ms went by until players answered")
    print(f"memory {max(sizes[:quarter]):.1f} MiB in the first quarter, {max(sizes[-quarter:]):.1f} MiB in the last")


main()
