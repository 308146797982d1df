"""Suggestion of the target column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rowcast_automl.contracts.generated import ColumnProfile
from rowcast_automl.profile.columns.column_names import is_time_name, strip_accents
from rowcast_automl.profile.columns.column_type import MIN_UNIQUE_SHARE

TARGET_NAMES = (
    *("target", "label", "class", "outcome", "response", "result"),
    *("objetivo", "etiqueta", "clase", "respuesta", "resultado"),
    *("cible", "etiquette", "classe", "reponse", "resultat"),
    *("ziel", "zielgrosse", "zielwert", "zielvariable", "klasse", "ergebnis"),
)
# Names of what people usually predict. A name such as "target" comes before them.
OUTCOME_NAMES = (
    *("churn", "churned", "attrition", "price", "sale price", "saleprice", "selling price", "fraud"),
    *("is fraud", "survived", "diagnosis", "converted", "purchased", "default payment", "defaulted"),
    *("abandono", "precio", "fraude", "desabonnement", "prix", "kundigung", "gekundigt", "preis", "betrug"),
)
UNSUITABLE_TYPES = ("identifier", "constant", "text", "datetime")


@dataclass(frozen=True, slots=True)
class TargetSuggestion:
    """The column that a table probably exists to predict, and why this one."""

    column: str
    reason: Literal["name", "last_column"]


def suggest_target(columns: Sequence[ColumnProfile], rows: int) -> TargetSuggestion | None:
    """Return the last column with a name such as "target", or else the last column that can be predicted."""
    suitable = [
        column.name
        for column in columns
        if column.type not in UNSUITABLE_TYPES and column.distinct > 1 and not is_time_like(column, rows)
    ]
    for names in (TARGET_NAMES, OUTCOME_NAMES):
        named = [name for name in suitable if plain(name) in names]
        if named:
            return TargetSuggestion(named[-1], "name")
    return TargetSuggestion(suitable[-1], "last_column") if suitable else None


def plain(name: str) -> str:
    """Return the name in lower case, without accents, with spaces for underscores.

    Examples
    --------
    >>> plain(" Sale_Price ")
    'sale price'
    """
    return strip_accents(name.strip()).casefold().replace("_", " ")


def is_time_like(column: ColumnProfile, rows: int) -> bool:
    """Whether it is an integer column with a time-like name and mostly distinct values."""
    differs = column.distinct >= MIN_UNIQUE_SHARE * (rows - column.missing)
    return column.type == "integer" and differs and is_time_name(column.name)
