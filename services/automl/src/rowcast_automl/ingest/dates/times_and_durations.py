"""Times of day and durations as people write them, read as minutes or seconds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.numbers.number_format import MOST_BARE
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.column_names import spaced

# The words for each part, by the seconds that it stands for.
WORDS = {
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
SPELT = {
    part: "|".join(sorted(words, key=len, reverse=True))
    for part, words in zip(PARTS, WORDS.values(), strict=True)
}
# The same in Python and in DuckDB, whose \s and trim() know fewer of them.
BLANKS = " \t\u00a0\u202f"
SPOKEN = f"[{BLANKS}]*".join(rf"(?:([0-9]{{1,6}})[{BLANKS}]?(?:{SPELT[part]})\.?)?" for part in PARTS)
SPOKEN_RE = re.compile(SPOKEN, re.I)
# 3D and 12H are codes as often as days and hours.
CODE_RE = re.compile(f"[0-9]+[{BLANKS}]?[A-Z]")
CLOCK = (
    r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9](?:\.[0-9]{1,6})?))?"
    rf"(?:[{BLANKS}]?([AaPp])\.?[Mm]\.?)?"
)
CLOCK_RE = re.compile(CLOCK)
BARE = r"[0-9]{1,6}(?:\.[0-9]{1,6})?"
BARE_RE = re.compile(BARE)
LONGEST = 40
DAY = 86_400
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
# Minutes and seconds where two numbers are all.
SHORT_NAME = re.compile(r"(^|[^a-z])(pace|lap|split|seconds)([^a-z]|$)", re.I)
# Of games and shapes, which are written like times.
OTHER_NAME = re.compile(
    r"(^|[^a-z])(scores?|results?|ratios?|aspects?|odds|vers(es?)?|chapters?|sets?|goals|"
    r"ergebnis(se)?|(spiel|end)stand|verh[äa]ltnis(se)?|quoten?|kapitel|tore|"
    r"r[ée]sultats?|rapports?|cotes?|versets?|chapitres?|buts|"
    r"marcador(es)?|resultados?|proporci[óo]n(es)?|cuotas?|vers[íi]culos?|cap[íi]tulos?|goles)([^a-z]|$)",
    re.I,
)
Kind = Literal["time_of_day", "duration"]
Unit = Literal["min", "s"]
SECONDS: dict[Unit, int] = {"min": 60, "s": 1}
# Among the parts of a duration in words.
UNIT_PLACE: dict[Unit, int] = {"min": 2, "s": 3}


@dataclass(frozen=True)
class ClockFormat:
    """How a column of times or durations becomes numbers.

    Parameters
    ----------
    kind : str
        Times of day are counted from midnight.
    unit : str
        Of the number that a cell becomes.
    bare : bool
        Whether a number alone is one of that unit, as most cells show; else it says nothing.
    """

    kind: Kind
    unit: Unit
    bare: bool = False

    def conversions(self) -> tuple[Conversion, ...]:
        """What is done to a cell, as the person is shown it."""
        read = Conversion(kind=self.kind, written=self.unit)
        return (read, Conversion(kind="without_unit", written=self.unit)) if self.bare else (read,)

    def or_null(self, cell: str) -> str:
        """SQL that reads `cell` as DOUBLE, whatever blanks are around it, else as null."""
        text = f"trim({cell}, {literal(BLANKS)})"
        clock, spoken = literal(CLOCK), literal(f"(?i){SPOKEN}")
        a, b, c, half = (f"regexp_extract({text}, {clock}, {group})" for group in range(1, 5))
        first, second = (f"try_cast({each} AS DOUBLE)" for each in (a, b))
        third = f"try_cast(nullif({c}, '') AS DOUBLE)"
        hours = (
            f"CASE WHEN {half} = '' THEN {first} WHEN {first} NOT BETWEEN 1 AND 12 THEN NULL "
            f"ELSE {first} % 12 + CASE WHEN lower({half}) = 'p' THEN 12 ELSE 0 END END"
        )
        short = self._short()
        told = (
            f"CASE WHEN {third} IS NULL AND {half} = '' THEN {first} * {60 * short} + {second} * {short} "
            f"ELSE ({hours}) * 3600 + {second} * 60 + coalesce({third}, 0) END"
        )
        groups = [
            f"coalesce(try_cast(nullif(regexp_extract({text}, {spoken}, {place}), '') AS DOUBLE), 0)"
            for place in range(1, 5)
        ]
        said = " + ".join(f"{group} * {factor}" for group, factor in zip(groups, WORDS, strict=True))
        limit = f" AND ({told}) < {DAY}" if self.kind == "time_of_day" else ""
        alone = f"WHEN {is_bare(cell)} THEN try_cast({text} AS DOUBLE) " if self.bare else ""
        return (
            f"CASE WHEN length({cell}) > {LONGEST} OR {text} = '' THEN NULL "
            f"WHEN regexp_full_match({text}, {clock}){limit} THEN ({told}) / {SECONDS[self.unit]} "
            f"WHEN regexp_full_match({text}, {spoken}) THEN ({said}) / {SECONDS[self.unit]} {alone}END"
        )

    def expression(self, cell: str) -> str:
        """SQL that reads `cell` as DOUBLE and fails where it cannot."""
        return f"coalesce({self.or_null(cell)}, CAST('x' || {cell} AS DOUBLE))"

    def value(self, text: str) -> float | None:
        """The number that a cell is; None for what is neither a time nor a duration."""
        bare = text.strip(BLANKS)
        if self.bare and BARE_RE.fullmatch(bare):
            return float(bare)
        seconds = self._seconds(bare)
        if seconds is None or (self.kind == "time_of_day" and seconds >= DAY and ":" in text):
            return None
        return seconds / SECONDS[self.unit]

    def _seconds(self, text: str) -> float | None:
        if not text or len(text) > LONGEST:
            return None
        if clock := CLOCK_RE.fullmatch(text):
            first, second, third, half = clock.groups()
            if third is None and half is None:
                return float((int(first) * 60 + int(second)) * self._short())
            hours = int(first)
            if half:
                if not 1 <= hours <= 12:
                    return None
                hours = hours % 12 + (12 if half in "pP" else 0)
            return hours * 3600.0 + int(second) * 60 + float(third or 0)
        if spoken := SPOKEN_RE.fullmatch(text):
            return float(
                sum(int(part or 0) * each for part, each in zip(spoken.groups(), WORDS, strict=True))
            )
        return None

    def _short(self) -> int:
        """What the second number of two stands for, in seconds: 15:19 is of a day, or minutes and seconds."""
        return 1 if self.kind == "duration" and self.unit == "s" else 60


def clock_format(name: str, values: Sequence[str]) -> ClockFormat | None:
    """How all `values` of a column of this name are times or durations; None where some is none, or all may
    well be something else.

    As among numbers with a unit, a few may be bare where the others tell their unit.
    """
    cells = [value.strip(BLANKS) for value in values]
    if not cells or any(len(cell) > LONGEST for cell in cells):
        return None
    if alone := [cell for cell in cells if BARE_RE.fullmatch(cell)]:
        form = clock_format(name, [cell for cell in cells if not BARE_RE.fullmatch(cell)])
        return form if form and form.bare and len(alone) <= MOST_BARE * len(cells) else None
    clocks = [match for cell in cells if (match := CLOCK_RE.fullmatch(cell))]
    if not clocks:
        return spoken_format(cells)
    if len(clocks) < len(cells):
        spoken = [cell for cell in cells if not CLOCK_RE.fullmatch(cell)]
        mixed = all(match[3] and not match[4] for match in clocks) and spoken_format(spoken)
        return ClockFormat("duration", "s") if mixed else None
    words = spaced(name).replace("_", " ")
    if OTHER_NAME.search(words):
        return None
    seconds = any(match[3] for match in clocks)
    halves = any(match[4] for match in clocks)
    lasts = bool(DURATION_NAME.search(words)) or any(int(match[1]) >= 24 for match in clocks)
    padded = all(len(match[1]) == 2 for match in clocks)
    named = bool(TIME_NAME.search(words) or DURATION_NAME.search(words))
    if not (named or halves or (seconds and len(clocks) > 1) or (padded and not lasts)):
        return None
    if lasts and halves:
        return None
    seconds = seconds or (lasts and bool(SHORT_NAME.search(words)))
    return ClockFormat("duration" if lasts else "time_of_day", "s" if seconds else "min")


def spoken_format(cells: Sequence[str]) -> ClockFormat | None:
    """How all `cells` are durations in words of several units, such as 1h 18m beside 45m."""
    found = [SPOKEN_RE.fullmatch(cell) for cell in cells if cell]
    if not found or not all(found):
        return None
    used = [tuple(group is not None for group in match.groups()) for match in found if match]
    # 45m alone are meters, and 2 h alone a number with a unit.
    if not any(sum(parts) > 1 for parts in used):
        hours = any(parts[0] or parts[1] for parts in used)
        if len(set(used)) < 2 or not hours or any(map(CODE_RE.fullmatch, cells)):
            return None
    unit: Unit = "s" if any(parts[3] for parts in used) else "min"
    ending = sum(parts[UNIT_PLACE[unit]] and not any(parts[UNIT_PLACE[unit] + 1 :]) for parts in used)
    return ClockFormat("duration", unit, bare=2 * ending > len(used))


def is_bare(cell: str) -> str:
    """SQL that tells whether `cell` is a number alone."""
    return f"regexp_full_match(trim({cell}, {literal(BLANKS)}), {literal(BARE)})"


def format_of(kinds: Mapping[Any, str]) -> ClockFormat | None:
    """The format that the conversions of a column tell, by kind."""
    for kind in ("time_of_day", "duration"):
        if kind in kinds:
            return ClockFormat(kind, "s" if kinds[kind] == "s" else "min", "without_unit" in kinds)
    return None


def likely_clock(name: str, values: Sequence[str], least: float = 0.5) -> ClockFormat | None:
    """The format of those of `values` that are times or durations, where more than a share of `least` are."""
    alike = [
        cell
        for cell in values
        if 0 < len(bare := cell.strip(BLANKS)) <= LONGEST
        and (CLOCK_RE.fullmatch(bare) or SPOKEN_RE.fullmatch(bare))
    ]
    return clock_format(name, alike) if len(alike) > least * len(values) else None
