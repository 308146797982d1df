"""Limits of .xlsx sheets. A cell far outside would make a reader reserve memory for a huge table."""

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.ingest.formats.spreadsheet_errors import CHUNK, sheet_part
from rowcast_automl.ingest.formats.xlsx_errors import column_index
from rowcast_automl.platform.errors import RowcastError

MAX_ROW, LAST_COLUMN = 1_048_576, "XFD"
# Above this number of cells between the first and the last one, most of them must be filled.
MAX_SPARSE_CELLS, MIN_FILLED_SHARE = 50_000_000, 0.1
# A reference with six digits or three letters, which most sheets do not have.
FAR_REFERENCE = re.compile(rb"\br=[\"']([A-Z]{0,2}[0-9]{6,40}|[A-Z]{3,40}[0-9]{1,40})[\"']")
LETTERS_AND_DIGITS = re.compile("([A-Z]*)([0-9]+)")
CELL = re.compile(rb"<(?:[a-z]+:)?c[ >]")
# A reference that is cut by the end of a chunk.
OVERLAP = 128


def refuse_far_cells(workbook: Path, sheets: Sequence[str]) -> None:
    """Check the references of all cells of the sheets.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE with the sheet and the reference.
    """
    if not zipfile.is_zipfile(workbook):
        return
    with zipfile.ZipFile(workbook) as archive:
        for sheet in sheets:
            part = sheet_part(archive, sheet)
            if part is not None and part.endswith(".xml"):
                refuse_far_cells_of(archive, part, sheet)


def refuse_far_cells_of(archive: zipfile.ZipFile, part: str, sheet: str) -> None:
    """Check the references of one sheet."""
    last_row, last_column, farthest, n_cells, previous = 0, 0, "", 0, b""
    with archive.open(part) as stream:
        while chunk := stream.read(CHUNK):
            n_cells += len(CELL.findall(chunk))
            window = previous + chunk
            for reference in dict.fromkeys(FAR_REFERENCE.findall(window)):
                text = reference.decode()
                found = LETTERS_AND_DIGITS.fullmatch(text)
                letters, row = found.groups() if found else ("", "0")
                column = column_index(letters) if len(letters) <= len(LAST_COLUMN) else MAX_ROW
                if len(row) > len(str(MAX_ROW)) or int(row) > MAX_ROW or column > column_index(LAST_COLUMN):
                    raise cell_error("WORKBOOK_CELL_FAR", sheet, text)
                if int(row) > last_row or column > last_column:
                    farthest = text
                last_row, last_column = max(last_row, int(row)), max(last_column, column + 1)
            previous = window[-OVERLAP:]
    area = last_row * max(1, last_column)
    if area > MAX_SPARSE_CELLS and n_cells < MIN_FILLED_SHARE * area:
        raise cell_error("WORKBOOK_CELL_ALONE", sheet, farthest)


def cell_error(code: str, sheet: str, reference: str) -> RowcastError:
    """Return the error about a cell or row outside the limits."""
    note = file_problem(code, sheet=sheet, given=reference[:40])
    return file_error("FILE_NOT_A_TABLE", note, "Remove it, or save the table as CSV, and upload it again.")
