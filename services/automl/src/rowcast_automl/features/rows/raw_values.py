"""Converts cells of a cleaned table back to what a client sends before cleaning."""

from __future__ import annotations

from rowcast_automl.features.rows.recipe_replay import Cell, Rewrite, rewriter_of
from rowcast_automl.profile.columns.spelling_variants import fold


def sendable(cell: Cell, kind: str, rewrites: tuple[Rewrite, ...], *, unified: bool) -> Cell:
    """What becomes `cell` when it is sent: itself, null, or a replaced value; itself where none does.

    Parameters
    ----------
    cell : str, float or None
        As it stands in the cleaned table, dates as seconds since 1970.
    kind, rewrites, unified
        As the InputField has them.
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
    """Whether both are spellings of one value."""
    return isinstance(one, str) and isinstance(other, str) and fold(one) == fold(other)
