"""From an uploaded file to a typed table, its profile and a preview."""

import tempfile
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import duckdb

from rowcast_automl.clean.recipe import pins_of, refuse_unknown_columns, table_steps
from rowcast_automl.clean.steps import CleanedTable, apply_steps, first_cleaned_rows, write_cleaned
from rowcast_automl.contracts.generated import (
    CastStep,
    ColumnReading,
    Dialect,
    DropRowsStep,
    IngestPayload,
    IngestProgress,
    IngestReady,
    LintFinding,
    ParseDatesStep,
    Preview,
    TableProfile,
)
from rowcast_automl.ingest.columns.conversion_findings import conversion_findings, conversions_of
from rowcast_automl.ingest.columns.declared_types import as_declared
from rowcast_automl.ingest.columns.missing_cells import is_missing
from rowcast_automl.ingest.columns.missing_markers import Markers
from rowcast_automl.ingest.columns.pinned_types import Pin, lines_of_rows, pinned_columns
from rowcast_automl.ingest.columns.type_inference import (
    Column,
    has_decimal_comma,
    plan_columns,
    settled_points,
)
from rowcast_automl.ingest.csv.dialect import CsvDialect, own_dialect, read_head, sniff_dialect
from rowcast_automl.ingest.csv.header import name_columns
from rowcast_automl.ingest.csv.newlines import mixes_newlines, unify_newlines
from rowcast_automl.ingest.csv.rejected_rows import Rejects, keep_rejects, refuse_ragged
from rowcast_automl.ingest.dates.date_format import dates_or_null, iso_readings, parsed
from rowcast_automl.ingest.encoding.unicode_composition import composed_step
from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.ingest.numbers.number_format import PLAIN_NUMBERS, is_no_amount
from rowcast_automl.ingest.sample import TABLE, take_sample
from rowcast_automl.ingest.source import TextSource, open_source
from rowcast_automl.ingest.table_writer import Table, write_table
from rowcast_automl.platform.contract_json import json_bytes
from rowcast_automl.platform.database.connection import duckdb_connection
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.profile.build import SourceColumn, build_profile
from rowcast_automl.profile.columns.column_checks import Mixed
from rowcast_automl.profile.columns.column_names import names_time
from rowcast_automl.profile.finding import with_lines
from rowcast_automl.profile.preview import PREVIEW_ROWS, preview_cell
from rowcast_automl.profile.rows.total_rows import total_rows

FEWEST_ROWS = 2
# Formats in which each cell goes by the name of its column.
NAMED = ("json", "jsonl", "parquet")
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
    made = source.format != "csv"
    dialect = own_dialect(source.path) if made else sniff_dialect(source.path)
    certain = dialect.certain or source.format in NAMED
    names, header_findings = name_columns(dialect.header, dialect.line, certain=certain)
    recipe = [composed_step(each) for each in payload.recipe or []]
    refuse_unknown_columns(recipe, names)
    with (
        duckdb_connection(workspace, threads, len(names)) as connection,
        storage.publish(payload.table_key) as target,
    ):
        steps = table_steps(recipe)
        gone = {row for each in steps if isinstance(each, DropRowsStep) for row in each.rows}
        read = workspace / "read.parquet" if steps else target
        text, table = to_parquet(connection, source, dialect, names, pins_of(recipe), gone, workspace, read)
        with storage.publish(payload.rejects_key) as rejects_target:
            rejects = keep_rejects(connection, text, dialect.quote, rejects_target)
        refuse_ragged(rejects, table.rows)
        refuse_few_rows(table.rows)
        stored = [(column.name, column.storage) for column in table.columns]
        retyped = {each.name: each for each in table.columns if is_retyped(each)}
        before = CleanedTable(read, list(stored), table.rows, [], retyped)
        total = total_rows(connection, read, stored, table.rows, gone)
        cleaned = apply_steps(connection, before, steps, workspace)
        if steps:
            write_cleaned(connection, cleaned, target)
        report(IngestProgress(phase="profiling", share=None))
        written = first_rows(connection, table.columns)
        preview = first_cleaned_rows(connection, cleaned, target) if steps else written
        sources = dict(zip(names, source_columns(table, written), strict=True))
        same_rows, same_lines = cleaned.rows == table.rows, source.format == "csv"
        taken = partial(lines_of_rows, text, dialect, rejects.lines)
        lines_of = taken if same_rows and same_lines else None
        told = [
            *([total] if total else []),
            *conversion_findings(connection, settled_points(table.columns), complete=table.complete),
        ]
        profile = build_profile(
            connection,
            target,
            [sources[name] for name, _ in cleaned.columns],
            rows=cleaned.rows,
            rejected=rejects.count,
            dialect=Dialect(
                format=source.format,
                encoding=source.encoding,
                delimiter=dialect.delimiter,
                quote=dialect.quote,
                decimal="," if any(column.decimal == "," for column in table.columns) else ".",
                compressed=source.compressed,
            ),
            findings=still_true(
                [
                    *source.findings,
                    *dialect.findings,
                    *header_findings,
                    *rejected(rejects),
                    *table.findings,
                    *(with_lines(told, lines_of) if lines_of else told),
                ],
                cleaned,
                same_rows=same_rows,
                same_lines=same_lines,
            ),
            applied=cleaned.applied,
            lines_of=lines_of,
        )
        report(IngestProgress(phase="writing", share=None))
    if recipe:
        profile = profile.model_copy(update={"recipe": recipe})
    storage.write(payload.profile_key, json_bytes(profile))
    return profile, preview


def is_retyped(column: Column) -> bool:
    """Whether steps may be about text that is none any more: a type was chosen, or found by newer rules."""
    return column.storage != "VARCHAR" and (column.pin is not None or bool(column.conversions))


def still_true(
    findings: list[LintFinding], cleaned: CleanedTable, *, same_rows: bool, same_lines: bool
) -> list[LintFinding]:
    """Without columns that were taken out, errors that were filled, and places that are there no more."""
    names = {None, *(name for name, _ in cleaned.columns)}
    filled = {("FORMULA_ERRORS", done.step.column) for done in cleaned.applied if done.step.op == "impute"}
    moved: dict[str, list[int]] = {
        **({} if same_rows else {"rows": []}),
        **({} if same_lines else {"lines": []}),
    }
    return [
        found.model_copy(update=moved)
        for found in findings
        if found.column in names and (found.code, found.column) not in filled
    ]


def to_parquet(
    connection: duckdb.DuckDBPyConnection,
    source: TextSource,
    dialect: CsvDialect,
    names: list[str],
    pins: dict[str, Pin],
    gone: Collection[int],
    workspace: Path,
    target: Path,
) -> tuple[Path, Table]:
    """Writes `target` from the text, once more with unified line ends where DuckDB trips over a mixture."""
    text = source.path
    # DuckDB would skip the rows above by the wrong line ends, and all rows with them.
    mixed = dialect.above > 0 and mixes_newlines(read_head(text))
    for unify in (True,) if mixed else (False, True):
        path = unify_newlines(text, workspace / "unified") if unify else text
        try:
            sample = take_sample(connection, path, dialect, workspace)
            planned = plan_columns(connection, names, dialect.delimiter)
            planned = as_declared(planned, source.declared, sample.markers)
            chosen = pinned_columns(connection, planned, pins, comma_is_decimal=has_decimal_comma(planned))
            return path, write_table(connection, path, dialect, chosen, sample, target, gone)
        except duckdb.InvalidInputException as error:
            if INVALID_STATE not in str(error):
                raise
    raise RowcastError("FILE_NOT_A_TABLE")


def refuse_few_rows(rows: int) -> None:
    """Raises RowcastError TOO_FEW_ROWS below two rows."""
    if rows < FEWEST_ROWS:
        note = file_note("ROWS_ONE" if rows else "ROWS_NONE")
        raise refusal("TOO_FEW_ROWS", note, "Add rows and upload it again.")


def rejected(rejects: Rejects) -> list[LintFinding]:
    """The finding about rejected rows, if there are any."""
    return [rejects.finding()] if rejects.count else []


def first_rows(connection: duckdb.DuckDBPyConnection, columns: list[Column]) -> Preview:
    """The first rows as they were written, long cells cut, with missing markers as null."""
    selected = ", ".join(preview_cell(column.source, len(columns)) for column in columns)
    rows = connection.execute(
        f"SELECT {selected} FROM {TABLE} ORDER BY place LIMIT {PREVIEW_ROWS}"
    ).fetchall()
    return Preview(
        columns=[column.name for column in columns],
        rows=[[None if is_missing(cell) else cell for cell in row] for row in rows],
    )


def source_columns(table: Table, written: Preview) -> list[SourceColumn]:
    """What is known of the columns from reading them."""
    return [
        SourceColumn(
            column.name,
            column.storage,
            cells,
            mixed=mixed_of(column),
            chosen=column.pin,
            levels=column.levels,
            reading=reading_of(column, markers, table.unfit.get(column.name, 0)),
        )
        for column, markers, cells in zip(table.columns, table.markers, examples(written), strict=True)
    ]


def mixed_of(column: Column) -> Mixed | None:
    """How most cells of a column of text could be read, where some cannot."""
    if column.mixed:
        number = (column.clock or column.form or PLAIN_NUMBERS).or_null("cell")
        no_amount = is_no_amount("cell", long=not names_time(column.name))
        spoilt = "false" if column.clock else f"{number} IS NOT NULL AND {no_amount}"
        cast = CastStep(op="cast", column=column.name, to="number")
        return Mixed("MIXED_TYPES", (number,), cast, number, spoilt)
    if column.mostly_dates is None or column.either or column.pin is not None:
        return None
    pattern = column.mostly_dates
    # Unasked only ISO times are read with a zone, and a cast reads those however they are written.
    if not pattern or "%z" in pattern:
        cast = CastStep(op="cast", column=column.name, to="datetime")
        return Mixed("ODD_DATES", iso_readings("cell"), cast, dates_or_null("cell", ()))
    dates = ParseDatesStep(op="parse_dates", column=column.name, formats=[pattern])
    return Mixed("ODD_DATES", (parsed("cell", pattern),), dates, dates_or_null("cell", (pattern,)))


def reading_of(column: Column, markers: Markers, unfit: int) -> ColumnReading | None:
    """How cells were rewritten; None where they were taken as they are."""
    conversions = conversions_of(column, markers)
    if not conversions and column.pin is None:
        return None
    return ColumnReading(pinned=column.pin is not None, conversions=conversions, unfit=unfit)


def examples(preview: Preview) -> list[list[str]]:
    """Up to five different cells of each column of the preview."""
    found = list[list[str]]()
    for index in range(len(preview.columns)):
        cells = dict.fromkeys(cell[:200] for row in preview.rows if (cell := row[index]) is not None)
        found.append(list(cells)[:EXAMPLES])
    return found
