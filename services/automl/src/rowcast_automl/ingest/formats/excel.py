"""Conversion of the first sheet of a workbook to CSV."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import chain
from pathlib import Path

from python_calamine import CalamineError, CalamineSheet, PasswordError, SheetVisibleEnum, load_workbook

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.csv.dialect import MAX_SNIFFED_ROWS
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.csv.title_rows import (
    are_names_by_contrast,
    find_header,
    title_error,
    title_findings,
)
from rowcast_automl.ingest.decompression import SizeBudget, bounded_csv, unpack_workbook
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.ingest.formats.ods_extent import refuse_far_ods_cells
from rowcast_automl.ingest.formats.spreadsheet_errors import find_cell_errors
from rowcast_automl.ingest.formats.workbook_limits import refuse_far_cells
from rowcast_automl.ingest.formats.xlsx_errors import Place
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

UNKNOWN_ERROR = re.compile("cell error value '(#[^']{1,40})'")
# Workbooks from before 2007 are OLE files; zip files may begin with blanks.
OLE_MAGIC = b"\xd0\xcf\x11\xe0"
# Integers beyond this are stored as floats.
MAX_INTEGER = 2**63
Cell = int | float | str | bool | time | date | datetime | timedelta


def workbook_to_csv(path: Path, target: Path, budget: SizeBudget, max_bytes: int) -> list[LintFinding]:
    """Write the first visible, non-empty sheet of a workbook as CSV of at most `max_bytes`.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE, FILE_INFLATES_TOO_LARGE, TOO_MANY_COLUMNS, FILE_EMPTY or TITLE_ABOVE_HEADER.
    """
    try:
        with path.open("rb") as stream:
            is_zip = stream.read(len(OLE_MAGIC)) != OLE_MAGIC
        if is_zip:
            path = unpack_workbook(path, target.with_suffix(".parts"), budget)
            refuse_far_ods_cells(path)
        with path.open("rb") as stream, load_workbook(stream) as book:
            shown = [
                sheet.name for sheet in book.sheets_metadata if sheet.visible == SheetVisibleEnum.Visible
            ]
            refuse_far_cells(path, shown)
            sheets = {name: sheet for name in shown if (sheet := book.get_sheet_by_name(name)).height}
            if not sheets:
                raise RowcastError("FILE_EMPTY")
            name, sheet = next(iter(sheets.items()))
            if sheet.width > MAX_COLUMNS:
                note = file_problem("COLUMNS_MOST", count=sheet.width, most=MAX_COLUMNS)
                raise file_error("TOO_MANY_COLUMNS", note)
            with target.open("w", encoding="utf-8", newline="") as sink:
                # Shared strings and repeated rows are expanded here.
                writer = bounded_csv(sink, max_bytes)
                rows = map(row_to_text, with_errors(sheet, find_cell_errors(path, name)))
                head, after_blank_rows = read_head_rows(rows)
                header_index = find_header(head, in_sheet=True) if head else 0
                if header_index is None:
                    raise title_error()
                doubtful = header_index not in after_blank_rows and not are_names_by_contrast(
                    head[header_index], head[header_index + 1 :]
                )
                writer.writerows(chain(head[header_index:], filter(any, rows)))
    except PasswordError:
        note = file_problem("WORKBOOK_LOCKED")
        raise file_error("FILE_NOT_A_TABLE", note, "Remove the password and upload it again.") from None
    except (CalamineError, OSError, ValueError, zipfile.BadZipFile, zlib.error) as problem:
        if unknown := UNKNOWN_ERROR.search(str(problem)):
            note = file_problem("WORKBOOK_ERROR", given=unknown[1])
            advice = "Fix the formula and upload the workbook again."
            raise file_error("FILE_NOT_A_TABLE", note, advice) from None
        note = file_problem("WORKBOOK_DAMAGED")
        raise file_error("FILE_NOT_A_TABLE", note, "Save it as .xlsx or as CSV.") from None
    chosen = [finding("SHEET_CHOSEN", sheet=name, count=len(sheets))] if len(sheets) > 1 else []
    return [*chosen, *title_findings(head[:header_index], (), is_uncertain=doubtful)]


def with_errors(sheet: CalamineSheet, errors: Iterator[tuple[Place, str]]) -> Iterator[list[Cell]]:
    """Yield the rows of the sheet with formula errors filled in."""
    # Rows begin with the first row of the sheet, columns with the first column that has a cell.
    _, first_column = sheet.start or (0, 0)
    following = next(errors, None)
    for number, row in enumerate(sheet.iter_rows()):
        while following and following[0][0] <= number:
            (header_index, column), error = following
            if header_index == number and 0 <= column - first_column < len(row):
                row[column - first_column] = error
            following = next(errors, None)
        yield row


def read_head_rows(rows: Iterator[list[str]]) -> tuple[list[list[str]], set[int]]:
    """Read the first non-empty rows, and the indices among them that follow empty rows."""
    head, after_blank_rows = list[list[str]](), set[int]()
    for cells in rows:
        if any(cells):
            head.append(cells)
        else:
            after_blank_rows.add(len(head))
        if len(head) == MAX_SNIFFED_ROWS:
            break
    return head, after_blank_rows


def row_to_text(row: list[Cell]) -> list[str]:
    """Return the cells of the row as CSV text."""
    return [cell_to_text(cell) for cell in row]


def cell_to_text(cell: Cell) -> str:
    """Return a cell as text. Integers, which Excel stores as floats, are written without a decimal point."""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < MAX_INTEGER:
        return str(int(cell))
    if isinstance(cell, timedelta):
        return format_duration(cell)
    if isinstance(cell, datetime):
        return cell.isoformat(" ")
    return str(cell).replace("\0", "")


def format_duration(length: timedelta) -> str:
    """Return a duration as H:MM:SS, with hours beyond 24."""
    minutes, rest = divmod(abs(length), timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    fraction = f".{rest.microseconds:06}" if rest.microseconds else ""
    return f"{'-' if length < timedelta(0) else ''}{hours}:{minutes:02}:{rest.seconds:02}{fraction}"
