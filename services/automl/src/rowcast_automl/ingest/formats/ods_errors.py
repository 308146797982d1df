"""Formula errors in OpenDocument spreadsheets (.ods)."""

from collections.abc import Iterator

from rowcast_automl.ingest.columns.missing_cells import FORMULA_ERRORS
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.formats.xlsx_errors import MAX_ERROR_LENGTH, Place, local_name

CELLS, PARAGRAPH = ("table-cell", "covered-table-cell"), "p"
# Shapes and comments may contain paragraphs and tables of their own.
OVERLAYS = ("shapes", "annotation")
# LibreOffice writes most errors as numbers, such as Err:522 for a circular reference.
OTHER_ERROR = "#VALUE!"


class OpenDocumentErrors:
    """XML handler for `content.xml` that collects the errors of one sheet."""

    def __init__(self, sheet: str) -> None:
        self._sheet = sheet
        self._found: list[tuple[range, list[tuple[int, str]]]] = []
        self._in_sheet, self._in_cell, self._in_error, self._in_text = False, False, False, False
        self._overlay_depth = 0
        self._row, self._rows, self._column, self._columns = 0, 1, 0, 1
        self._in_row: list[tuple[int, str]] = []
        self._text = ""

    def pop_found(self) -> Iterator[tuple[Place, str]]:
        """Return and reset the errors found so far.

        They are generated lazily, since repeated cells may contain millions of errors.
        """
        found, self._found = self._found, []
        return (((row, column), error) for rows, cells in found for row in rows for column, error in cells)

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element; rows and cells may be repeated."""
        name = local_name(element)
        known = {local_name(each): value for each, value in attributes.items()}
        if (
            self._overlay_depth
            or name in OVERLAYS
            or (self._in_cell and not self._in_text and name != PARAGRAPH)
        ):
            self._overlay_depth += 1
        elif name == "table":
            self._in_sheet = known.get("name") == self._sheet
        elif not self._in_sheet:
            return
        elif name == "table-row":
            self._rows, self._column, self._in_row = repeat_count(known.get("number-rows-repeated")), 0, []
        elif name in CELLS:
            # The type may have another prefix than the other attributes.
            kinds = [value for each, value in attributes.items() if local_name(each) == "value-type"]
            self._in_cell, self._in_error, self._text = True, "error" in kinds, ""
            self._columns = repeat_count(known.get("number-columns-repeated"))
        elif name == PARAGRAPH:
            self._in_text = self._in_cell

    def text(self, text: str) -> None:
        """Handle text within an element."""
        if self._in_error and self._in_text and not self._overlay_depth:
            self._text = (self._text + text)[:MAX_ERROR_LENGTH]

    def end(self, element: str) -> None:
        """Handle the end of an element."""
        name = local_name(element)
        if self._overlay_depth:
            self._overlay_depth -= 1
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


def repeat_count(number: str | None) -> int:
    """Return how often a row or a cell is repeated."""
    return int(number) if number and number.isdecimal() and len(number) < 8 else 1
