"""Total rows of a file, which are left out before column types are inferred."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from rowcast_automl.contracts.generated import DropRowsStep, KeepTotalsStep, LintFinding
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS
from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.ingest.csv.relation import csv_relation
from rowcast_automl.ingest.sample import SAMPLE_TABLE, Sample
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.finding import finding, quoted_list
from rowcast_automl.profile.rows.row_parts import ROW_INDEX
from rowcast_automl.profile.rows.total_names import CELL_END, WORDS, may_name_total
from rowcast_automl.profile.rows.total_rows import NO_TOTALS, TotalRows, find_total_rows

HIDDEN_TABLE = "hidden_cells"
NUMERIC = ("BIGINT", "DOUBLE")
MAX_COLUMNS, MAX_CANDIDATES = 200, 2_000
# Larger tables are checked in the last row only, since subtotals occur in reports.
MAX_ROWS = 100_000
MAX_CANDIDATE_SHARE = 0.5
MAX_ROWS_PER_STEP = 1_000

Infer = Callable[[], list[Column]]


@dataclass(frozen=True)
class Rows:
    """The rows of the file as text.

    Attributes
    ----------
    relation : str
        SQL of all rows, with `place`, the number of the row from 1.
    sample : Sample
        The sample table holds some of these rows.
    sources : sequence of str
        The checked columns.
    dropped : collection of int
        Rows that the user drops.
    """

    relation: str
    sample: Sample
    sources: Sequence[str]
    dropped: Collection[int]


def rows_of(text: Path, dialect: CsvDialect, sample: Sample, dropped: Collection[int]) -> Rows:
    """Return the rows of a file."""
    sources = [f"c{index}" for index in range(min(len(dialect.header), MAX_COLUMNS))]
    whole = (
        f"(FROM {SAMPLE_TABLE})"
        if sample.complete
        else f"(SELECT row_number() OVER () AS place, * FROM {csv_relation(text, dialect, ())})"
    )
    return Rows(whole, sample, sources, dropped)


def infer_without_totals(
    connection: duckdb.DuckDBPyConnection, rows: Rows, infer: Infer
) -> tuple[list[Column], TotalRows]:
    """Infer the columns without total rows and without rows that the user drops.

    Both kinds of rows are removed from the sample table.
    """
    if rows.sample.complete and rows.dropped:
        connection.execute(f"DELETE FROM {SAMPLE_TABLE} WHERE place IN ({numbers_list(rows.dropped)})")
    candidates = find_candidates(connection, SAMPLE_TABLE, rows.sources)
    if not candidates:
        return infer(), NO_TOTALS
    connection.execute(
        f"CREATE OR REPLACE TABLE {HIDDEN_TABLE} AS FROM {SAMPLE_TABLE} "
        f"WHERE place IN ({numbers_list(candidates)})"
    )
    connection.execute(f"DELETE FROM {SAMPLE_TABLE} WHERE place IN ({numbers_list(candidates)})")
    columns = infer()
    if rows.sample.complete:
        relation = f"(FROM {rows.relation} UNION ALL FROM {HIDDEN_TABLE})"
        totals = confirm(connection, relation, columns, rows, candidates)
        confirmed = totals.rows
    else:
        places = candidates_in_file(connection, rows)
        totals = confirm(connection, rows.relation, columns, rows, places) if places else NO_TOTALS
        # Places in the sample are no row numbers.
        confirmed = candidates if len(totals.rows) == len(places) else []
    if len(confirmed) < len(candidates):
        keep = f"WHERE place NOT IN ({numbers_list(confirmed)})" if confirmed else ""
        connection.execute(f"INSERT INTO {SAMPLE_TABLE} FROM {HIDDEN_TABLE} {keep}")
        columns = infer()
    return columns, totals


def find_candidates(
    connection: duckdb.DuckDBPyConnection, relation: str, sources: Sequence[str], *, last: bool = False
) -> list[int]:
    """Return the places of rows with a cell that may be the name of a total.

    If there are too many such rows, only the last row of the table is checked.
    """
    joined = (
        f"{literal(CELL_END)} || concat_ws({literal(CELL_END)}, {', '.join(sources)}) || {literal(CELL_END)}"
    )
    only_last = f"place = (SELECT max(place) FROM {relation}) AND " if last else ""
    found = connection.execute(
        f"SELECT place, {', '.join(sources)} FROM {relation} WHERE {only_last}"
        f"regexp_matches({joined}, {literal(WORDS)}) ORDER BY place LIMIT {MAX_CANDIDATES + 1}"
    ).fetchall()
    places = [place for place, *cells in found if any(may_name_total(cell) for cell in cells if cell)]
    if last or not places:
        return places
    count = connection.execute(f"SELECT count(*) FROM {relation}").fetchone() or (0,)
    if len(found) > MAX_CANDIDATES or len(places) > MAX_CANDIDATE_SHARE * count[0]:
        return find_candidates(connection, relation, sources, last=True)
    return places


def candidates_in_file(connection: duckdb.DuckDBPyConnection, rows: Rows) -> list[int]:
    """Return the places of such rows in a file that is larger than the sample."""
    return find_candidates(
        connection, rows.relation, rows.sources, last=rows.sample.estimated_rows > MAX_ROWS
    )


def confirm(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    columns: Sequence[Column],
    rows: Rows,
    places: Sequence[int],
) -> TotalRows:
    """Return the rows at `places` that are totals of other rows."""
    checked = [column for column in columns if column.source in rows.sources]
    texts, numbers, invalid = list[str](), list[str](), list[str]()
    selected = [f"place - 1 AS {ROW_INDEX}"]
    for column in checked:
        cell = column.source
        unread = "" if column.storage == "VARCHAR" else f" AND ({column.expression_or_null}) IS NULL"
        texts.append(f"text_{cell}")
        if unread:
            invalid.append(f"text_{cell}")
        selected.append(f"CASE WHEN {cell} NOT IN ({ALL_MARKERS}){unread} THEN {cell} END AS text_{cell}")
        if column.storage in NUMERIC:
            numbers.append(f"number_{cell}")
            value = f"CAST({column.expression_or_null} AS DOUBLE)"
            if column.storage == "BIGINT":
                # Totals of whole numbers may be written with decimals.
                value = f"coalesce({value}, TRY_CAST(replace({cell}, ',', '.') AS DOUBLE))"
            selected.append(f"{value} AS number_{cell}")
    left = f"WHERE place NOT IN ({numbers_list(rows.dropped)})" if rows.dropped else ""
    typed = f"(SELECT {', '.join(selected)} FROM {relation} {left})"
    if rows.sample.estimated_rows <= MAX_ROWS:
        connection.execute(f"CREATE OR REPLACE TABLE total_cells AS {typed}")
        typed = "total_cells"
    return find_total_rows(connection, typed, texts, numbers, [place - 1 for place in places], invalid)


def numbers_list(rows: Collection[int]) -> str:
    """Return SQL of a list of row numbers."""
    return ", ".join(map(str, sorted(rows)))


def total_steps(totals: TotalRows) -> list[DropRowsStep]:
    """Return the steps that drop the total rows."""
    starts = range(0, len(totals.rows), MAX_ROWS_PER_STEP)
    return [
        DropRowsStep(op="drop_rows", rows=totals.rows[start : start + MAX_ROWS_PER_STEP]) for start in starts
    ]


def total_findings(totals: TotalRows) -> list[LintFinding]:
    """Return a finding about the total rows that were left out, if there are any."""
    if not totals.rows:
        return []
    return [
        finding(
            "TOTALS_LEFT_OUT",
            warning=True,
            rows=totals.rows,
            fix=KeepTotalsStep(op="keep_totals"),
            count=len(totals.rows),
            cells=quoted_list(totals.cells),
        )
    ]
