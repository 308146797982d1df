"""The serving schema: the fields of a row, and their positions in the graph's two input tensors."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np

from rowcast_automl.features.rows.raw_values import sendable
from rowcast_automl.features.rows.recipe_replay import Cell, Fill, Rewrite

FieldKind = Literal["number", "boolean", "category", "datetime", "text"]
Task = Literal["binary", "multiclass", "regression"]
LabelKind = Literal["text", "integer", "boolean", "number"]
Policy = Literal["warn", "reject"]

DATE_PARTS = ("days", "year", "month", "day", "weekday", "second")
LISTED_CATEGORIES = 100
TEXT_ROWS, MAX_ROWS = 256, 1_000_000


@dataclass(frozen=True, slots=True)
class InputField:
    """One input column of the model.

    Parameters
    ----------
    slot : int
        First position in its tensor. Categories and, after them, free texts are in `texts`, all others in
        `numbers`.
    seen_missing : bool
        Whether training had missing cells, so that null is a known value.
    minimum, maximum : float or None
        Range in training; seconds since 1970 for dates.
    categories : tuple of str
        All values in training, most frequent first.
    levels : tuple of str
        All values from low to high, if they have an order.
    date_formats : tuple of str
        `strptime` patterns of the table's dates, tried in turn and before ISO 8601.
    decimal : str
        Decimal separator of numbers in text.
    noise : str or tuple of str
        Text to remove before parsing a number: characters or, for currency codes, words and characters.
        It applies to text only, in CSV and JSON. JSON numbers are always plain.
    bracketed : bool
        Whether negative numbers were in brackets.
    unit : str or None
        Unit of the numbers, if the table had units or times.
    powers : tuple of str
        Suffixes for powers of ten.
    clock : str or None
        Format of times that were converted to numbers of the unit.
    bare : bool
        Whether such a column accepts text with a plain number of the unit.
    fill : str, float, bool or None
        Value that cleaning put into missing cells.
    clip : tuple of float or None
        Range that cleaning clipped numbers to; an open end is None.
    missing : tuple of str or None
        Missing markers of the column, if they differ from those of the table.
    tolerant : bool
        Whether cells that did not fit the type were converted to missing.
    unified : bool
        Whether values that differ from a category only by case or blanks are mapped to it.
    rewrites : tuple of Rewrite
        All cleaning steps in order, if values were replaced. They then apply to a sent cell in place of
        `clip`.
    float64 : bool
        Whether the graph reads the number as float64, because float32 would lose what distinguishes its
        values. One such field makes the whole `numbers` tensor float64.
    """

    name: str
    kind: FieldKind
    slot: int
    integer: bool = False
    seen_missing: bool = False
    nullable: bool = True
    minimum: float | None = None
    maximum: float | None = None
    categories: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    example: str | float | bool | None = None
    date_formats: tuple[str, ...] = ()
    decimal: str = "."
    noise: str | tuple[str, ...] = ""
    bracketed: bool = False
    unit: str | None = None
    powers: tuple[str, ...] = ()
    clock: Literal["time_of_day", "duration"] | None = None
    # Models without this field accepted all such numbers.
    bare: bool = True
    fill: Fill = None
    clip: tuple[float | None, float | None] | None = None
    missing: tuple[str, ...] | None = None
    tolerant: bool = False
    unified: bool = False
    rewrites: tuple[Rewrite, ...] = ()
    unseen: Policy = "warn"
    out_of_range: Policy = "warn"
    float64: bool = False

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> InputField:
        """Create from the output of `asdict`. Attributes that an older version did not write keep their
        defaults.
        """
        plain: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in content.items()
        }
        if pattern := plain.pop("date_format", None):
            plain["date_formats"] = (pattern,)
        plain["rewrites"] = tuple(Rewrite.from_json(each) for each in plain.get("rewrites", ()))
        return cls(**plain)

    @property
    def missing_numbers(self) -> frozenset[float]:
        """Numbers that mark a missing value, such as -999."""
        found = (number_or_none(marker) for marker in self.missing or ())
        return frozenset(number for number in found if number is not None)

    @property
    def textual(self) -> bool:
        """Whether the field is in the `texts` tensor."""
        return self.kind in ("category", "text")

    @property
    def keeps_nulls(self) -> bool:
        """Whether a null stays missing and needs no warning."""
        return self.seen_missing and self.nullable and self.fill is None

    @property
    def width(self) -> int:
        """Number of positions the field takes in its tensor."""
        return len(DATE_PARTS) if self.kind == "datetime" else 1

    def sent(self, cell: Cell) -> Cell:
        """Return the value to send so that the model reads `cell`. Dates are seconds since 1970."""
        return sendable(cell, self.kind, self.rewrites, unified=self.unified)

    def public(self) -> dict[str, Any]:
        """Convert to the contract's FieldSchema (camelCase)."""
        listed = (self.levels or self.categories)[:LISTED_CATEGORIES]
        return {
            "name": self.name,
            "kind": self.kind,
            "required": not self.nullable,
            "nullable": self.nullable,
            "integer": self.integer,
            "min": self.minimum,
            "max": self.maximum,
            "categories": [sent for each in listed if (sent := self.sent(each)) is not None],
            "categoryCount": len(self.levels or self.categories),
            **({"ordered": True} if self.levels else {}),
            **({} if self.fill is None else {"filledWith": self.fill}),
            **({"clippedTo": {"low": self.clip[0], "high": self.clip[1]}} if self.clip else {}),
            **({"unit": self.unit} if self.unit else {}),
            "example": self.example,
        }


def number_type(fields: tuple[InputField, ...]) -> type[np.float32 | np.float64]:
    """Return the element type of the `numbers` tensor of these fields."""
    return np.float64 if any(each.float64 for each in fields) else np.float32


def number_or_none(text: str) -> float | None:
    """Return the number that a text stands for, or None for other texts and NaN."""
    try:
        number = float(text)
    except ValueError:
        return None
    return None if math.isnan(number) else number


@dataclass(frozen=True, slots=True)
class ServingSchema:
    """Everything besides the graph that is needed to turn a row into a prediction.

    Parameters
    ----------
    labels : tuple of str
        Classes in the order of the graph's probabilities; empty for regression.
    ignored : tuple of str
        Columns of the training table that the model does not use. Requests may include them.
    """

    task: Task
    target: str
    labels: tuple[str, ...]
    label_kind: LabelKind
    fields: tuple[InputField, ...]
    ignored: tuple[str, ...] = ()
    missing_markers: tuple[str, ...] = ()
    by_name: dict[str, InputField] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {each.name: each for each in self.fields})

    @property
    def number_type(self) -> type[np.float32 | np.float64]:
        """Element type of the `numbers` tensor."""
        return number_type(self.fields)

    @property
    def number_width(self) -> int:
        """Columns of the `numbers` tensor."""
        return sum(each.width for each in self.fields if not each.textual)

    @property
    def text_width(self) -> int:
        """Columns of the `texts` tensor."""
        return sum(each.textual for each in self.fields)

    @property
    def rows_at_once(self) -> int:
        """Maximum number of rows per graph run. It is lower with free text, where rows are as wide as the
        vocabulary.
        """
        return TEXT_ROWS if any(each.kind == "text" for each in self.fields) else MAX_ROWS

    def as_json(self) -> dict[str, Any]:
        """Convert to JSON-compatible data for `schema.json`."""
        content = {
            name: getattr(self, name)
            for name in ("task", "target", "labels", "label_kind", "ignored", "missing_markers")
        }
        return {"format": 1, **content, "fields": [asdict(each) for each in self.fields]}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> ServingSchema:
        """Create from the output of `as_json`.

        Raises
        ------
        ValueError
            If this version does not support the format.
        """
        if content.get("format") != 1:
            raise ValueError(f"schema format {content.get('format')!r} is not supported")
        fields = tuple(InputField.from_json(each) for each in content["fields"])
        return cls(
            task=content["task"],
            target=content["target"],
            labels=tuple(content["labels"]),
            label_kind=content["label_kind"],
            fields=fields,
            ignored=tuple(content["ignored"]),
            missing_markers=tuple(content["missing_markers"]),
        )

    def label_value(self, index: int) -> str | int | float | bool:
        """Return the class at `index` in the type of the target column."""
        label = self.labels[index]
        if self.label_kind == "integer":
            return int(label)
        if self.label_kind == "number":
            return float(label)
        if self.label_kind == "boolean":
            return label.lower() == "true"
        return label
