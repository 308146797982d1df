"""Infinite cells of number columns: they are stored as infinite and reported."""

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.numbers.infinity import is_infinite_sql, with_infinity_sql
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, LinesOf, finding, quoted_list, with_lines


def may_be_infinite(column: Column) -> bool:
    """Whether the column may have infinite cells: it holds numbers and no times."""
    return column.storage in ("BIGINT", "DOUBLE") and column.time_format is None


def keep_infinite_cells(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Column], lines_of: LinesOf
) -> tuple[list[Column], list[LintFinding]]:
    """Keep the infinite cells of columns that have some, with a finding for each of these columns."""
    kept, findings = list(columns), list[LintFinding]()
    for place, column in enumerate(columns):
        if not column.is_lenient or not may_be_infinite(column):
            continue
        cells = f"SELECT row_number() OVER () AS place, {column.source} AS cell FROM {relation}"
        infinite = f"FROM ({cells}) WHERE {is_infinite_sql('cell')}"
        count = (connection.execute(f"SELECT count(*) {infinite}").fetchone() or (0,))[0]
        if not count:
            continue
        rows = connection.execute(
            f"SELECT place, cell {infinite} ORDER BY place LIMIT {MAX_EVIDENCE_ROWS}"
        ).fetchall()
        expression = with_infinity_sql(column.source, column.expression)
        kept[place] = replace(column, expression=expression, has_infinite_cells=True)
        findings.append(
            finding(
                "INFINITE_NUMBERS",
                column.name,
                warning=True,
                rows=[row for row, _ in rows],
                count=int(count),
                cells=quoted_list([cell for _, cell in rows]),
            )
        )
    return kept, with_lines(findings, lines_of)
