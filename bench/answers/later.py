"""How often 90 % intervals and sets hold the truth of rows that come after all those of the training.

    services/automl/.venv/bin/python bench/answers/later.py [--budget 15] [--rows 1000 4000]
        [--seeds 0 1 2] [--only NAME …]

Series are made up: in some the rule or the noise changes with time, in others nothing does. Of each, the rows
of the first 200 days are trained on through the terminal program, a fifth held out; the rows of the 20 days
that follow are predicted with it.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

COVERAGE = 0.9
DAYS, LATER_DAYS = 200, 20

Array = np.ndarray[Any, Any]
# The generator and the time of each row, which is 1 where the training ends, to its columns and its target.
Series = Callable[[np.random.Generator, Array], tuple[Array, Array]]


def turning(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """One column's weight goes over to another."""
    X = random.normal(size=(len(time), 4))
    rule = 3 * np.cos(2.2 * time) * X[:, 0] + 3 * np.sin(2.2 * time) * X[:, 1] + np.abs(X[:, 2]) * X[:, 3]
    return X, rule + random.normal(size=len(time))


def climbing(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """Everything rises, and no column says so."""
    X = random.normal(size=(len(time), 4))
    return X, 2 * X[:, 0] + X[:, 1] * X[:, 2] + 6 * time + random.normal(size=len(time))


def roughening(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """The rule stays, and the noise becomes five times as large."""
    X = random.normal(size=(len(time), 4))
    return X, 2 * X[:, 0] + X[:, 1] * X[:, 2] + (0.5 + 2 * time) * random.normal(size=len(time))


def wandering(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """The means of 25 places go their own ways."""
    place, day = random.integers(0, 25, len(time)), (time * DAYS).astype(int)
    steps = random.normal(0, 0.25, (day.max() + 1, 25))
    means = random.normal(0, 2, 25) + np.cumsum(steps, axis=0)
    X = np.column_stack([place * 7 % 25, random.gamma(2, 1, len(time))])
    return X, means[day, place] - 1.5 * X[:, 1] + random.normal(0, 0.7, len(time))


def steady(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """Nothing changes."""
    X = random.normal(size=(len(time), 4))
    return X, 2 * X[:, 0] + X[:, 1] * X[:, 2] + random.normal(size=len(time))


def uneven(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """Nothing changes; the noise hangs on a column, and is heavy-tailed."""
    X = random.normal(size=(len(time), 4))
    return X, 3 * X[:, 0] + np.exp(X[:, 1] / 2) * random.standard_t(4, len(time))


def turning_classes(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """Three classes by a rule that turns."""
    X, margin = turning(random, time)
    return X, np.select([margin < -1.5, margin < 1.5], ["low", "middle"], "high")


def steady_classes(random: np.random.Generator, time: Array) -> tuple[Array, Array]:
    """Three classes by a rule that stays."""
    X, margin = steady(random, time)
    return X, np.select([margin < -1.5, margin < 1.5], ["low", "middle"], "high")


CHANGING: tuple[Series, ...] = (turning, climbing, roughening, wandering, turning_classes)
CONSTANT: tuple[Series, ...] = (steady, uneven, steady_classes)


def rows_of(make: Series, rows: int, seed: int) -> tuple[list[list[Any]], list[list[Any]]]:
    """A header and the training rows; the same header and those of the days that follow."""
    days = np.arange(rows * (DAYS + LATER_DAYS) // DAYS) * DAYS // rows
    X, target = make(np.random.default_rng(seed), days / DAYS)
    header = [*(f"x{place}" for place in range(X.shape[1])), "day", "target"]
    predictions = target if target.dtype.kind == "U" else target.round(3)
    table = [
        [*row, day, answer]
        for row, day, answer in zip(X.round(4).tolist(), days.tolist(), predictions.tolist(), strict=True)
    ]
    return [header, *table[:rows]], [header, *table[rows:]]


def run(command: list[str], scratch: Path) -> dict[str, Any]:
    """What the terminal program says."""
    environment = {**os.environ, "ROWCAST_DATA": str(scratch / "data")}
    whole = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", *command, "--json"]
    done = subprocess.run(whole, check=True, capture_output=True, text=True, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measured(make: Series, rows: int, seed: int, budget: float) -> tuple[float, float, float]:
    """Coverage in the report, coverage of the rows that follow, and the mean width or size there."""
    known, later = rows_of(make, rows, seed)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for file, content in (("known.csv", known), ("later.csv", later)):
            with (scratch / file).open("w", newline="", encoding="utf-8") as stream:
                csv.writer(stream).writerows(content)
        bundle, out = str(scratch / "model.rowcast"), scratch / "answers.csv"
        command = ["train", str(scratch / "known.csv"), "--target", "target", "--out", bundle]
        command += ["--time", "day", "--exclude", "day", "--test-size", "0.2"]
        command += ["--time-budget", str(budget), "--seed", str(seed)]
        levels = run(command, scratch)["report"]["conformal"]["levels"]
        asked = ["predict", bundle, str(scratch / "later.csv"), "--out", str(out)]
        run([*asked, "--interval", str(COVERAGE)], scratch)
        with out.open(newline="", encoding="utf-8") as stream:
            predictions = list(csv.DictReader(stream))
    held, sizes = zip(
        *(holds(answer, row[-1]) for answer, row in zip(predictions, later[1:], strict=True)), strict=True
    )
    reported = next(each["found"] for each in levels if each["asked"] == COVERAGE)
    return reported, float(np.mean(held)), float(np.mean(sizes))


def holds(answer: dict[str, str], truth: Any) -> tuple[bool, float]:
    """Whether an interval or a set holds the truth, and its width or size."""
    if "set" in answer:
        classes = json.loads(answer["set"])
        return truth in classes, len(classes)
    low, high = float(answer["low"]), float(answer["high"])
    return low <= truth <= high, high - low


def main() -> None:
    """Prints a line a training, and the means of each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--budget", type=float, default=15)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000, 4_000])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    print("series           rows  seed reported    later  width/size", flush=True)
    for kind, series in (("changing", CHANGING), ("constant", CONSTANT)):
        found = []
        for make in series:
            if options.only and make.__name__ not in options.only:
                continue
            for rows in options.rows:
                for seed in options.seeds:
                    reported, later, size = measured(make, rows, seed, options.budget)
                    found.append((reported, later))
                    name = f"{make.__name__:15}  {rows:4}  {seed:4}"
                    print(f"{name}  {reported:7.1%}  {later:7.1%}  {size:10.4g}", flush=True)
        if found:
            reported, later = np.mean(found, axis=0)
            print(f"{kind}: {COVERAGE:.0%} asked, {reported:.1%} reported, {later:.1%} held of what followed")


if __name__ == "__main__":
    main()
