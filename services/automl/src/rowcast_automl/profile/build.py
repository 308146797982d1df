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
from rowcast_automl.platform.sql import literal, quoted
from rowcast_automl.profile.checks import (
    Mixed,
    column_findings,
    duplicate_columns,
    duplicate_rows,
    mixed_types,
)
from rowcast_automl.profile.codes import code_findings
from rowcast_automl.profile.finding import LinesOf, with_lines
from rowcast_automl.profile.kinds import ColumnType, column_type, is_constant, may_be_identifier
from rowcast_automl.profile.levels import ordered_levels
from rowcast_automl.profile.moments import moment_findings
from rowcast_automl.profile.privacy import personal_findings
from rowcast_automl.profile.statistics import (
    SAMPLE,
    SAMPLE_ROWS,
    Statistics,
    column_statistics,
    count_distinct,
)
from rowcast_automl.profile.target import suggest_target
from rowcast_automl.profile.yes_no import yes_no_pair

MOST_LEVELS = 1_000
# Estimates are wrong by up to a tenth, which would make features of identifiers.
NEARLY_UNIQUE = 0.9


@dataclass(frozen=True)
class SourceColumn:
    """What reading the file has shown of a column.

    `examples` are cells as they were written; `mixed` says as what it was not read, against most of its
    cells; `chosen` is the type that a person pinned.
    """

    name: str
    storage: str
    examples: list[str]
    mixed: Mixed | None = None
    chosen: ColumnType | None = None
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
    profiles = [
        column_profile(connection, figures, column, rows)
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
        found.extend(column_findings(figures, profile.type, rows, misread=profile.name in misread))
        if figures.name not in chosen:
            found.extend(moment_findings(connection, figures))
            if profile.type == "integer":
                found.extend(code_findings(figures))
        if profile.type != "constant":
            found.extend(personal_findings(connection, relation, figures, texts))
    found.extend(duplicate_columns(connection, relation, statistics))
    found.extend(with_lines(odd, lines_of) if lines_of else odd)
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
    connection: duckdb.DuckDBPyConnection, statistics: Statistics, column: SourceColumn, rows: int
) -> ColumnProfile:
    """The statistics of one column as the contract has them."""
    chosen = None if is_constant(statistics, rows) else column.chosen
    kind = chosen or column_type(statistics, rows)
    optional: dict[str, Any] = {} if column.reading is None else {"reading": column.reading}
    if kind == "ordinal":
        optional["levels"] = ordered_levels(distinct_values(connection, statistics.name))
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


def distinct_values(connection: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Up to 1,000 different values of a column of text."""
    cell = quoted(name)
    query = f"SELECT DISTINCT {cell} FROM {SAMPLE} WHERE {cell} IS NOT NULL ORDER BY 1 LIMIT {MOST_LEVELS}"
    return [str(row[0]) for row in connection.execute(query).fetchall()]
