"""Normal forms of text, in time that grows with its length alone."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.features.tokenizer import words
from rowcast_automl.platform.unicode_normalization import MAX_MARKS, normalize
from rowcast_automl.profile.columns.boolean_words import parse_yes_no


@given(st.text(max_size=MAX_MARKS))
def test_what_a_letter_can_have_is_as_unicode_has_it(text: str) -> None:
    assert normalize("NFC", text) == unicodedata.normalize("NFC", text)
    assert normalize("NFKC", text) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    "mark",
    ["\u0300\u0327", "\U0001d165\u0327", "\u0f73", "\uff9e\u0327"],
    ids=["first plane", "beyond", "of two", "wide"],
)
def test_marks_beyond_all_letters_are_excluded_at_once(mark: str) -> None:
    text = f"a{mark * 500_000} b"
    # Some marks are two by themselves.
    assert len(normalize("NFC", text)) <= 2 * MAX_MARKS + 3
    assert words(text).startswith(normalize("NFKC", f"a{mark}")[0])
    assert parse_yes_no(text) is None


def test_many_signs_that_are_no_marks_stay() -> None:
    assert normalize("NFC", "\U0001f600" * 100 + "\u6771" * 100) == "\U0001f600" * 100 + "\u6771" * 100
