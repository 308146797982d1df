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
    """One step on the cells of a column.

    Parameters
    ----------
    values : tuple of str, float or bool
        What is replaced, as a client would send it.
    to : str, float, bool or None
        What stands there instead, or in missing cells.
    low, high : float or None
        Range that numbers are brought into.
    """

    op: Literal["replace", "fill", "clip", "trim", "unify"]
    values: tuple[Fill, ...] = ()
    to: Fill = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Rewrite:
        """Reads what `asdict` wrote."""
        return cls(**{**content, "values": tuple(content["values"])})


class Rewriter:
    """What steps, one after the other, make of a cell of a field of `kind`.

    Parameters
    ----------
    kind : str
        A FieldKind.

    Attributes
    ----------
    replaced : tuple of str, float or None
        Cells that some step replaces, in order.
    texts : frozenset of str
        Those that are text.
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
        """The cell after all steps; None where it is missing then."""
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
    """The same rewriter for the same steps."""
    return Rewriter(kind, rewrites)


def texts_in(cells: Iterable[Cell]) -> frozenset[str]:
    """The cells that are text."""
    return frozenset(each for each in cells if isinstance(each, str))


def is_among(cell: Cell, values: frozenset[Cell], spelt: frozenset[str]) -> bool:
    """Whether the cell is one of the values, or any spelling of what is in `spelt` by its folding."""
    if cell in values:
        return cell is not None
    return bool(spelt) and isinstance(cell, str) and fold(cell) in spelt


def clipped(number: float, low: float | None, high: float | None) -> float:
    """The number, or the end of the range that it lies beyond."""
    number = number if low is None else max(number, low)
    return number if high is None else min(number, high)


def as_cell(value: Fill, kind: str) -> Cell:
    """What a client would send, as it is read."""
    if kind == "datetime" and isinstance(value, str):
        return read_datetime(value)
    return value if value is None or isinstance(value, str) else float(value)


def as_fill(cell: Cell, kind: str, *, integer: bool = False) -> Fill:
    """What was read, as a client would send it."""
    if cell is None or isinstance(cell, str):
        return cell
    if kind == "datetime":
        return iso(cell)
    if kind == "boolean":
        return bool(cell)
    return int(cell) if integer else cell
