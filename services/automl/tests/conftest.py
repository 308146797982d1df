"""Bundles that are trained once and used by many tests."""

from __future__ import annotations

import fcntl
import os
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

# Read once by libgomp: fits in tests share two cores with everything else that runs.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from rowcast_automl.contracts.generated import TrainingProgress
from rowcast_automl.search.clock import StopSignal
from rowcast_automl.search.publication import TrainedBundle
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, train_file

THREE_AND_BASELINE = 3
# The files that take longest, which begin first, so that none is left to one process at the end.
SLOWEST = (
    "worker/test_train_jobs",
    "cli/test_cli",
    "engine/test_parity",
    "ingest/test_reading",
    "engine/test_growth",
    "serve/test_scaling",
    "engine/test_training",
    "worker/test_ingest_jobs",
    "engine/test_many_classes",
    "engine/test_random_tables",
    "worker/test_endings",
    "worker/test_lint_jobs",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slowest files first, and the others as they were."""
    places = {file: place for place, file in enumerate(SLOWEST)}
    items.sort(key=lambda each: places.get(f"{each.path.parent.name}/{each.path.stem}", len(places)))


@dataclass(frozen=True)
class Trained:
    """A finished training with what it was made from and what it told."""

    rows: list[dict[str, Any]]
    source: Path
    bundle: Path
    result: TrainedBundle
    told: list[TrainingProgress]


def trained(folder: Path, task: str, rows: int = 300) -> Trained:
    table = mixed_rows(rows, seed=7, task=task)
    source = write_csv(folder / "table.csv", table)
    told: list[TrainingProgress] = []
    out = folder / "model.rowcast"
    stop = StopSignal()

    def stop_after_three(progress: TrainingProgress) -> None:
        told.append(progress)
        if sum(each.status == "done" for each in progress.leaderboard) > THREE_AND_BASELINE:
            stop.finish()

    result = train_file(source, out, config(timeBudgetSeconds=300), stop_after_three, stop)
    return Trained(table, source, out, result, told)


def trained_once(folders: pytest.TempPathFactory, task: str) -> Trained:
    """One training for all processes of a run: the first that asks trains, the others wait for it."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return trained(folders.mktemp(task), task)
    folder = folders.getbasetemp().parent / task
    folder.mkdir(exist_ok=True)
    kept = folder / "trained"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(trained(folder, task)))
        model: Trained = pickle.loads(kept.read_bytes())
    return model


@pytest.fixture(scope="session")
def binary_model(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return trained_once(tmp_path_factory, "binary")


@pytest.fixture(scope="session")
def multiclass_model(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return trained_once(tmp_path_factory, "multiclass")


@pytest.fixture(scope="session")
def regression_model(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return trained_once(tmp_path_factory, "regression")
