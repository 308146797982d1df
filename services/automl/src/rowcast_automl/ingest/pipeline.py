"""Ingestion pipeline: from an uploaded file to a typed table, its profile and a preview."""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import duckdb

from rowcast_automl.clean.recipe import (
    Step,
    chosen_markers,
    pinned_types,
    reject_unknown_columns,
    table_steps,
)
from rowcast_automl.clean.steps import CleanedTable, apply_steps, first_cleaned_rows, write_cleaned
from rowcast_automl.contracts.generated import (
    CastStep,
    ColumnReading,
    Dialect,
    DropRowsStep,
    IngestPayload,
    IngestProgress,
    IngestReady,
    KeepTotalsStep,
    LintFinding,
    ParseDatesStep,
    Preview,
    TableProfile,
)
from rowcast_automl.ingest.columns.column import Column
from rowcast_automl.ingest.columns.conversion_findings import conversion_findings, conversions_of
from rowcast_automl.ingest.columns.declared_types import apply_declared_types
from rowcast_automl.ingest.columns.kept_markers import clear_chosen_markers, missing_rules
from rowcast_automl.ingest.columns.missing_cells import MARKER_SET, is_missing
from rowcast_automl.ingest.columns.missing_markers import Markers
from rowcast_automl.ingest.columns.number_inference import has_decimal_comma, resolve_decimal_points
from rowcast_automl.ingest.columns.number_spellings import keep_number_spellings
from rowcast_automl.ingest.columns.pinned_types import lines_of_rows, pinned_columns
from rowcast_automl.ingest.columns.type_inference import infer_columns
from rowcast_automl.ingest.columns.value_spellings import with_spellings
from rowcast_automl.ingest.csv.dialect import CsvDialect, default_dialect, read_head, sniff_dialect
from rowcast_automl.ingest.csv.header import resolve_column_names
from rowcast_automl.ingest.csv.newlines import has_mixed_newlines, unify_newlines
from rowcast_automl.ingest.csv.rejected_rows import (
    RejectedRows,
    raise_if_line_too_long,
    raise_if_ragged,
    store_rejected_rows,
)
from rowcast_automl.ingest.csv.relation import csv_relation
from rowcast_automl.ingest.dates.date_format import (
    is_iso_format,
    iso_or_null_sql,
    parse_dates_sql,
)
from rowcast_automl.ingest.encoding.unicode_composition import compose_step
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.ingest.numbers.number_format import PLAIN_NUMBERS, is_not_amount_sql
from rowcast_automl.ingest.sample import SAMPLE_TABLE, Sample, markers_of_sample, take_sample
from rowcast_automl.ingest.source import TextSource, open_source
from rowcast_automl.ingest.table_writer import Table, write_table
from rowcast_automl.ingest.total_rows import infer_without_totals, rows_of, total_findings, total_steps
from rowcast_automl.platform.contract_json import json_bytes
from rowcast_automl.platform.database.connection import duckdb_connection
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.profile.build import SourceColumn, build_profile
from rowcast_automl.profile.columns.column_checks import Mixed
from rowcast_automl.profile.columns.column_names import is_time_name
from rowcast_automl.profile.finding import with_lines
from rowcast_automl.profile.preview import PREVIEW_ROWS, max_length, truncated
from rowcast_automl.profile.rows.total_rows import NO_TOTALS, TotalRows

MIN_ROWS = 2
# Formats in which each cell is stored with the name of its column.
RECORD_FORMATS = ("json", "jsonl", "parquet")
MAX_EXAMPLES = 5
INVALID_STATE = "state machine reached an invalid state"


def ingest(
    payload: IngestPayload, storage: Storage, threads: int, report: Callable[[IngestProgress], None]
) -> IngestReady:
    """Read the uploaded object and store the table, rejected rows and profile. Return profile and preview.

    Raises
    ------
    RowcastError
        With a dataset error code. Only the rejected rows are stored then.
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
    """Ingest a local copy of the upload."""
    source = open_source(path, workspace, payload.max_inflated_bytes)
    is_converted = source.format != "csv"
    raise_if_line_too_long(source.path, has_lines=not is_converted)
    dialect = default_dialect(source.path) if is_converted else sniff_dialect(source.path)
    certain = dialect.certain or source.format in RECORD_FORMATS
    names, header_findings = resolve_column_names(dialect.header, dialect.line, certain=certain)
    recipe = [compose_step(each) for each in payload.recipe or []]
    reject_unknown_columns(recipe, names)
    with (
        duckdb_connection(workspace, threads, len(names)) as connection,
        storage.publish(payload.table_key) as target,
    ):
        text, table, totals = to_parquet(connection, source, dialect, names, recipe, workspace, target)
        steps = [*total_steps(totals), *table_steps(recipe)]
        with storage.publish(payload.rejects_key) as rejects_target:
            rejects = store_rejected_rows(connection, text, dialect.quote, rejects_target)
        raise_if_ragged(rejects, table.rows)
        refuse_few_rows(table.rows)
        stored_columns = [(column.name, column.storage) for column in table.columns]
        retyped = {each.name: each for each in table.columns if was_retyped(each)}
        before = CleanedTable(table.path, list(stored_columns), table.rows, [], retyped)
        cleaned = apply_steps(connection, before, steps, workspace)
        if steps:
            write_cleaned(connection, cleaned, target)
        report(IngestProgress(phase="profiling", share=None))
        source_preview = first_rows(connection, table.columns, table.missing)
        preview = first_cleaned_rows(connection, cleaned, target) if steps else source_preview
        sources = dict(zip(names, source_columns(table, source_preview), strict=True))
        # Rows that were left out at the end do not change the numbers of the others.
        n_left_out = len([row for row in totals.rows if row > table.rows - len(totals.rows)])
        same_rows = cleaned.rows + n_left_out == table.rows
        same_lines = source.format == "csv"
        lines_lookup = partial(lines_of_rows, text, dialect, rejects.lines)
        lines_of = lines_lookup if same_rows and same_lines else None
        row_findings = [
            *(each for each in table.findings if table.complete and not each.lines),
            *conversion_findings(connection, resolve_decimal_points(table.columns), complete=table.complete),
        ]
        left_out = total_findings(totals)
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
            findings=[
                *(with_lines(left_out, lines_lookup) if same_lines else left_out),
                *applicable_findings(
                    [
                        *source.findings,
                        *dialect.findings,
                        *header_findings,
                        *rejection_findings(rejects),
                        *(each for each in table.findings if each.lines or not table.complete),
                        *(with_lines(row_findings, lines_of) if lines_of else row_findings),
                    ],
                    cleaned,
                    same_rows=same_rows,
                    same_lines=same_lines,
                ),
            ],
            applied=cleaned.applied[len(total_steps(totals)) :],
            infinite_columns={each.name for each in table.columns if each.has_infinite_cells},
            lines_of=lines_of,
        )
        if source.format == "csv":
            profile = with_spellings(
                connection,
                profile,
                table.columns,
                relation=lambda: csv_relation(text, dialect, ()),
                complete=table.complete,
            )
        report(IngestProgress(phase="writing", share=None))
    if recipe:
        profile = profile.model_copy(update={"recipe": recipe})
    storage.write(payload.profile_key, json_bytes(profile))
    return profile, preview


def was_retyped(column: Column) -> bool:
    """Whether earlier steps were written for the column as text: its type is pinned, or inferred by newer
    rules.
    """
    return column.storage != "VARCHAR" and (column.is_lenient or bool(column.conversions))


def applicable_findings(
    findings: list[LintFinding], cleaned: CleanedTable, *, same_rows: bool, same_lines: bool
) -> list[LintFinding]:
    """Remove findings about dropped columns and imputed errors, and rows or lines that no longer apply."""
    names = {None, *(name for name, _ in cleaned.columns)}
    imputed = {("FORMULA_ERRORS", done.step.column) for done in cleaned.applied if done.step.op == "impute"}
    without_places: dict[str, list[int]] = {
        **({} if same_rows else {"rows": []}),
        **({} if same_lines else {"lines": []}),
    }
    return [
        found.model_copy(update=without_places)
        for found in findings
        if found.column in names and (found.code, found.column) not in imputed
    ]


def to_parquet(
    connection: duckdb.DuckDBPyConnection,
    source: TextSource,
    dialect: CsvDialect,
    names: list[str],
    recipe: Sequence[Step],
    workspace: Path,
    target: Path,
) -> tuple[Path, Table, TotalRows]:
    """Write the typed table. Retry with unified line ends if DuckDB fails on mixed ones.

    The table is written to `target` if no rows or cells change afterwards.
    """
    text, pins = source.path, pinned_types(recipe)
    keeps_totals = any(isinstance(each, KeepTotalsStep) for each in recipe)
    dropped_rows = {row for each in recipe if isinstance(each, DropRowsStep) for row in each.rows}
    # With mixed line ends, DuckDB would skip all rows instead of those above the header.
    mixes_ends = dialect.rows_above > 0 and has_mixed_newlines(read_head(text))
    for unify in (True,) if mixes_ends else (False, True):
        path = unify_newlines(text, workspace / "unified") if unify else text
        try:
            sample = take_sample(connection, path, dialect, workspace)
            rules, kept_findings = missing_rules(connection, names, sample.markers, chosen_markers(recipe))
            if rules:
                dialect = replace(dialect, missing=rules)
                sample = replace(sample, markers=markers_of_sample(connection, len(names), rules))
                clear_chosen_markers(connection, rules)
            infer = partial(infer_columns, connection, names, dialect.delimiter)
            rows = rows_of(path, dialect, sample, dropped_rows)
            inferred, totals = (
                (infer(), NO_TOTALS) if keeps_totals else infer_without_totals(connection, rows, infer)
            )
            if totals.rows or dropped_rows:
                sample = replace(sample, markers=markers_without_rows(connection, sample, rules))
            if source.format == "csv":
                inferred = keep_number_spellings(connection, inferred)
            inferred = apply_declared_types(inferred, source.declared, sample.markers)
            pinned = pinned_columns(connection, inferred, pins, comma_is_decimal=has_decimal_comma(inferred))
            typed_path = workspace / "read.parquet" if totals.rows or table_steps(recipe) else target
            left_out = dropped_rows | {*totals.rows}
            table = write_table(connection, path, dialect, pinned, sample, typed_path, left_out)
            table.findings.extend(kept_findings if sample.complete else without_rows(kept_findings))
            return path, replace(table, missing=rules), totals
        except duckdb.InvalidInputException as error:
            if INVALID_STATE not in str(error):
                raise
    raise RowcastError("FILE_NOT_A_TABLE")


def markers_without_rows(
    connection: duckdb.DuckDBPyConnection, sample: Sample, rules: Mapping[str, Sequence[str]]
) -> list[Markers]:
    """Return the markers of the sample after rows were removed.

    Chosen markers are not in its table any more.
    """
    found = markers_of_sample(connection, len(sample.markers), rules)
    return [
        before if f"c{index}" in rules else after
        for index, (before, after) in enumerate(zip(sample.markers, found, strict=True))
    ]


def without_rows(findings: Sequence[LintFinding]) -> list[LintFinding]:
    """Return the findings without row numbers, which are only known for small files."""
    return [found.model_copy(update={"rows": []}) for found in findings]


def refuse_few_rows(rows: int) -> None:
    """Raise RowcastError TOO_FEW_ROWS for fewer than two rows."""
    if rows < MIN_ROWS:
        note = file_problem("ROWS_ONE" if rows else "ROWS_NONE")
        raise file_error("TOO_FEW_ROWS", note, "Add rows and upload it again.")


def rejection_findings(rejects: RejectedRows) -> list[LintFinding]:
    """Return a finding about rejected rows, if there are any."""
    return [rejects.finding()] if rejects.count else []


def first_rows(
    connection: duckdb.DuckDBPyConnection, columns: list[Column], missing: Mapping[str, Sequence[str]]
) -> Preview:
    """Return the first rows as written in the file, with long cells truncated and missing markers as null."""
    # Truncated here, since planning an expression for each of thousands of columns takes seconds.
    selected = ", ".join(column.source for column in columns)
    rows = connection.execute(
        f"SELECT {selected} FROM {SAMPLE_TABLE} ORDER BY place LIMIT {PREVIEW_ROWS}"
    ).fetchall()
    length = max_length(len(columns))
    markers = [missing.get(column.source, MARKER_SET) for column in columns]
    return Preview(
        columns=[column.name for column in columns],
        rows=[
            [
                None if is_missing(cell, known) else cell if len(cell) <= length else truncated(cell, length)
                for known, cell in zip(markers, row, strict=True)
            ]
            for row in rows
        ],
    )


def source_columns(table: Table, source_preview: Preview) -> list[SourceColumn]:
    """Describe the columns for the profile."""
    return [
        SourceColumn(
            column.name,
            column.storage,
            cells,
            mixed=mixed_type(column),
            chosen=column.pin,
            levels=column.levels,
            reading=column_reading(
                column, markers, table.unfit_counts.get(column.name, 0), table.missing.get(column.source)
            ),
        )
        for column, markers, cells in zip(
            table.columns, table.markers, example_cells(source_preview), strict=True
        )
    ]


def mixed_type(column: Column) -> Mixed | None:
    """Return the type of most cells of a text column that has some cells of another type."""
    if column.mixed:
        number = (column.time_format or column.numeric_format or PLAIN_NUMBERS).or_null("cell")
        is_code = is_not_amount_sql("cell", long=not is_time_name(column.name))
        corrupts = "false" if column.time_format else f"{number} IS NOT NULL AND {is_code}"
        cast = CastStep(op="cast", column=column.name, to="number")
        return Mixed("MIXED_TYPES", (number,), cast, number, corrupts)
    if column.mixed_date_format is None or column.ambiguous_formats or column.pin is not None:
        return None
    pattern = column.mixed_date_format
    # A cast reads any ISO variant.
    if not pattern or is_iso_format(pattern):
        cast = CastStep(op="cast", column=column.name, to="datetime")
        return Mixed("ODD_DATES", (iso_or_null_sql("cell"),), cast, parse_dates_sql("cell", ()))
    dates = ParseDatesStep(op="parse_dates", column=column.name, formats=[pattern])
    read = parse_dates_sql("cell", (pattern,))
    return Mixed("ODD_DATES", (read,), dates, read)


def column_reading(
    column: Column, markers: Markers, unfit: int, missing: Sequence[str] | None
) -> ColumnReading | None:
    """Describe how cells were converted, or return None if they were used unchanged."""
    conversions = conversions_of(column, markers)
    if not conversions and column.pin is None and not unfit and missing is None:
        return None
    optional = {} if missing is None else {"missing": list(missing)}
    return ColumnReading(pinned=column.pin is not None, conversions=conversions, unfit=unfit, **optional)


def example_cells(preview: Preview) -> list[list[str]]:
    """Return up to five distinct cells of each column of the preview."""
    found = list[list[str]]()
    for index in range(len(preview.columns)):
        cells = dict[str, None]()
        for row in preview.rows:
            if (cell := row[index]) is not None:
                cells[cell[:200]] = None
                if len(cells) == MAX_EXAMPLES:
                    break
        found.append(list(cells))
    return found
