"""The profile of a typed Parquet table."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from rowcast_automl.contracts.generated import ColumnProfile, Dialect, LintFinding, TableProfile
from rowcast_automl.platform.engine import literal
from rowcast_automl.profile.findings import column_findings, duplicate_columns, duplicate_rows, mixed_types
from rowcast_automl.profile.kinds import column_type
from rowcast_automl.profile.statistics import Statistics, column_statistics
from rowcast_automl.profile.target import suggest_target


def build_profile(
    connection: duckdb.DuckDBPyConnection,
    table: Path,
    columns: Sequence[tuple[str, str]],
    *,
    rows: int,
    rejected: int,
    dialect: Dialect,
    examples: Sequence[Sequence[str]],
    mixed: Sequence[str],
    findings: Sequence[LintFinding],
) -> TableProfile:
    """The profile of `table`, whose `columns` are (name, storage).

    `examples` are cells per column as they were written, `mixed` the columns kept as text against most of
    their cells, `findings` what reading the file has shown already.
    """
    relation = f"read_parquet({literal(str(table))})"
    statistics = column_statistics(connection, relation, columns, rows)
    profiles = [
        column_profile(column, rows, list(cells)) for column, cells in zip(statistics, examples, strict=True)
    ]
    repeated, repeated_findings = duplicate_rows(connection, relation, statistics, rows)
    found = [*findings, *repeated_findings]
    for column, profile in zip(statistics, profiles, strict=True):
        found.extend(column_findings(connection, column, profile.type, rows))
    found.extend(duplicate_columns(connection, relation, statistics))
    for name in mixed:
        found.extend(mixed_types(connection, relation, name))
    return TableProfile(
        rows=rows,
        columns=profiles,
        rejected_rows=rejected,
        duplicate_rows=repeated,
        dialect=dialect,
        findings=found,
        suggested_target=suggest_target(profiles),
    )


def column_profile(statistics: Statistics, rows: int, examples: list[str]) -> ColumnProfile:
    """The statistics of one column as the contract has them."""
    return ColumnProfile(
        name=statistics.name,
        type=column_type(statistics),
        missing=rows - statistics.present,
        distinct=statistics.distinct,
        min=statistics.minimum,
        max=statistics.maximum,
        mean=statistics.mean,
        std=statistics.std,
        quantiles=statistics.quantiles,
        histogram=statistics.histogram,
        top_values=statistics.top_values,
        examples=examples,
    )
