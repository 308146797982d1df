"""Tables whose rules change with time: the out-of-fold score, and that of the last quarter, which nobody saw.

`services/automl/.venv/bin/python bench/automl/later.py [SECONDS]`; trainings count, so load changes nothing.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_diabetes

ROWS, DAYS, SEEDS = 1_600, 200, (1, 2, 3)

Array = np.ndarray[Any, Any]
Table = dict[str, Array]


def rotating(random: np.random.Generator) -> Table:
    """One number's weight goes over to another."""
    X, turn = random.normal(size=(ROWS, 4)), np.linspace(0, 2.2, ROWS)
    y = 3 * np.cos(turn) * X[:, 0] + 3 * np.sin(turn) * X[:, 1] + np.abs(X[:, 2]) * X[:, 3]
    return table(X, y + random.normal(size=ROWS))


def stores(random: np.random.Generator) -> Table:
    """The means of 25 stores wander."""
    store, days = random.integers(0, 25, ROWS), days_of(ROWS)
    means = random.normal(0, 2, 25) + np.cumsum(random.normal(0, 0.25, (DAYS, 25)), axis=0)
    prices = random.gamma(2, 1, ROWS)
    y = means[days, store] - 1.5 * prices + random.normal(0, 0.7, ROWS)
    return table(prices[:, None], y) | {"store": np.char.add("store ", store.astype(str))}


def broken(random: np.random.Generator) -> Table:
    """A number's sign changes on one day, after somewhat more than half of the rows."""
    X, late = random.normal(size=(ROWS, 5)), np.arange(ROWS) > 0.55 * ROWS
    margin = 1.5 * X[:, 0] + np.where(late, -1.2, 1.2) * X[:, 1] + X[:, 2] * X[:, 3]
    return table(X, np.where(random.random(ROWS) < 1 / (1 + np.exp(-1.5 * margin)), "yes", "no"))


def steady(random: np.random.Generator) -> Table:
    """Nothing changes."""
    X = random.normal(size=(ROWS, 5))
    margin = X[:, 0] + 1.5 * np.sin(2 * X[:, 1]) + X[:, 2] * X[:, 3]
    return table(X, np.where(random.random(ROWS) < 1 / (1 + np.exp(-1.5 * margin)), "yes", "no"))


def diabetes(_random: np.random.Generator) -> Table:
    """Scikit-learn's patients, the younger ones first."""
    found = load_diabetes()
    by_age = np.argsort(found.data[:, 0], kind="stable")
    return table(found.data[by_age], found.target[by_age])


def table(X: Array, y: Array) -> Table:
    """Columns x0, x1 ..., target and day, with several rows a day."""
    numbers = {f"x{place}": X[:, place].round(4) for place in range(X.shape[1])}
    return numbers | {"target": y if y.dtype.kind == "U" else y.round(3), "day": days_of(len(y))}


def days_of(rows: int) -> Array:
    """The day of each row, in their order."""
    return np.arange(rows) * DAYS // rows


def scores(columns: Table, seed: int, seconds: str) -> tuple[float, float]:
    """Out of fold, and on the last rows."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "table.csv")
        with source.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([columns, *zip(*columns.values(), strict=True)])
        metric = "rmse" if columns["target"].dtype.kind == "f" else "log_loss"
        command = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", "train", str(source)]
        command += ["--target", "target", "--time", "day", "--exclude", "day", "--test-size", "0.25"]
        command += ["--reproducible", "--time-budget", seconds, "--seed", str(seed), "--metric", metric]
        command += ["--json", "--out", str(Path(folder, "model.rowcast"))]
        done = subprocess.run(command, check=True, capture_output=True)
    report = json.loads(done.stdout)["report"]
    leaderboard = {each["name"]: each["score"] for each in report["leaderboard"]}
    best = max(report["leaderboard"], key=lambda each: each["weight"] or 0)["name"]
    return leaderboard.get("Blend", leaderboard[best]), report["score"]["value"]


if __name__ == "__main__":
    for make in (rotating, stores, broken, steady, diabetes):
        for seed in SEEDS:
            found = scores(make(np.random.default_rng(seed)), seed, (*sys.argv[1:], "20")[0])
            print(f"{make.__name__:10} {seed}  out of fold {found[0]:.4f}  later {found[1]:.4f}", flush=True)
