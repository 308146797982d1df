"""Types that a file declares. Columns of digits stay text if the file declares them as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.missing_markers import Markers

TEXT: Literal["string"] = "string"


@dataclass(frozen=True)
class Declared:
    """The types that a file declares.

    Parameters
    ----------
    types : mapping
        By column index: "string", or a dictionary type.
    numbers : int
        Number of columns that are declared as numbers.
    """

    types: Mapping[int, str] = field(default_factory=dict)
    numbers: int = 0


NO_DECLARATION = Declared()


def apply_declared_types(
    columns: Sequence[Column], declared: Declared, markers: Sequence[Markers]
) -> list[Column]:
    """Keep columns unconverted that the file declares as text.

    The declaration is ignored if more columns of digits are declared as text than columns are declared as
    numbers, since the writer then stored everything as text. It is also ignored for columns with missing
    markers.
    """
    digits = {
        place
        for place, column in enumerate(columns)
        if declared.types.get(place) == TEXT and column.storage == "BIGINT" and not markers[place].values
    }
    codes = digits if len(digits) <= declared.numbers else set()
    return [
        as_declared_text(column, type_name)
        if (type_name := declared.types.get(place)) and (type_name != TEXT or place in codes)
        else column
        for place, column in enumerate(columns)
    ]


def as_declared_text(column: Column, type_name: str) -> Column:
    """Return the column as unconverted text, with the declared type as the reason."""
    reason = (Conversion(kind="declared", written=type_name),)
    return Column(
        column.name, column.source, "VARCHAR", column.source, conversions=reason, declared=type_name
    )
