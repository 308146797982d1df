"""Converts cells of a cleaned table back to what a client sends before cleaning."""

from __future__ import annotations

from rowcast_automl.features.rows.recipe_replay import Cell, Rewrite, rewriter_of
from rowcast_automl.profile.columns.spelling_variants import fold


def sendable(cell: Cell, kind: str, rewrites: tuple[Rewrite, ...], *, unified: bool) -> Cell:
    """Return the value to send so that cleaning turns it into `cell`.

    The candidates are `cell` itself, null, and each replaced value. Returns `cell` if none of them matches.

    Parameters
    ----------
    cell : str, float or None
        Cell of the cleaned table, dates as seconds since 1970.
    kind, rewrites, unified
        As in InputField.
    """
    if not rewrites:
        return cell
    rewriter = rewriter_of(kind, rewrites)
    for each in (cell, None, *rewriter.replaced):
        met = rewriter(each)
        if met == cell or (unified and spelt_alike(met, cell)):
            return each
    return cell


def spelt_alike(one: Cell, other: Cell) -> bool:
    """Whether both are texts that differ only in spelling, such as case."""
    return isinstance(one, str) and isinstance(other, str) and fold(one) == fold(other)
