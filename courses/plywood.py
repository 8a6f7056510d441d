"""Finds the program of this checkout, or an installed one; builds it where it is missing, and becomes it."""

import os
import shutil
import subprocess
import sys

CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME = "plywood.exe" if os.name == "nt" else "plywood"


def say(message):
    print(message, file=sys.stderr, flush=True)


def build():
    """Builds the program; the talk of the compiler goes to standard error."""
    if shutil.which("cargo") is None:
        sys.exit("plywood is not built yet, and there is no cargo to build it: install Rust (https://rustup.rs)")
    say("Building plywood for the first time; this takes a few minutes.")
    command = ["cargo", "build", "--release", "--locked", "--package", "plywood"]
    if subprocess.run(command, cwd=CHECKOUT, stdout=sys.stderr).returncode != 0:
        sys.exit("plywood could not be built: see above")


def installed():
    """The path of an installed program, for copies of these files outside of a checkout."""
    path = shutil.which("plywood")
    if path is None:
        sys.exit(
            "plywood.py is not in a checkout of plywood here: it needs the program plywood on the PATH or named by $PLYWOOD"
        )
    return path


def program():
    """The path of the program; PLYWOOD names another one."""
    named = os.environ.get("PLYWOOD")
    if named:
        return named
    if not os.path.exists(os.path.join(CHECKOUT, "Cargo.toml")):
        return installed()
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    path = os.path.join(CHECKOUT, target, "release", NAME)
    if not os.path.exists(path):
        build()
    return path


def become(command):
    """Runs a command of plywood with our own arguments, in place of this process."""
    path = program()
    try:
        os.execvp(path, [path, command, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"cannot run {path}: {error.strerror}")
