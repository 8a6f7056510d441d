"""The executor: jobs from plywood on standard input, tasks of Ray, reports on standard output."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TextIO

# Before Ray is imported: no statistics are sent.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
from ray import cloudpickle

from . import node as nodes
from .node import Done, JobFailed, NodeRefused, Terms
from .options import Options

# How long to wait for a task before new requests are looked at, in seconds.
POLL = 0.05
# Nodes may die this often under one job.
DEATHS = 20
# Seconds between two looks at the list of nodes.
NODES_INTERVAL = 2.0


@dataclass
class Job:
    """A job that is under way."""

    id: str
    spec: str
    inputs: list[str]
    failures: int = 0


@dataclass
class Cluster:
    """The cluster: what is there, and what is under way."""

    options: Options
    output: TextIO
    results: Path = Path()
    inputs: dict[str, Any] = field(default_factory=dict)
    paths: dict[str, Path] = field(default_factory=dict)
    tasks: dict[Any, Job] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    alive: dict[str, str] = field(default_factory=dict)
    able: set[str] = field(default_factory=set)

    def say(self, **report: Any) -> None:
        """Sends a report."""
        print(json.dumps(report), file=self.output, flush=True)

    def note(self, text: str) -> None:
        """Tells the user something."""
        self.say(note={"text": text})

    def begin(self, results: Path) -> None:
        """Joins the cluster."""
        self.results = results
        program = Path(self.options.program or os.environ["PLYWOOD"])
        contents = program.read_bytes()
        self.program = (hashlib.sha256(contents).hexdigest(), ray.put(contents))
        reference = self.options.reference or measure_here(program)
        self.terms = Terms(
            cpus=max(1, int(self.options.cpus)),
            speed=self.options.speed,
            slowest=self.options.slowest,
            reference=reference,
            require_sandbox=self.options.require_sandbox,
        )
        cloudpickle.register_pickle_by_value(nodes)
        cloudpickle.register_pickle_by_value(sys.modules[__name__])
        self.task = ray.remote(run)
        self.look_at_nodes()
        cpus = ray.cluster_resources().get("CPU", 1)
        slots = self.options.slots or int(max(16, 2 * cpus / self.options.cpus + 8))
        self.note(f"ray: {len(self.alive)} nodes, {cpus:.0f} processors; reference {reference:,.0f} nodes/s")
        self.say(ready={"slots": slots})

    def look_at_nodes(self) -> None:
        """Tells of nodes that have joined or left."""
        alive = {entry["NodeID"]: entry["NodeManagerHostname"] for entry in ray.nodes() if entry["Alive"]}
        if self.alive:
            for node in alive.keys() - self.alive.keys():
                self.note(f"node {alive[node]}/{node[:8]} has joined")
            for node in self.alive.keys() - alive.keys():
                self.note(f"node {self.alive[node]}/{node[:8]} has left; its jobs are done elsewhere")
        self.alive = alive
        self.able = {
            entry["NodeID"] for entry in ray.nodes() if entry["Alive"] and entry["Resources"].get("CPU", 0)
        }

    def submit(self, job: Job) -> None:
        """Hands a job to Ray."""
        for name in job.inputs:
            if name not in self.inputs:
                self.inputs[name] = ray.put(nodes.pack(self.paths[name]))
        # In a list, so that a node fetches only what it does not have.
        inputs = [(name, [self.inputs[name]]) for name in job.inputs]
        program, contents = self.program
        labels = dict(self.options.labels)
        if self.refused:
            labels["ray.io/node-id"] = f"!in({','.join(sorted(self.refused))})"
        task = self.task.options(num_cpus=self.options.cpus, max_retries=DEATHS, label_selector=labels)
        self.tasks[task.remote(job.spec, inputs, program, [contents], self.terms)] = job

    def finish(self, task: Any) -> None:
        """Takes the result of a task."""
        job = self.tasks.pop(task)
        try:
            done: Done = ray.get(task)
            self.save(job.id, done.result)
        except ray.exceptions.RayTaskError as error:
            self.failed(job, error.cause)
        except (ray.exceptions.RayError, OSError) as error:
            self.failed(job, error)
        else:
            if done.node not in self.seen:
                self.seen.add(done.node)
                measured = done.measured
                self.note(
                    f"node {done.node}: {measured['speed']:,} nodes/s, {measured['cores']} processors, "
                    f"sandbox {measured['sandbox']}: {measured['protection']}"
                )
            self.say(done={"id": job.id})

    def failed(self, job: Job, error: Exception) -> None:
        """Tries a job again, or gives it up."""
        if isinstance(error, NodeRefused):
            node, why = error.args
            if node not in self.refused:
                self.refused.add(node)
                self.note(f"node {self.alive.get(node, '')}/{node[:8]} gets no jobs: {why}")
            # A head without processors never gets jobs.
            if self.able <= self.refused:
                self.say(failed={"id": job.id, "why": f"every node is refused; the last one: {why}"})
            else:
                self.submit(job)
            return
        job.failures += 1
        why = str(error) if isinstance(error, JobFailed) else f"{type(error).__name__}: {error}"
        if job.failures <= self.options.retries:
            self.note(f"job {job.id[:8]} failed and is tried again: {why.splitlines()[0]}")
            self.submit(job)
        else:
            self.say(failed={"id": job.id, "why": f"{job.failures} times; the last time {why}"})

    def save(self, job: str, result: bytes) -> None:
        """Writes a result under a temporary name, and renames it."""
        with tempfile.NamedTemporaryFile(dir=self.results, prefix=".plywood-", delete=False) as file:
            file.write(result)
        os.rename(file.name, self.results / f"{job}.result")

    def take(self, line: str) -> None:
        """Takes a request."""
        (kind, request), *_ = json.loads(line).items()
        if kind == "begin":
            self.begin(Path(request["results"]))
        elif kind == "input":
            self.paths[request["id"]] = Path(request["path"])
        else:
            spec = request["spec"]
            self.submit(Job(request["id"], spec, json.loads(spec).get("inputs", [])))


def run(
    spec: str,
    inputs: list[tuple[str, list[Any]]],
    program: str,
    contents: list[Any],
    terms: Terms,
) -> Done:
    """The task: does a job on the node that Ray has chosen."""
    plywood = nodes.program(program, partial(ray.get, contents[0]))
    for name, [reference] in inputs:
        nodes.provide(plywood, name, partial(ray.get, reference))
    return nodes.do(spec, terms, ray.get_runtime_context().get_node_id(), plywood)


def measure_here(program: Path) -> float:
    """The speed of this machine."""
    found = subprocess.run([program, "job", "node"], capture_output=True, text=True, check=True)
    return float(json.loads(found.stdout)["speed"])


def read(lines: queue.SimpleQueue[str | None]) -> None:
    """Reads requests until the input ends."""
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)


def execute(options: Options) -> int:
    """Executes jobs until the input ends."""
    # Whatever else is printed is no report.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    address = None if options.address == "local" else options.address
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    except ConnectionError as error:
        print(
            f"plywood-cluster: no Ray cluster at '{options.address}': start one with 'ray start --head', or "
            f"take --address local ({error})",
            file=sys.stderr,
        )
        return 1
    cluster = Cluster(options, output)
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=read, args=[lines], daemon=True).start()
    looked = time.monotonic()
    while True:
        try:
            # While tasks are under way, they are what is waited for.
            line = lines.get(block=not cluster.tasks)
        except queue.Empty:
            line = ""
        if line is None:
            break
        if line:
            cluster.take(line)
            continue
        ready, _ = ray.wait(list(cluster.tasks), timeout=POLL, fetch_local=False)
        for task in ready:
            cluster.finish(task)
        if time.monotonic() - looked > NODES_INTERVAL:
            looked = time.monotonic()
            cluster.look_at_nodes()
    ray.shutdown()
    return 0
