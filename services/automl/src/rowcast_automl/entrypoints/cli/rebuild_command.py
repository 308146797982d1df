"""`rebuild`: retrains a bundle from its report and the data, and compares the result."""

from __future__ import annotations

import argparse
import signal
import sys

import orjson

from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.entrypoints.cli.data_folder import installation_public_key, installation_signing_key
from rowcast_automl.entrypoints.cli.environment import read_settings
from rowcast_automl.entrypoints.cli.leaderboard import Leaderboard
from rowcast_automl.entrypoints.cli.train_command import check_output_path, read_file
from rowcast_automl.entrypoints.rebuild.comparison import differences
from rowcast_automl.entrypoints.rebuild.facts import (
    changed_versions,
    open_bundle,
    parse_facts,
    stopped_early,
    time_dependence,
)
from rowcast_automl.platform.config import CommandSettings
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import temporary_folder
from rowcast_automl.run.clock import StopSignal, process_start
from rowcast_automl.training.publication import file_hash


def execute(options: argparse.Namespace) -> None:
    """Retrain with the original settings, seed and data.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID, errors of the file and of the training, REBUILD_DATA_DIFFERS, and REBUILD_DIFFERS with
        the differences.
    """
    from rowcast_automl.entrypoints.training_lint import TrainingLint
    from rowcast_automl.run.training_run import Resources
    from rowcast_automl.training.session import train

    if options.out:
        check_output_path(options.out)
    name, files = open_bundle(options.bundle, installation_public_key())
    facts = parse_facts(files)
    config, changed = TrainingConfig.model_validate(facts.config), changed_versions(facts)
    timed = time_dependence(facts, stopped_early(files))
    settings = read_settings(CommandSettings)
    stop, key = StopSignal(), installation_signing_key()
    with temporary_folder() as folder, Leaderboard() as board:
        for each in (*timed, *changed):
            board.print_note(each.message)
        board.print_step(f"Reading {options.data.name}")
        table, bundle = folder / "table.parquet", folder / "model.rowcast"
        storage = Storage(folder.as_uri())
        ingested = read_file(options.data, storage, folder, settings.train_threads, facts.recipe or [])
        if file_hash(table) != facts.data_sha256:
            raise RowcastError("REBUILD_DATA_DIFFERS")
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.abandon())
        result = train(
            table,
            ingested.profile,
            config,
            out=bundle,
            key=key,
            resources=Resources(settings.train_threads, settings.compute_url, max_rows=facts.max_rows),
            onnx=options.onnx.read_bytes() if options.onnx else None,
            started=process_start(),
            listener=board.show,
            stop=stop,
            lint=TrainingLint(table, ingested.profile, config.target_column),
        )
        _, rebuilt = open_bundle(bundle, key.public_key())
        if options.out:
            options.out.write_bytes(bundle.read_bytes())
    if result.bundle_hash != name:
        raise RowcastError(
            "REBUILD_DIFFERS",
            None,
            [*timed, *changed, *differences(files, rebuilt)],
        )
    if options.json:
        sys.stdout.write(orjson.dumps({"hash": name, "same": True}).decode() + "\n")
    else:
        sys.stderr.write(f"The same bundle came out: {name}\n")
