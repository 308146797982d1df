"""Search for missing markers, such as '?' or 'NA', in the columns of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from rowcast_automl.contracts.generated import LintFinding, MissingMarkersStep
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
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    cells: Sequence[str],
    place: str | None,
    rules: Mapping[str, Sequence[str]],
) -> list[Markers]:
    """Return the markers of each column. `place` is the column with row numbers, if there is one.

    Parameters
    ----------
    rules : mapping
        Markers of columns that differ from the usual ones.
    """
    usual = [cell for cell in cells if cell not in rules]
    counts = count_unpivoted(connection, relation, usual) if len(usual) > COLUMNS_PER_QUERY else {}
    others = [cell for cell in cells if cell not in counts]
    for start in range(0, len(others), COLUMNS_PER_QUERY):
        part = others[start : start + COLUMNS_PER_QUERY]
        counts_sql = ", ".join(f"count(*) FILTER ({cell} IN ({listed(rules, cell)}))" for cell in part)
        row = connection.execute(f"SELECT {counts_sql} FROM {relation}").fetchone() or ()
        counts |= dict(zip(part, row, strict=True))
    return [
        markers_of_column(connection, relation, cell, place, listed(rules, cell))
        if counts[cell]
        else NO_MARKERS
        for cell in cells
    ]


def listed(rules: Mapping[str, Sequence[str]], cell: str) -> str:
    """Return SQL of the list of the markers of a column."""
    if cell not in rules:
        return ALL_MARKERS
    # A list must not be empty; no cell is an empty text.
    return ", ".join(literal(marker) for marker in ("", *rules[cell]))


def count_unpivoted(
    connection: duckdb.DuckDBPyConnection, relation: str, cells: Sequence[str]
) -> dict[str, int]:
    """Count the markers in each of many columns with one expression for all columns."""
    names = ", ".join(cells)
    unpivoted = f"UNPIVOT (SELECT {names} FROM {relation}) ON {names} INTO NAME source VALUE cell"
    rows = connection.execute(
        f"SELECT source, count(*) FROM ({unpivoted}) WHERE cell IN ({ALL_MARKERS}) GROUP BY source"
    ).fetchall()
    return dict.fromkeys(cells, 0) | dict(rows)


def markers_of_column(
    connection: duckdb.DuckDBPyConnection, relation: str, cell: str, place: str | None, markers: str
) -> Markers:
    """Return the markers of a column that has some. `markers` is SQL of their list."""

    def rows(kind: str) -> str:
        return (
            f"coalesce(min({place}, {MAX_EVIDENCE}) FILTER ({cell} {kind} ({ERRORS})), [])" if place else "[]"
        )

    row = connection.execute(
        f"SELECT count(*), count(*) FILTER ({cell} IN ({ERRORS})), list_sort(list(DISTINCT {cell})), "
        f"{rows('NOT IN')}, {rows('IN')} FROM {relation} WHERE {cell} IN ({markers})"
    ).fetchone()
    return Markers(*row) if row else NO_MARKERS


def markers_in_file(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    cells: Sequence[str],
    rules: Mapping[str, Sequence[str]],
) -> list[Markers]:
    """Find the markers of each column in the whole file."""
    numbered = f"(SELECT row_number() OVER () AS place, * FROM {relation})"
    return find_markers(connection, numbered, cells, "place", rules)


def marker_findings(
    columns: Sequence[tuple[str, str]], markers: Sequence[Markers], *, complete: bool
) -> list[LintFinding]:
    """Create findings about missing markers and formula errors.

    Parameters
    ----------
    columns : sequence of tuple
        Name and storage. Only text can have markers that are values.
    complete : bool
        Whether the markers are those of the whole file; required if there are formula errors.
    """
    findings = list[LintFinding]()
    for (name, storage), found in zip(columns, markers, strict=True):
        errors = [value for value in found.values if value in FORMULA_ERRORS]
        if others := [value for value in found.values if value not in errors]:
            rows = found.rows if complete else []
            shown = quoted_list(others, len(others))
            keep = MissingMarkersStep(op="missing_markers", column=name, markers=[])
            fix = keep if storage == "VARCHAR" else None
            findings.append(finding("MISSING_MARKERS", name, rows=rows, fix=fix, markers=shown))
        if errors:
            shown = ", ".join(errors)
            findings.append(
                finding(
                    "FORMULA_ERRORS",
                    name,
                    warning=True,
                    rows=found.error_rows,
                    errors=shown,
                    count=found.errors,
                )
            )
    return findings
