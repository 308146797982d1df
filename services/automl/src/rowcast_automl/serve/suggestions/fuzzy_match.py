"""Known texts that are spelt like another one, found in bounded time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from rowcast_automl.features.rows.row_reader import MAX_NAME

# Pairs of letters in one call, since the texts are the caller's and the event loop waits: 1 to 2 ms.
MOST_COMPARED = 25_000
LIKELIEST = 3
NEAR_WORD, SHORTEST_WORD, SHORTEST_PREFIX = 0.8, 4, 2
# Texts whose search is remembered from call to call, of a model in all, since callers choose them.
MOST_FOUND = 1_000
# Into so many bags Latin letters go one by one, and all but one digit beside them.
BAGS = 37
APART = re.compile(r"[\W_]+")
# What parts the words of a value; a sign before or behind all of it may be all that it says, as in A- or <5.
BETWEEN = re.compile(r"[\s_]+|(?<=[^\W\d_])[.,'’]|(?<=\w)[-/](?=\w)")
LETTERS = re.compile(r"[^\W\d_]|\s")
Bags = np.ndarray[Any, np.dtype[np.uint8]]
Found = dict[tuple[str, str], list[str]]


class AlikeNames:
    """The names of fields, where case and separators do not count; safe to share between threads.

    Parameters
    ----------
    known : sequence of str
        Of several that are spelt alike, the first counts.
    found : dict or None
        What was found by `of` and key, where several share one bounded memory.
    of : str
        What they are known by in it.
    """

    near = 0.66

    def __init__(self, known: Sequence[str], found: Found | None = None, of: str = "") -> None:
        self._known = {self.key(each): each for each in reversed(known)}
        # Of signs alone every name would be like every other.
        self._known.pop("", None)
        self._keys = list(self._known)
        self._bags = bags(self._keys)
        self._sizes = np.array([len(each) for each in self._keys])
        self._found = {} if found is None else found
        self._of = of

    @staticmethod
    def key(text: str) -> str:
        """What all spellings have in common."""
        return APART.sub("", text[:MAX_NAME].casefold())

    def found(self, key: str) -> list[str] | None:
        """The known texts like this one, the nearest first; None where they were not looked for lately."""
        same = self._known.get(key)
        return [same] if same else self._found.get((self._of, key))

    def look_for(self, key: str) -> tuple[list[str], int]:
        """The known texts like this one, the nearest first, and how many pairs of letters were compared."""
        shared = np.minimum(self._bags, bags([key])).sum(axis=1)
        most = 2 * shared / (self._sizes + len(key))
        likely = np.flatnonzero(most >= self.near)
        likeliest = [self._keys[at] for at in likely[np.argsort(-most[likely], kind="stable")[:LIKELIEST]]]
        compared = len(self._keys) + sum(len(key) * len(each) for each in likeliest)
        close = get_close_matches(key, likeliest, LIKELIEST, self.near)
        near = [self._known[each] for each in close if self.is_like(key, each)]
        if len(self._found) >= MOST_FOUND:
            self._found.clear()
        self._found[self._of, key] = near
        return near, compared

    def is_like(self, key: str, other: str) -> bool:
        """Whether one that is near is meant, by more than its letters."""
        return not has_prefix(key, other)


class AlikeValues(AlikeNames):
    """The values of a field, of which only slips are alike: "Plan B" is not "Plan A", nor "A-" "A+"."""

    near = 0.75

    @staticmethod
    def key(text: str) -> str:
        """The words in lower case, with one blank between them."""
        return " ".join(BETWEEN.sub(" ", text[:MAX_NAME].casefold()).split())

    def look_for(self, key: str) -> tuple[list[str], int]:
        """As for names. Each pair of words is compared once more."""
        near, compared = super().look_for(key)
        return near, 2 * compared

    def is_like(self, key: str, other: str) -> bool:
        """Whether only blanks or letters differ, and in no word many."""
        joined = key.replace(" ", "")
        if joined == other.replace(" ", ""):
            return not joined.isdecimal()
        if LETTERS.sub("", key) != LETTERS.sub("", other):
            return False
        words, others = key.split(), other.split()
        return len(words) == len(others) and all(map(is_slip, words, others))


class Search:
    """The search of one call: it ends where it would hold up others.

    Parameters
    ----------
    left : int
        Pairs of letters that may still be compared.
    """

    def __init__(self) -> None:
        self.left = MOST_COMPARED

    def near(self, alike: AlikeNames, text: str) -> list[str]:
        """The known texts like this one, the nearest first; none once too much was compared."""
        key = alike.key(text)
        near = alike.found(key) if key else []
        if near is None and self.left > 0:
            near, compared = alike.look_for(key)
            self.left -= compared
        return near or []


def is_slip(word: str, known: str) -> bool:
    """Whether a word is another one written wrongly: few letters missing, too many or swapped."""
    if word == known:
        return True
    if max(len(word), len(known)) < SHORTEST_WORD or has_prefix(word, known):
        return False
    return sorted(word) == sorted(known) or bool(get_close_matches(word, [known], 1, NEAR_WORD))


def has_prefix(word: str, other: str) -> bool:
    """Whether one is the other behind two letters or more, which may turn its meaning: insured, uninsured."""
    short, long = sorted((word, other), key=len)
    return len(long) - len(short) >= SHORTEST_PREFIX and long.endswith(short)


def bags(keys: Sequence[str]) -> Bags:
    """How many letters of each text fall into each bag, shape (texts, BAGS)."""
    codes = np.frombuffer("".join(keys).encode("utf-32-le", "surrogatepass"), np.uint32)
    rows = np.repeat(np.arange(len(keys)), [len(each) for each in keys])
    counts = np.bincount(rows * BAGS + codes % BAGS, minlength=len(keys) * BAGS)
    return counts.astype(np.uint8).reshape(-1, BAGS)
