"""What a column is, beyond how it is stored."""

import re
from typing import Literal

from rowcast_automl.profile.columns.column_names import names_time, spaced
from rowcast_automl.profile.ordinal.category_order import known_levels
from rowcast_automl.profile.statistics import Statistics

ColumnType = Literal[
    "number", "integer", "boolean", "category", "ordinal", "datetime", "text", "identifier", "constant"
]
UNIQUE_SHARE = 0.97
FEWEST_UNIQUE = 20
LONGEST_IDENTIFIER = 64
FEW_VALUES = 100
IDENTIFIER_NAME = re.compile(
    r"(^|[^a-z])(id|uuid|guid|key|rowid|row|no|nr|code)$|(number|index|nummer|numero)$|^(id|unnamed)([^a-z]|$)"
)
QUANTITY_NAME = re.compile(
    r"(^|[^a-z])(page|count|heat|mass|price|quality|uv|glyc[ae]mic|refractive|development|stress|happiness|"
    r"atomic|octane|cetane|wave|mach|reynolds|month|day)[ _-]?(number|index)$"
)
ROW_NUMBER = re.compile(
    r"unnamed\b.*|column_\d+_*|level_0|index|#|x|(row|line)([ _-]?(number|no|nr|num|index|names?|id))?", re.I
)


def column_type(statistics: Statistics, rows: int) -> ColumnType:
    """The type that training and the console go by in a table of `rows` rows.

    Nearly all values different makes an identifier of a single word, or of a whole number that is named like
    one, or counts up by ones, and is not named like a time; several words on average and many values make
    text.
    """
    if is_constant(statistics, rows):
        return "constant"
    unique = statistics.present >= FEWEST_UNIQUE and statistics.distinct >= UNIQUE_SHARE * statistics.present
    if statistics.storage == "BOOLEAN":
        return "boolean"
    if statistics.storage == "TIMESTAMP":
        return "datetime"
    if statistics.storage == "DOUBLE":
        return "number"
    if unique and may_be_identifier(statistics):
        return "identifier"
    if statistics.storage == "BIGINT":
        return "integer"
    many = statistics.distinct > max(FEW_VALUES, 0.5 * statistics.present) or unique
    if many and (statistics.words >= 2 or statistics.length > LONGEST_IDENTIFIER):
        return "text"
    values = [each.value for each in statistics.top_values]
    return "ordinal" if len(values) == statistics.distinct and known_levels(values) else "category"


def is_constant(statistics: Statistics, rows: int) -> bool:
    """Whether no two cells differ, as one value and a gap do."""
    return statistics.present == 0 or (statistics.distinct <= 1 and statistics.present == rows)


def may_be_identifier(statistics: Statistics) -> bool:
    """Whether the column is an identifier if nearly all of its values differ."""
    if statistics.storage == "BIGINT":
        listed = statistics.counts_up or named_like_identifier(statistics.name)
        return listed and not names_time(statistics.name)
    return (
        statistics.storage == "VARCHAR" and statistics.words < 1.5 and statistics.length <= LONGEST_IDENTIFIER
    )


def is_row_number(statistics: Statistics) -> bool:
    """Whether the column only counts the rows, as programs write it along: nothing that makes rows differ."""
    counts = statistics.storage == "BIGINT" and statistics.counts_up
    return counts and ROW_NUMBER.fullmatch(statistics.name.strip()) is not None


def named_like_identifier(name: str) -> bool:
    """Whether `name` reads like customer_id, orderId, No or index, and not like page_number."""
    words = spaced(name).lower()
    return bool(IDENTIFIER_NAME.search(words)) and not QUANTITY_NAME.search(words)
