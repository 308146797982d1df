"""Long-tailed targets that are sometimes zero: the RMSE of whole trainings on the rows held out.

`services/automl/.venv/bin/python bench/automl/zeros.py [SECONDS] [TABLE…]`; trainings count, so load
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

ROWS, SEEDS = 900, (1, 2, 3, 4)

Array = np.ndarray[Any, Any]


def sales(random: np.random.Generator, X: Array) -> Array:
    """Of shops that are closed now and then."""
    size = np.exp(5 + 0.8 * X[:, 0] + 0.5 * np.abs(X[:, 1]) + random.normal(0, 0.5, len(X)))
    return np.where(random.random(len(X)) < 0.04, 0, size)


def rain(random: np.random.Generator, X: Array) -> Array:
    """Sums of showers, of which there are more on some days."""
    showers = random.poisson(np.exp(0.2 + 0.6 * X[:, 0] - 0.4 * X[:, 1]))
    return np.array(
        [random.gamma(0.8, 8 * np.exp(0.3 * x), n).sum() for x, n in zip(X[:, 2], showers, strict=True)]
    )


def buyers(random: np.random.Generator, X: Array) -> Array:
    """What those spend that buy at all."""
    buys = random.random(len(X)) < 1 / (1 + np.exp(-1 - X[:, 0] - 0.5 * X[:, 2]))
    return buys * np.exp(3 + 0.6 * X[:, 1] + 0.3 * X[:, 0] * X[:, 2] + random.normal(0, 0.6, len(X)))


def counts(random: np.random.Generator, X: Array) -> Array:
    """Overdispersed counts."""
    rates = np.exp(0.6 + 0.5 * X[:, 0] + 0.5 * np.sin(2 * X[:, 1])) * random.gamma(1.2, 1 / 1.2, len(X))
    return np.asarray(random.poisson(rates))


TABLES: dict[str, Callable[[np.random.Generator, Array], Array]] = {
    "sales": sales,
    "rain": rain,
    "buyers": buyers,
    "counts": counts,
}


def measured(name: str, seed: int, seconds: str) -> tuple[float, float]:
    """The RMSE on the rows held out, and the weight of models of the logarithm."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(ROWS, 6)).round(3)
    target = TABLES[name](random, X).round(2)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "table.csv")
        with source.open("w", newline="", encoding="utf-8") as file:
            names = [f"x{place}" for place in range(X.shape[1])]
            csv.writer(file).writerows([[*names, "target"], *([*X[row], target[row]] for row in range(ROWS))])
        command = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", "train", str(source)]
        command += ["--target", "target", "--task", "regression", "--test-size", "0.4", "--metric", "rmse"]
        command += ["--reproducible", "--time-budget", seconds, "--seed", str(seed), "--json"]
        command += ["--out", str(Path(folder, "model.rowcast"))]
        report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["report"]
    leaderboard = report["leaderboard"]
    return report["score"]["value"], sum(each["weight"] or 0 for each in leaderboard if "log" in each["name"])


if __name__ == "__main__":
    seconds, *names = sys.argv[1:] or ["12"]
    for name in names or TABLES:
        for seed in SEEDS:
            error, weight = measured(name, seed, seconds)
            print(f"{name:8} {seed}  rmse {error:.5g}  weight of logarithms {weight:.2f}", flush=True)
