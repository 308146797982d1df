"""Spelling variants: values that differ only in case or blanks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

MAX_VALUES, MAX_SPELLINGS = 10_000, 1_000


def fold(text: str) -> str:
    """Return a key that is equal for all spellings of a value."""
    return collapse_blanks(text).casefold()


def collapse_blanks(text: str) -> str:
    """Collapse blanks to one between words and none at the ends."""
    return " ".join(text.split())


def first_by_fold(values: Iterable[str]) -> dict[str, str]:
    """Map folded values to the first value with that key."""
    first = dict[str, str]()
    for value in values:
        first.setdefault(fold(value), value)
    return first


def group_spellings(values: Iterable[str]) -> list[list[str]]:
    """Group values that are spellings of each other, in the given order."""
    groups = dict[str, list[str]]()
    for value in values:
        groups.setdefault(fold(value), []).append(value)
    return list(groups.values())


def most_common_spelling(group: Sequence[str], counts: Mapping[str, int]) -> str:
    """Return the most frequent spelling, with blanks collapsed. Ties are broken alphabetically."""
    cells = dict[str, int]()
    for value in group:
        cells[collapse_blanks(value)] = cells.get(collapse_blanks(value), 0) + counts[value]
    return min(cells, key=lambda each: (-cells[each], each))


def unify_spellings(counts: Mapping[str, int]) -> dict[str, str | None]:
    """Map each uncommon spelling to the most common one; blank values map to None."""
    written = {
        each: most_common_spelling(group, counts) or None
        for group in group_spellings(counts)
        for each in group
    }
    return {value: each for value, each in written.items() if each != value}
