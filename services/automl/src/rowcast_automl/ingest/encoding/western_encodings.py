"""Which encoding spells the words of a Western or Central European text as people do."""

import re

WESTERN = {"cp1250": "Windows-1250", "mac_roman": "Mac Roman"}
WORD = re.compile(r"[A-Za-z\x80-\uffff]+")
# Signs that people put beside or between words.
BETWEEN = re.compile("[\\s\xa0€‚„…‘’“”•–—™‹›«»¿¡©®°×÷¢£¥|¦±]+")
AT_ENDS = "†‡‰§¶´¨¸ªº¹²³µ¼½¾¬·"
LAST_LATIN = "\u024f"
FEWEST, MOST_ODD_WITHIN, MOST_ODD = 3, 0.3, 0.05


def western_encoding(sample: bytes) -> str:
    """cp1252 unless it makes many words odd that another of `WESTERN` spells well."""
    odd, total = spelled(sample, "cp1252")
    if odd < FEWEST:
        return "cp1252"
    undefined = sample.decode("cp1252", "replace").count("\ufffd")
    if not undefined and odd <= MOST_ODD_WITHIN * total:
        return "cp1252"
    for encoding in WESTERN:
        odd, total = spelled(sample, encoding)
        if odd <= MOST_ODD * total:
            return encoding
    return "cp1252"


def spelled(sample: bytes, encoding: str) -> tuple[int, int]:
    """How many different words beyond ASCII no person writes so, and how many there are."""
    text = sample.decode(encoding, "replace")
    parts = {part.strip(AT_ENDS) for word in WORD.findall(text) for part in BETWEEN.split(word)}
    words = [part for part in parts if not part.isascii()]
    return sum(map(is_odd, words)), len(words)


def is_odd(word: str) -> bool:
    """Whether it has more than Latin letters, or a capital beyond A to Z among small ones."""
    if not word.isalpha() or max(word) > LAST_LATIN:
        return True
    return any(
        letter.isupper() and not letter.isascii() and (before.islower() or after.islower())
        for before, letter, after in zip(word, word[1:], [*word[2:], ""], strict=False)
    )
