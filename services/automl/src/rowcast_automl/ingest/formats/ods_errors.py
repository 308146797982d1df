"""Which cells of a sheet of an OpenDocument file hold errors, as its XML is read."""

from collections.abc import Iterator

from rowcast_automl.ingest.columns.missing_cells import FORMULA_ERRORS
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.formats.xlsx_errors import LONGEST, Place, local_name

CELLS, PARAGRAPH = ("table-cell", "covered-table-cell"), "p"
# What lies over a sheet or a cell, and may hold paragraphs and tables of its own.
ASIDE = ("shapes", "annotation")
# LibreOffice numbers most errors, such as Err:522 of a circle.
OTHER_ERROR = "#VALUE!"


class OpenDocumentErrors:
    """Takes the elements of `content.xml` one after another, and keeps the errors of one sheet."""

    def __init__(self, sheet: str) -> None:
        self._sheet = sheet
        self._found: list[tuple[range, list[tuple[int, str]]]] = []
        self._in_sheet, self._in_cell, self._in_error, self._in_text = False, False, False, False
        self._aside = 0
        self._row, self._rows, self._column, self._columns = 0, 1, 0, 1
        self._in_row: list[tuple[int, str]] = []
        self._text = ""

    def taken(self) -> Iterator[tuple[Place, str]]:
        """What was found since the last time, one after another: a few bytes may stand for millions."""
        found, self._found = self._found, []
        return (((row, column), error) for rows, cells in found for row in rows for column, error in cells)

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        """An element begins; a row or a cell may stand for several."""
        name = local_name(element)
        known = {local_name(each): value for each, value in attributes.items()}
        if self._aside or name in ASIDE or (self._in_cell and not self._in_text and name != PARAGRAPH):
            self._aside += 1
        elif name == "table":
            self._in_sheet = known.get("name") == self._sheet
        elif not self._in_sheet:
            return
        elif name == "table-row":
            self._rows, self._column, self._in_row = repeated(known.get("number-rows-repeated")), 0, []
        elif name in CELLS:
            # Another prefix has what the cell says beside that it is an error.
            kinds = [value for each, value in attributes.items() if local_name(each) == "value-type"]
            self._in_cell, self._in_error, self._text = True, "error" in kinds, ""
            self._columns = repeated(known.get("number-columns-repeated"))
        elif name == PARAGRAPH:
            self._in_text = self._in_cell

    def text(self, text: str) -> None:
        """Text within the element that began last."""
        if self._in_error and self._in_text and not self._aside:
            self._text = (self._text + text)[:LONGEST]

    def end(self, element: str) -> None:
        """An element ends."""
        name = local_name(element)
        if self._aside:
            self._aside -= 1
        elif name == "table":
            self._in_sheet = False
        elif not self._in_sheet:
            return
        elif name == PARAGRAPH:
            self._in_text = False
        elif name in CELLS:
            if self._in_error:
                text = self._text.strip()
                error = text if text in FORMULA_ERRORS else OTHER_ERROR
                last = min(self._column + self._columns, MAX_COLUMNS)
                self._in_row += [(column, error) for column in range(self._column, last)]
            self._in_cell, self._in_error = False, False
            self._column += self._columns
        elif name == "table-row":
            if self._in_row:
                self._found.append((range(self._row, self._row + self._rows), self._in_row))
            self._row += self._rows


def repeated(number: str | None) -> int:
    """How many times a row or a cell stands there."""
    return int(number) if number and number.isdecimal() and len(number) < 8 else 1
