"""The extent of a sheet of an OpenDocument spreadsheet (.ods), in which rows and cells may be repeated."""

import re
import zipfile
from pathlib import Path

from rowcast_automl.ingest.formats.ods_errors import CELLS
from rowcast_automl.ingest.formats.sheet_extent import SheetExtent
from rowcast_automl.ingest.formats.spreadsheet_errors import CONTENT, contains, parse_in_chunks
from rowcast_automl.ingest.formats.xlsx_errors import local_name

# Any number of repeats except one digit. Without these, a sheet is not longer than its file.
REPEATED = re.compile(rb"number-(?:rows|columns)-repeated\s*=\s*[\"'](?![0-9][\"'])")
MAX_DIGITS = 12


def refuse_far_ods_cells(workbook: Path) -> None:
    """Check the numbers of repeats in all sheets, since the reader expands all of them.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE with the sheet, and the cell or the number of repeats outside the limits.
    """
    if not zipfile.is_zipfile(workbook):
        return
    with zipfile.ZipFile(workbook) as archive:
        if CONTENT in archive.namelist() and contains(archive, CONTENT, REPEATED):
            handler = OpenDocumentExtent()
            for _ in parse_in_chunks(archive, CONTENT, handler.begin, handler.end):
                pass


class OpenDocumentExtent:
    """XML handler for `content.xml` that follows the rows and filled cells of each sheet."""

    def __init__(self) -> None:
        self._extent, self._n_cells, self._depth = SheetExtent(""), 0, 0
        self._row, self._rows, self._column, self._last_filled = 0, 1, 0, 0

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        name = local_name(element)
        if name == "table":
            self._depth += 1
            # Shapes may contain tables of their own.
            if self._depth == 1:
                names = [value for each, value in attributes.items() if local_name(each) == "name"]
                self._extent, self._n_cells, self._row = SheetExtent("".join(names[:1])), 0, 0
        elif self._depth != 1:
            return
        elif name == "table-row":
            self._rows = self._repeats(attributes, "number-rows-repeated")
            self._column, self._last_filled = 0, 0
        elif name in CELLS:
            self._column += self._repeats(attributes, "number-columns-repeated")
            if any(local_name(each) == "value-type" for each in attributes):
                self._last_filled = self._column
                self._n_cells += 1

    def end(self, element: str) -> None:
        """Handle the end of an element. Empty rows and cells at the end do not count."""
        name = local_name(element)
        if name == "table":
            if self._depth == 1:
                self._extent.require_filled(self._n_cells)
            self._depth -= 1
        elif name == "table-row" and self._depth == 1:
            self._row += self._rows
            if self._last_filled and self._rows:
                self._extent.include(self._row, self._last_filled)

    def _repeats(self, attributes: dict[str, str], name: str) -> int:
        for attribute, value in attributes.items():
            if local_name(attribute) == name:
                if not (value.isascii() and value.isdecimal() and len(value) <= MAX_DIGITS):
                    raise self._extent.error("WORKBOOK_CELL_FAR", value)
                return int(value)
        return 1
