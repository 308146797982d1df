"""Formula errors in .xlsx sheets."""

import re

Place = tuple[int, int]
REFERENCE = re.compile("([A-Z]{1,3})([0-9]{1,7})")
MAX_ERROR_LENGTH = 40


class ErrorCells:
    """XML handler for a sheet that collects errors with their rows and columns."""

    def __init__(self) -> None:
        self._found: list[tuple[Place, str]] = []
        self._row, self._column = -1, -1
        self._in_error, self._in_value = False, False
        self._value = ""

    def pop_found(self) -> list[tuple[Place, str]]:
        """Return and reset the errors found so far."""
        found, self._found = self._found, []
        return found

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element; cells without a reference follow the previous one."""
        name = local_name(element)
        if name == "c":
            self._in_error, self._in_value = attributes.get("t") == "e", False
            self._value = ""
            place = REFERENCE.fullmatch(attributes.get("r", ""))
            self._column = column_index(place[1]) if place else self._column + 1
            self._row = int(place[2]) - 1 if place else self._row
        elif name == "row":
            number = attributes.get("r", "")
            self._row = int(number) - 1 if number.isdecimal() and len(number) < 8 else self._row + 1
            self._column = -1
        elif name == "v":
            self._in_value = self._in_error

    def text(self, text: str) -> None:
        """Handle text within an element."""
        if self._in_value:
            self._value = (self._value + text)[:MAX_ERROR_LENGTH]

    def end(self, element: str) -> None:
        """Handle the end of an element."""
        name = local_name(element)
        if name == "v":
            self._in_value = False
        elif name == "c" and self._in_error:
            self._in_error = False
            if self._value.startswith("#"):
                self._found.append(((self._row, self._column), self._value))


def local_name(element: str) -> str:
    """Return the element name without its prefix."""
    return element.rpartition(":")[2]


def column_index(letters: str) -> int:
    """Return the column index of letters: A is 0, Z is 25, AA is 26."""
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - 64
    return place - 1
