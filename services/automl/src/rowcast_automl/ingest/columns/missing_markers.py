"""Search for missing markers, such as '?' or 'NA', in the columns of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.missing_cells import FORMULA_ERRORS, MISSING_MARKERS
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.finding import finding, quoted_list

COLUMNS_PER_QUERY = 50
MAX_EVIDENCE = 20
ALL_MARKERS = ", ".join(literal(marker) for marker in MISSING_MARKERS)
ERRORS = ", ".join(literal(marker) for marker in FORMULA_ERRORS)


@dataclass(frozen=True)
class Markers:
    """The missing markers of one column.

    Attributes
    ----------
    cells, errors : int
        Number of cells with a marker, and of those with a formula error.
    values : list of str
        The markers.
    rows, error_rows : list of int
        The first rows, from 1, with a marker and with a formula error.
    """

    cells: int
    errors: int
    values: list[str]
    rows: list[int]
    error_rows: list[int]


NO_MARKERS = Markers(0, 0, [], [], [])


def find_markers(
    connection: duckdb.DuckDBPyConnection, relation: str, cells: Sequence[str], place: str | None
) -> list[Markers]:
    """Find the markers of each column; `place` is the column with row numbers, if there is one."""
    counts = list[int]()
    for start in range(0, len(cells), COLUMNS_PER_QUERY):
        part = cells[start : start + COLUMNS_PER_QUERY]
        counts_sql = ", ".join(f"count(*) FILTER ({cell} IN ({ALL_MARKERS}))" for cell in part)
        counts.extend(connection.execute(f"SELECT {counts_sql} FROM {relation}").fetchone() or ())
    return [
        markers_of_column(connection, relation, cell, place) if count else NO_MARKERS
        for cell, count in zip(cells, counts, strict=True)
    ]


def markers_of_column(
    connection: duckdb.DuckDBPyConnection, relation: str, cell: str, place: str | None
) -> Markers:
    """The markers of a column that has some."""

    def rows(kind: str) -> str:
        return (
            f"coalesce(min({place}, {MAX_EVIDENCE}) FILTER ({cell} {kind} ({ERRORS})), [])" if place else "[]"
        )

    row = connection.execute(
        f"SELECT count(*), count(*) FILTER ({cell} IN ({ERRORS})), list_sort(list(DISTINCT {cell})), "
        f"{rows('NOT IN')}, {rows('IN')} FROM {relation} WHERE {cell} IN ({ALL_MARKERS})"
    ).fetchone()
    return Markers(*row) if row else NO_MARKERS


def markers_in_file(
    connection: duckdb.DuckDBPyConnection, relation: str, cells: Sequence[str]
) -> list[Markers]:
    """Find the markers of each column in the whole file."""
    numbered = f"(SELECT row_number() OVER () AS place, * FROM {relation})"
    return find_markers(connection, numbered, cells, "place")


def marker_findings(names: Sequence[str], markers: Sequence[Markers], *, complete: bool) -> list[LintFinding]:
    """Create findings about missing markers and formula errors.

    Parameters
    ----------
    complete : bool
        Whether the markers are those of the whole file; required if there are formula errors.
    """
    findings = list[LintFinding]()
    for name, found in zip(names, markers, strict=True):
        errors = [value for value in found.values if value in FORMULA_ERRORS]
        if others := [value for value in found.values if value not in errors]:
            rows = found.rows if complete else []
            listed = quoted_list(others, len(others))
            findings.append(finding("MISSING_MARKERS", name, rows=rows, markers=listed))
        if errors:
            listed = ", ".join(errors)
            findings.append(
                finding(
                    "FORMULA_ERRORS",
                    name,
                    warning=True,
                    rows=found.error_rows,
                    errors=listed,
                    count=found.errors,
                )
            )
    return findings
