#!/usr/bin/env python3
"""The Raichu course's command line; see README.md beside this file."""

import os
import shutil
import sys

try:
    import plywood
except ModuleNotFoundError:
    # Copied alone into another folder: an installed program does as well.
    program = os.environ.get("PLYWOOD") or shutil.which("plywood")
    if program is None:
        sys.exit("raichu.py needs plywood.py beside it, or the program plywood on the PATH or named by $PLYWOOD")
    try:
        os.execvp(program, [program, "raichu", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"cannot run {program}: {error.strerror}")

plywood.become("raichu")
