"""What the name of a column says of it, word by word."""

import re

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def spaced(name: str) -> str:
    """customerId as customer Id."""
    return CAMEL.sub(" ", name.strip())


def last_word(words: str) -> re.Pattern[str]:
    """Finds `spaced` names that end in one of `words` (a|b): age in pet_age, but not in stage."""
    return re.compile(rf"(^|[^a-z])({words})$", re.I)
