"""Applies the cleaning steps of a column to a cell of a request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from rowcast_automl.features.date_parts import iso
from rowcast_automl.features.rows.cells import read_datetime
from rowcast_automl.profile.columns.spelling_variants import fold

Fill = str | float | bool | None
# As `RowReader` reads it: text, or a number, which for dates are seconds since 1970.
Cell = str | float | None
# Some for each column of a few models.
MAX_KEPT = 1_024
# What DuckDB trims: Unicode's class Zs.
BLANKS = " \u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One cleaning step on the cells of a column.

    Parameters
    ----------
    values : tuple of str, float or bool
        Values to replace, as a client would send them.
    to : str, float, bool or None
        Replacement for these values, or for missing cells.
    low, high : float or None
        Range that numbers are clipped to.
    """

    op: Literal["replace", "fill", "clip", "trim", "unify"]
    values: tuple[Fill, ...] = ()
    to: Fill = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Rewrite:
        """Create from the output of `asdict`."""
        return cls(**{**content, "values": tuple(content["values"])})


class Rewriter:
    """Applies cleaning steps, in order, to cells of a field.

    Parameters
    ----------
    kind : str
        A FieldKind.

    Attributes
    ----------
    replaced : tuple of str, float or None
        Cells that some step replaces, in order.
    texts : frozenset of str
        The replaced cells that are text.
    """

    def __init__(self, kind: str, rewrites: Sequence[Rewrite]) -> None:
        self._steps = list[tuple[Rewrite, frozenset[Cell], frozenset[str], Cell]]()
        any_spelling = False
        for each in rewrites:
            values = frozenset(as_cell(value, kind) for value in each.values)
            spelt = frozenset(map(fold, texts_in(values))) if any_spelling else frozenset[str]()
            self._steps.append((each, values, spelt, as_cell(each.to, kind)))
            # Which spelling stands for all is known by the categories.
            any_spelling |= each.op == "unify"
        replaced = (as_cell(value, kind) for each in rewrites for value in each.values)
        self.replaced = tuple(dict.fromkeys(replaced))
        self.texts = texts_in(self.replaced)

    def __call__(self, cell: Cell) -> Cell:
        """Return the cell after all steps, or None if it is missing."""
        for step, values, spelt, to in self._steps:
            if step.op == "replace":
                cell = to if is_among(cell, values, spelt) else cell
            elif step.op == "fill":
                cell = to if cell is None else cell
            elif step.op == "clip" and isinstance(cell, int | float):
                cell = clipped(cell, step.low, step.high)
            elif step.op == "trim" and isinstance(cell, str):
                cell = cell.strip(BLANKS) or None
        return cell


@lru_cache(maxsize=MAX_KEPT)
def rewriter_of(kind: str, rewrites: tuple[Rewrite, ...]) -> Rewriter:
    """Return a cached rewriter for a field kind and its steps."""
    return Rewriter(kind, rewrites)


def texts_in(cells: Iterable[Cell]) -> frozenset[str]:
    """Return the cells that are text."""
    return frozenset(each for each in cells if isinstance(each, str))


def is_among(cell: Cell, values: frozenset[Cell], spelt: frozenset[str]) -> bool:
    """Whether the cell is one of the values, or a spelling variant of a text in `spelt`."""
    if cell in values:
        return cell is not None
    return bool(spelt) and isinstance(cell, str) and fold(cell) in spelt


def clipped(number: float, low: float | None, high: float | None) -> float:
    """Clip a number to a range."""
    number = number if low is None else max(number, low)
    return number if high is None else min(number, high)


def as_cell(value: Fill, kind: str) -> Cell:
    """Parse a value as a client would send it into a cell."""
    if kind == "datetime" and isinstance(value, str):
        return read_datetime(value)
    return value if value is None or isinstance(value, str) else float(value)


def as_fill(cell: Cell, kind: str, *, integer: bool = False) -> Fill:
    """Convert a cell to a value as a client would send it."""
    if cell is None or isinstance(cell, str):
        return cell
    if kind == "datetime":
        return iso(cell)
    if kind == "boolean":
        return bool(cell)
    return int(cell) if integer else cell
