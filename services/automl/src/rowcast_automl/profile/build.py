"""The profile of a typed Parquet table."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from rowcast_automl.contracts.generated import (
    AppliedStep,
    ColumnProfile,
    ColumnReading,
    Dialect,
    LintFinding,
    TableProfile,
    YesNo,
)
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.columns.boolean_words import yes_no_pair
from rowcast_automl.profile.columns.column_checks import (
    Mixed,
    column_findings,
    duplicate_columns,
    mixed_types,
)
from rowcast_automl.profile.columns.column_type import ColumnType, column_type, is_constant, may_be_identifier
from rowcast_automl.profile.columns.integer_codes import code_findings
from rowcast_automl.profile.columns.integer_timestamps import moment_findings
from rowcast_automl.profile.finding import LinesOf, with_lines
from rowcast_automl.profile.ordinal.category_order import Order, known_levels
from rowcast_automl.profile.ordinal.ordinal_columns import chosen_order, order_finding
from rowcast_automl.profile.personal_data.personal_findings import personal_findings
from rowcast_automl.profile.rows.duplicate_rows import duplicate_rows, rows_alike_but_for
from rowcast_automl.profile.statistics import (
    SAMPLE_ROWS,
    Statistics,
    column_statistics,
    count_distinct,
)
from rowcast_automl.profile.target_suggestion import suggest_target

# Estimates are wrong by up to a tenth, which would make features of identifiers.
NEARLY_UNIQUE = 0.9


@dataclass(frozen=True)
class SourceColumn:
    """What reading the file has shown of a column.

    `examples` are cells as they were written; `mixed` says as what it was not read, against most of its
    cells; `chosen` is the type that a person pinned, and `levels` the order of an ordered category.
    """

    name: str
    storage: str
    examples: list[str]
    mixed: Mixed | None = None
    chosen: ColumnType | None = None
    levels: tuple[str, ...] = ()
    reading: ColumnReading | None = None


def build_profile(
    connection: duckdb.DuckDBPyConnection,
    table: Path,
    columns: Sequence[SourceColumn],
    *,
    rows: int,
    rejected: int,
    dialect: Dialect,
    findings: Sequence[LintFinding],
    applied: Sequence[AppliedStep] = (),
    lines_of: LinesOf | None = None,
) -> TableProfile:
    """The profile of `table`; `findings` are those that reading the file has given already.

    `lines_of` is there where rows of the table stand in lines of the upload.
    """
    relation = f"read_parquet({literal(str(table))})"
    storages = [(column.name, column.storage) for column in columns]
    statistics = column_statistics(connection, relation, storages, rows)
    for each in statistics:
        if rows > SAMPLE_ROWS and may_be_identifier(each) and each.distinct >= NEARLY_UNIQUE * each.present:
            each.distinct = count_distinct(connection, relation, each.name)
    orders = {
        column.name: chosen_order(connection, relation, figures, column.levels)
        for figures, column in zip(statistics, columns, strict=True)
        if column.chosen == "ordinal" and not is_constant(figures, rows)
    }
    profiles = [
        column_profile(figures, column, rows, orders.get(column.name))
        for figures, column in zip(statistics, columns, strict=True)
    ]
    repeated, repeated_findings = duplicate_rows(connection, relation, statistics, rows)
    found = [*findings, *repeated_findings]
    odd = [
        each
        for column in columns
        if column.mixed
        for each in mixed_types(connection, relation, column.name, column.mixed)
    ]
    misread = {each.column for each in [*odd, *findings] if each in odd or each.choices}
    chosen = {each.name for each in columns if each.chosen}
    texts = sum(column.storage == "VARCHAR" for column in columns)
    # Its cells are not missing: the type that was chosen for them does not fit, as a finding of its own says.
    emptied = {each.column for each in findings if each.code == "TYPE_UNFIT"}
    for figures, profile in zip(statistics, profiles, strict=True):
        if figures.present == 0 and profile.name in emptied:
            continue
        varies = profile.type != "constant"
        private = [*personal_findings(connection, relation, figures, texts)] if varies else []
        about = {"misread": profile.name in misread, "personal": bool(private)}
        found.extend(column_findings(connection, figures, profile.type, rows, **about))
        if figures.name not in chosen:
            found.extend(moment_findings(connection, figures))
            if profile.type == "integer":
                found.extend(code_findings(figures))
        found.extend(private)
    named = [each.name for each in profiles if each.type == "identifier" and each.name not in misread]
    found.extend(rows_alike_but_for(connection, relation, statistics, named, rows, repeated))
    found.extend(duplicate_columns(connection, relation, statistics))
    placed = [
        *odd,
        *(
            order_finding(connection, relation, figures, order, column.levels)
            for figures, column in zip(statistics, columns, strict=True)
            if (order := orders.get(column.name)) and order.levels is None
        ),
    ]
    found.extend(with_lines(placed, lines_of) if lines_of else placed)
    optional = {"applied": list(applied)} if applied else {}
    return TableProfile(
        rows=rows,
        columns=profiles,
        rejected_rows=rejected,
        duplicate_rows=repeated,
        dialect=dialect,
        findings=found,
        suggested_target=suggest_target(profiles, rows),
        **optional,
    )


def column_profile(
    statistics: Statistics, column: SourceColumn, rows: int, order: Order | None
) -> ColumnProfile:
    """The statistics of one column as the contract has them; `order` is that of one called ordered."""
    chosen = None if is_constant(statistics, rows) else column.chosen
    kind = chosen or column_type(statistics, rows)
    optional: dict[str, Any] = {} if column.reading is None else {"reading": column.reading}
    if kind == "ordinal":
        # A type that was found rests on all values, since they are few.
        values = [each.value for each in statistics.top_values]
        levels = order.levels if order else known_levels(values)
        kind = "ordinal" if levels else "category"
        optional.update({"levels": levels} if levels else {})
    if kind == "category" and (pair := yes_no_pair(each.value for each in statistics.top_values)):
        optional["yes_no"] = YesNo(yes=pair[0], no=pair[1])
    return ColumnProfile(
        name=statistics.name,
        type=kind,
        missing=rows - statistics.present,
        distinct=statistics.distinct,
        min=statistics.minimum,
        max=statistics.maximum,
        mean=statistics.mean,
        std=statistics.std,
        quantiles=statistics.quantiles,
        histogram=statistics.histogram,
        top_values=statistics.top_values,
        examples=column.examples,
        **optional,
    )
