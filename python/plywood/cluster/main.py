"""The command line of `plywood-cluster`."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Sequence

from .options import Options

EPILOG = """Everything else is given to plywood, which leads: see plywood match --help. These are the same:

  plywood-cluster match --file class.toml --out class --address auto
  plywood match --file class.toml --out class --on ray

examples:
  ray start --head
  plywood-cluster match checkers --player level=3 --player level=4 --games 100 --out cup
  plywood-cluster learn abalone --hours 1 --data runs/abalone --label gpu=none
  plywood-cluster table checkers --pieces 6 --tables /data/tables --cpus 4
  plywood-cluster match --file class.toml --out class --speed refuse --slowest 0.9"""

COMMANDS = {"match": ["match"], "learn": ["learn"], "table": ["table", "build"]}


def parser() -> argparse.ArgumentParser:
    """The options of `plywood-cluster`; what it does not know is plywood's."""
    program = argparse.ArgumentParser(
        "plywood-cluster",
        description="Plays matches, learns and builds tables on a Ray cluster.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    names = [*COMMANDS, "execute"]
    program.add_argument("command", choices=names, help="what to do; plywood itself calls 'execute'")
    Options.add_to(program)
    return program


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs `plywood-cluster`, and returns its exit code."""
    known, others = parser().parse_known_args(arguments)
    if known.command == "execute":
        try:
            from .execute import execute
        except ImportError as error:
            return complain(f"Ray is missing: pip install 'plywood[ray]' ({error})")
        return execute(Options.from_environment() if not others else Options.of(known))
    program = os.environ.get("PLYWOOD") or shutil.which("plywood")
    if program is None:
        return complain("the program plywood is neither in PATH nor named by the variable PLYWOOD")
    Options.of(known).to_environment()
    # -P: no module of the folder that it is started in is imported.
    os.environ["PLYWOOD_CLUSTER"] = shlex.join([sys.executable, "-P", "-m", "plywood.cluster"])
    words = [program, *COMMANDS[known.command], *others, "--on", "ray"]
    try:
        os.execvp(program, words)
    except OSError as error:
        return complain(f"cannot start {program}: {error.strerror}")


def complain(message: str) -> int:
    """Prints an error, and returns the exit code for it."""
    print(f"plywood-cluster: {message}", file=sys.stderr)
    return 2
