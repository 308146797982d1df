"""Words that say yes or no, in the languages of the console."""

from __future__ import annotations

from collections.abc import Iterable

from rowcast_automl.platform.unicode_normalization import normalize

# By language, what says yes and what says no. A letter that says something else as often, as n and s of North
# and South or o of other, is none by itself.
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


def folded_word(label: str) -> str:
    """What all ways to write a word have in common."""
    return normalize("NFC", label).strip().casefold()


def yes_no_of(label: str) -> bool | None:
    """Whether a word says yes or no; None for anything else."""
    word = folded_word(label)
    return True if word in YES_FORMS else False if word in NO_FORMS else None


def yes_no_pair(values: Iterable[str]) -> tuple[str, str] | None:
    """The value that says yes and the one that says no, where these are all and of one language."""
    given = [*values]
    if len(given) != 2:
        return None
    for yes, no in (given, given[::-1]):
        words = folded_word(yes), folded_word(no)
        if any(words[0] in sides[0] and words[1] in sides[1] for sides in LANGUAGES):
            return yes, no
    return None
