"""What parts the cells of a CSV body: the separator under which its header names the model's fields."""

from __future__ import annotations

import csv
import io
import re

from rowcast_automl.contracts.generated import CSV_SEPARATORS
from rowcast_automl.features.schema import ServingSchema

# As the reading of tables has it: beside a semicolon or a tab, a comma may be a decimal one.
BESIDE_DECIMAL_COMMAS = (";", "\t")
LONGEST_HEADER = 1 << 20
DECIMAL_COMMA = re.compile(r"\s*[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]{1,4})?\s*")
# A group of thousands as well as three decimals: nobody but the sender knows.
TWO_WAYS = re.compile(r"\s*[+-]?[1-9][0-9]{0,2},[0-9]{3}\s*")


def separator_of(text: str, schema: ServingSchema) -> str:
    """The separator by which the first record of the text names most of the model's fields; else a comma."""
    header = header_of(text)
    found = [each for each in CSV_SEPARATORS if each == "," or each in header]
    if len(found) == 1:
        return ","
    also = {*schema.ignored, schema.target}

    def named(separator: str) -> tuple[int, int]:
        names = names_in(header, separator)
        return len(schema.by_name.keys() & names), len(also.intersection(names))

    return max(found, key=named)


def header_of(text: str) -> str:
    """The first record, whose names may hold line breaks within quotes."""
    lines, quotes = list[str](), 0
    for line in io.StringIO(text[:LONGEST_HEADER], newline=""):
        lines.append(line)
        quotes += line.count('"')
        if quotes % 2 == 0:
            break
    return "".join(lines)


def names_in(header: str, separator: str) -> list[str]:
    """Names by this separator; none where it cannot be the one."""
    try:
        stream = io.StringIO(header, newline="")
        cells = next(csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=True), [])
    except csv.Error:
        return []
    return [cell.strip() for cell in cells]


def is_padded(text: str, separator: str) -> bool:
    """Whether a blank follows each separator of the header, and so belongs to no cell."""
    names = header_of(text).split(separator)[1:]
    return bool(names) and all(name.startswith(" ") for name in names)


def comma_fields(names: list[str], separator: str, schema: ServingSchema) -> list[int]:
    """Places of the columns in which a comma can only be a decimal one: numbers that the training table wrote
    without commas."""
    if separator not in BESIDE_DECIMAL_COMMAS:
        return []
    fields = [(place, schema.by_name.get(name)) for place, name in enumerate(names)]
    return [
        place
        for place, field in fields
        if field and field.kind == "number" and field.decimal == "." and "," not in field.noise
    ]


def with_points(cells: list[str], places: list[int]) -> list[str]:
    """The cells with decimal points at these places; what can be read in two ways is left as it is."""
    for place in places:
        cell = cells[place]
        if "," in cell and DECIMAL_COMMA.fullmatch(cell) and not TWO_WAYS.fullmatch(cell):
            cells[place] = cell.replace(",", ".")
    return cells
