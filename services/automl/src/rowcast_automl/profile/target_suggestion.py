"""Which column a person most likely wants to predict."""

from collections.abc import Sequence

from rowcast_automl.contracts.generated import ColumnProfile
from rowcast_automl.profile.columns.column_names import names_time, unaccented
from rowcast_automl.profile.columns.column_type import UNIQUE_SHARE

NAMES = (
    *("target", "label", "class", "outcome", "response", "result"),
    *("objetivo", "etiqueta", "clase", "respuesta", "resultado"),
    *("cible", "etiquette", "classe", "reponse", "resultat"),
    *("ziel", "zielgrosse", "zielwert", "zielvariable", "klasse", "ergebnis"),
)
UNFIT = ("identifier", "constant", "text", "datetime")


def suggest_target(columns: Sequence[ColumnProfile], rows: int) -> str | None:
    """The last column with a telling name such as "target", else the last one that could be predicted."""
    fit = [
        column.name
        for column in columns
        if column.type not in UNFIT and column.distinct > 1 and not tells_time(column, rows)
    ]
    named = [name for name in fit if unaccented(name.strip()).casefold() in NAMES]
    candidates = named or fit
    return candidates[-1] if candidates else None


def tells_time(column: ColumnProfile, rows: int) -> bool:
    """Whether it is a whole number that is named like a time and differs in nearly every row."""
    differs = column.distinct >= UNIQUE_SHARE * (rows - column.missing)
    return column.type == "integer" and differs and names_time(column.name)
