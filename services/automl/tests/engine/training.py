"""Trains in tests through the same reading of a file that an upload goes through."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.clean.recipe import Step
from rowcast_automl.contracts.generated import TableProfile, TrainingConfig, TrainingProgress
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.entrypoints.training_lint import TrainingLint
from rowcast_automl.features.splits import fold_plan
from rowcast_automl.fit.compute.local import LocalCompute
from rowcast_automl.fit.fit_scheduler import FitScheduler
from rowcast_automl.fit.remaining_time import RemainingTime
from rowcast_automl.plan import portfolio
from rowcast_automl.plan.default_configurations import PLAIN_LINEAR, SAMPLED_LINEAR, TREE
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from rowcast_automl.run.training_run import Resources
from rowcast_automl.training.publication import TrainedBundle
from rowcast_automl.training.session import Lint, train

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def config(target: str = "target", **changes: Any) -> TrainingConfig:
    """Settings for a short training."""
    settings: dict[str, Any] = {
        "targetColumn": target,
        "task": "auto",
        "modelType": "auto",
        "metric": "auto",
        "testSize": 0.25,
        "epochs": 100,
        "learningRate": 0.01,
        "timeBudgetSeconds": 6,
        "seed": 3,
        "excludedColumns": [],
    }
    return TrainingConfig.model_validate(settings | changes)


def typed_table(source: Path, folder: Path, recipe: Sequence[Step] = ()) -> tuple[Path, TableProfile]:
    """Parquet table and profile of a CSV file after the recipe."""
    read = read_file(source, Storage(folder.as_uri()), folder, 2, recipe)
    return folder / "table.parquet", read.profile


def scheduler_on(
    training_data: TrainingData,
    metric: str,
    clock: Clock,
    listener: Callable[[TrainingProgress], None] = lambda _: None,
    compute: LocalCompute | None = None,
    expected_seconds: float = 1.0,
) -> tuple[FitScheduler, Leaderboard]:
    """Return a scheduler without fitted candidates and its leaderboard; a fit takes `expected_seconds`."""
    leaderboard = Leaderboard(clock, listener)
    leaderboard.metric = metric
    remaining_time = RemainingTime(lambda _: expected_seconds, 0.0)
    return FitScheduler(
        training_data, clock, leaderboard, metric, compute or LocalCompute(2), remaining_time
    ), leaderboard


def fewer_fits(monkeypatch: pytest.MonkeyPatch, models: int, rounds: int = 1) -> None:
    """Tries only the first models of the portfolio, in so many rounds."""
    monkeypatch.setattr(portfolio, "MAX_BY_ROWS", ((10_000, models),))
    monkeypatch.setattr(fold_plan, "ROUNDS_BY_ROWS", ((10_000, rounds),))


def stopping_after(models: int) -> tuple[Callable[[TrainingProgress], None], StopSignal]:
    """A listener and its signal, which end a training once so many models beside the baselines are done."""
    stop = StopSignal()
    baselines = ("Baseline", PLAIN_LINEAR, SAMPLED_LINEAR, TREE)

    def listen(progress: TrainingProgress) -> None:
        done = [each for each in progress.leaderboard if each.status == "done"]
        if sum(each.name not in baselines for each in done) >= models:
            stop.finish()

    return listen, stop


def train_file(
    source: Path,
    out: Path,
    settings: TrainingConfig,
    listener: Callable[[TrainingProgress], None] = lambda _: None,
    stop: StopSignal | None = None,
    compute_url: str | None = None,
    onnx: bytes | None = None,
    lint: Callable[..., Lint] = TrainingLint,
    memory_bytes: int | None = None,
    recipe: Sequence[Step] = (),
) -> TrainedBundle:
    """Trains on a CSV file and writes the bundle to `out`."""
    with tempfile.TemporaryDirectory() as name:
        table, profile = typed_table(source, Path(name), recipe)
        return train(
            table,
            profile,
            settings,
            out=out,
            key=KEY,
            resources=Resources(2, compute_url, memory_bytes=memory_bytes),
            onnx=onnx,
            started=time.monotonic(),
            listener=listener,
            stop=stop or StopSignal(),
            lint=lint(table, profile, settings.target_column),
        )
