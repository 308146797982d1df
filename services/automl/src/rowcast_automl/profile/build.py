"""The profile of a typed Parquet table."""

from collections.abc import Collection, Sequence
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
from rowcast_automl.profile.columns.column_type import (
    ColumnType,
    column_type,
    is_constant,
    is_identifier_if_unique,
)
from rowcast_automl.profile.columns.integer_codes import code_findings
from rowcast_automl.profile.columns.integer_timestamps import timestamp_findings
from rowcast_automl.profile.finding import LinesOf, with_lines
from rowcast_automl.profile.finite_numbers import with_finite_numbers
from rowcast_automl.profile.ordinal.category_order import Order, known_levels
from rowcast_automl.profile.ordinal.ordinal_columns import order_finding, pinned_order
from rowcast_automl.profile.personal_data.personal_findings import columns_to_check, personal_findings
from rowcast_automl.profile.rows.duplicate_rows import duplicate_rows, duplicates_except_identifiers
from rowcast_automl.profile.statistics import (
    SAMPLE_ROWS,
    Statistics,
    column_statistics,
    count_distinct,
)
from rowcast_automl.profile.target_suggestion import suggest_target

# Distinct counts are estimates with an error of up to 10 %, which would turn identifiers into features.
MIN_UNIQUE_SHARE = 0.9


@dataclass(frozen=True)
class SourceColumn:
    """A column as read from the file.

    Attributes
    ----------
    examples : list of str
        Cells as written in the file.
    mixed : Mixed or None
        The type of most cells, for a column that was kept as text.
    chosen : str or None
        The type that the user pinned.
    levels : tuple of str
        Order of an ordinal column, from low to high.
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
    infinite_columns: Collection[str] = (),
) -> TableProfile:
    """Compute the profile of a typed table.

    Parameters
    ----------
    table : Path
        Parquet file.
    findings : sequence of LintFinding
        Findings made while the file was read.
    lines_of : callable, optional
        Maps rows of the table to lines of the uploaded file.
    infinite_columns : collection of str
        Columns with infinite cells, which count as the largest and smallest finite number.
    """
    storages = [(column.name, column.storage) for column in columns]
    relation = with_finite_numbers(
        connection,
        f"read_parquet({literal(str(table))})",
        [each for each in storages if each[0] in infinite_columns],
    )
    statistics = column_statistics(connection, relation, storages, rows)
    for each in statistics:
        if (
            rows > SAMPLE_ROWS
            and is_identifier_if_unique(each)
            and each.distinct >= MIN_UNIQUE_SHARE * each.present
        ):
            each.distinct = count_distinct(connection, relation, each.name)
    orders = {
        column.name: pinned_order(connection, relation, column_stats, column.levels)
        for column_stats, column in zip(statistics, columns, strict=True)
        if column.chosen == "ordinal" and not is_constant(column_stats, rows)
    }
    profiles = [
        column_profile(column_stats, column, rows, orders.get(column.name))
        for column_stats, column in zip(statistics, columns, strict=True)
    ]
    repeated, repeated_findings = duplicate_rows(connection, relation, statistics, rows)
    all_findings = [*findings, *repeated_findings]
    mixed_findings = [
        each
        for column in columns
        if column.mixed
        for each in mixed_types(connection, relation, column.name, column.mixed)
    ]
    partly_parsed = {
        each.column for each in [*mixed_findings, *findings] if each in mixed_findings or each.choices
    }
    chosen = {each.name for each in columns if each.chosen}
    texts = sum(column.storage == "VARCHAR" for column in columns)
    # These cells are not missing: they do not fit the pinned type, which has its own finding.
    unfit_columns = {each.column for each in findings if each.code == "TYPE_UNFIT"}
    maybe_personal = columns_to_check(
        connection,
        [each for each, profile in zip(statistics, profiles, strict=True) if profile.type != "constant"],
        rows,
    )
    for column_stats, profile in zip(statistics, profiles, strict=True):
        if column_stats.present == 0 and profile.name in unfit_columns:
            continue
        personal = (
            [*personal_findings(connection, relation, column_stats, texts)]
            if column_stats.name in maybe_personal
            else []
        )
        flags = {"is_partly_parsed": profile.name in partly_parsed, "is_personal": bool(personal)}
        all_findings.extend(column_findings(connection, column_stats, profile.type, rows, **flags))
        if column_stats.name not in chosen:
            all_findings.extend(timestamp_findings(connection, column_stats))
            if profile.type == "integer":
                all_findings.extend(code_findings(column_stats))
        all_findings.extend(personal)
    identifiers = [
        each.name for each in profiles if each.type == "identifier" and each.name not in partly_parsed
    ]
    all_findings.extend(
        duplicates_except_identifiers(connection, relation, statistics, identifiers, rows, repeated)
    )
    all_findings.extend(duplicate_columns(connection, relation, statistics))
    order_findings = [
        *mixed_findings,
        *(
            order_finding(connection, relation, column_stats, order, column.levels)
            for column_stats, column in zip(statistics, columns, strict=True)
            if (order := orders.get(column.name)) and order.levels is None
        ),
    ]
    all_findings.extend(with_lines(order_findings, lines_of) if lines_of else order_findings)
    optional: dict[str, Any] = {"applied": list(applied)} if applied else {}
    suggestion = suggest_target(profiles, rows)
    if suggestion:
        optional["suggested_target_reason"] = suggestion.reason
    return TableProfile(
        rows=rows,
        columns=profiles,
        rejected_rows=rejected,
        duplicate_rows=repeated,
        dialect=dialect,
        findings=all_findings,
        suggested_target=suggestion.column if suggestion else None,
        **optional,
    )


def column_profile(
    statistics: Statistics, column: SourceColumn, rows: int, order: Order | None
) -> ColumnProfile:
    """Convert the statistics of one column to the contract; `order` is given for an ordinal column."""
    chosen = None if is_constant(statistics, rows) else column.chosen
    kind = chosen or column_type(statistics, rows)
    optional: dict[str, Any] = {} if column.reading is None else {"reading": column.reading}
    if kind == "ordinal":
        # An inferred ordinal type depends on all values, which are few.
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
