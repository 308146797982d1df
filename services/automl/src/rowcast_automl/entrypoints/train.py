"""The child process of one training: `python -m rowcast_automl.entrypoints.train`.

Reads a TrainPayload from the first line of standard input. Writes one JSON object a line to standard output:
`{"progress": TrainingProgress}` any number of times, then `{"result": TrainResult}`. SIGUSR1 publishes the
best model so far, SIGTERM ends without a model. Everything else, logs included, goes to standard error.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# libgomp reads these once, when it is loaded; spinning threads starve every other process on a small machine.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OMP_NUM_THREADS", os.environ.get("TRAIN_THREADS", str(os.cpu_count() or 1)))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import structlog

from rowcast_automl.bundle.keys import signing_key
from rowcast_automl.contracts.generated import (
    TableProfile,
    TrainCancelled,
    TrainError,
    TrainingConfig,
    TrainingProgress,
    TrainPayload,
    TrainReady,
)
from rowcast_automl.platform.config import Settings, settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.log import bind_request, configure_log
from rowcast_automl.platform.process.parent_connection import ParentConnection
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import is_disk_full
from rowcast_automl.run.clock import StopSignal, process_start
from rowcast_automl.run.preload import load

TrainResult = TrainReady | TrainError | TrainCancelled
MIN_WAIT_SECONDS = 0.05


def main() -> int:
    """Train one model; the exit code is 0 if a result was written."""
    parent = ParentConnection()
    stop = StopSignal()
    config = settings()
    configure_log(config.log_level, pretty=config.log_pretty, service="train")
    load()
    waited_from = time.monotonic()
    try:
        payload = parent.payload(TrainPayload)
    except EOFError:
        return 0
    # A prestarted child measures time from the arrival of its job, others from their start.
    received = time.monotonic()
    started = received if received - waited_from > MIN_WAIT_SECONDS else process_start()
    signal.signal(signal.SIGUSR1, lambda *_: stop.finish())
    signal.signal(signal.SIGTERM, lambda *_: stop.abandon())
    bind_request(payload.request_id)
    parent.progress(first_progress(payload.config))
    result = run_training(payload, config, started, stop, parent.progress)
    # The result is final, so a late signal must not cause a crash.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    parent.result(result)
    return 0


def run_training(
    payload: TrainPayload,
    config: Settings,
    started: float,
    stop: StopSignal,
    listener: Callable[[TrainingProgress], None],
) -> TrainResult:
    """Train and store the bundle; convert every failure to a result."""
    try:
        return train_and_store(payload, config, started, stop, listener)
    except RowcastError as error:
        if error.code == "TRAINING_CANCELLED":
            return TrainCancelled(outcome="cancelled", error=failure(error))
        return TrainError(outcome="error", error=failure(error))
    except MemoryError:
        return TrainError(outcome="error", error=failure(RowcastError("TRAINING_OUT_OF_MEMORY")))
    except Exception as error:
        structlog.get_logger().exception("training failed")
        error_code = RowcastError("SCRATCH_FULL" if is_disk_full(error) else "TRAINING_FAILED")
        return TrainError(outcome="error", error=failure(error_code))


def train_and_store(
    payload: TrainPayload,
    config: Settings,
    started: float,
    stop: StopSignal,
    listener: Callable[[TrainingProgress], None],
) -> TrainReady:
    """Train a model and store its bundle.

    Raises
    ------
    RowcastError
        DATASET_GONE, and the errors of `training.session.train`.
    """
    from rowcast_automl.entrypoints.training_lint import TrainingLint
    from rowcast_automl.run.training_run import Resources
    from rowcast_automl.training.session import train

    if config.bundle_signing_key is None:
        raise RowcastError("TRAINING_FAILED", "BUNDLE_SIGNING_KEY is not set, so no model can be signed.")
    key = signing_key(config.bundle_signing_key.get_secret_value())
    storage = Storage(config.storage_url)
    resources = Resources(
        config.train_threads,
        config.compute_url,
        pace=payload.pace,
        memory_bytes=config.worker_memory_mb << 20,
    )
    with tempfile.TemporaryDirectory(prefix="rowcast-train-") as folder:
        bundle = Path(folder, "model.rowcast")
        try:
            profile = TableProfile.model_validate_json(storage.read(payload.profile_key))
            onnx = storage.read(payload.onnx_key) if payload.onnx_key else None
            with storage.local(payload.table_key) as table:
                result = train(
                    table,
                    profile,
                    payload.config,
                    out=bundle,
                    key=key,
                    resources=resources,
                    started=started,
                    onnx=onnx,
                    listener=listener,
                    stop=stop,
                    lint=TrainingLint(table, profile, payload.config.target_column),
                )
        except FileNotFoundError as error:
            raise RowcastError("DATASET_GONE") from error
        bundle_key = f"bundles/{result.bundle_hash}.rowcast"
        storage.write(bundle_key, bundle.read_bytes())
    return TrainReady(
        outcome="ready",
        bundle_hash=result.bundle_hash,
        bundle_key=bundle_key,
        bundle_bytes=result.bundle_bytes,
        report=result.report,
        accuracy=result.accuracy,
        metrics=result.metrics,
    )


def first_progress(config: TrainingConfig) -> TrainingProgress:
    """Return the progress before the libraries are loaded."""
    left = None if config.reproducible else config.time_budget_seconds
    facts: dict[str, Any] = {"elapsedSeconds": 0, "remainingSeconds": left, "leaderboard": [], "best": None}
    return TrainingProgress.model_validate({"phase": "starting", "message": "Starting", **facts})


if __name__ == "__main__":
    sys.exit(main())
