"""Detection of Western and Central European encodings by the plausibility of words."""

import re

WESTERN = {"cp1250": "Windows-1250", "mac_roman": "Mac Roman"}
WORD = re.compile(r"[A-Za-z\x80-\uffff]+")
# Characters between or beside words.
PUNCTUATION = re.compile("[\\s\xa0€‚„…‘’“”•–—™‹›«»¿¡©®°×÷¢£¥|¦±]+")
EDGE_CHARACTERS = "†‡‰§¶´¨¸ªº¹²³µ¼½¾¬·"
LAST_LATIN_LETTER = "\u024f"
MIN_ODD_WORDS, MAX_CP1252_ODD_SHARE, MAX_ODD_SHARE = 3, 0.3, 0.05


def detect_western_encoding(sample: bytes) -> str:
    """Return cp1252, unless it gives many implausible words and another encoding of `WESTERN` gives few."""
    odd, total = count_odd_words(sample, "cp1252")
    if odd < MIN_ODD_WORDS:
        return "cp1252"
    undefined = sample.decode("cp1252", "replace").count("\ufffd")
    if not undefined and odd <= MAX_CP1252_ODD_SHARE * total:
        return "cp1252"
    for encoding in WESTERN:
        odd, total = count_odd_words(sample, encoding)
        if odd <= MAX_ODD_SHARE * total:
            return encoding
    return "cp1252"


def count_odd_words(sample: bytes, encoding: str) -> tuple[int, int]:
    """Return the number of implausible words and of all distinct non-ASCII words."""
    text = sample.decode(encoding, "replace")
    parts = {part.strip(EDGE_CHARACTERS) for word in WORD.findall(text) for part in PUNCTUATION.split(word)}
    words = [part for part in parts if not part.isascii()]
    return sum(map(is_implausible_word, words)), len(words)


def is_implausible_word(word: str) -> bool:
    """Whether the word has non-Latin characters, or an accented capital next to a lower-case letter."""
    if not word.isalpha() or max(word) > LAST_LATIN_LETTER:
        return True
    return any(
        letter.isupper() and not letter.isascii() and (before.islower() or after.islower())
        for before, letter, after in zip(word, word[1:], [*word[2:], ""], strict=False)
    )
