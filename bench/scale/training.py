"""Trainings on more and more rows, all scored on the same rows."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rowcast_automl.platform.process.memory_limits import proportional_bytes

from automl.watch import run_watched
from scale.generator import NOISE, TARGET, write_rows

CHECKOUT = Path(__file__).resolve().parents[2]
ROWCAST = str(CHECKOUT / "rowcast")
TEST_ROWS, TEST_SEED, TRAIN_SEED = 50_000, 1, 2
GRACE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Trained:
    """One training.

    Parameters
    ----------
    score : float or None
        RMSE on the test rows over that of the noise, so that 1 cannot be beaten; None where it failed.
    """

    rows: int
    seconds: float
    peak_megabytes: float
    other_load: float
    score: float | None
    models: int = 0
    why: str = ""


class Trainings:
    """Trains in a folder that holds the test rows."""

    def __init__(self, folder: Path, budget: float, megabytes: float) -> None:
        self._folder, self._budget = folder, budget
        self._environment = {
            "ROWCAST_DATA": str(folder),
            "WORKER_MEMORY_MB": str(int(megabytes * 1e6) >> 20),
        }
        self._test = folder / "test.csv"
        write_rows(self._test, TEST_ROWS, TEST_SEED)
        with self._test.open(newline="") as stream:
            self._truth = np.array([float(row[TARGET]) for row in csv.DictReader(stream)])

    def train(self, rows: int) -> Trained:
        """One training as a user calls it."""
        table, bundle = self._folder / "table.csv", self._folder / "model.rowcast"
        write_rows(table, rows, TRAIN_SEED)
        bundle.unlink(missing_ok=True)
        log = self._folder / "train.log"
        call = [
            "train",
            str(table),
            "--target",
            TARGET,
            "--time-budget",
            f"{self._budget:g}",
            "--out",
            str(bundle),
        ]
        keys = self._environment
        maximum = self._budget + GRACE_SECONDS
        went = run_watched([ROWCAST, *call], log, maximum, keys, proportional_bytes)
        table.unlink()
        if went.exit_code != 0:
            why = log.read_text(errors="replace").strip().splitlines()[-1:]
            return Trained(rows, went.seconds, went.peak_megabytes, went.other_load, None, why="".join(why))
        predictions = self._folder / "answers.csv"
        predict = ["predict", str(bundle), str(self._test), "--out", str(predictions)]
        run_watched([ROWCAST, *predict], log, GRACE_SECONDS, keys)
        found = np.loadtxt(predictions, skiprows=1)
        score = float(np.sqrt(np.mean((found - self._truth) ** 2))) / NOISE
        inspect = self._folder / "inspect.json"
        run_watched([ROWCAST, "inspect", str(bundle), "--json"], inspect, GRACE_SECONDS, keys)
        report = json.loads(inspect.read_text().strip().splitlines()[-1])["report"]
        models = sum(entry["status"] == "done" for entry in report["leaderboard"])
        return Trained(rows, went.seconds, went.peak_megabytes, went.other_load, score, models)
