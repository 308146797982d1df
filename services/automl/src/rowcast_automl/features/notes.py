"""What is said about a field of a row: a code and the parts of a sentence, and the sentence in English."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any

from rowcast_automl.features.cells import complaint
from rowcast_automl.features.schema import Fill, InputField

UNKNOWN: str = "UNKNOWN_FIELD"
OUTCOMES = {
    "gap": "; it was read as missing, as in training",
    "ignored": " and was ignored",
    "missing": " and was treated as missing",
    "filled": ". {fill} was used",
}
STAND_IN = {"typical": "a typical value was used", "wordless": "it was read as a text without words"}
OF_OUTCOME = ("outcome", "fill", "new")


@dataclass(slots=True)
class Note:
    """A warning or a problem with one field of one row (rows count from 0).

    Parameters
    ----------
    parts : dict
        The contract's FieldNoteParts. Nothing is put into words before somebody is told.
    """

    row: int
    field: str
    code: str
    parts: dict[str, Any] = made(default_factory=dict)

    @property
    def message(self) -> str:
        """The whole sentence."""
        parts = self.parts
        hint = f' Did you mean "{parts["meant"]}"?' if "meant" in parts else ""
        return f"{SENTENCES[self.code](self.field, parts)}{outcome_of(self.code, parts)}.{hint}"

    def shown(self) -> dict[str, Any]:
        """What callers are told."""
        told = {"row": self.row, "field": self.field, "code": self.code, "message": self.message}
        return told | {"parts": self.parts} if self.parts else told

    def refused(self) -> Note:
        """The same where nothing becomes of the value."""
        return Note(self.row, self.field, self.code, self._without_outcome())

    def replaced(self, known: InputField) -> None:
        """Tells that a missing value was put in place of it."""
        self.parts = self._without_outcome() | stand_in(known)

    def _without_outcome(self) -> dict[str, Any]:
        return {name: part for name, part in self.parts.items() if name not in OF_OUTCOME}


def stand_in(known: InputField) -> dict[str, Any]:
    """What becomes of a value that counts as missing."""
    if known.fill is not None:
        return {"outcome": "filled", "fill": known.fill}
    return {"outcome": "wordless" if known.kind == "text" else "typical"}


def not_sent(fill: Fill) -> dict[str, Any]:
    """What becomes of a field that is left out."""
    return {"outcome": "missing"} if fill is None else {"outcome": "filled", "fill": fill}


def outcome_of(code: str, parts: dict[str, Any]) -> str:
    """What became of the value, as the sentence goes on; empty where there is nothing to tell."""
    outcome = parts.get("outcome")
    if outcome is None:
        return ""
    if code == "MISSING_FIELD" and outcome == "filled":
        return f" and was filled with {parts['fill']}"
    if said := STAND_IN.get(outcome):
        return f", which training never saw; {said}" if parts.get("new") else f". {said.capitalize()}"
    return OUTCOMES[outcome].format(fill=parts.get("fill"))


Sentence = Callable[[str, dict[str, Any]], str]


def beyond(name: str, parts: dict[str, Any]) -> str:
    """Outside of what training saw, or of what can be read."""
    if "low" in parts:
        low, high = (
            f"{each:g}" if isinstance(each, float) else each for each in (parts["low"], parts["high"])
        )
        return f"{name} lies outside {low} to {high} seen in training"
    if "words" in parts:
        return f"{name} is longer than the {parts['words']:,} words that are read"
    return f"{name} is too large for a number"


def converted(name: str, parts: dict[str, Any]) -> str:
    """Text that programs take for another number."""
    read = f'{name} "{parts["given"]}" was read as {parts["read"]:.15g}, as in the training table'
    return f"{read}. A JSON number says it plainly"


def empty(_: str, parts: dict[str, Any]) -> str:
    """A row without any value."""
    what = "has no value in any" if parts["sent"] else "holds none"
    return f"The row {what} of the model's fields ({', '.join(parts['fields'])} …). Send at least one"


def misnamed(name: str, parts: dict[str, Any]) -> str:
    """Rows under another name than `instances`."""
    return f'"{name}" is not a field of this model. Send rows as "instances": {form(parts)}'


def form(parts: dict[str, Any]) -> str:
    """A body that is read, with the first fields of the model."""
    return f'{{"instances": [{row_form(parts)}]}}'


def row_form(parts: dict[str, Any]) -> str:
    """A row that is read."""
    return f"{{{', '.join(f'{json.dumps(each, ensure_ascii=False)}: …' for each in parts['fields'])}}}"


SENTENCES: dict[str, Sentence] = {
    "FIELD_REQUIRED": lambda name, _: f"{name} is required",
    "FIELD_INVALID": lambda name, parts: f"{name} {complaint(parts)}",
    "MISSING_FIELD": lambda name, _: f"{name} was not sent",
    "MISSING_VALUE": lambda name, _: f"{name} is missing",
    "UNSEEN_CATEGORY": lambda name, parts: f"{name} has a value that training never saw: {parts['given']!r}",
    "OUT_OF_RANGE": beyond,
    "NUMBERS_CONVERTED": converted,
    "UNKNOWN_FIELD": lambda name, _: f"{name} is not a field of this model",
    "ROW_EMPTY": empty,
    "ROWS_MISNAMED": misnamed,
    "ROWS_BARE": lambda _, parts: f"The list of rows stands bare. Send it as {form(parts)}",
    "ROWS_NOT_LISTED": lambda name, parts: f'"{name}" is not a list of rows. Send it as {form(parts)}',
    "ROW_NOT_OBJECT": lambda _, parts: f"The row is not an object. Send each row as {row_form(parts)}",
}
