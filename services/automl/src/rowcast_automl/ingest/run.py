"""From an uploaded file to a typed table, its profile and a preview."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from rowcast_automl.contracts.generated import (
    Dialect,
    IngestPayload,
    IngestProgress,
    IngestReady,
    LintFinding,
    Preview,
    TableProfile,
)
from rowcast_automl.ingest.columns import Column, plan_columns
from rowcast_automl.ingest.dialect import CsvDialect, sniff_dialect
from rowcast_automl.ingest.header import name_columns
from rowcast_automl.ingest.newlines import unify_newlines
from rowcast_automl.ingest.reading import MISSING_MARKERS
from rowcast_automl.ingest.rejects import Rejects, keep_rejects, refuse_ragged
from rowcast_automl.ingest.sample import TABLE, take_sample
from rowcast_automl.ingest.source import open_source
from rowcast_automl.ingest.table import Table, write_table
from rowcast_automl.platform.engine import engine
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.json import json_bytes
from rowcast_automl.platform.storage import Storage
from rowcast_automl.profile.build import build_profile

FEWEST_ROWS = 2
PREVIEW_ROWS = 50
EXAMPLES = 5
INVALID_STATE = "state machine reached an invalid state"


def ingest(
    payload: IngestPayload, storage: Storage, threads: int, report: Callable[[IngestProgress], None]
) -> IngestReady:
    """Reads the uploaded object, stores table, rejects and profile, and returns profile and preview.

    Raises RowcastError with a code of the dataset errors; nothing but rejects is stored then.
    """
    started = time.monotonic()
    report(IngestProgress(phase="reading", share=None))
    try:
        with (
            tempfile.TemporaryDirectory(prefix="rowcast-ingest-") as folder,
            storage.local(payload.source_key) as path,
        ):
            profile, preview = read_table(payload, path, storage, Path(folder), threads, report)
    except FileNotFoundError:
        raise RowcastError("DATASET_GONE") from None
    return IngestReady(
        outcome="ready", profile=profile, preview=preview, seconds=round(time.monotonic() - started, 3)
    )


def read_table(
    payload: IngestPayload,
    path: Path,
    storage: Storage,
    workspace: Path,
    threads: int,
    report: Callable[[IngestProgress], None],
) -> tuple[TableProfile, Preview]:
    """The steps of `ingest` on a local copy of the upload."""
    source = open_source(path, workspace, payload.max_inflated_bytes)
    dialect = sniff_dialect(source.path)
    names, header_findings = name_columns(dialect.header)
    with engine(workspace, threads, len(names)) as connection, storage.publish(payload.table_key) as target:
        text, table = to_parquet(connection, source.path, dialect, names, workspace, target)
        with storage.publish(payload.rejects_key) as rejects_target:
            rejects = keep_rejects(connection, text, rejects_target)
        refuse_ragged(rejects, table.rows)
        refuse_few_rows(table.rows)
        report(IngestProgress(phase="profiling", share=None))
        preview = first_rows(connection, table.columns)
        profile = build_profile(
            connection,
            target,
            [(column.name, column.storage) for column in table.columns],
            rows=table.rows,
            rejected=rejects.count,
            dialect=Dialect(
                format="csv",
                encoding=source.encoding,
                delimiter=dialect.delimiter,
                quote=dialect.quote,
                decimal="," if any(column.decimal == "," for column in table.columns) else ".",
                compressed=source.compressed,
            ),
            examples=examples(preview),
            mixed=[column.name for column in table.columns if column.mixed],
            findings=[
                *source.findings,
                *header_findings,
                *rejected(rejects),
                *table.findings,
            ],
        )
        report(IngestProgress(phase="writing", share=None))
    storage.write(payload.profile_key, json_bytes(profile))
    return profile, preview


def to_parquet(
    connection: duckdb.DuckDBPyConnection,
    text: Path,
    dialect: CsvDialect,
    names: list[str],
    workspace: Path,
    target: Path,
) -> tuple[Path, Table]:
    """Writes `target` from `text`, once more with unified line ends where DuckDB trips over a mixture."""
    for unify in (False, True):
        path = unify_newlines(text, workspace / "unified") if unify else text
        try:
            sample = take_sample(connection, path, dialect, workspace)
            planned = plan_columns(connection, names, dialect.delimiter)
            return path, write_table(connection, path, dialect, planned, sample, target)
        except duckdb.InvalidInputException as error:
            if INVALID_STATE not in str(error):
                raise
    raise RowcastError("FILE_NOT_A_TABLE")


def refuse_few_rows(rows: int) -> None:
    """Raises RowcastError TOO_FEW_ROWS below two rows."""
    if rows < FEWEST_ROWS:
        count = "no row" if rows == 0 else "one row"
        raise RowcastError(
            "TOO_FEW_ROWS", f"The table has {count} below the header. Add rows and upload it again."
        )


def rejected(rejects: Rejects) -> list[LintFinding]:
    """The finding about rejected rows, if there are any."""
    return [rejects.finding()] if rejects.count else []


def first_rows(connection: duckdb.DuckDBPyConnection, columns: list[Column]) -> Preview:
    """The first 50 rows as they were written, with missing markers as null."""
    selected = ", ".join(column.source for column in columns)
    rows = connection.execute(
        f"SELECT {selected} FROM {TABLE} ORDER BY place LIMIT {PREVIEW_ROWS}"
    ).fetchall()
    return Preview(
        columns=[column.name for column in columns],
        rows=[[None if cell in MISSING_MARKERS else cell for cell in row] for row in rows],
    )


def examples(preview: Preview) -> list[list[str]]:
    """Up to five different cells of each column of the preview."""
    found = list[list[str]]()
    for index in range(len(preview.columns)):
        cells = dict.fromkeys(cell[:200] for row in preview.rows if (cell := row[index]) is not None)
        found.append(list(cells)[:EXAMPLES])
    return found
