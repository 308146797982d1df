"""Findings about personal data in columns."""

from collections.abc import Iterator, Sequence

import duckdb

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding
from rowcast_automl.profile.personal_data.detection import (
    KINDS,
    MAX_TEXT_LENGTH,
    SUSPICIOUS,
    SUSPICIOUS_IF_NAMED,
    PersonalData,
    detect_personal_data,
    is_phone_name,
)
from rowcast_automl.profile.statistics import (
    CELLS_PER_QUERY,
    COLUMNS_PER_QUERY,
    NUMERIC,
    SAMPLE_TABLE,
    Statistics,
    unpivoted_sql,
)

# Enough to find one cell in a thousand; smaller for long texts and wide tables.
MAX_SAMPLE_ROWS, MIN_SAMPLE_ROWS = 10_000, 500
MAX_SAMPLE_CHARACTERS, MAX_SAMPLE_CELLS = 4_000_000, 2_000_000
CHECKED_CELLS = 200
HEAD_ROWS = 500_000
# Scanned in one or two seconds.
MAX_SCANNED_CHARACTERS = 20_000_000
BATCH_ROWS = 2_000
MIN_PHONE, MIN_NAMED_PHONE = 6e9, 1e7


def columns_to_check(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Statistics], rows: int
) -> frozenset[str]:
    """Return the columns that may contain personal data.

    In a wide table of few rows, one query for all text columns finds those with a suspicious cell.
    """
    found = [each for each in columns if may_be_personal(each)]
    texts = [each for each in found if each.storage == "VARCHAR" and not is_phone_name(each.name)]
    if len(texts) <= COLUMNS_PER_QUERY or rows * len(texts) > CELLS_PER_QUERY:
        return frozenset(each.name for each in found)
    names = {f"c{index}": each.name for index, each in enumerate(texts)}
    rows_found = connection.execute(
        f"SELECT DISTINCT source FROM ({unpivoted_sql(SAMPLE_TABLE, names)}) "
        f"WHERE regexp_matches(cell, {literal(SUSPICIOUS)})"
    ).fetchall()
    clean = {*names.values()} - {names[source] for (source,) in rows_found}
    return frozenset(each.name for each in found if each.name not in clean)


def personal_findings(
    connection: duckdb.DuckDBPyConnection, relation: str, statistics: Statistics, n_text_columns: int
) -> Iterator[LintFinding]:
    """Yield a finding for each kind of personal data in a column of a table with `n_text_columns`."""
    text = statistics.storage == "VARCHAR"
    rows = CHECKED_CELLS
    if text:
        rows = min(
            MAX_SAMPLE_ROWS,
            MAX_SAMPLE_CELLS // n_text_columns,
            int(MAX_SAMPLE_CHARACTERS / max(1.0, statistics.length)),
        )
    has_phone_name = is_phone_name(statistics.name)
    pattern = literal(SUSPICIOUS_IF_NAMED if has_phone_name else SUSPICIOUS)
    suspicious = f"regexp_matches(cell, {pattern})" if text else "cell IS NOT NULL"
    sample = (
        f"SELECT {cell_as_text(statistics)} AS cell FROM {SAMPLE_TABLE} "
        f"USING SAMPLE reservoir({max(MIN_SAMPLE_ROWS, rows)} ROWS) REPEATABLE (7)"
    )
    row = connection.execute(
        f"SELECT count(cell), count(*) FILTER ({suspicious}), "
        f"(list(cell) FILTER ({suspicious}))[1:{CHECKED_CELLS}] FROM ({sample})"
    ).fetchone()
    present, count, cells = row or (0, 0, None)
    if not cells:
        return
    for found in detect_personal_data(cells, count / present, is_text=text, has_phone_name=has_phone_name):
        share = sum(cell in found.cells for cell in cells) / len(cells) * count / present
        places, is_complete = rows_with(connection, relation, statistics, found, suspicious)
        estimated = max(len(places) + 1, round(share * statistics.present))
        drop = DropColumnStep(op="drop_column", column=statistics.name)
        words = KINDS[found.kind].label
        shown = finding(
            "PERSONAL_DATA",
            statistics.name,
            warning=True,
            rows=places,
            fix=drop,
            kind=words,
            share=share,
            cell=found.masked,
            count=len(places) if is_complete else estimated,
        )
        yield shown.model_copy(update={"params": {**(shown.params or {}), "kind": found.kind}})


def may_be_personal(statistics: Statistics) -> bool:
    """Whether the column is text, or numeric with numbers as long as a phone number."""
    if statistics.storage in NUMERIC:
        min_phone = MIN_NAMED_PHONE if is_phone_name(statistics.name) else MIN_PHONE
        return statistics.maximum is not None and statistics.maximum >= min_phone
    return statistics.storage == "VARCHAR"


def cell_as_text(statistics: Statistics) -> str:
    """Return SQL of a cell as text; null for a number that is not an integer."""
    cell = quoted(statistics.name)
    if statistics.storage == "DOUBLE":
        return f"CASE WHEN {cell} = floor({cell}) THEN CAST(TRY_CAST({cell} AS BIGINT) AS VARCHAR) END"
    return f"CAST({cell} AS VARCHAR)"


def rows_with(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    statistics: Statistics,
    found: PersonalData,
    suspicious: str,
) -> tuple[list[int], bool]:
    """Return the first rows, from 1, with this personal data, and whether the list is complete."""
    cell = cell_as_text(statistics)
    head = f"SELECT row_number() OVER () AS place, {cell} AS cell FROM {relation} LIMIT {HEAD_ROWS + 1}"
    connection.execute(f"SELECT place, cell[:{MAX_TEXT_LENGTH}] FROM ({head}) WHERE {suspicious}")
    places, read = list[int](), 0
    while batch := connection.fetchmany(BATCH_ROWS):
        for place, text in batch:
            read += len(text)
            if place > HEAD_ROWS or read > MAX_SCANNED_CHARACTERS:
                return places, False
            if found.is_in(text):
                if len(places) == MAX_EVIDENCE_ROWS:
                    return places, False
                places.append(place)
    return places, True
