"""Detects the task of a target, with the reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rowcast_automl.contracts.generated import (
    MAX_CLASSES,
    ColumnProfile,
    Reason,
    TaskReason,
    TaskReasonCode,
)
from rowcast_automl.features.schema import LabelKind, Task
from rowcast_automl.features.skewness import has_far_values
from rowcast_automl.platform.reasons import english_text, reason
from rowcast_automl.profile.columns.column_names import ends_with_word, split_words

MAX_INTEGER_CLASSES = 10
# English, Spanish, French and German words, without accents as in `split_words` names.
RATING = ends_with_word(
    "(rating|score|star|grade|rate)s?|quality|satisfaction|likert|nps|overall|"
    "(calificacion|puntuacion|valoracion)(es)?|puntaje|estrellas?|calidad|satisfaccion|"
    "notes?|notas?|etoiles?|evaluations?|qualite|"
    "[a-z]*(bewertung(en)?|zufriedenheit|qualitae?t)|sterne?|(schul|gesamt|end)note|punktzahl"
)
CLASS = ends_with_word(
    "class(es)?|label|category|species|type|digit|clases?|etiqueta|categoria|especie|tipo|"
    "classe|etiquette|categorie|espece|[a-z]*(klasse|kategorie|typ)|ziffer"
)
QUANTITY = ends_with_word(
    "count|number|amount|age|rings|price|qty|years?|mileage|wage|percentage|dosage|voltage|average|"
    "edad|precio|importe|monto|anos|kilometraje|prix|montant|annees|kilometrage|"
    "alter|[a-z]*(preis|betrag)|jahre|kilometerstand"
)
COUNT = ends_with_word(
    "count|number|qty|quantity|items|visits|rentals|calls|orders|claims|children|kids|rooms|bedrooms|"
    "bathrooms|goals|points|tickets|purchases|clicks|views|accidents|"
    "cantidad|numero|conteo|visitas|llamadas|pedidos|articulos|hijos|ninos|habitaciones|dormitorios|banos|"
    "goles|puntos|boletos|compras|clics|vistas|accidentes|"
    "nombre|quantite|articles|visites|appels|commandes|enfants|pieces|chambres|buts|billets|achats|vues|"
    "[a-z]*(anzahl|stu(e?)ckzahl|zimmer)|menge|besuche|anrufe|bestellungen|kinder|tore|punkte|ka(e?)ufe|"
    "klicks|aufrufe|unfa(e?)lle"
)
# Where what is counted comes after.
COUNT_OF = re.compile(
    "^((number|no|numero|numeros|zahl)[ _-](of|de|der)|nombre|nbr?e?|cantidad|anzahl)[ _-].", re.I
)


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """The task, and the reason for it as a code with parameters."""

    task: Task
    code: TaskReasonCode
    params: dict[str, str | float] = field(default_factory=dict)

    @property
    def why(self) -> Reason:
        """The reason in the form of a report."""
        return reason(self.code, **self.params)

    def reason(self) -> TaskReason:
        """Return the reason in the form shown before a training."""
        return TaskReason(code=self.code, params=self.params, message=english_text(self.why))


def choose_task(column: ColumnProfile, kind: LabelKind, distinct: int, asked: str) -> TaskChoice:
    """Return the requested task, or detect it from the target's values and name.

    Parameters
    ----------
    kind : LabelKind
        Type of the stored values. `as_counted` detects integers that are stored with a decimal point.
    """
    if asked == "multiclass" and distinct == 2:
        return TaskChoice("binary", "CHOSEN_TWO_CLASSES")
    if asked in ("binary", "multiclass", "regression"):
        return TaskChoice(asked, "CHOSEN", {"task": asked})  # type: ignore[arg-type]
    if distinct == 2:
        return TaskChoice("binary", "TWO_VALUES")
    if kind in ("text", "boolean"):
        return TaskChoice("multiclass", "TEXT_VALUES", {"count": distinct})
    if kind == "integer":
        name, few = split_words(column.name), distinct <= MAX_INTEGER_CLASSES
        if few and RATING.search(name) and column.min is not None:
            return TaskChoice("regression", "RATING", {"low": column.min, "high": column.max or 0.0})
        counts = COUNT.search(name) or (COUNT_OF.search(name) and not CLASS.search(name))
        if counts and column.min is not None and column.min >= 0:
            return TaskChoice("regression", "COUNTS")
        if (few and not QUANTITY.search(name)) or (CLASS.search(name) and recurring(column, distinct)):
            return TaskChoice("multiclass", "WHOLE_CLASSES", {"count": distinct})
    if has_far_values(column):
        return TaskChoice("regression", "SKEWED_AMOUNTS")
    return TaskChoice("regression", "NUMBERS", {"count": distinct})


def recurring(column: ColumnProfile, distinct: int) -> bool:
    """Whether the values are few enough for classes, and each of the most frequent ones occurs repeatedly."""
    return distinct <= MAX_CLASSES and all(each.count > 1 for each in column.top_values)


def as_counted(kind: LabelKind, values: Sequence[str]) -> LabelKind:
    """Return "integer" if all distinct `values` are integers stored as 1.0, otherwise `kind`.

    Columns with more values than the maximum number of classes are left as they are.
    """
    few = kind == "number" and len(values) <= MAX_CLASSES
    return "integer" if few and all(float(value).is_integer() for value in values) else kind
