"""What a file says of its columns: text whose cells are digits is a code where it knows numbers as well."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.columns.missing_markers import Markers
from rowcast_automl.ingest.columns.type_inference import Column

TEXT: Literal["string"] = "string"


@dataclass(frozen=True)
class Declared:
    """The types that a file declares.

    Parameters
    ----------
    types : mapping
        By the place of a column: "string", or what else says that its cells are names, as a dictionary does.
    numbers : int
        How many columns it declares as numbers.
    """

    types: Mapping[int, str] = field(default_factory=dict)
    numbers: int = 0


NOTHING = Declared()


def as_declared(columns: Sequence[Column], declared: Declared, markers: Sequence[Markers]) -> list[Column]:
    """`columns`, with those kept as text that the file declares so.

    Where more columns of digits are text than there are numbers, all was written as text, which says
    nothing, and so it is where words for missing cells were the reason.
    """
    digits = {
        place
        for place, column in enumerate(columns)
        if declared.types.get(place) == TEXT and column.storage == "BIGINT" and not markers[place].values
    }
    codes = digits if len(digits) <= declared.numbers else set()
    return [
        kept_text(column, told)
        if (told := declared.types.get(place)) and (told != TEXT or place in codes)
        else column
        for place, column in enumerate(columns)
    ]


def kept_text(column: Column, told: str) -> Column:
    """The column as it is written, and why."""
    reason = (Conversion(kind="declared", written=told),)
    return Column(column.name, column.source, "VARCHAR", column.source, conversions=reason, declared=told)
