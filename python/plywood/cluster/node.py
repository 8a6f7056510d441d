"""What runs on the nodes of the cluster.

Nodes need Ray and nothing of ours: this module travels by value, the program `plywood` and the inputs
of jobs as objects of Ray, each once to a node, where they stay in a folder under names that are hashes
of their contents.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import io
import json
import os
import shutil
import socket
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class JobFailed(Exception):
    """A job failed; the message says why."""


class NodeRefused(Exception):
    """A node gets no jobs: the id of the node, and why."""


@dataclass(frozen=True)
class Terms:
    """What is expected of nodes."""

    cpus: int
    speed: str
    slowest: float
    reference: float
    require_sandbox: bool


@dataclass(frozen=True)
class Done:
    """The result of a job, and the node that did it."""

    result: bytes
    node: str
    measured: dict[str, Any]


def pack(path: Path) -> bytes:
    """A file or folder as an archive, in which it is called `input`."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        tar.add(path.resolve(), arcname="input")
    return archive.getvalue()


def cache() -> Path:
    """The folder of programs and inputs."""
    usual = Path(tempfile.gettempdir()) / f"plywood-cluster-{os.getuid()}"
    folder = Path(os.environ.get("PLYWOOD_CLUSTER_CACHE") or usual)
    (folder / "inputs").mkdir(parents=True, exist_ok=True, mode=0o700)
    if folder.stat().st_uid != os.getuid():
        raise JobFailed(f"{folder} belongs to another user: name another by PLYWOOD_CLUSTER_CACHE")
    return folder


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock on a file."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def program(name: str, fetch: Callable[[], Any]) -> Path:
    """The program `plywood`, which is fetched if it is not there; its name is its SHA-256 hash."""
    path = cache() / f"plywood-{name}"
    with locked(cache() / "program.lock"):
        if not path.exists():
            contents = fetch()
            if hashlib.sha256(contents).hexdigest() != name:
                raise JobFailed("the program was damaged on its way")
            with tempfile.NamedTemporaryFile(dir=cache(), delete=False) as file:
                file.write(contents)
            os.chmod(file.name, 0o700)
            os.rename(file.name, path)
    return path


def provide(plywood: Path, name: str, fetch: Callable[[], Any]) -> None:
    """Fetches an input if it is not there, and checks its contents; its name is the hash of plywood."""
    path = cache() / "inputs" / name
    with locked(cache() / "inputs.lock"):
        if path.exists():
            return
        with tempfile.TemporaryDirectory(dir=cache()) as folder:
            with tarfile.open(fileobj=io.BytesIO(fetch())) as tar:
                tar.extractall(folder, filter="tar")
            unpacked = Path(folder) / "input"
            found = subprocess.run([plywood, "job", "hash", unpacked], capture_output=True, text=True)
            if found.stdout.strip() != name:
                raise JobFailed(f"input {name} was damaged on its way: {found.stdout}{found.stderr}")
            os.rename(unpacked, path)


def measure(plywood: Path, node: str) -> dict[str, Any]:
    """The speed of this node and its sandbox, measured once, while none of our jobs runs here."""
    path = cache() / f"node-{node}.json"
    with locked(cache() / f"node-{node}.lock"):
        if not path.exists():
            found = subprocess.run([plywood, "job", "node"], capture_output=True, text=True)
            if found.returncode != 0:
                raise JobFailed(f"cannot measure the node: {found.stderr.strip()}")
            path.write_text(found.stdout)
        measured: dict[str, Any] = json.loads(path.read_text())
    return measured


def do(spec: str, terms: Terms, node: str, plywood: Path) -> Done:
    """Does a job on this node with the program and the inputs that are there."""
    measured = measure(plywood, node)
    if terms.speed == "refuse" and measured["speed"] < terms.slowest * terms.reference:
        speed = f"{measured['speed']:,} nodes/s of {round(terms.reference):,}"
        raise NodeRefused(node, f"it is too slow ({speed})")
    if terms.require_sandbox and not measured["sandboxed"]:
        raise NodeRefused(node, f"no sandbox works there ({measured['protection']})")
    scale = terms.reference / measured["speed"] if terms.speed == "scale" else 1.0
    name = f"{socket.gethostname()}/{node[:8]}"
    record = name if terms.speed != "scale" else f"{name} (time × {scale:.2f})"
    folder = Path(tempfile.mkdtemp(prefix="job-", dir=cache()))
    try:
        (folder / "spec.json").write_text(spec)
        words = [str(plywood), "job", "run", "spec.json", "--out", ".", "--inputs", str(cache() / "inputs")]
        words += ["--threads", str(terms.cpus), "--node", record, "--time-scale", f"{scale:.4f}"]
        found = subprocess.run(words, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if found.returncode != 0:
            why = found.stderr.strip() or f"plywood ended with {found.returncode}"
            raise JobFailed(f"on {name}: {why}")
        return Done(Path(folder, found.stdout.strip()).read_bytes(), name, measured)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
