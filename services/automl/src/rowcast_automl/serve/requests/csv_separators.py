"""Separator of CSV bodies, detected by the field names in the header, and decimal commas."""

from __future__ import annotations

import csv
import io
import re

from rowcast_automl.contracts.generated import CSV_SEPARATORS
from rowcast_automl.features.schema import ServingSchema

# As in uploaded tables: with a semicolon or tab as separator, a comma may be a decimal comma.
SEPARATORS_WITH_DECIMAL_COMMA = (";", "\t")
MAX_HEADER_LENGTH = 1 << 20
DECIMAL_COMMA = re.compile(r"\s*[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]{1,4})?\s*")
# A thousands group or three decimals: only the sender knows.
AMBIGUOUS_COMMA = re.compile(r"\s*[+-]?[1-9][0-9]{0,2},[0-9]{3}\s*")


def detect_separator(text: str, schema: ServingSchema) -> str:
    """The separator with which the first record contains most of the model's fields; a comma by default."""
    header = first_record(text)
    found = [each for each in CSV_SEPARATORS if each == "," or each in header]
    if len(found) == 1:
        return ","
    other_names = {*schema.ignored, schema.target}

    def n_known_names(separator: str) -> tuple[int, int]:
        names = split_names(header, separator)
        return len(schema.by_name.keys() & names), len(other_names.intersection(names))

    return max(found, key=n_known_names)


def first_record(text: str) -> str:
    """Return the first record, whose names may contain line breaks within quotes."""
    lines, quotes = list[str](), 0
    for line in io.StringIO(text[:MAX_HEADER_LENGTH], newline=""):
        lines.append(line)
        quotes += line.count('"')
        if quotes % 2 == 0:
            break
    return "".join(lines)


def split_names(header: str, separator: str) -> list[str]:
    """Split the header by this separator; empty if that fails."""
    try:
        stream = io.StringIO(header, newline="")
        cells = next(csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=True), [])
    except csv.Error:
        return []
    return [cell.strip() for cell in cells]


def is_padded(text: str, separator: str) -> bool:
    """Whether a blank follows each separator of the header and is not part of the cell."""
    names = first_record(text).split(separator)[1:]
    return bool(names) and all(name.startswith(" ") for name in names)


def decimal_comma_columns(names: list[str], separator: str, schema: ServingSchema) -> list[int]:
    """Return the indices of columns in which a comma can only be a decimal comma.

    These are numbers that the training table wrote without commas.
    """
    if separator not in SEPARATORS_WITH_DECIMAL_COMMA:
        return []
    fields = [(place, schema.by_name.get(name)) for place, name in enumerate(names)]
    return [
        place
        for place, field in fields
        if field and field.kind == "number" and field.decimal == "." and "," not in field.noise
    ]


def commas_to_points(cells: list[str], places: list[int]) -> list[str]:
    """Replace decimal commas by points in these columns; ambiguous cells are unchanged."""
    for place in places:
        cell = cells[place]
        if "," in cell and DECIMAL_COMMA.fullmatch(cell) and not AMBIGUOUS_COMMA.fullmatch(cell):
            cells[place] = cell.replace(",", ".")
    return cells
