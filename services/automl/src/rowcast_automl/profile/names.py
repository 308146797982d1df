"""What the name of a column says of it, word by word."""

import re

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
BRACKETS = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\])$")

# What stands before says nothing of a name, and blanks before a bracket would be looked at again and again.
LONGEST = 200
TIME_WORDS = (
    "(year|month|week|day|date|time|datetime|timestamp|ts|epoch|unixtime|period|quarter)s?|[a-z]+ed[ _-]?at"
)
UNIT = "s|sec|seconds?|ms|millis|us|ns|utc|index|number|no"


def spaced(name: str) -> str:
    """The end of a name: customerId as customer Id, and Rating (1-5) as Rating."""
    return CAMEL.sub(" ", BRACKETS.sub("", name.strip()[-LONGEST:]))


def last_word(words: str) -> re.Pattern[str]:
    """Finds `spaced` names that end in one of `words` (a|b): age in pet_age, but not in stage."""
    return re.compile(rf"(^|[^a-z])({words})$", re.I)


TIME = last_word(rf"({TIME_WORDS})([ _-]({UNIT}))?")


def names_time(name: str) -> bool:
    """Whether `name` reads like timestamp, created_at, eventTime, time_ms or month_index."""
    return bool(TIME.search(spaced(name)))
