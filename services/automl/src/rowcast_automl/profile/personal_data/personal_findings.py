"""The findings about columns that identify people."""

from collections.abc import Iterator

import duckdb

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.profile.finding import EVIDENCE, finding
from rowcast_automl.profile.personal_data.detection import (
    KINDS,
    LONGEST,
    SUSPICIOUS,
    SUSPICIOUS_IF_TOLD,
    Personal,
    names_phone,
    personal_data,
)
from rowcast_automl.profile.statistics import NUMERIC, SAMPLE, Statistics

# Enough to see one cell in a thousand; fewer of long texts and of wide tables.
MOST_ROWS, FEWEST_ROWS = 10_000, 500
MOST_CHARACTERS, MOST_CELLS = 4_000_000, 2_000_000
LOOKED_AT = 200
HEAD_ROWS = 500_000
# Characters that are read in a second or two.
MOST_READ = 20_000_000
BATCH = 2_000
SHORTEST_PHONE, SHORTEST_TOLD = 6e9, 1e7


def personal_findings(
    connection: duckdb.DuckDBPyConnection, relation: str, statistics: Statistics, texts: int
) -> Iterator[LintFinding]:
    """A finding for each kind of personal data in a column; `texts` is how many columns hold text."""
    if not may_be_personal(statistics):
        return
    text = statistics.storage == "VARCHAR"
    rows = LOOKED_AT
    if text:
        rows = min(MOST_ROWS, MOST_CELLS // texts, int(MOST_CHARACTERS / max(1.0, statistics.length)))
    told = names_phone(statistics.name)
    form = literal(SUSPICIOUS_IF_TOLD if told else SUSPICIOUS)
    suspicious = f"regexp_matches(cell, {form})" if text else "cell IS NOT NULL"
    looked = (
        f"SELECT {as_text(statistics)} AS cell FROM {SAMPLE} "
        f"USING SAMPLE reservoir({max(FEWEST_ROWS, rows)} ROWS) REPEATABLE (7)"
    )
    row = connection.execute(
        f"SELECT count(cell), count(*) FILTER ({suspicious}), "
        f"(list(cell) FILTER ({suspicious}))[1:{LOOKED_AT}] FROM ({looked})"
    ).fetchone()
    present, count, cells = row or (0, 0, None)
    if not cells:
        return
    for found in personal_data(cells, count / present, within=text, told=told):
        share = sum(cell in found.cells for cell in cells) / len(cells) * count / present
        places, all_of_them = rows_with(connection, relation, statistics, found, suspicious)
        likely = max(len(places) + 1, round(share * statistics.present))
        drop = DropColumnStep(op="drop_column", column=statistics.name)
        words = KINDS[found.kind].words
        shown = finding(
            "PERSONAL_DATA",
            statistics.name,
            warning=True,
            rows=places,
            fix=drop,
            kind=words,
            share=share,
            cell=found.masked,
            count=len(places) if all_of_them else likely,
        )
        yield shown.model_copy(update={"params": {**(shown.params or {}), "kind": found.kind}})


def may_be_personal(statistics: Statistics) -> bool:
    """Text, or numbers of which some are as long as a telephone number."""
    if statistics.storage in NUMERIC:
        shortest = SHORTEST_TOLD if names_phone(statistics.name) else SHORTEST_PHONE
        return statistics.maximum is not None and statistics.maximum >= shortest
    return statistics.storage == "VARCHAR"


def as_text(statistics: Statistics) -> str:
    """SQL of a cell as it is looked at; null for a number that is not whole."""
    cell = quoted(statistics.name)
    if statistics.storage == "DOUBLE":
        return f"CASE WHEN {cell} = floor({cell}) THEN CAST(TRY_CAST({cell} AS BIGINT) AS VARCHAR) END"
    return f"CAST({cell} AS VARCHAR)"


def rows_with(
    connection: duckdb.DuckDBPyConnection,
    relation: str,
    statistics: Statistics,
    found: Personal,
    suspicious: str,
) -> tuple[list[int], bool]:
    """The first rows, from 1, with what was found, and whether these are all."""
    cell = as_text(statistics)
    head = f"SELECT row_number() OVER () AS place, {cell} AS cell FROM {relation} LIMIT {HEAD_ROWS + 1}"
    connection.execute(f"SELECT place, cell[:{LONGEST}] FROM ({head}) WHERE {suspicious}")
    places, read = list[int](), 0
    while batch := connection.fetchmany(BATCH):
        for place, text in batch:
            read += len(text)
            if place > HEAD_ROWS or read > MOST_READ:
                return places, False
            if found.is_in(text):
                if len(places) == EVIDENCE:
                    return places, False
                places.append(place)
    return places, True
