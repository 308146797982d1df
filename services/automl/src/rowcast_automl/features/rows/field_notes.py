"""Notes about a field of a row, such as a warning or an error: a code, parameters and an English sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any

from rowcast_automl.contracts.generated import FIELD_NOTE_SENTENCES, FieldProblem
from rowcast_automl.features.rows.recipe_replay import Fill
from rowcast_automl.features.schema import InputField
from rowcast_automl.platform.reasons import format_sentence

UNKNOWN: str = "UNKNOWN_FIELD"
UNSEEN: str = "UNSEEN_CATEGORY"
OF_OUTCOME = ("outcome", "fill", "new")
# Codes that have one sentence each.
ODDITIES = {
    "FIELD_REQUIRED": "problem.required",
    "MISSING_FIELD": "problem.missing",
    "MISSING_VALUE": "problem.null",
    UNSEEN: "problem.unseen",
    "NUMBERS_CONVERTED": "problem.converted",
    UNKNOWN: "problem.extra",
    "ROWS_MISNAMED": "problem.misnamed",
    "ROWS_BARE": "problem.bare",
    "ROWS_NOT_LISTED": "problem.notListed",
    "ROW_NOT_OBJECT": "problem.notObject",
    "ROW_NARROW": "problem.narrow",
    "ROW_WIDE": "problem.wide",
    "ROW_AFTER_QUOTE": "problem.afterQuote",
    "ROW_UNREADABLE": "problem.unreadable",
    "QUOTE_OPENS": "problem.quoteOpens",
}
OF_NEW = {"typical": "outcome.newTypical", "wordless": "outcome.newWordless"}


@dataclass(slots=True)
class Note:
    """A warning or a problem with one field of one row (rows count from 0).

    Parameters
    ----------
    parts : dict
        The contract's FieldNoteParts. The sentence is built only when the note is returned.
    """

    row: int
    field: str
    code: str
    parts: dict[str, Any] = made(default_factory=dict)

    @property
    def message(self) -> str:
        """The whole sentence."""
        words = words_of(self.parts) | {"field": self.field}
        keys = [oddity(self.code, self.parts), *outcome(self.parts), *(["meant"] if "meant" in words else [])]
        return " ".join(format_sentence(FIELD_NOTE_SENTENCES[key], words) for key in keys)

    def shown(self) -> dict[str, Any]:
        """Return the note as clients receive it."""
        note = {"row": self.row, "field": self.field, "code": self.code, "message": self.message}
        return note | {"parts": self.parts} if self.parts else note

    def problem(self, **place: int | None) -> FieldProblem:
        """Convert to a problem of an error response. `place` overrides its position."""
        return FieldProblem.model_validate(self.shown()).model_copy(update=place)

    def refused(self) -> Note:
        """Return a copy without an outcome, for a value that is rejected."""
        return Note(self.row, self.field, self.code, self._without_outcome())

    def replaced(self, known: InputField) -> None:
        """Record that the value was replaced by a missing value."""
        self.parts = self._without_outcome() | stand_in(known)

    def _without_outcome(self) -> dict[str, Any]:
        return {name: part for name, part in self.parts.items() if name not in OF_OUTCOME}


def stand_in(known: InputField) -> dict[str, Any]:
    """Return the outcome for a value that counts as missing."""
    if known.fill is not None:
        return {"outcome": "filled", "fill": known.fill}
    return {"outcome": "wordless" if known.kind == "text" else "typical"}


def not_sent(fill: Fill) -> dict[str, Any]:
    """Return the outcome for a field that is left out."""
    return {"outcome": "missing"} if fill is None else {"outcome": "filled", "fill": fill}


def oddity(code: str, parts: dict[str, Any]) -> str:
    """Return the key of the sentence that describes the problem."""
    if code == "FIELD_INVALID":
        if "such" in parts:
            return "problem.written"
        return "problem.numberSend" if "send" in parts else f"problem.{parts['expected']}"
    if code == "OUT_OF_RANGE":
        if "low" in parts:
            return "problem.range"
        return "problem.long" if "words" in parts else "problem.large"
    if code == "ROW_EMPTY":
        return "problem.empty" if parts["sent"] else "problem.none"
    return ODDITIES[code]


def outcome(parts: dict[str, Any]) -> list[str]:
    """Return the keys of the sentences about how the value was used; the list may be empty."""
    became = parts.get("outcome")
    if became in OF_NEW and parts.get("new"):
        return [OF_NEW[became]]
    return [f"outcome.{became}"] if became else []


def words_of(parts: dict[str, Any]) -> dict[str, str]:
    """Return the values of the placeholders in the sentences."""
    words = {name: AS_WORDS.get(name, str)(part) for name, part in parts.items()}
    if "given" in parts:
        words |= {"value": parts["given"], "given": f'"{parts["given"]}"'}
    if "kind" in parts:
        words["given"] = FIELD_NOTE_SENTENCES[f"kind.{parts['kind']}"]
    if "fields" in parts:
        cells = ", ".join(f"{json.dumps(each, ensure_ascii=False)}: …" for each in parts["fields"])
        row = f"{{{cells}}}"
        words |= {"fields": ", ".join(parts["fields"]), "row": row, "form": f'{{"instances": [{row}]}}'}
    return words


def end(value: str | float) -> str:
    """Format the end of a range: a number, or a date as text."""
    return f"{value:g}" if isinstance(value, float) else str(value)


AS_WORDS: dict[str, Callable[[Any], str]] = {
    "low": end,
    "high": end,
    "words": "{:,}".format,
    "read": "{:.15g}".format,
}
