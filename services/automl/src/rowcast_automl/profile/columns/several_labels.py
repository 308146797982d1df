"""Cells that hold several labels, such as `billing|login`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

SEPARATORS = ("|", ";", ",", "/", "+")
LIST_SEPARATORS = "|;,"
MAX_LABELS, MAX_LABEL_LENGTH = 100, 60
MIN_SHARE = 0.05
# Share of the labels that occur in several combinations.
MIN_RECURRING_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class SeveralLabels:
    """The labels of a column and the sign between them.

    Attributes
    ----------
    labels : mapping
        Number of rows per label, most frequent first.
    """

    separator: str
    labels: Mapping[str, int]

    def key(self, cell: str) -> tuple[str, ...]:
        """Return a key that is equal for cells with the same labels in any order."""
        return tuple(sorted(split_cell(cell, self.separator)))


def find_several_labels(counts: Mapping[str, int]) -> SeveralLabels | None:
    """Return the labels if the cells are sets of labels, otherwise None.

    A separator alone is not enough: it also occurs in `Paris, France` and `1/2`. Three conditions must hold.
    The cells have different numbers of labels, or the same labels in different orders. The labels are words
    that recur in several combinations. No cell repeats a label, since the order of a sequence matters.

    Parameters
    ----------
    counts : mapping
        Number of rows per distinct cell.
    """
    for separator in SEPARATORS:
        if found := labels_between(separator, counts):
            return found
    return None


def labels_between(separator: str, counts: Mapping[str, int]) -> SeveralLabels | None:
    """Return the labels for one separator, or None if the evidence is missing."""
    joined = {cell: rows for cell, rows in counts.items() if separator in cell}
    if sum(joined.values()) < MIN_SHARE * sum(counts.values()) or len(joined) < 2:
        return None
    cells = {cell: split_cell(cell, separator) for cell in counts}
    if not all(is_set_of_words(labels) for labels in cells.values()):
        return None
    rows, combinations = Counter[str](), Counter[str]()
    positions = dict[str, set[int]]()
    for cell, labels in cells.items():
        for place, label in enumerate(labels):
            rows[label] += counts[cell]
            combinations[label] += 1
            positions.setdefault(label, set()).add(place)
    recurring = [label for label, count in combinations.items() if count > 1]
    if len(rows) > MAX_LABELS or len(recurring) < MIN_RECURRING_SHARE * len(rows):
        return None
    is_reordered = len({tuple(sorted(labels)) for labels in cells.values()}) < len(cells)
    has_sizes = len({len(labels) for labels in cells.values()}) > 1
    moves = any(len(places) > 1 for places in positions.values())
    if is_reordered or (has_sizes and moves):
        return SeveralLabels(separator, dict(rows.most_common()))
    return None


def split_cell(cell: str, separator: str) -> list[str]:
    """Split a cell into its labels. A list may end with a separator, but "C++" is a word."""
    ended = cell.strip().removesuffix(separator) if separator in LIST_SEPARATORS else cell
    return [label.strip() for label in ended.split(separator)]


def is_set_of_words(labels: list[str]) -> bool:
    """Whether no label is empty, repeated, long or without letters."""
    return len({*labels}) == len(labels) and all(
        len(label) <= MAX_LABEL_LENGTH and any(map(str.isalpha, label)) for label in labels
    )
