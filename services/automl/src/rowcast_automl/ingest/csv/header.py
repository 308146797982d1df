"""Header row: whether it contains column names, and unique names for all columns."""

import re
from collections import Counter

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

MAX_COLUMNS = 2_000
NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?\s*")
MAX_LISTED = 10
# Longer numbers are neither years nor counters.
MAX_INTEGER_LENGTH = 20


def resolve_column_names(
    header: list[str], line: int = 1, *, certain: bool = False
) -> tuple[list[str], list[LintFinding]]:
    """Return unique, non-empty column names and findings about them.

    Parameters
    ----------
    header : list of str
        Cells of the header row.
    line : int
        Line of the header row, from 1.
    certain : bool
        Accept the header even if it looks like data.

    Raises
    ------
    RowcastError
        TOO_MANY_COLUMNS, TOO_FEW_COLUMNS, HEADER_MISSING or HEADER_DUPLICATE.
    """
    if len(header) > MAX_COLUMNS:
        note = file_problem("COLUMNS_MOST", count=len(header), most=MAX_COLUMNS)
        raise file_error("TOO_MANY_COLUMNS", note, "Remove some columns.")
    if len(header) < 2:
        raise RowcastError("TOO_FEW_COLUMNS")
    if not certain and is_data_row(header):
        shown = ", ".join(header[:5])
        note = file_problem("HEADER_HOLDS_VALUES", line=line, given=shown[:200])
        raise file_error("HEADER_MISSING", note, "Add a header row.")
    names = [name.strip() for name in header]
    reject_duplicate_names(names, line)
    filled_names, findings = fill_empty_names(names, line)
    return filled_names, findings if certain else findings + numeric_header(names, line)


def is_data_row(header: list[str]) -> bool:
    """Whether the row contains numbers that are not column names.

    Years and a counter from 0 or 1 may be names.
    """
    if not any(cell.strip() for cell in header):
        return True
    numbers = [cell for cell in header if NUMBER.fullmatch(cell)]
    if not numbers:
        return False
    integers = [int(cell) for cell in numbers if cell.strip().isdecimal() and len(cell) <= MAX_INTEGER_LENGTH]
    if len(integers) < len(numbers) or len(set(integers)) < len(integers):
        return True
    are_years = all(1800 <= number <= 2200 for number in integers) and len(integers) > 1
    is_counter = (
        len(integers) > 1
        and integers == list(range(integers[0], integers[0] + len(integers)))
        and integers[0] in (0, 1)
    )
    return not (are_years or is_counter)


def numeric_header(names: list[str], line: int) -> list[LintFinding]:
    """Return a warning if all names are numbers, since the header may be a data row."""
    if not all(NUMBER.fullmatch(name) for name in names):
        return []
    return [finding("HEADER_NUMERIC", warning=True, lines=[line], names=", ".join(names[:5]))]


def reject_duplicate_names(names: list[str], line: int) -> None:
    """Raise HEADER_DUPLICATE for names that are equal ignoring case, which Parquet tools confuse."""
    counts = Counter(name.casefold() for name in names if name)
    repeated = [fold for fold, count in counts.items() if count > 1]
    if not repeated:
        return
    problems = []
    for fold in repeated[:MAX_LISTED]:
        places = [place for place, name in enumerate(names, 1) if name.casefold() == fold]
        columns = ", ".join(str(place) for place in places[:MAX_LISTED])
        name = names[places[0] - 1]
        problems.append(file_problem("COLUMNS_ALIKE", field=name, line=line, places=columns, given=name))
    shown = ", ".join(f'"{problem.field}"' for problem in problems)
    raise RowcastError(
        "HEADER_DUPLICATE",
        f"Some columns have the same name (case-insensitive): {shown}. Rename them.",
        problems,
    )


def fill_empty_names(names: list[str], line: int) -> tuple[list[str], list[LintFinding]]:
    """Name columns without a name by their position, such as column_3."""
    used = {name.casefold() for name in names}
    filled_names, findings = list[str](), list[LintFinding]()
    for place, name in enumerate(names, 1):
        if name:
            filled_names.append(name)
            continue
        new = f"column_{place}"
        while new in used:
            new += "_"
        filled_names.append(new)
        findings.append(finding("HEADER_RENAMED", new, lines=[line], place=place, name=new))
    return filled_names, findings
