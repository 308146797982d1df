"""`train`: trains a model on a table and writes a signed bundle."""

from __future__ import annotations

import argparse
import hashlib
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from rowcast_automl.clean.recipe import Step
from rowcast_automl.contracts.generated import (
    CastStep,
    DropColumnStep,
    IngestPayload,
    IngestReady,
    KeepTotalsStep,
    LintCode,
    LintFinding,
    MissingMarkersStep,
    ParseDatesStep,
    TrainingConfig,
    UploadedOnnx,
)
from rowcast_automl.entrypoints.cli.ambiguous_columns import refuse_ambiguous_columns, type_option
from rowcast_automl.entrypoints.cli.column_arguments import require_columns
from rowcast_automl.entrypoints.cli.data_folder import installation_signing_key
from rowcast_automl.entrypoints.cli.environment import read_settings
from rowcast_automl.entrypoints.cli.leaderboard import Leaderboard, show_result
from rowcast_automl.estimators.custom_estimator import CustomEstimator, estimator_named
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.config import CommandSettings
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import temporary_folder
from rowcast_automl.profile.finding import quoted_list
from rowcast_automl.run.clock import StopSignal, process_start

NO_LIMIT = 1 << 50
DUMMY_ID = "0" * 32
MAX_COLUMNS_PER_CODE, MAX_PLACES = 10, 5
# What was read otherwise than it is written, or was left out.
READING_CODES = frozenset[LintCode](
    {
        *(
            "MISSING_MARKERS",
            "MARKERS_KEPT",
            "FORMULA_ERRORS",
            "NUMBERS_CONVERTED",
            "BOUNDS_READ",
            "CLOCK_READ",
            "UNITS_MISSING",
        ),
        *("DATES_CONVERTED", "DATES_BY_OTHER", "SHORT_YEARS", "ZONES_MISSING", "DIGITS_AS_TEXT"),
        *("REJECTED_ROWS", "UNREADABLE_ROWS", "TITLE_LEFT_OUT", "HEADER_RENAMED", "SHEET_CHOSEN"),
        *("ENCODING_CONVERTED", "ACCENTS_JOINED", "EXTREME_VALUES", "TARGET_MISSING", "TOTALS_LEFT_OUT"),
    }
)
SPLIT_HINTS = {"GROUPS": '(--group "{}" keeps them together.)', "TIME_ORDER": '(--time "{}" does.)'}


def execute(options: argparse.Namespace) -> None:
    """Ingest the file, train, and write the bundle.

    The first Ctrl-C publishes the best model so far. The second ends without a model.
    """
    from rowcast_automl.entrypoints.training_lint import TrainingLint
    from rowcast_automl.report.resolved_findings import open_findings
    from rowcast_automl.run.preload import preload
    from rowcast_automl.run.training_run import Resources
    from rowcast_automl.training.session import train

    preload()
    config = build_config(options)
    onnx = options.onnx.read_bytes() if options.onnx else None
    settings = read_settings(CommandSettings)
    stop = StopSignal()
    check_output_path(options.out)
    with temporary_folder() as folder, Leaderboard() as board:
        board.print_step(f"Reading {options.file.name}")
        storage = Storage(folder.as_uri())
        ingested = read_file(options.file, storage, folder, settings.train_threads, recipe_of(options))
        table = folder / "table.parquet"
        column_options = [
            ("group", options.group),
            ("time", options.time),
            *(("exclude", each) for each in options.exclude),
        ]
        require_columns([each.name for each in ingested.profile.columns], column_options)
        print_findings(board, open_findings(ingested.profile.findings, config))
        refuse_ambiguous_columns(ingested.profile, options.target, options.exclude)

        def print_checks(found: Sequence[LintFinding]) -> None:
            print_findings(board, open_findings(found, config))

        signal.signal(signal.SIGINT, lambda *_: stop.interrupt())
        signal.signal(signal.SIGTERM, lambda *_: stop.abandon())
        signal.signal(signal.SIGUSR1, lambda *_: stop.finish())
        partial = options.out.with_name(f".{options.out.name}.partial")
        try:
            result = train(
                table,
                ingested.profile,
                config,
                out=partial,
                key=installation_signing_key(),
                resources=Resources(
                    settings.train_threads,
                    settings.compute_url,
                    memory_bytes=settings.worker_memory_mb << 20,
                ),
                onnx=onnx,
                started=process_start(),
                listener=board.show,
                stop=stop,
                lint=TrainingLint(table, ingested.profile, options.target, print_checks),
            )
            partial.replace(options.out)
        finally:
            partial.unlink(missing_ok=True)
    if options.json:
        content = {
            "bundle": str(options.out),
            "hash": result.bundle_hash,
            "bytes": result.bundle_bytes,
            "report": json_value(result.report),
        }
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
    else:
        show_result(result.report, options.out, result.bundle_bytes)


def print_findings(board: Leaderboard, findings: Sequence[LintFinding]) -> None:
    """Print findings that are warnings, report conversions of cells, or concern the split of rows.

    Each is one line with its first lines or rows. After ten columns with the same finding, the others share
    one line.
    """
    printed = Counter[str]()
    others = defaultdict[str, list[str]](list)
    for each in findings:
        if each.severity != "warning" and each.code not in {*READING_CODES, *SPLIT_HINTS}:
            continue
        printed[each.code] += 1
        if printed[each.code] > MAX_COLUMNS_PER_CODE and each.column:
            others[each.code].append(each.column)
            continue
        about = f"{each.column}: {each.message}" if each.column else each.message
        board.print_note(" ".join([about, *places_of(each), *hint_for(each)]))
    for code, columns in others.items():
        board.print_note(f"{code}, also in {len(columns)} more columns: {quoted_list(columns, MAX_PLACES)}")


def places_of(finding: LintFinding) -> list[str]:
    """Return the first lines of the file that a finding is about, or else the first rows of the table."""
    kind, places = ("Line", finding.lines) if finding.lines else ("Row", finding.rows)
    if not places:
        return []
    more = ", …" if len(places) > MAX_PLACES else ""
    listed = ", ".join(str(place) for place in places[:MAX_PLACES])
    return [f"{kind}{'s' if len(places) > 1 else ''} {listed}{more}."]


def hint_for(finding: LintFinding) -> list[str]:
    """Return a hint with the command-line option that fixes the finding, if there is one."""
    column, fix = finding.column, finding.fix
    if isinstance(fix, DropColumnStep):
        return [f'(--exclude "{column}" leaves it out.)']
    if isinstance(fix, CastStep):
        return [f'(--type "{column}={fix.to}" reads it so.)']
    if isinstance(fix, MissingMarkersStep):
        markers = ",".join(fix.markers)
        effect = "reads them as missing" if fix.markers else "keeps them as values"
        return [f'(--missing "{column}={markers}" {effect}.)']
    if finding.code == "TOTALS_LEFT_OUT":
        return ["(--keep-totals keeps them.)"]
    if finding.choices:
        types = " or ".join(f'"{type_option(each.step)}"' for each in finding.choices)
        return [f"(--type {types} chooses one.)"]
    if finding.code in ("ORDER_UNKNOWN", "ORDER_INCOMPLETE"):
        return [f'(--type "{column}=ordinal:LOWEST,…,HIGHEST" gives it.)']
    if finding.code == "TARGET_SEVERAL_LABELS":
        label = (finding.params or {})["label"]
        return [f'(--label "{label}" predicts whether a row has this one.)']
    return [SPLIT_HINTS[finding.code].format(column)] if finding.code in SPLIT_HINTS else []


def recipe_of(options: argparse.Namespace) -> list[Step]:
    """Return the steps that the options ask for."""
    casts = [
        ParseDatesStep(op="parse_dates", column=each["column"], formats=each["formats"])
        if "formats" in each
        else CastStep.model_validate({"op": "cast", **each})
        for each in options.type
    ]
    markers = [MissingMarkersStep(op="missing_markers", **each) for each in options.missing]
    return [*casts, *markers, *([KeepTotalsStep(op="keep_totals")] if options.keep_totals else [])]


def read_file(
    source: Path, storage: Storage, folder: Path, threads: int, recipe: Sequence[Step] = ()
) -> IngestReady:
    """Ingest a file and apply the recipe; the table is written to `table.parquet`."""
    with source.open("rb"):
        Path(folder, "source").symlink_to(source.resolve())
    payload = IngestPayload(
        job_id=f"job_{DUMMY_ID}",
        dataset_id=f"ds_{DUMMY_ID}",
        source_key="source",
        table_key="table.parquet",
        rejects_key="rejects.parquet",
        profile_key="profile.json",
        filename=source.name,
        max_inflated_bytes=NO_LIMIT,
        request_id="cli",
        recipe=list(recipe),
    )
    return ingest(payload, storage, threads, lambda _: None)


def build_config(options: argparse.Namespace) -> TrainingConfig:
    """Convert the command-line options to a training configuration.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for unknown or out-of-range parameters of the estimator, and for a positive class
        with an ONNX file.
    """
    if options.onnx and options.positive is not None:
        message = "--positive does not go with --onnx: the file has an order of its own."
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("positiveLabel", message)])
    optional: dict[str, Any] = {
        "positive_label": options.positive,
        "target_label": options.label,
        "group_column": options.group,
        "time_column": options.time,
        "reproducible": options.reproducible or None,
        "end_early": False if options.no_early_end else None,
        "max_row_milliseconds": options.max_row_ms,
        "max_bundle_megabytes": options.max_bundle_mb,
        "estimator": chosen_estimator(options),
        "onnx": chosen_onnx(options.onnx),
    }
    return TrainingConfig(
        target_column=options.target,
        task=options.task,
        model_type="custom" if options.estimator or options.onnx else options.model_type,
        metric=options.metric,
        test_size=options.test_size,
        epochs=options.epochs,
        learning_rate=options.learning_rate,
        time_budget_seconds=options.time_budget,
        seed=options.seed,
        excluded_columns=options.exclude,
        **{name: value for name, value in optional.items() if value is not None},
    )


def chosen_estimator(options: argparse.Namespace) -> CustomEstimator | None:
    """Return the custom estimator with its parameters, or None for the portfolio."""
    if not options.estimator:
        if options.param:
            message = "--param belongs to --estimator."
            raise RowcastError("VALIDATION_FAILED", message, [field_problem("param", message)])
        return None
    return estimator_named(options.estimator, dict(options.param))


def chosen_onnx(file: Path | None) -> UploadedOnnx | None:
    """Describe the ONNX file for the configuration."""
    if file is None:
        return None
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return UploadedOnnx(filename=file.name, sha256=digest, size_bytes=file.stat().st_size)


def check_output_path(out: Path) -> None:
    """Check before the training that the bundle can be written."""
    if out.is_dir():
        raise IsADirectoryError(21, "is a folder; name a file for the bundle", str(out))
    if not out.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder for the bundle", str(out.parent))
