"""Checks the extent of the sheets of a workbook before a reader reserves memory for it."""

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from rowcast_automl.ingest.formats.sheet_extent import MAX_COLUMN, MAX_ROW, SheetExtent
from rowcast_automl.ingest.formats.spreadsheet_errors import BINARY_BOOK, CHUNK, sheet_part
from rowcast_automl.ingest.formats.xlsb_extent import refuse_far_xlsb_cells
from rowcast_automl.ingest.formats.xlsx_errors import column_index

# A reference with six digits or three letters, which most sheets do not have, or to a row below 1.
FAR_REFERENCE = re.compile(
    rb"\br=[\"']([A-Z]{0,2}[0-9]{6,40}|[A-Z]{3,40}[0-9]{1,40}|[A-Z]{0,40}(?:0{1,40}|-[0-9]{1,40}))[\"']"
)
LETTERS_AND_DIGITS = re.compile("([A-Z]*)([0-9]+)")
CELL = re.compile(rb"<(?:[a-z]+:)?c[ >]")
# A reference that is cut by the end of a chunk.
OVERLAP = 128


def refuse_far_cells(workbook: Path, sheets: Sequence[str]) -> None:
    """Check the positions of all cells of the sheets of an .xlsx or .xlsb file.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE with the sheet and the reference.
    """
    if not zipfile.is_zipfile(workbook):
        return
    with zipfile.ZipFile(workbook) as archive:
        names = archive.namelist()
        for sheet in sheets:
            if BINARY_BOOK in names:
                refuse_far_xlsb_cells(archive, sheet)
            else:
                part = sheet_part(archive, sheet)
                if part is not None and part.endswith(".xml"):
                    refuse_far_cells_of(archive, part, sheet)


def refuse_far_cells_of(archive: zipfile.ZipFile, part: str, sheet: str) -> None:
    """Check the references of one sheet of an .xlsx file."""
    extent, n_cells, previous = SheetExtent(sheet), 0, b""
    with archive.open(part) as stream:
        while chunk := stream.read(CHUNK):
            n_cells += len(CELL.findall(chunk))
            window = previous + chunk
            for reference in dict.fromkeys(FAR_REFERENCE.findall(window)):
                text = reference.decode()
                found = LETTERS_AND_DIGITS.fullmatch(text)
                letters, digits = found.groups() if found else ("", "0")
                row = int(digits) if len(digits) <= len(str(MAX_ROW)) else MAX_ROW + 1
                column = MAX_COLUMN + 1 if len(letters) > 3 else column_index(letters) + 1 if letters else 0
                extent.include(row, column, text)
            previous = window[-OVERLAP:]
    extent.require_filled(n_cells)
