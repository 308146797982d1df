"""`train`: a table to a signed bundle."""

from __future__ import annotations

import argparse
import hashlib
import signal
import sys
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
    LintFinding,
    Reason,
    TrainingConfig,
    UploadedOnnx,
)
from rowcast_automl.entrypoints.cli.column_arguments import require_columns
from rowcast_automl.entrypoints.cli.data_folder import own_signing_key
from rowcast_automl.entrypoints.cli.environment import read_settings
from rowcast_automl.entrypoints.cli.leaderboard import Leaderboard, show_result
from rowcast_automl.estimators.custom_estimator import CustomEstimator, estimator_named
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.config import CommandSettings
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import temporary_folder
from rowcast_automl.run.clock import StopSignal, process_start

NO_LIMIT = 1 << 50
NOBODY = "0" * 32
DIVIDING = {"GROUPS": '(--group "{}" keeps them together.)', "TIME_ORDER": '(--time "{}" does.)'}


def execute(options: argparse.Namespace) -> None:
    """Reads the file as an upload is read, trains, and writes the bundle.

    The first Ctrl-C publishes the best model so far, the second ends without one.
    """
    from rowcast_automl.entrypoints.training_lint import lint_beside
    from rowcast_automl.report.resolved_findings import open_findings
    from rowcast_automl.run.preload import preload
    from rowcast_automl.run.training_run import MayContinue, Resources
    from rowcast_automl.training.session import train

    preload()
    config = config_of(options)
    onnx = options.onnx.read_bytes() if options.onnx else None
    given = read_settings(CommandSettings)
    stop = StopSignal()
    refuse_folder(options.out)
    with temporary_folder() as folder, Leaderboard() as board:
        board.say(f"Reading {options.file.name}")
        storage = Storage(folder.as_uri())
        casts = [CastStep.model_validate({"op": "cast", **each}) for each in options.type]
        read = read_file(options.file, storage, folder, given.train_threads, casts)
        table = folder / "table.parquet"
        named = [
            ("group", options.group),
            ("time", options.time),
            *(("exclude", each) for each in options.exclude),
        ]
        require_columns([each.name for each in read.profile.columns], named)
        warn(board, open_findings(read.profile.findings, config))

        def lint(may_continue: MayContinue) -> list[LintFinding] | Reason:
            found = lint_beside(table, read.profile, options.target, may_continue)
            warn(board, [] if isinstance(found, Reason) else open_findings(found, config))
            return found

        signal.signal(signal.SIGINT, lambda *_: stop.interrupt())
        signal.signal(signal.SIGTERM, lambda *_: stop.abandon())
        signal.signal(signal.SIGUSR1, lambda *_: stop.finish())
        partial = options.out.with_name(f".{options.out.name}.partial")
        try:
            result = train(
                table,
                read.profile,
                config,
                out=partial,
                key=own_signing_key(),
                resources=Resources(
                    given.train_threads,
                    given.compute_url,
                    memory_bytes=given.worker_memory_mb << 20,
                ),
                onnx=onnx,
                started=process_start(),
                listener=board.show,
                stop=stop,
                lint=lint,
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


def warn(board: Leaderboard, findings: Sequence[LintFinding]) -> None:
    """Shows those that are worth a look before a model is trusted, or ask how rows should be divided."""
    for each in findings:
        if each.severity == "warning" or each.code in DIVIDING:
            about = f"{each.column}: {each.message}" if each.column else each.message
            board.note(" ".join([about, *option_for(each)]))


def option_for(finding: LintFinding) -> list[str]:
    """The option that does what helps, if there is one."""
    column, fix = finding.column, finding.fix
    if isinstance(fix, DropColumnStep):
        return [f'(--exclude "{column}" leaves it out.)']
    if isinstance(fix, CastStep):
        return [f'(--type "{column}={fix.to}" reads it so.)']
    if finding.choices:
        types = [each.step.to for each in finding.choices if isinstance(each.step, CastStep)]
        return [f'(Of these, --type "{column}={to}" chooses one.)' for to in dict.fromkeys(types)] or [
            f'(--type "{column}=datetime" reads the day first.)'
        ]
    if finding.code in ("ORDER_UNKNOWN", "ORDER_INCOMPLETE"):
        return [f'(--type "{column}=ordinal:LOWEST,…,HIGHEST" gives it.)']
    return [DIVIDING[finding.code].format(column)] if finding.code in DIVIDING else []


def read_file(
    source: Path, storage: Storage, folder: Path, threads: int, recipe: Sequence[Step] = ()
) -> IngestReady:
    """Types and profiles the file and follows the recipe; the table is `table.parquet`."""
    with source.open("rb"):
        Path(folder, "source").symlink_to(source.resolve())
    payload = IngestPayload(
        job_id=f"job_{NOBODY}",
        dataset_id=f"ds_{NOBODY}",
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


def config_of(options: argparse.Namespace) -> TrainingConfig:
    """The options as a training's settings.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for a parameter that the estimator does not have, or out of its range, and for a
        positive class where a file has its own.
    """
    if options.onnx and options.positive is not None:
        message = "--positive does not go with --onnx: the file has an order of its own."
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("positiveLabel", message)])
    optional: dict[str, Any] = {
        "positive_label": options.positive,
        "group_column": options.group,
        "time_column": options.time,
        "reproducible": options.reproducible or None,
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
    """The estimator with its parameters, None where a portfolio is tried."""
    if not options.estimator:
        if options.param:
            message = "--param belongs to --estimator."
            raise RowcastError("VALIDATION_FAILED", message, [field_problem("param", message)])
        return None
    return estimator_named(options.estimator, dict(options.param))


def chosen_onnx(file: Path | None) -> UploadedOnnx | None:
    """The uploaded file as the settings name it."""
    if file is None:
        return None
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return UploadedOnnx(filename=file.name, sha256=digest, size_bytes=file.stat().st_size)


def refuse_folder(out: Path) -> None:
    """Finds out before training whether the bundle can be written."""
    if out.is_dir():
        raise IsADirectoryError(21, "is a folder; name a file for the bundle", str(out))
    if not out.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder for the bundle", str(out.parent))
