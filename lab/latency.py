"""Measures how late a fresh process answers.

    python3 lab/latency.py PLYWOOD [--runs 200] [--game checkers]

Starts the program anew for every measurement, because the first search of a process is the one that has to wait for memory:

- the engine, asked for `go movetime 100` with tables of 64 and of 256 MiB, at once and after `isready`: the time from the line
  to `bestmove`, the depth it reached, and the time after which it had looked at its first 1000 nodes (by its own count of a
  search of 1000 nodes);
- `plywood raichu` with 0.1, 0.5, 1 and 2 seconds: the time from the start of the process to its end.

Wanted on a machine with nothing else to do: 105 ms at most for the engine, and for `raichu` its limit less 50 ms, or 95 % of it.
Page faults and processor time are those of the whole process, so they hold on a busy machine too.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

BOARD = "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........"


def table(heading, rows):
    widths = [max(len(str(row[i])) for row in [heading, *rows]) for i in range(len(heading))]
    for row in [heading, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(str(cell).ljust(width) for cell, width in zip(row, widths)) + " |", flush=True)
    print()


def spread(values):
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return [f"{value:.1f}" for value in (ordered[0], statistics.median(ordered), p99, ordered[-1])]


class Engine:
    """One process of the engine."""

    def __init__(self, program, game):
        self.process = subprocess.Popen(
            [program, "engine", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        """Every line up to the first that begins like this, and when that came."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(start):
                return lines, time.monotonic()
        raise RuntimeError(f"the engine ended before '{start}'")

    def end(self):
        """Ends it, and gives its page faults and its processor time in milliseconds."""
        self.process.stdin.close()
        _, _, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = 0
        return usage.ru_minflt, 1000 * (usage.ru_utime + usage.ru_stime)


def field(lines, name):
    """The last value of a word in the infos."""
    values = [line.split()[line.split().index(name) + 1] for line in lines if line.startswith("info ") and name in line.split()]
    return int(values[-1]) if values else 0


def ask(options, hash_size, ready, go):
    engine = Engine(options.program, options.game)
    engine.say(f"setoption name Hash value {hash_size}")
    if ready:
        engine.say("isready")
        engine.until("readyok")
    begin = time.monotonic()
    engine.say(go)
    lines, end = engine.until("bestmove")
    faults, processor = engine.end()
    return 1000 * (end - begin), field(lines, "depth"), faults, processor


def engines(options):
    rows = []
    for ready in (False, True):
        for hash_size in options.hash:
            answers = [ask(options, hash_size, ready, "go movetime 100") for _ in range(options.runs)]
            late = sum(answer[0] > 105 for answer in answers)
            medians = [statistics.median(answer[i] for answer in answers) for i in (1, 2, 3)]
            first = [ask(options, hash_size, ready, "go nodes 1000")[0] for _ in range(max(1, options.runs // 10))]
            when = "isready first" if ready else "at once"
            rows.append([f"{hash_size} MiB", when, *spread([answer[0] for answer in answers]), f"{late} of {len(answers)}"]
                        + [f"{median:.0f}" for median in medians] + [f"{statistics.median(first):.1f}"])
    print(f"go movetime 100, {options.game}, {options.runs} fresh processes each; times in ms")
    table(["table", "asked", "min", "median", "p99", "max", "over 105", "depth", "page faults", "processor", "1000 nodes"], rows)


def courses(options):
    rows = []
    for limit in (0.1, 0.5, 1, 2):
        times = []
        for _ in range(max(1, options.runs // 4)):
            begin = time.monotonic()
            subprocess.run([options.program, "raichu", "8", "w", BOARD, str(limit)], stdout=subprocess.DEVNULL, check=True)
            times.append(1000 * (time.monotonic() - begin))
        promise = min(950 * limit, 1000 * limit - 50)
        late = sum(each > promise for each in times)
        rows.append([f"{limit} s", *spread(times), f"{promise:.0f}", f"{late} of {len(times)}"])
    print("plywood raichu 8, from its start to its end; times in ms")
    table(["limit", "min", "median", "p99", "max", "promised", "late"], rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--game", default="checkers")
    parser.add_argument("--hash", type=int, nargs="+", default=[64, 256])
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    engines(options)
    courses(options)


if __name__ == "__main__":
    sys.exit(main())
