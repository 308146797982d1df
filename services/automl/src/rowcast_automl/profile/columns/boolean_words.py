"""Words for yes and no in English, Spanish, French and German."""

from __future__ import annotations

from collections.abc import Iterable

from rowcast_automl.platform.unicode_normalization import normalize

# By language, the words for yes and for no. Ambiguous letters are excluded, such as n and s (North, South).
LANGUAGES = (
    (("yes", "y"), ("no", "n")),
    (("true", "t"), ("false", "f")),
    (("on",), ("off",)),
    (("ja", "j"), ("nein", "n")),
    (("wahr",), ("falsch",)),
    (("oui",), ("non",)),
    (("vrai",), ("faux",)),
    (("s\u00ed", "si"), ("no",)),
    (("verdadero",), ("falso",)),
)
YES_FORMS = frozenset(word for yes, _ in LANGUAGES for word in yes)
NO_FORMS = frozenset(word for _, no in LANGUAGES for word in no)
# What a long form may be shortened to beside others of its language.
SHORT_FORMS = {
    **{"yes": "y", "no": "n", "true": "t", "false": "f", "ja": "j", "nein": "n"},
    **{"oui": "o", "non": "n", "s\u00ed": "s", "si": "s"},
}


def fold_word(label: str) -> str:
    """Normalize case, blanks and accents of a word."""
    return normalize("NFC", label).strip().casefold()


def parse_yes_no(label: str) -> bool | None:
    """Return True for a word that means yes, False for no, None for anything else."""
    word = fold_word(label)
    return True if word in YES_FORMS else False if word in NO_FORMS else None


def yes_no_pair(values: Iterable[str]) -> tuple[str, str] | None:
    """Return the values for yes and no, if these are the only values and are in one language."""
    given = [*values]
    if len(given) != 2:
        return None
    for yes, no in (given, given[::-1]):
        words = fold_word(yes), fold_word(no)
        if any(words[0] in sides[0] and words[1] in sides[1] for sides in LANGUAGES):
            return yes, no
    return None
