"""A column of the table, and how its cells are read."""

from dataclasses import dataclass, replace
from typing import Literal

from rowcast_automl.contracts.generated import Conversion
from rowcast_automl.ingest.columns.missing_cells import null_if_blank
from rowcast_automl.ingest.dates.date_format import errors_to_null
from rowcast_automl.ingest.dates.times_and_durations import TimeFormat
from rowcast_automl.ingest.numbers.number_format import NumberFormat

Storage = Literal["BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR"]
PinnedType = Literal["number", "integer", "boolean", "category", "ordinal", "datetime", "text", "identifier"]


@dataclass(frozen=True)
class Column:
    """A column of the table and how its cells are converted.

    Attributes
    ----------
    source : str
        Name of the column in the text relation.
    storage : str
        DuckDB type in which it is stored.
    expression : str
        SQL that converts `source`. It fails on a cell of another type, or gives null if `is_lenient`.
    decimal : str
        Decimal separator.
    mixed : bool
        Most cells are numbers, but the column is text because of some invalid cells.
    mixed_date_format : str or None
        Like `mixed` for dates: their strptime format, empty for ISO.
    numeric_format : NumberFormat or None
        How numbers are written; None for plain numbers.
    conversions : tuple of Conversion
        Changes to cells, as reported to the user.
    date_formats, currencies, unit_variants : tuple of str
        Different date formats, currencies or units, because of which the column is text.
    loses_precision : bool
        The integers are too long for a double, so the column is text.
    are_points_ambiguous : bool
        Points may be decimal points or thousands separators.
    ambiguous_formats : tuple of str
        Two date formats (day first or month first) that both fit; the column is text.
    maybe_suffixes : bool
        Letters after numbers may be magnitude suffixes or parts of codes; the column is text.
    time_format : TimeFormat or None
        How times of day or durations are read.
    resolved_by : str or None
        Column whose dates show whether the day or the month comes first.
    declared : str or None
        Type by which the file declares the column as text.
    pin : str or None
        Type that the user pinned.
    levels : tuple of str
        Pinned order of an ordinal column.
    number_spellings : tuple of str
        Spellings of one number, because of which the column is text.
    nulls_invalid : bool
        `expression` is null for cells that do not fit the inferred type, since they are few.
    has_infinite_cells : bool
        Some cells are infinite. They are stored as DOUBLE, even if the column has integers.
    """

    name: str
    source: str
    storage: Storage
    expression: str
    decimal: Literal[".", ","] = "."
    mixed: bool = False
    mixed_date_format: str | None = None
    numeric_format: NumberFormat | None = None
    conversions: tuple[Conversion, ...] = ()
    date_formats: tuple[str, ...] = ()
    currencies: tuple[str, ...] = ()
    loses_precision: bool = False
    are_points_ambiguous: bool = False
    ambiguous_formats: tuple[str, ...] = ()
    unit_variants: tuple[str, ...] = ()
    maybe_suffixes: bool = False
    time_format: TimeFormat | None = None
    resolved_by: str | None = None
    declared: str | None = None
    pin: PinnedType | None = None
    levels: tuple[str, ...] = ()
    number_spellings: tuple[str, ...] = ()
    nulls_invalid: bool = False
    has_infinite_cells: bool = False

    @property
    def expression_or_null(self) -> str:
        """`expression` with null instead of an error."""
        return self.expression if self.is_lenient else errors_to_null(self.expression)

    @property
    def is_lenient(self) -> bool:
        """Whether `expression` is null for cells that do not fit the type."""
        return self.pin is not None or self.nulls_invalid

    @property
    def stored_expression(self) -> str:
        """`expression` with null for blank text."""
        return null_if_blank(self.expression) if self.storage == "VARCHAR" else self.expression

    def as_text(self) -> "Column":
        """Return the same column as unconverted text."""
        numbers = self.storage in ("BIGINT", "DOUBLE")
        text = Column(
            self.name,
            self.source,
            "VARCHAR",
            self.source,
            mixed=numbers,
            numeric_format=self.numeric_format,
            time_format=self.time_format,
        )
        if self.storage != "TIMESTAMP":
            return text
        return replace(text, mixed_date_format=self.conversions[0].written if self.conversions else "")


def checked_cast(source: str, storage: Storage, problem: str) -> str:
    """Return SQL that casts `source` and fails if `problem` is true."""
    return f"CASE WHEN {problem} THEN CAST('x' || {source} AS {storage}) ELSE CAST({source} AS {storage}) END"
