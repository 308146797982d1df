"""Rows above the column names: titles and notes, of which each has one filled cell at most."""

import re
from collections.abc import Sequence

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.ingest.csv.header import looks_like_data
from rowcast_automl.ingest.file_errors import file_note
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding, quoted_list

MOST_ROWS = 20
# In a table of two columns it may well be that one of them has no name.
NARROWEST_PADDED = 3
EXCEL_HINT = "sep="
# A number, an amount, a date or a time.
FIGURES = re.compile(r"\W*\d[\d\W]*([eETZ][\d\W]*){0,2}")
YEAR = re.compile(r"(1[89]|2[01])\d\d")


def header_place(rows: Sequence[list[str]], *, in_sheet: bool = False) -> int | None:
    """The place of the column names among the first rows; None where what stands first can be none.

    Titles are one cell long, or filled up with empty cells as those of a sheet always are. Below one that
    is filled up a row is none of names where one of its cells comes again in its own column.
    """
    widths = [len(row) for row in rows[1:]]
    usual = max(set(widths), key=widths.count, default=0)
    is_wide = sum(width > 1 for width in widths) > len(widths) / 2
    alone = is_wide and is_title(rows[0]) and (in_sheet or len(rows[0]) == 1 or is_hint(rows[0]))
    padded = len(rows[0]) == usual >= NARROWEST_PADDED and is_title(rows[0])
    if not alone and not padded:
        return 0
    place = next((place for place, row in enumerate(rows[: MOST_ROWS + 1]) if not is_title(row)), 0)
    row = rows[place]
    are_likely = are_names(row) and not ((padded or in_sheet) and comes_again(row, rows[place + 1 :]))
    if place and len(row) == usual and are_likely and (alone or all(cell.strip() for cell in row)):
        return place
    return None if alone else 0


def is_title(row: Sequence[str]) -> bool:
    """Whether at most one cell is filled."""
    return sum(bool(cell.strip()) for cell in row) <= 1


def is_hint(row: Sequence[str]) -> bool:
    """Whether the row only tells Excel what separates the cells."""
    return row[0].lower().startswith(EXCEL_HINT) and len("".join(row)) <= len(EXCEL_HINT) + 1


def are_names(row: list[str]) -> bool:
    """Whether the filled cells are different and not all of them numbers, or some as only values are."""
    filled = [cell.strip().casefold() for cell in row if cell.strip()]
    return (
        len(set(filled)) == len(filled)
        and not all(name.isdecimal() for name in filled)
        and not looks_like_data(row)
    )


def comes_again(row: list[str], below: Sequence[list[str]]) -> bool:
    """Whether a row that is not just the same has a filled cell of `row` in the same column."""
    cells = [cell.strip() for cell in row]
    others = ([cell.strip() for cell in other] for other in below)
    return any(
        any(cell and cell == again for cell, again in zip(cells, other, strict=False))
        for other in others
        if other != cells
    )


def may_be_values(rows: Sequence[list[str]], place: int, blank_lines: int) -> bool:
    """Whether what stands at `place`, below a lone cell, may as well be the first row of values.

    It is names where blank lines part it from the title, or figures of another kind stand below.
    """
    if not place or len(rows[0]) > 1 or is_hint(rows[0]) or blank_lines:
        return False
    return not are_shown(rows[place], rows[place + 1 :])


def are_shown(names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether one is surely a name, since figures of another kind stand below it."""
    return any(
        is_name_of(name.strip(), [row[at].strip() for row in below if at < len(row)])
        for at, name in enumerate(names)
    )


def is_name_of(name: str, cells: Sequence[str]) -> bool:
    """Whether most cells are figures and the name is none, or is a year and they are none."""
    filled = [cell for cell in cells if cell]
    if name in ("", *MISSING_MARKERS) or (FIGURES.fullmatch(name) and not YEAR.fullmatch(name)):
        return False
    alike = [cell for cell in filled if FIGURES.fullmatch(cell)]
    if YEAR.fullmatch(name):
        alike = [cell for cell in alike if not YEAR.fullmatch(cell)]
    return len(alike) > len(filled) / 2


def are_names_with_a_number(row: list[str], below: Sequence[list[str]]) -> bool:
    """Whether the only figures in a row are a name like the words beside them.

    They are a year that does not stand above years, or a whole number that does not stand above figures.
    """
    figures = [at for at, cell in enumerate(row) if FIGURES.fullmatch(cell.strip())]
    if len(figures) != 1 or not row[figures[0]].strip().isdecimal() or comes_again(row, below):
        return False
    name = row[figures[0]].strip()
    cells = [cell for other in below if figures[0] < len(other) and (cell := other[figures[0]].strip())]
    alike = YEAR if YEAR.fullmatch(name) else FIGURES
    return sum(alike.fullmatch(cell) is not None for cell in cells) < len(cells) / 2


def left_out(
    rows: Sequence[Sequence[str]], lines: Sequence[int], *, doubtful: bool = False
) -> list[LintFinding]:
    """The finding about the rows above the column names, if any of them said something.

    Where that is `doubtful`, these may be the first row of values, and what is left out another one.
    """
    texts = [cell.strip() for row in rows for cell in row if cell.strip()]
    return (
        [finding("TITLE_LEFT_OUT", warning=doubtful, lines=lines, text=quoted_list(texts))] if texts else []
    )


def title_above() -> RowcastError:
    """The error for rows that are no column names and are followed by none."""
    return RowcastError("TITLE_ABOVE_HEADER", fields=[file_note("HEADER_IS_TITLE", line=1)])
