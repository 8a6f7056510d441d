"""Checks of arguments that many functions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywood.tables import Tables

__all__ = ["bytes_of", "expect_range", "native_tables"]

MIB = 1 << 20


def expect_range(name: str, number: int | None, low: int, high: int) -> None:
    """Refuses a number that is too low or too high; None means that there is none."""
    if number is not None and not low <= number <= high:
        raise ValueError(f"expected {name} from {low} to {high}, found {number}")


def bytes_of(memory_mb: int) -> int:
    """An amount of memory."""
    expect_range("memory_mb", memory_mb, 1, MIB)
    return memory_mb * MIB


def native_tables(tables: Tables | bool) -> Any:
    """What the native module takes; it refuses what is neither."""
    return getattr(tables, "_native", None) or tables
