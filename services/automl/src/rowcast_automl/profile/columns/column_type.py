"""Semantic type of a column: number, category, ordinal, text, identifier and others."""

import re
from typing import Literal

from rowcast_automl.profile.columns.column_names import is_time_name, split_words
from rowcast_automl.profile.ordinal.category_order import known_levels
from rowcast_automl.profile.statistics import Statistics

ColumnType = Literal[
    "number", "integer", "boolean", "category", "ordinal", "datetime", "text", "identifier", "constant"
]
MIN_UNIQUE_SHARE = 0.97
MIN_UNIQUE_ROWS = 20
MAX_IDENTIFIER_LENGTH = 64
MIN_TEXT_VALUES = 100
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
    """Infer the semantic type of a column in a table of `rows` rows.

    A column with mostly distinct values is an identifier if its cells are single words, or integers that are
    a counter or have an identifier-like name. Many distinct values of several words are text.
    """
    if is_constant(statistics, rows):
        return "constant"
    unique = (
        statistics.present >= MIN_UNIQUE_ROWS and statistics.distinct >= MIN_UNIQUE_SHARE * statistics.present
    )
    if statistics.storage == "BOOLEAN":
        return "boolean"
    if statistics.storage == "TIMESTAMP":
        return "datetime"
    if statistics.storage == "DOUBLE":
        return "number"
    if unique and is_identifier_if_unique(statistics):
        return "identifier"
    if statistics.storage == "BIGINT":
        return "integer"
    many = statistics.distinct > max(MIN_TEXT_VALUES, 0.5 * statistics.present) or unique
    if many and (statistics.words >= 2 or statistics.length > MAX_IDENTIFIER_LENGTH):
        return "text"
    values = [each.value for each in statistics.top_values]
    return "ordinal" if len(values) == statistics.distinct and known_levels(values) else "category"


def is_constant(statistics: Statistics, rows: int) -> bool:
    """Whether all cells are equal; one value and null differ."""
    return statistics.present == 0 or (statistics.distinct <= 1 and statistics.present == rows)


def is_identifier_if_unique(statistics: Statistics) -> bool:
    """Whether the column is an identifier, provided that nearly all of its values are distinct."""
    if statistics.storage == "BIGINT":
        is_key = statistics.is_counter or is_identifier_name(statistics.name)
        return is_key and not is_time_name(statistics.name)
    return (
        statistics.storage == "VARCHAR"
        and statistics.words < 1.5
        and statistics.length <= MAX_IDENTIFIER_LENGTH
    )


def is_row_number(statistics: Statistics) -> bool:
    """Whether the column is an exported row index, which carries no information."""
    is_counter = statistics.storage == "BIGINT" and statistics.is_counter
    return is_counter and ROW_NUMBER.fullmatch(statistics.name.strip()) is not None


def is_identifier_name(name: str) -> bool:
    """Whether a column name is like customer_id, orderId, No or index, but not page_number."""
    words = split_words(name).lower()
    return bool(IDENTIFIER_NAME.search(words)) and not QUANTITY_NAME.search(words)
