"""What a training that holds no rows out reports, beside what its model then scores on rows that nobody saw.

`services/automl/.venv/bin/python bench/automl/reported.py [SECONDS] [TABLE…]`; trainings count, so load
changes nothing. PYTHONPATH may name the engine's source of before.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rowcast_automl.contracts.generated import LOWER_IS_BETTER
from rowcast_automl.metrics.scores import score

LEARNED, SCORED, SEEDS = 240, 4_000, (1, 2, 3)

Array = np.ndarray[Any, Any]


def noise(random: np.random.Generator, X: Array) -> Array:
    """Nothing can be learned."""
    return np.where(random.random(len(X)) < 0.4, "yes", "no")


def noisy(random: np.random.Generator, X: Array) -> Array:
    """A few numbers say a little of two classes."""
    margin = 0.8 * X[:, 0] + 0.6 * np.sin(2 * X[:, 1]) + 0.5 * X[:, 2] * X[:, 3] - 0.8
    return np.where(random.random(len(X)) < 1 / (1 + np.exp(-margin)), "yes", "no")


def amounts(random: np.random.Generator, X: Array) -> Array:
    """A number with much noise."""
    return np.asarray(X[:, 0] + np.abs(X[:, 1]) * X[:, 2] + random.normal(0, 2, len(X))).round(4)


TABLES: dict[str, tuple[Callable[[np.random.Generator, Array], Array], str]] = {
    "noise auc": (noise, "roc_auc"),
    "noise f1": (noise, "f1"),
    "noisy log-loss": (noisy, "log_loss"),
    "noisy f1": (noisy, "f1"),
    "amounts rmse": (amounts, "rmse"),
}


def measured(name: str, seed: int, seconds: str) -> tuple[float, float]:
    """The reported score, and the one on the rows that nobody saw."""
    make, metric = TABLES[name]
    random = np.random.default_rng(seed)
    X = random.normal(size=(LEARNED + SCORED, 8)).round(4)
    target = make(random, X)
    with tempfile.TemporaryDirectory() as folder:
        learned, scored, predictions = (
            Path(folder, f"{each}.csv") for each in ("learned", "scored", "answers")
        )
        for path, rows in ((learned, range(LEARNED)), (scored, range(LEARNED, len(X)))):
            with path.open("w", newline="", encoding="utf-8") as file:
                names = [f"x{place}" for place in range(X.shape[1])]
                csv.writer(file).writerows([[*names, "target"], *([*X[row], target[row]] for row in rows)])
        bundle = str(Path(folder, "model.rowcast"))
        command = ["train", str(learned), "--target", "target", "--reproducible", "--time-budget", seconds]
        report = run(*command, "--seed", str(seed), "--metric", metric, "--out", bundle, "--json")["report"]
        run("predict", bundle, str(scored), "--out", str(predictions), "--json")
        with predictions.open(newline="", encoding="utf-8") as file:
            found = list(csv.DictReader(file))
    truth = target[LEARNED:]
    if metric == "rmse":
        return report["score"]["value"], score(metric, truth.astype(float), column(found, "prediction"))
    classes = (truth == report["labels"][1]).astype(int)
    if metric == "f1":
        said = np.array([row["prediction"] == report["labels"][1] for row in found], float)
        return report["score"]["value"], score(metric, classes, np.column_stack([1 - said, said]))
    shares = np.column_stack([column(found, f"probability_{label}") for label in report["labels"]])
    return report["score"]["value"], score(metric, classes, shares)


def column(rows: list[dict[str, str]], name: str) -> Array:
    """Numbers of a column."""
    return np.array([float(row[name]) for row in rows])


def run(*arguments: str) -> Any:
    """What a command of the terminal program writes."""
    command = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", *arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


if __name__ == "__main__":
    seconds, *names = sys.argv[1:] or ["24"]
    for name in names or TABLES:
        sign = -1 if TABLES[name][1] in LOWER_IS_BETTER else 1
        for seed in SEEDS:
            reported, found = measured(name, seed, seconds)
            by = sign * (reported - found)
            print(
                f"{name:15} {seed}  reported {reported:.4f}  new rows {found:.4f}  flattered by {by:+.4f}",
                flush=True,
            )
