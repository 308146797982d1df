"""Limits of sheets. A cell far outside would make a reader reserve memory for a huge table, or be lost."""

from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError

MAX_ROW, MAX_COLUMN = 1_048_576, 16_384
# Above this number of cells between the first and the last one, most of them must be filled.
MAX_SPARSE_CELLS, MIN_FILLED_SHARE = 50_000_000, 0.1


class SheetExtent:
    """The last row and column of a sheet, both counted from 1.

    Parameters
    ----------
    sheet : str
        Its name, for errors.
    """

    def __init__(self, sheet: str) -> None:
        self._sheet = sheet
        self._last_row, self._last_column, self._farthest = 0, 0, ""

    def include(self, row: int, column: int, given: str = "") -> None:
        """Include a cell, or a row if `column` is 0. Raise RowcastError outside the limits."""
        if not (1 <= row <= MAX_ROW and 0 <= column <= MAX_COLUMN):
            raise self.error("WORKBOOK_CELL_FAR", given or reference(row, column))
        if row > self._last_row or column > self._last_column:
            self._farthest = given or reference(row, column)
            self._last_row, self._last_column = max(self._last_row, row), max(self._last_column, column)

    def require_filled(self, n_cells: int) -> None:
        """Raise RowcastError if the sheet is large and these are its only cells."""
        area = self._last_row * max(1, self._last_column)
        if area > MAX_SPARSE_CELLS and n_cells < MIN_FILLED_SHARE * area:
            raise self.error("WORKBOOK_CELL_ALONE", self._farthest)

    def error(self, code: str, given: str) -> RowcastError:
        """Return the error about a cell, row or number of repeats outside the limits."""
        note = file_problem(code, sheet=self._sheet, given=given[:40])
        return file_error(
            "FILE_NOT_A_TABLE", note, "Remove it, or save the table as CSV, and upload it again."
        )


def reference(row: int, column: int) -> str:
    """Return a reference such as `C7`, or `R7C99999` outside the limits; only the row if `column` is 0."""
    if column == 0:
        return str(row)
    if column > MAX_COLUMN:
        return f"R{row}C{column}"
    letters = ""
    while column:
        column, place = divmod(column - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"{letters}{row}"
