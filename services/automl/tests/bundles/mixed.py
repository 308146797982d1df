"""One model of each task, trained on a table with categories, gaps, truth values and dates."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rowcast_automl.contracts.generated import TrainingProgress
from rowcast_automl.training.publication import TrainedBundle
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, stopping_after, train_file

TASKS = ("binary", "multiclass", "regression")


@dataclass(frozen=True)
class Trained:
    """A finished training with what it was made from and the progress it reported."""

    rows: list[dict[str, Any]]
    source: Path
    bundle: Path
    result: TrainedBundle
    reported: list[TrainingProgress]


def build_mixed(folder: Path) -> None:
    """Writes a folder for each task: `table.csv`, `model.rowcast` and what else `read_mixed` returns."""
    for task in TASKS:
        (folder / task).mkdir()
        train_mixed(folder / task, task)


def read_mixed(folder: Path, task: str) -> Trained:
    """The model of the task that `build_mixed` trained."""
    rows, result, reported = pickle.loads((folder / task / "trained.pickle").read_bytes())
    return Trained(rows, folder / task / "table.csv", folder / task / "model.rowcast", result, reported)


def train_mixed(folder: Path, task: str) -> None:
    """Trains until three models are done beside the baseline."""
    rows = mixed_rows(300, seed=7, task=task)
    source = write_csv(folder / "table.csv", rows)
    reported: list[TrainingProgress] = []
    listen, stop = stopping_after(3)

    def record(progress: TrainingProgress) -> None:
        reported.append(progress)
        listen(progress)

    result = train_file(source, folder / "model.rowcast", config(timeBudgetSeconds=300), record, stop)
    (folder / "trained.pickle").write_bytes(pickle.dumps((rows, result, reported)))
