"""Spellings of a text target that mean the same class."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace

import numpy as np

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.features.target.target_cells import Cells
from rowcast_automl.platform.reasons import reason
from rowcast_automl.profile.columns.several_labels import SeveralLabels, find_several_labels
from rowcast_automl.profile.columns.spelling_variants import collapse_blanks
from rowcast_automl.profile.finding import quoted_list

# "Aa" and "aa" are genotypes, "A" and "a" alleles; a word has more than one letter.
MIN_LETTERS = 2


def merge_equal_labels(cells: Cells) -> tuple[Cells, list[Reason]]:
    """Replace spellings of the same class by the most frequent one, with a note about them.

    Spellings of a class differ in blanks, in the case of words, or in the order of several labels.
    """
    if cells.kind != "text":
        return cells, []
    key = spelling_key(find_several_labels(cells.counts))
    by_key = dict[Hashable, list[str]]()
    for value in sorted(cells.counts, key=lambda value: (-cells.counts[value], value)):
        by_key.setdefault(key(value), []).append(value)
    merged = {value: group[0] for group in by_key.values() for value in group[1:]}
    if not merged:
        return cells, []
    place = {value: index for index, value in enumerate(cells.values)}
    codes = np.array([place[merged.get(value, value)] for value in cells.values], np.int64)
    counts = {group[0]: sum(cells.counts[value] for value in group) for group in by_key.values()}
    changed = sum(cells.counts[value] for value in merged)
    note = reason("LABELS_MERGED", count=changed, labels=quoted_list(list(merged)))
    return replace(cells, codes=np.where(cells.codes < 0, -1, codes[cells.codes]), counts=counts), [note]


def spelling_key(several: SeveralLabels | None) -> Callable[[str], Hashable]:
    """Return a function whose result is equal for spellings of the same class."""
    if several is None:
        return fold_word
    return lambda cell: tuple(map(fold_word, several.key(cell)))


def fold_word(text: str) -> str:
    """Return a key of a label without blanks at its ends and, if it is a word, without case.

    Only common spellings of words are folded: lower case, upper case, and capitalized.
    """
    plain = collapse_blanks(text)
    is_usual = plain.islower() or plain.isupper() or plain.istitle() or plain == plain.capitalize()
    letters = {each for each in plain.casefold() if each.isalpha()}
    return plain.casefold() if is_usual and len(letters) >= MIN_LETTERS else plain
