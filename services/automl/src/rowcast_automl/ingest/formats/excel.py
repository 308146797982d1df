"""The first sheet of a workbook as CSV."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import chain
from pathlib import Path

from python_calamine import CalamineError, CalamineSheet, PasswordError, SheetVisibleEnum, load_workbook

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.csv.dialect import ROWS_LOOKED_AT
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.csv.title_rows import are_shown, header_place, left_out, title_above
from rowcast_automl.ingest.decompression import Inflation, bounded_csv, unpack_workbook
from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.ingest.formats.spreadsheet_errors import cell_errors
from rowcast_automl.ingest.formats.xlsx_errors import Place
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

UNKNOWN_ERROR = re.compile("cell error value '(#[^']{1,40})'")
# Of workbooks from before 2007, which are not packed; a packed one may have blanks in front.
UNPACKED = b"\xd0\xcf\x11\xe0"
# Whole numbers beyond are stored as fractions.
LARGEST = 2**63
Cell = int | float | str | bool | time | date | datetime | timedelta


def workbook_to_csv(path: Path, target: Path, room: Inflation, max_bytes: int) -> list[LintFinding]:
    """Writes the first visible sheet of the workbook at `path` that has cells, `max_bytes` at most.

    Raises RowcastError FILE_NOT_A_TABLE, FILE_INFLATES_TOO_LARGE, TOO_MANY_COLUMNS, FILE_EMPTY or
    TITLE_ABOVE_HEADER.
    """
    try:
        with path.open("rb") as stream:
            packed = stream.read(len(UNPACKED)) != UNPACKED
        if packed:
            path = unpack_workbook(path, target.with_suffix(".parts"), room)
        with path.open("rb") as stream, load_workbook(stream) as book:
            shown = [
                sheet.name for sheet in book.sheets_metadata if sheet.visible == SheetVisibleEnum.Visible
            ]
            sheets = {name: sheet for name in shown if (sheet := book.get_sheet_by_name(name)).height}
            if not sheets:
                raise RowcastError("FILE_EMPTY")
            name, sheet = next(iter(sheets.items()))
            if sheet.width > MAX_COLUMNS:
                note = file_note("COLUMNS_MOST", count=sheet.width, most=MAX_COLUMNS)
                raise refusal("TOO_MANY_COLUMNS", note)
            with target.open("w", encoding="utf-8", newline="") as sink:
                # A text that many cells share, or a row that stands for many, is unpacked here.
                writer = bounded_csv(sink, max_bytes)
                rows = map(row_as_text, with_errors(sheet, cell_errors(path, name)))
                head, parted = first_filled(rows)
                place = header_place(head, in_sheet=True) if head else 0
                if place is None:
                    raise title_above()
                doubtful = place not in parted and not are_shown(head[place], head[place + 1 :])
                writer.writerows(chain(head[place:], filter(any, rows)))
    except PasswordError:
        note = file_note("WORKBOOK_LOCKED")
        raise refusal("FILE_NOT_A_TABLE", note, "Remove the password and upload it again.") from None
    except (CalamineError, OSError, ValueError, zipfile.BadZipFile, zlib.error) as problem:
        if unknown := UNKNOWN_ERROR.search(str(problem)):
            note = file_note("WORKBOOK_ERROR", given=unknown[1])
            advice = "Fix the formula and upload the workbook again."
            raise refusal("FILE_NOT_A_TABLE", note, advice) from None
        note = file_note("WORKBOOK_DAMAGED")
        raise refusal("FILE_NOT_A_TABLE", note, "Save it as .xlsx or as CSV.") from None
    chosen = [finding("SHEET_CHOSEN", sheet=name, count=len(sheets))] if len(sheets) > 1 else []
    return [*chosen, *left_out(head[:place], (), doubtful=doubtful)]


def with_errors(sheet: CalamineSheet, errors: Iterator[tuple[Place, str]]) -> Iterator[list[Cell]]:
    """The rows of the sheet with the errors in their cells."""
    # It begins with the first row of the sheet, but with the first column that has a cell.
    _, left = sheet.start or (0, 0)
    following = next(errors, None)
    for number, row in enumerate(sheet.iter_rows()):
        while following and following[0][0] <= number:
            (place, column), error = following
            if place == number and 0 <= column - left < len(row):
                row[column - left] = error
            following = next(errors, None)
        yield row


def first_filled(rows: Iterator[list[str]]) -> tuple[list[list[str]], set[int]]:
    """The first rows with some cell, and the places among them before which rows without any stand."""
    head, parted = list[list[str]](), set[int]()
    for cells in rows:
        if any(cells):
            head.append(cells)
        else:
            parted.add(len(head))
        if len(head) == ROWS_LOOKED_AT:
            break
    return head, parted


def row_as_text(row: list[Cell]) -> list[str]:
    """The row with each cell as it would stand in a CSV."""
    return [as_text(cell) for cell in row]


def as_text(cell: Cell) -> str:
    """A cell of a workbook as text; whole numbers, which Excel stores as fractions, without a point."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < LARGEST:
        return str(int(cell))
    if isinstance(cell, timedelta):
        return as_hours(cell)
    if isinstance(cell, datetime):
        return cell.isoformat(" ")
    return str(cell).replace("\0", "")


def as_hours(length: timedelta) -> str:
    """A duration as a clock shows it that counts on beyond a day."""
    minutes, rest = divmod(abs(length), timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    parts = f".{rest.microseconds:06}" if rest.microseconds else ""
    return f"{'-' if length < timedelta(0) else ''}{hours}:{minutes:02}:{rest.seconds:02}{parts}"
