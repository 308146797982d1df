"""The tokenizer of free text: normalises case, punctuation and script.

It happens before the graph, where dates become parts too: ONNX's StringNormalizer lowers letters by the
locale of the machine it runs on, so the same bundle could answer differently on another one.
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
    """The words with one blank between them; '' for a text without any.

    Letters are made compatible (NFKC) and lose their case. At most 1,000 words within 41,000 characters are
    read, and 40 characters of each. Words of words are the same words.
    """
    text = text[:MAX_CHARACTERS]
    if text.isascii():
        found = PLAIN_WORD.findall(text.lower())
    else:
        folded = normalize("NFKC", normalize("NFKC", text).casefold())
        found = WORD.findall(folded)
    return " ".join([each[:MAX_WORD] for each in found[:MAX_WORDS]])


def is_cut(text: str, read: str) -> bool:
    """Whether `read`, the words of `text`, may not be all of them."""
    return len(text) > MAX_CHARACTERS or read.count(" ") + 1 >= MAX_WORDS
