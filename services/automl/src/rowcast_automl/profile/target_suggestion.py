"""Suggestion of the target column."""

from collections.abc import Sequence

from rowcast_automl.contracts.generated import ColumnProfile
from rowcast_automl.profile.columns.column_names import is_time_name, strip_accents
from rowcast_automl.profile.columns.column_type import MIN_UNIQUE_SHARE

TARGET_NAMES = (
    *("target", "label", "class", "outcome", "response", "result"),
    *("objetivo", "etiqueta", "clase", "respuesta", "resultado"),
    *("cible", "etiquette", "classe", "reponse", "resultat"),
    *("ziel", "zielgrosse", "zielwert", "zielvariable", "klasse", "ergebnis"),
)
UNSUITABLE_TYPES = ("identifier", "constant", "text", "datetime")


def suggest_target(columns: Sequence[ColumnProfile], rows: int) -> str | None:
    """Return the last column with a name such as "target", or else the last column that can be predicted."""
    suitable = [
        column.name
        for column in columns
        if column.type not in UNSUITABLE_TYPES and column.distinct > 1 and not is_time_like(column, rows)
    ]
    named = [name for name in suitable if strip_accents(name.strip()).casefold() in TARGET_NAMES]
    candidates = named or suitable
    return candidates[-1] if candidates else None


def is_time_like(column: ColumnProfile, rows: int) -> bool:
    """Whether it is an integer column with a time-like name and mostly distinct values."""
    differs = column.distinct >= MIN_UNIQUE_SHARE * (rows - column.missing)
    return column.type == "integer" and differs and is_time_name(column.name)
