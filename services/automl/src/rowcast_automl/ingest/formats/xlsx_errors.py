"""Which cells of a sheet hold errors, as its XML is read."""

import re

Place = tuple[int, int]
REFERENCE = re.compile("([A-Z]{1,3})([0-9]{1,7})")
LONGEST = 40


class ErrorCells:
    """Takes the elements of a sheet one after another, and keeps the errors with their rows and columns."""

    def __init__(self) -> None:
        self._found: list[tuple[Place, str]] = []
        self._row, self._column = -1, -1
        self._in_error, self._in_value = False, False
        self._value = ""

    def taken(self) -> list[tuple[Place, str]]:
        """What was found since the last time."""
        found, self._found = self._found, []
        return found

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        """An element begins; what has no place of its own follows the one before."""
        name = local_name(element)
        if name == "c":
            self._in_error, self._in_value = attributes.get("t") == "e", False
            self._value = ""
            place = REFERENCE.fullmatch(attributes.get("r", ""))
            self._column = column_of(place[1]) if place else self._column + 1
            self._row = int(place[2]) - 1 if place else self._row
        elif name == "row":
            number = attributes.get("r", "")
            self._row = int(number) - 1 if number.isdecimal() and len(number) < 8 else self._row + 1
            self._column = -1
        elif name == "v":
            self._in_value = self._in_error

    def text(self, text: str) -> None:
        """Text within the element that began last."""
        if self._in_value:
            self._value = (self._value + text)[:LONGEST]

    def end(self, element: str) -> None:
        """An element ends."""
        name = local_name(element)
        if name == "v":
            self._in_value = False
        elif name == "c" and self._in_error:
            self._in_error = False
            if self._value.startswith("#"):
                self._found.append(((self._row, self._column), self._value))


def local_name(element: str) -> str:
    """The name without the prefix."""
    return element.rpartition(":")[2]


def column_of(letters: str) -> int:
    """A is 0, Z 25, AA 26."""
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - 64
    return place - 1
