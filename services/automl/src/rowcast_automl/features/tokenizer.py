"""The tokenizer of free text: normalises case, punctuation and script.

It runs outside the graph, as does the conversion of dates. ONNX's StringNormalizer depends on the locale of
the machine, so predictions of one bundle could differ between machines.
"""

from __future__ import annotations

import re

from rowcast_automl.platform.unicode_normalization import normalize

MAX_WORDS = 1_000
MAX_WORD = 40
MAX_CHARACTERS = MAX_WORDS * (MAX_WORD + 1)
# Letters and digits with the marks that are written on them, such as Arabic and Indic vowel signs.
MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
# Scripts without blanks between words, and pictographs: each character is a word of its own.
ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u2e80-\u2fff\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U000323af"
)
WORD = re.compile(rf"[{ALONE}]|(?:(?![{ALONE}])(?:[^\W_]|[{MARKS}]))+")
PLAIN_WORD = re.compile(r"[a-z0-9]+")


def words(text: str) -> str:
    """Return the words of a text, separated by single blanks; '' for a text without words.

    Letters are normalised (NFKC) and case-folded. At most 1,000 words in the first 41,000 characters are
    used, with 40 characters each. Tokenizing the result again does not change it.
    """
    text = text[:MAX_CHARACTERS]
    if text.isascii():
        found = PLAIN_WORD.findall(text.lower())
    else:
        folded = normalize("NFKC", normalize("NFKC", text).casefold())
        found = WORD.findall(folded)
    return " ".join([each[:MAX_WORD] for each in found[:MAX_WORDS]])


def is_cut(text: str, read: str) -> bool:
    """Whether `read`, the tokenized `text`, may have been truncated."""
    return len(text) > MAX_CHARACTERS or read.count(" ") + 1 >= MAX_WORDS
