"""Title rows: titles and notes above the header, which have at most one filled cell."""

import re
from collections.abc import Sequence

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.ingest.csv.header import is_data_row
from rowcast_automl.ingest.file_errors import file_problem
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding, quoted_list

MAX_TITLE_ROWS = 20
# In a table of two columns it may well be that one of them has no name.
MIN_PADDED_WIDTH = 3
EXCEL_HINT = "sep="
# A number, an amount, a date or a time.
NUMERIC_TEXT = re.compile(r"\W*\d[\d\W]*([eETZ][\d\W]*){0,2}")
YEAR = re.compile(r"(1[89]|2[01])\d\d")


def find_header(rows: Sequence[list[str]], *, in_sheet: bool = False) -> int | None:
    """Return the index of the header row among the first rows, or None if there is a title without a header.

    A title has one cell, or is padded with empty cells, as in all rows of a sheet. Below a padded title, a
    row is not a header if one of its cells is repeated further down in the same column.
    """
    widths = [len(row) for row in rows[1:]]
    usual = max(set(widths), key=widths.count, default=0)
    is_wide = sum(width > 1 for width in widths) > len(widths) / 2
    alone = is_wide and is_title_row(rows[0]) and (in_sheet or len(rows[0]) == 1 or is_excel_hint(rows[0]))
    padded = len(rows[0]) == usual >= MIN_PADDED_WIDTH and is_title_row(rows[0])
    if not alone and not padded:
        return 0
    place = next((place for place, row in enumerate(rows[: MAX_TITLE_ROWS + 1]) if not is_title_row(row)), 0)
    row = rows[place]
    are_likely = are_column_names(row) and not (
        (padded or in_sheet) and repeats_below(row, rows[place + 1 :])
    )
    if place and len(row) == usual and are_likely and (alone or all(cell.strip() for cell in row)):
        return place
    return None if alone else 0


def is_title_row(row: Sequence[str]) -> bool:
    """Whether at most one cell of the row is filled."""
    return sum(bool(cell.strip()) for cell in row) <= 1


def is_excel_hint(row: Sequence[str]) -> bool:
    """Whether the row is Excel's separator hint, such as `sep=;`."""
    return row[0].lower().startswith(EXCEL_HINT) and len("".join(row)) <= len(EXCEL_HINT) + 1


def are_column_names(row: list[str]) -> bool:
    """Whether the filled cells are distinct and do not look like data."""
    filled = [cell.strip().casefold() for cell in row if cell.strip()]
    return (
        len(set(filled)) == len(filled)
        and not all(name.isdecimal() for name in filled)
        and not is_data_row(row)
    )


def repeats_below(row: list[str], below: Sequence[list[str]]) -> bool:
    """Whether a cell of `row` occurs in the same column of a different row below."""
    cells = [cell.strip() for cell in row]
    others = ([cell.strip() for cell in other] for other in below)
    return any(
        any(cell and cell == again for cell, again in zip(cells, other, strict=False))
        for other in others
        if other != cells
    )


def may_be_data(rows: Sequence[list[str]], place: int, blank_lines: int) -> bool:
    """Whether the row at `place`, below a single cell, may be data instead of column names.

    The row is a header if blank lines separate it from the title, or if there are numbers below its texts.
    """
    if not place or len(rows[0]) > 1 or is_excel_hint(rows[0]) or blank_lines:
        return False
    return not are_names_by_contrast(rows[place], rows[place + 1 :])


def are_names_by_contrast(names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether at least one cell must be a name, because the cells below it are of another kind."""
    return any(
        is_name_above(name.strip(), [row[at].strip() for row in below if at < len(row)])
        for at, name in enumerate(names)
    )


def is_name_above(name: str, cells: Sequence[str]) -> bool:
    """Whether most cells below are numbers and the name is not, or it is a year and they are not."""
    filled = [cell for cell in cells if cell]
    if name in ("", *MISSING_MARKERS) or (NUMERIC_TEXT.fullmatch(name) and not YEAR.fullmatch(name)):
        return False
    alike = [cell for cell in filled if NUMERIC_TEXT.fullmatch(cell)]
    if YEAR.fullmatch(name):
        alike = [cell for cell in alike if not YEAR.fullmatch(cell)]
    return len(alike) > len(filled) / 2


def are_names_with_one_number(row: list[str], below: Sequence[list[str]]) -> bool:
    """Whether the row is a header although one of its cells is a number.

    The number must be a year that is not above years, or an integer that is not above numbers.
    """
    figures = [at for at, cell in enumerate(row) if NUMERIC_TEXT.fullmatch(cell.strip())]
    if len(figures) != 1 or not row[figures[0]].strip().isdecimal() or repeats_below(row, below):
        return False
    name = row[figures[0]].strip()
    cells = [cell for other in below if figures[0] < len(other) and (cell := other[figures[0]].strip())]
    alike = YEAR if YEAR.fullmatch(name) else NUMERIC_TEXT
    return sum(alike.fullmatch(cell) is not None for cell in cells) < len(cells) / 2


def title_findings(
    rows: Sequence[Sequence[str]], lines: Sequence[int], *, is_uncertain: bool = False
) -> list[LintFinding]:
    """Return a finding about the rows above the header, if any of them contains text.

    If `is_uncertain`, the header may be a data row.
    """
    texts = [cell.strip() for row in rows for cell in row if cell.strip()]
    return (
        [finding("TITLE_LEFT_OUT", warning=is_uncertain, lines=lines, text=quoted_list(texts))]
        if texts
        else []
    )


def title_error() -> RowcastError:
    """Return the error for a title that is not followed by column names."""
    return RowcastError("TITLE_ABOVE_HEADER", fields=[file_problem("HEADER_IS_TITLE", line=1)])
