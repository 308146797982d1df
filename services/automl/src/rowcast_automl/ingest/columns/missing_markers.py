"""Cells such as '?' or 'NA' that stand for a missing value."""

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns.missing_cells import FORMULA_ERRORS, MISSING_MARKERS
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.finding import finding, quoted_list

COLUMNS_AT_ONCE = 50
EVIDENCE = 20
ALL_MARKERS = ", ".join(literal(marker) for marker in MISSING_MARKERS)
ERRORS = ", ".join(literal(marker) for marker in FORMULA_ERRORS)


@dataclass(frozen=True)
class Markers:
    """The missing markers of one column: how many cells, which, and the first of their rows (from 1).

    `error_rows` are those of the `errors` of formulas, `rows` those of the others.
    """

    cells: int
    errors: int
    values: list[str]
    rows: list[int]
    error_rows: list[int]


NONE = Markers(0, 0, [], [], [])


def find_markers(
    connection: duckdb.DuckDBPyConnection, relation: str, cells: Sequence[str], place: str | None
) -> list[Markers]:
    """The markers of each column of `cells` in `relation`, with rows where `place` is its row number."""
    counts = list[int]()
    for start in range(0, len(cells), COLUMNS_AT_ONCE):
        part = cells[start : start + COLUMNS_AT_ONCE]
        figures = ", ".join(f"count(*) FILTER ({cell} IN ({ALL_MARKERS}))" for cell in part)
        counts.extend(connection.execute(f"SELECT {figures} FROM {relation}").fetchone() or ())
    return [
        look_at(connection, relation, cell, place) if count else NONE
        for cell, count in zip(cells, counts, strict=True)
    ]


def look_at(connection: duckdb.DuckDBPyConnection, relation: str, cell: str, place: str | None) -> Markers:
    """The markers of one column that has some."""

    def rows(kind: str) -> str:
        return f"coalesce(min({place}, {EVIDENCE}) FILTER ({cell} {kind} ({ERRORS})), [])" if place else "[]"

    row = connection.execute(
        f"SELECT count(*), count(*) FILTER ({cell} IN ({ERRORS})), list_sort(list(DISTINCT {cell})), "
        f"{rows('NOT IN')}, {rows('IN')} FROM {relation} WHERE {cell} IN ({ALL_MARKERS})"
    ).fetchone()
    return Markers(*row) if row else NONE


def all_markers(connection: duckdb.DuckDBPyConnection, relation: str, cells: Sequence[str]) -> list[Markers]:
    """The markers of each column of `cells` in the whole file, whose rows are those of `relation`."""
    numbered = f"(SELECT row_number() OVER () AS place, * FROM {relation})"
    return find_markers(connection, numbered, cells, "place")


def marker_findings(names: Sequence[str], markers: Sequence[Markers], *, complete: bool) -> list[LintFinding]:
    """A finding for each column in which markers were read as missing, and one for errors of formulas.

    `complete` says that the whole file was counted and not a sample of it, as it has to be where there are
    errors.
    """
    findings = list[LintFinding]()
    for name, found in zip(names, markers, strict=True):
        errors = [value for value in found.values if value in FORMULA_ERRORS]
        if others := [value for value in found.values if value not in errors]:
            rows = found.rows if complete else []
            told = quoted_list(others, len(others))
            findings.append(finding("MISSING_MARKERS", name, rows=rows, markers=told))
        if errors:
            told = ", ".join(errors)
            findings.append(
                finding(
                    "FORMULA_ERRORS",
                    name,
                    warning=True,
                    rows=found.error_rows,
                    errors=told,
                    count=found.errors,
                )
            )
    return findings
