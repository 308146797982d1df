"""Fuzzy matching of names and values in bounded time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from rowcast_automl.features.rows.row_reader import MAX_NAME

# Letter pairs per request, 1 to 2 ms, since the search blocks the event loop.
MAX_COMPARISONS = 25_000
MAX_CANDIDATES = 3
MIN_WORD_SIMILARITY, MIN_WORD_LENGTH, MIN_PREFIX_LENGTH = 0.8, 4, 2
# Cached searches per model; clients determine the texts.
CACHE_SIZE = 1_000
# Latin letters and all digits but one get separate buckets.
N_BUCKETS = 37
NON_WORD = re.compile(r"[\W_]+")
# Separators within a value. Signs at its ends carry meaning, as in A- or <5.
WORD_SEPARATORS = re.compile(r"[\s_]+|(?<=[^\W\d_])[.,'’]|(?<=\w)[-/](?=\w)")
LETTERS = re.compile(r"[^\W\d_]|\s")
LetterCounts = np.ndarray[Any, np.dtype[np.uint8]]
Cache = dict[tuple[str, str], list[str]]


class FuzzyNames:
    """Fuzzy matching of names, ignoring case and separators. Thread-safe.

    Parameters
    ----------
    known : sequence of str
        Known names; the first of several equal ones counts.
    cached : dict or None
        Cache of searches by owner and key, to be shared by several objects.
    of : str
        Owner in the cache.
    """

    near = 0.66

    def __init__(self, known: Sequence[str], cached: Cache | None = None, of: str = "") -> None:
        self._known = {self.key(each): each for each in reversed(known)}
        # An empty key would match all names.
        self._known.pop("", None)
        self._keys = list(self._known)
        self._letter_counts = count_letters(self._keys)
        self._sizes = np.array([len(each) for each in self._keys])
        self._cache = {} if cached is None else cached
        self._owner = of

    @staticmethod
    def key(text: str) -> str:
        """Return a key that is equal for all spellings."""
        return NON_WORD.sub("", text[:MAX_NAME].casefold())

    def cached(self, key: str) -> list[str] | None:
        """Return cached matches of a key, best first, or None if it is not in the cache."""
        same = self._known.get(key)
        return [same] if same else self._cache.get((self._owner, key))

    def find(self, key: str) -> tuple[list[str], int]:
        """Search matches of a key, best first; also returns the number of compared letter pairs."""
        shared = np.minimum(self._letter_counts, count_letters([key])).sum(axis=1)
        max_similarity = 2 * shared / (self._sizes + len(key))
        candidates = np.flatnonzero(max_similarity >= self.near)
        best = [
            self._keys[at]
            for at in candidates[np.argsort(-max_similarity[candidates], kind="stable")[:MAX_CANDIDATES]]
        ]
        compared = len(self._keys) + sum(len(key) * len(each) for each in best)
        matches = get_close_matches(key, best, MAX_CANDIDATES, self.near)
        near = [self._known[each] for each in matches if self.is_match(key, each)]
        if len(self._cache) >= CACHE_SIZE:
            self._cache.clear()
        self._cache[self._owner, key] = near
        return near, compared

    def is_match(self, key: str, other: str) -> bool:
        """Whether a similar key is a match."""
        return not differs_by_prefix(key, other)


class FuzzyValues(FuzzyNames):
    """Fuzzy matching of values, for typos only: "Plan B" does not match "Plan A", nor "A-" "A+"."""

    near = 0.75

    @staticmethod
    def key(text: str) -> str:
        """Return the words in lower case, separated by one blank."""
        return " ".join(WORD_SEPARATORS.sub(" ", text[:MAX_NAME].casefold()).split())

    def find(self, key: str) -> tuple[list[str], int]:
        """Search matches as for names, with a second comparison of each pair of words."""
        near, compared = super().find(key)
        return near, 2 * compared

    def is_match(self, key: str, other: str) -> bool:
        """Whether the values differ only in blanks, or in a few letters per word."""
        joined = key.replace(" ", "")
        if joined == other.replace(" ", ""):
            return not joined.isdecimal()
        if LETTERS.sub("", key) != LETTERS.sub("", other):
            return False
        words, others = key.split(), other.split()
        return len(words) == len(others) and all(map(is_typo, words, others))


class BoundedSearch:
    """The search of one request, with a limit on the number of comparisons.

    Attributes
    ----------
    left : int
        Remaining letter pairs.
    """

    def __init__(self) -> None:
        self.left = MAX_COMPARISONS

    def near(self, names: FuzzyNames, text: str) -> list[str]:
        """Matches of a text, best first; empty once the limit is exceeded."""
        key = names.key(text)
        near = names.cached(key) if key else []
        if near is None and self.left > 0:
            near, compared = names.find(key)
            self.left -= compared
        return near or []


def is_typo(word: str, known: str) -> bool:
    """Whether a word is a typo of a known one: a few missing, additional or swapped letters."""
    if word == known:
        return True
    if max(len(word), len(known)) < MIN_WORD_LENGTH or differs_by_prefix(word, known):
        return False
    return sorted(word) == sorted(known) or bool(get_close_matches(word, [known], 1, MIN_WORD_SIMILARITY))


def differs_by_prefix(word: str, other: str) -> bool:
    """Whether one word is the other with a prefix, which may invert its meaning: insured, uninsured."""
    short, long = sorted((word, other), key=len)
    return len(long) - len(short) >= MIN_PREFIX_LENGTH and long.endswith(short)


def count_letters(keys: Sequence[str]) -> LetterCounts:
    """Letter counts by bucket, of shape (n_texts, N_BUCKETS)."""
    codes = np.frombuffer("".join(keys).encode("utf-32-le", "surrogatepass"), np.uint32)
    rows = np.repeat(np.arange(len(keys)), [len(each) for each in keys])
    counts = np.bincount(rows * N_BUCKETS + codes % N_BUCKETS, minlength=len(keys) * N_BUCKETS)
    return counts.astype(np.uint8).reshape(-1, N_BUCKETS)
