"""Times of day and durations, converted to minutes or seconds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.numbers.number_format import MAX_UNITLESS_SHARE
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.column_names import split_words

# Words for each unit, by its length in seconds.
UNIT_WORDS = {
    86_400: ("d", "day", "days", "tag", "tage", "jour", "jours", "día", "días", "dia", "dias"),
    3_600: (
        *("h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora", "horas"),
    ),
    60: (*("m", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos"),),
    1: (
        *("s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde", "secondes"),
        *("seg", "segundo", "segundos"),
    ),
}
PARTS = ("d", "h", "m", "s")
UNIT_PATTERNS = {
    part: "|".join(sorted(words, key=len, reverse=True))
    for part, words in zip(PARTS, UNIT_WORDS.values(), strict=True)
}
# Listed explicitly, since \s and trim() of DuckDB know fewer blanks than Python.
BLANKS = " \t\u00a0\u202f"
DURATION_PATTERN = f"[{BLANKS}]*".join(
    rf"(?:([0-9]{{1,6}})[{BLANKS}]?(?:{UNIT_PATTERNS[part]})\.?)?" for part in PARTS
)
DURATION_RE = re.compile(DURATION_PATTERN, re.I)
# 3D and 12H may be codes.
CODE_RE = re.compile(f"[0-9]+[{BLANKS}]?[A-Z]")
CLOCK = (
    r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9](?:\.[0-9]{1,6})?))?"
    rf"(?:[{BLANKS}]?([AaPp])\.?[Mm]\.?)?"
)
CLOCK_RE = re.compile(CLOCK)
BARE_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,6})?"
BARE_NUMBER_RE = re.compile(BARE_NUMBER)
MAX_LENGTH = 40
SECONDS_PER_DAY = 86_400
TIME_NAME = re.compile(
    r"(^|[^a-z])(time|clock|start|end|begin|from|to|until|open(ing|s)?|clos(ing|es)?|arrival|departure|hour|"
    r"uhrzeit|zeit|beginn|ende|heure|d[ée]but|fin|hora|inicio)s?([^a-z]|$)",
    re.I,
)
DURATION_NAME = re.compile(
    r"(^|[^a-z])(durations?|dauer|dur[ée]e|duraci[óo]n|runtime|run time|length|elapsed|took|pace|lap|split|"
    r"wait(ing)?( time)?|delay|travel time|cook(ing)? time|prep(aration)? time|flight time|minutes|seconds|"
    r"playtime)"
    r"([^a-z]|$)",
    re.I,
)
# Names of columns in which 4:30 means minutes and seconds.
MINUTES_SECONDS_NAME = re.compile(r"(^|[^a-z])(pace|lap|split|seconds)([^a-z]|$)", re.I)
# Names of scores and ratios, which look like times.
RATIO_NAME = re.compile(
    r"(^|[^a-z])(scores?|results?|ratios?|aspects?|odds|vers(es?)?|chapters?|sets?|goals|"
    r"ergebnis(se)?|(spiel|end)stand|verh[äa]ltnis(se)?|quoten?|kapitel|tore|"
    r"r[ée]sultats?|rapports?|cotes?|versets?|chapitres?|buts|"
    r"marcador(es)?|resultados?|proporci[óo]n(es)?|cuotas?|vers[íi]culos?|cap[íi]tulos?|goles)([^a-z]|$)",
    re.I,
)
Kind = Literal["time_of_day", "duration"]
Unit = Literal["min", "s"]
SECONDS_PER_UNIT: dict[Unit, int] = {"min": 60, "s": 1}
# Index of the unit among the parts of a duration.
UNIT_INDEX: dict[Unit, int] = {"min": 2, "s": 3}


@dataclass(frozen=True)
class TimeFormat:
    """How times of day or durations are converted to numbers.

    Parameters
    ----------
    kind : str
        Times of day are measured from midnight.
    unit : str
        Unit of the resulting number.
    accepts_bare_numbers : bool
        Whether a bare number has this unit; otherwise it is invalid.
    """

    kind: Kind
    unit: Unit
    accepts_bare_numbers: bool = False

    def conversions(self) -> tuple[Conversion, ...]:
        """Return the conversions of a cell, as reported to the user."""
        read = Conversion(kind=self.kind, written=self.unit)
        return (
            (read, Conversion(kind="without_unit", written=self.unit))
            if self.accepts_bare_numbers
            else (read,)
        )

    def or_null(self, cell: str) -> str:
        """Return SQL that converts the trimmed `cell` to DOUBLE; null for other cells."""
        text = f"trim({cell}, {literal(BLANKS)})"
        clock, spoken = literal(CLOCK), literal(f"(?i){DURATION_PATTERN}")
        a, b, c, am_pm = (f"regexp_extract({text}, {clock}, {group})" for group in range(1, 5))
        first, second = (f"try_cast({each} AS DOUBLE)" for each in (a, b))
        third = f"try_cast(nullif({c}, '') AS DOUBLE)"
        hours = (
            f"CASE WHEN {am_pm} = '' THEN {first} WHEN {first} NOT BETWEEN 1 AND 12 THEN NULL "
            f"ELSE {first} % 12 + CASE WHEN lower({am_pm}) = 'p' THEN 12 ELSE 0 END END"
        )
        factor = self._second_part_seconds()
        clock_seconds = (
            f"CASE WHEN {third} IS NULL AND {am_pm} = '' THEN {first} * {60 * factor} + {second} * {factor} "
            f"ELSE ({hours}) * 3600 + {second} * 60 + coalesce({third}, 0) END"
        )
        groups = [
            f"coalesce(try_cast(nullif(regexp_extract({text}, {spoken}, {place}), '') AS DOUBLE), 0)"
            for place in range(1, 5)
        ]
        duration_seconds = " + ".join(
            f"{group} * {factor}" for group, factor in zip(groups, UNIT_WORDS, strict=True)
        )
        limit = f" AND ({clock_seconds}) < {SECONDS_PER_DAY}" if self.kind == "time_of_day" else ""
        bare_case = (
            f"WHEN {is_bare_number_sql(cell)} THEN try_cast({text} AS DOUBLE) "
            if self.accepts_bare_numbers
            else ""
        )
        unit = SECONDS_PER_UNIT[self.unit]
        return (
            f"CASE WHEN length({cell}) > {MAX_LENGTH} OR {text} = '' THEN NULL "
            f"WHEN regexp_full_match({text}, {clock}){limit} THEN ({clock_seconds}) / {unit} "
            f"WHEN regexp_full_match({text}, {spoken}) THEN ({duration_seconds}) / {unit} {bare_case}END"
        )

    def expression(self, cell: str) -> str:
        """Return SQL that converts `cell` to DOUBLE and fails on other cells."""
        return f"coalesce({self.or_null(cell)}, CAST('x' || {cell} AS DOUBLE))"

    def value(self, text: str) -> float | None:
        """Return the value of a cell, or None if it is neither a time nor a duration."""
        bare = text.strip(BLANKS)
        if self.accepts_bare_numbers and BARE_NUMBER_RE.fullmatch(bare):
            return float(bare)
        seconds = self._seconds(bare)
        if seconds is None or (self.kind == "time_of_day" and seconds >= SECONDS_PER_DAY and ":" in text):
            return None
        return seconds / SECONDS_PER_UNIT[self.unit]

    def _seconds(self, text: str) -> float | None:
        if not text or len(text) > MAX_LENGTH:
            return None
        if clock := CLOCK_RE.fullmatch(text):
            first, second, third, am_pm = clock.groups()
            if third is None and am_pm is None:
                return float((int(first) * 60 + int(second)) * self._second_part_seconds())
            hours = int(first)
            if am_pm:
                if not 1 <= hours <= 12:
                    return None
                hours = hours % 12 + (12 if am_pm in "pP" else 0)
            return hours * 3600.0 + int(second) * 60 + float(third or 0)
        if spoken := DURATION_RE.fullmatch(text):
            return float(
                sum(int(part or 0) * each for part, each in zip(spoken.groups(), UNIT_WORDS, strict=True))
            )
        return None

    def _second_part_seconds(self) -> int:
        """Return the seconds per unit of the second part of 15:19: 60 for minutes, 1 for seconds."""
        return 1 if self.kind == "duration" and self.unit == "s" else 60


def infer_time_format(name: str, values: Sequence[str]) -> TimeFormat | None:
    """Infer the format of a column whose values are all times or durations.

    A few values may be bare numbers if the others have a unit.

    Returns
    -------
    TimeFormat or None
        None if a value is neither, or if the values may be scores or ratios.
    """
    cells = [value.strip(BLANKS) for value in values]
    if not cells or any(len(cell) > MAX_LENGTH for cell in cells):
        return None
    if bare_case := [cell for cell in cells if BARE_NUMBER_RE.fullmatch(cell)]:
        form = infer_time_format(name, [cell for cell in cells if not BARE_NUMBER_RE.fullmatch(cell)])
        return (
            form
            if form and form.accepts_bare_numbers and len(bare_case) <= MAX_UNITLESS_SHARE * len(cells)
            else None
        )
    clock_matches = [match for cell in cells if (match := CLOCK_RE.fullmatch(cell))]
    if not clock_matches:
        return infer_duration_format(cells)
    if len(clock_matches) < len(cells):
        spoken = [cell for cell in cells if not CLOCK_RE.fullmatch(cell)]
        mixed = all(match[3] and not match[4] for match in clock_matches) and infer_duration_format(spoken)
        return TimeFormat("duration", "s") if mixed else None
    words = split_words(name).replace("_", " ")
    if RATIO_NAME.search(words):
        return None
    seconds = any(match[3] for match in clock_matches)
    has_am_pm = any(match[4] for match in clock_matches)
    is_duration = bool(DURATION_NAME.search(words)) or any(int(match[1]) >= 24 for match in clock_matches)
    padded = all(len(match[1]) == 2 for match in clock_matches)
    has_time_name = bool(TIME_NAME.search(words) or DURATION_NAME.search(words))
    if not (
        has_time_name or has_am_pm or (seconds and len(clock_matches) > 1) or (padded and not is_duration)
    ):
        return None
    if is_duration and has_am_pm:
        return None
    seconds = seconds or (is_duration and bool(MINUTES_SECONDS_NAME.search(words)))
    return TimeFormat("duration" if is_duration else "time_of_day", "s" if seconds else "min")


def infer_duration_format(cells: Sequence[str]) -> TimeFormat | None:
    """Infer the format of durations with several units, such as 1h 18m and 45m."""
    found = [DURATION_RE.fullmatch(cell) for cell in cells if cell]
    if not found or not all(found):
        return None
    used = [tuple(group is not None for group in match.groups()) for match in found if match]
    # 45m alone may be metres, and 2 h alone is a number with a unit.
    if not any(sum(parts) > 1 for parts in used):
        hours = any(parts[0] or parts[1] for parts in used)
        if len(set(used)) < 2 or not hours or any(map(CODE_RE.fullmatch, cells)):
            return None
    unit: Unit = "s" if any(parts[3] for parts in used) else "min"
    n_with_unit = sum(parts[UNIT_INDEX[unit]] and not any(parts[UNIT_INDEX[unit] + 1 :]) for parts in used)
    return TimeFormat("duration", unit, accepts_bare_numbers=2 * n_with_unit > len(used))


def is_bare_number_sql(cell: str) -> str:
    """Return SQL that is true if `cell` is a bare number."""
    return f"regexp_full_match(trim({cell}, {literal(BLANKS)}), {literal(BARE_NUMBER)})"


def format_from_conversions(kinds: Mapping[Any, str]) -> TimeFormat | None:
    """Return the format that is recorded in the conversions of a column."""
    for kind in ("time_of_day", "duration"):
        if kind in kinds:
            return TimeFormat(kind, "s" if kinds[kind] == "s" else "min", "without_unit" in kinds)
    return None


def most_likely_time_format(name: str, values: Sequence[str], min_share: float = 0.5) -> TimeFormat | None:
    """Return the format of the times or durations among `values`, if their share exceeds `min_share`."""
    matching = [
        cell
        for cell in values
        if 0 < len(bare := cell.strip(BLANKS)) <= MAX_LENGTH
        and (CLOCK_RE.fullmatch(bare) or DURATION_RE.fullmatch(bare))
    ]
    return infer_time_format(name, matching) if len(matching) > min_share * len(values) else None
