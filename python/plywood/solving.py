"""Exact values with proofs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from plywood._arguments import bytes_of, expect_range, native_tables
from plywood._plywood import Position, Stop, _check_proof, _Solver
from plywood.errors import SolveError
from plywood.values import Exact, exact

if TYPE_CHECKING:
    from plywood.tables import Tables

__all__ = ["CheckedProof", "Solution", "check_proof", "solve", "solve_async"]

@dataclasses.dataclass(frozen=True, slots=True)
class Solution:
    """What was found out about a position.

    `value` is None where a limit was reached first; `limit` says which: time, nodes, memory or
    stopped. Then there is no win in fewer than `no_win_before` plies and no loss in fewer than
    `no_loss_before`; None means none at all.
    """

    position: Position
    value: Exact | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str | None
    no_win_before: int | None
    no_loss_before: int | None
    _solver: _Solver = dataclasses.field(repr=False, compare=False)

    def proof(self, *, memory_mb: int = 1024, time: float | None = None) -> str:
        """The proof of the value, a text that `check_proof` verifies with nothing but the rules.

        Raises `SolveError` where there is no value, or time or memory do not suffice.
        """
        if self.value is None:
            raise SolveError(f"there is no value to prove: {self.limit}")
        value = (self.value.result, self.value.plies)
        return self._solver.prove(self.position, value, bytes_of(memory_mb), None, time, None)

    def moves(self, *, time: float | None = None) -> dict[str, Exact | None]:
        """Every move with its value, where that can be had, the best first."""
        return {move: exact(value) for move, value in self._solver.moves(self.position, None, time, None)}


@dataclasses.dataclass(frozen=True, slots=True)
class CheckedProof:
    """What a proof proves."""

    position: str
    value: Exact
    claims: int


def solve(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 256,
    tables: Tables | bool = True,
    progress: Callable[[int, int | None, int | None], object] | None = None,
    stop: Stop | None = None,
) -> Solution:
    """The exact value of a position, as far as the limits allow.

    `progress` is called now and then with the number of positions looked at, and with the plies
    before which there is no win and no loss. Ctrl-C and `stop` end it.

    >>> import plywood
    >>> solution = solve(plywood.Position.parse("checkers", "W:W31:B18"))
    >>> print(solution.value, *solution.line)
    win 3 31-26 18-22 26x17
    >>> print(check_proof(solution.proof()).value)
    win 3
    """
    expect_range("nodes", nodes, 1, 2**64 - 1)
    solver = _Solver(position.game, bytes_of(memory_mb), native_tables(tables))
    value, line, visited, seconds, limit, no_win, no_loss = solver.solve(
        position, nodes, time, stop, progress
    )
    return Solution(
        position, exact(value), tuple(line), visited, seconds, limit, no_win, no_loss, solver
    )


async def solve_async(
    position: Position,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 256,
    tables: Tables | bool = True,
) -> Solution:
    """Like `solve`; cancelling the task stops the solver."""
    from plywood.engine import _stoppable

    return await _stoppable(
        lambda stop: solve(
            position, time=time, nodes=nodes, memory_mb=memory_mb, tables=tables, stop=stop
        )
    )


def check_proof(text: str) -> CheckedProof:
    """Checks a proof with nothing but the rules.

    Raises `SolveError` with the first thing that is wrong.
    """
    position, value, claims = _check_proof(text)
    return CheckedProof(position, Exact(*value), claims)
