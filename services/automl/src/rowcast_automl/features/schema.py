"""The serving schema: the fields of a row, and their positions in the graph's two input tensors."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

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
    """One column that the model reads.

    Parameters
    ----------
    slot : int
        First position in its tensor: `texts` for categories and, after them, free text; `numbers` for all
        else.
    seen_missing : bool
        Whether training saw missing cells, so that a null has a meaning of its own.
    minimum, maximum : float or None
        Range seen in training; seconds since 1970 for dates.
    categories : tuple of str
        Every value seen in training, most frequent first.
    levels : tuple of str
        All values from low to high where they have an order.
    date_formats : tuple of str
        `strptime` patterns of the table's dates, tried in turn and before ISO 8601.
    decimal : str
    noise : str or tuple of str
        How the table wrote its numbers: the decimal separator, and what is dropped before reading,
        characters or, where currencies are written in letters, words and characters.
        Only text is read so, be it in a CSV or in JSON; JSON numbers are always plain.
    bracketed : bool
        Whether the table wrote negative numbers in brackets.
    unit : str or None
        Of the numbers, where the table wrote one or had times.
    powers : tuple of str
        Powers of ten that the table wrote behind numbers.
    clock : str or None
        What times the table wrote, where they became numbers of the unit.
    bare : bool
        Whether such a column takes a number alone, in text, for one of the unit.
    fill : str, float, bool or None
        What the cleaning of the table put into missing cells.
    clip : tuple of float or None
        Range that the cleaning brought numbers into; an open end is None.
    tolerant : bool
        Whether the table had cells that did not fit the type, which were read as missing.
    unified : bool
        Whether values that differ only by case or blanks from a category are read as it.
    rewrites : tuple of Rewrite
        Where the cleaning replaced values, all that it did to cells, in order; a cell that is sent meets that
        in place of `clip`.
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
    # Of models from before it was told: they took all such numbers.
    bare: bool = True
    fill: Fill = None
    clip: tuple[float | None, float | None] | None = None
    tolerant: bool = False
    unified: bool = False
    rewrites: tuple[Rewrite, ...] = ()
    unseen: Policy = "warn"
    out_of_range: Policy = "warn"

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> InputField:
        """Reads what `asdict` wrote; what an older version did not write keeps its default."""
        plain: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in content.items()
        }
        if pattern := plain.pop("date_format", None):
            plain["date_formats"] = (pattern,)
        plain["rewrites"] = tuple(Rewrite.from_json(each) for each in plain.get("rewrites", ()))
        return cls(**plain)

    @property
    def textual(self) -> bool:
        """Whether it stands in the `texts` tensor."""
        return self.kind in ("category", "text")

    @property
    def keeps_nulls(self) -> bool:
        """Whether nothing is done to a null, and nothing is to be said of it."""
        return self.seen_missing and self.nullable and self.fill is None

    @property
    def width(self) -> int:
        """Number of positions the field takes in its tensor."""
        return len(DATE_PARTS) if self.kind == "datetime" else 1

    def sent(self, cell: Cell) -> Cell:
        """What a client sends so that the model reads `cell`; dates are seconds since 1970."""
        return sendable(cell, self.kind, self.rewrites, unified=self.unified)

    def public(self) -> dict[str, Any]:
        """The field as the contract's FieldSchema (camelCase)."""
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


@dataclass(frozen=True, slots=True)
class ServingSchema:
    """Everything beside the graph that turns a row into an answer.

    Parameters
    ----------
    labels : tuple of str
        Classes in the order of the graph's probabilities; empty for regression.
    ignored : tuple of str
        Columns of the training table that the model does not read; sending them is no mistake.
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
    def number_width(self) -> int:
        """Columns of the `numbers` tensor."""
        return sum(each.width for each in self.fields if not each.textual)

    @property
    def text_width(self) -> int:
        """Columns of the `texts` tensor."""
        return sum(each.textual for each in self.fields)

    @property
    def rows_at_once(self) -> int:
        """Rows that the graph is given together: each is as wide as the vocabulary where texts are read."""
        return TEXT_ROWS if any(each.kind == "text" for each in self.fields) else MAX_ROWS

    def as_json(self) -> dict[str, Any]:
        """Plain data for `schema.json`."""
        content = {
            name: getattr(self, name)
            for name in ("task", "target", "labels", "label_kind", "ignored", "missing_markers")
        }
        return {"format": 1, **content, "fields": [asdict(each) for each in self.fields]}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> ServingSchema:
        """Reads what `as_json` wrote.

        Raises
        ------
        ValueError
            When the format is not known to this version.
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
        """The class at `index` in the type that the target column had."""
        label = self.labels[index]
        if self.label_kind == "integer":
            return int(label)
        if self.label_kind == "number":
            return float(label)
        if self.label_kind == "boolean":
            return label.lower() == "true"
        return label
