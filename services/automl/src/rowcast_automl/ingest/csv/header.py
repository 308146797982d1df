"""Whether the first row names the columns, and by which names they go on."""

import re
from collections import Counter

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

MAX_COLUMNS = 2_000
NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?\s*")
NAMED = 10
# Of digits and blanks that may be a year or a count.
LONGEST_COUNT = 20


def name_columns(
    header: list[str], line: int = 1, *, certain: bool = False
) -> tuple[list[str], list[LintFinding]]:
    """Unique, non-empty names for the columns of `header`, which begins in `line`, and findings about them.

    Where that they are names is `certain`, it does not matter what they look like.

    Raises RowcastError TOO_MANY_COLUMNS, TOO_FEW_COLUMNS, HEADER_MISSING or HEADER_DUPLICATE.
    """
    if len(header) > MAX_COLUMNS:
        note = file_note("COLUMNS_MOST", count=len(header), most=MAX_COLUMNS)
        raise refusal("TOO_MANY_COLUMNS", note, "Remove some columns.")
    if len(header) < 2:
        raise RowcastError("TOO_FEW_COLUMNS")
    if not certain and looks_like_data(header):
        shown = ", ".join(header[:5])
        note = file_note("HEADER_HOLDS_VALUES", line=line, given=shown[:200])
        raise refusal("HEADER_MISSING", note, "Add a header row.")
    names = [name.strip() for name in header]
    refuse_duplicates(names, line)
    given, findings = rename_empty(names, line)
    return given, findings if certain else findings + numeric_header(names, line)


def looks_like_data(header: list[str]) -> bool:
    """Numbers in the first row, unless they could be names: years, or a count from 0 or 1."""
    if not any(cell.strip() for cell in header):
        return True
    numbers = [cell for cell in header if NUMBER.fullmatch(cell)]
    if not numbers:
        return False
    whole = [int(cell) for cell in numbers if cell.strip().isdecimal() and len(cell) <= LONGEST_COUNT]
    if len(whole) < len(numbers) or len(set(whole)) < len(whole):
        return True
    years = all(1800 <= number <= 2200 for number in whole) and len(whole) > 1
    counted = len(whole) > 1 and whole == list(range(whole[0], whole[0] + len(whole))) and whole[0] in (0, 1)
    return not (years or counted)


def numeric_header(names: list[str], line: int) -> list[LintFinding]:
    """A warning where all names are numbers: it may have been the first row."""
    if not all(NUMBER.fullmatch(name) for name in names):
        return []
    return [finding("HEADER_NUMERIC", warning=True, lines=[line], names=", ".join(names[:5]))]


def refuse_duplicates(names: list[str], line: int) -> None:
    """Raises for names that are equal, or equal but for their case, which Parquet tools mix up."""
    counts = Counter(name.casefold() for name in names if name)
    repeated = [fold for fold, count in counts.items() if count > 1]
    if not repeated:
        return
    problems = []
    for fold in repeated[:NAMED]:
        places = [place for place, name in enumerate(names, 1) if name.casefold() == fold]
        columns = ", ".join(str(place) for place in places[:NAMED])
        name = names[places[0] - 1]
        problems.append(file_note("COLUMNS_ALIKE", field=name, line=line, places=columns, given=name))
    shown = ", ".join(f'"{problem.field}"' for problem in problems)
    raise RowcastError(
        "HEADER_DUPLICATE",
        f"Some columns have the same name (case-insensitive): {shown}. Rename them.",
        problems,
    )


def rename_empty(names: list[str], line: int) -> tuple[list[str], list[LintFinding]]:
    """Gives columns without a name one by their place, such as column_3."""
    taken = {name.casefold() for name in names}
    given, findings = list[str](), list[LintFinding]()
    for place, name in enumerate(names, 1):
        if name:
            given.append(name)
            continue
        new = f"column_{place}"
        while new in taken:
            new += "_"
        given.append(new)
        findings.append(finding("HEADER_RENAMED", new, lines=[line], place=place, name=new))
    return given, findings
