"""`rebuild`: trains a bundle again from its report and the data, and says whether the same came out."""

from __future__ import annotations

import argparse
import signal
import sys
from functools import partial

import orjson

from rowcast_automl.contracts.generated import TrainingConfig
from rowcast_automl.entrypoints.cli.data_folder import own_public_key, own_signing_key
from rowcast_automl.entrypoints.cli.environment import read_settings
from rowcast_automl.entrypoints.cli.leaderboard import Leaderboard
from rowcast_automl.entrypoints.cli.train_command import read_file, refuse_folder
from rowcast_automl.entrypoints.rebuild.comparison import differences
from rowcast_automl.entrypoints.rebuild.facts import (
    by_clock,
    changed_versions,
    facts_of,
    open_bundle,
    stopped_early,
)
from rowcast_automl.platform.config import CommandSettings
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import temporary_folder
from rowcast_automl.run.clock import StopSignal, process_start
from rowcast_automl.training.publication import file_hash


def execute(options: argparse.Namespace) -> None:
    """Trains with the settings, the seed and the data of then.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID, the file's errors, REBUILD_DATA_DIFFERS, whatever training raises, and
        REBUILD_DIFFERS with what differs.
    """
    from rowcast_automl.entrypoints.training_lint import lint_beside
    from rowcast_automl.run.training_run import Resources
    from rowcast_automl.training.session import train

    if options.out:
        refuse_folder(options.out)
    name, files = open_bundle(options.bundle, own_public_key())
    facts = facts_of(files)
    config, changed = TrainingConfig.model_validate(facts.config), changed_versions(facts)
    timed = by_clock(facts, stopped_early(files))
    given = read_settings(CommandSettings)
    stop, key = StopSignal(), own_signing_key()
    with temporary_folder() as folder, Leaderboard() as board:
        for each in (*timed, *changed):
            board.note(each.message)
        board.say(f"Reading {options.data.name}")
        table, bundle = folder / "table.parquet", folder / "model.rowcast"
        storage = Storage(folder.as_uri())
        read = read_file(options.data, storage, folder, given.train_threads, facts.recipe or [])
        if file_hash(table) != facts.data_sha256:
            raise RowcastError("REBUILD_DATA_DIFFERS")
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.abandon())
        result = train(
            table,
            read.profile,
            config,
            out=bundle,
            key=key,
            resources=Resources(given.train_threads, given.compute_url, max_rows=facts.max_rows),
            onnx=options.onnx.read_bytes() if options.onnx else None,
            started=process_start(),
            listener=board.show,
            stop=stop,
            lint=partial(lint_beside, table, read.profile, config.target_column),
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
