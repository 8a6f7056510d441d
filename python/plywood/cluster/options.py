"""How jobs are distributed."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, dataclass, field

VARIABLE = "PLYWOOD_CLUSTER_OPTIONS"


@dataclass(frozen=True)
class Options:
    """How jobs are distributed. `plywood` starts the process that distributes them, so they pass through
    the environment."""

    address: str = "auto"
    labels: dict[str, str] = field(default_factory=dict)
    cpus: float = 1
    slots: int | None = None
    retries: int = 3
    speed: str = "report"
    slowest: float = 0.8
    reference: float | None = None
    require_sandbox: bool = False
    program: str | None = None

    @classmethod
    def add_to(cls, parser: argparse.ArgumentParser) -> None:
        """Adds the options to a command line."""
        usual = cls()
        add = parser.add_argument_group("options of the cluster").add_argument
        add(
            "--address",
            default=usual.address,
            help="the Ray cluster: auto (the one of this machine), ray://HOST:10001, or local for a new one "
            "on this machine [default: auto]",
        )
        add(
            "--label",
            dest="labels",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="use only nodes with this label (ray start --labels); repeat it",
        )
        add("--cpus", type=float, default=usual.cpus, metavar="N", help="processors of a job [default: 1]")
        add("--slots", type=int, metavar="N", help="jobs to hand to Ray at once [default: by its processors]")
        add(
            "--retries",
            type=int,
            default=usual.retries,
            metavar="N",
            help="how often a job that fails is tried again [default: 3]; nodes that die do not count",
        )
        add(
            "--speed",
            choices=["report", "scale", "refuse"],
            default=usual.speed,
            help="what follows from the measured speed of a node: nothing, all time limits are scaled to "
            "the reference, or nodes below --slowest get no jobs [default: report]",
        )
        add(
            "--slowest",
            type=float,
            default=usual.slowest,
            metavar="X",
            help="part of the reference speed that is fast enough [default: 0.8]",
        )
        add(
            "--reference",
            type=float,
            metavar="NPS",
            help="the reference speed in nodes per second (plywood job node) [default: that of this machine]",
        )
        add(
            "--sandboxed-nodes",
            dest="require_sandbox",
            action="store_true",
            help="nodes without a working sandbox get no jobs",
        )

        add(
            "--program",
            metavar="FILE",
            help="the program plywood that nodes run [default: the one that leads]",
        )

    @classmethod
    def of(cls, parsed: argparse.Namespace) -> Options:
        """The options that were parsed."""
        values = {name: getattr(parsed, name) for name in asdict(cls())}
        pairs = [label.partition("=") for label in values["labels"]]
        values["labels"] = {key: value for key, _, value in pairs}
        return cls(**values)

    @classmethod
    def from_environment(cls) -> Options:
        """Those that `plywood-cluster` has left, or the usual ones."""
        return cls(**json.loads(os.environ.get(VARIABLE, "{}")))

    def to_environment(self) -> None:
        """Leaves them to the process that plywood starts."""
        os.environ[VARIABLE] = json.dumps(asdict(self))
