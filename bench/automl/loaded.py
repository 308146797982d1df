"""Trainings from the terminal beside two programs that keep all processors busy.

`cd bench; ../services/automl/.venv/bin/python -m automl.loaded FOLDER [--budgets 8,15,60] [--tables A,B]`;
FOLDER has an index.json. Exit code 1 if a model is not clearly better than the baseline, if a baseline is
clearly better than a model, or if the check for target leakage did not run.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rowcast_automl.contracts.generated import Report
from rowcast_automl.metrics.significance import clearly_better

from automl.tables import Table, read_index

TABLES = "credit-g,vehicle,abalone,adult,house_sales"
BUSY, MAX_SECONDS = 2, 180.0


def keep_busy(end: float) -> None:
    """Use one processor until `time.monotonic()` reaches `end`."""
    while time.monotonic() < end:
        pass


@contextmanager
def busy_processors() -> Iterator[None]:
    """Keep the processors busy meanwhile."""
    end = time.monotonic() + MAX_SECONDS
    busy = [multiprocessing.Process(target=keep_busy, args=(end,), daemon=True) for _ in range(BUSY)]
    for each in busy:
        each.start()
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.join()


def train(table: Table, budget: float, folder: Path) -> tuple[Report | str, float]:
    """Return the report of a training, or its error, and its duration in seconds."""
    source = folder / f"{table.name}.csv"
    opened = gzip.open if table.file.suffix == ".gz" else open
    with opened(table.file, "rb") as stream:
        source.write_bytes(stream.read())
    command = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", "train", str(source)]
    command += ["--target", table.target, "--time-budget", str(budget), "--json"]
    command += ["--out", str(folder / "model.rowcast")]
    began = time.monotonic()
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    seconds = time.monotonic() - began
    result: dict[str, Any] = json.loads(ended.stdout)
    if ended.returncode:
        return str(result["error"]["code"]), seconds
    return Report.model_validate(result["report"]), seconds


def problems_of(report: Report) -> list[str]:
    """Name what must not happen on a busy machine."""
    baselines = {"baseline": report.baseline, "linear model": report.linear_baseline}
    problems = [
        f"worse than the {name}"
        for name, each in baselines.items()
        if each and clearly_better(each, report.score)
    ]
    if not clearly_better(report.score, report.baseline):
        problems.append("not better than the baseline")
    if "target_leakage" in {each.part for each in report.omitted or []}:
        problems.append("target leakage was not checked")
    return problems


def main() -> int:
    """Print one line for each training."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--budgets", default="8,15,60")
    parser.add_argument("--tables", default=TABLES)
    options = parser.parse_args()
    tables = {each.name: each for each in read_index(options.folder)}
    found = False
    names = ("table", "budget", "took", "first", "score", "baseline", "linear", "notes")
    print("{:<12}{:>7}{:>7}{:>7}  {:<20}{:>10}{:>10}  {}".format(*names))
    for name in options.tables.split(","):
        for budget in map(float, options.budgets.split(",")):
            with busy_processors(), tempfile.TemporaryDirectory() as folder:
                report, seconds = train(tables[name], budget, Path(folder))
            if isinstance(report, str):
                found = True
                print(f"{name:<12}{budget:>7.0f}{seconds:>7.1f}  {report}", flush=True)
                continue
            problems = problems_of(report)
            found = found or bool(problems)
            first = min(each.finished_seconds for each in report.leaderboard if each.finished_seconds)
            linear = report.linear_baseline.value if report.linear_baseline else None
            score = f"{report.metric} {report.score.value:.4f}"
            skipped = [f"skipped: {each.part}" for each in report.omitted or [] if each.part == "lint"]
            times = f"{budget:>7.0f}{seconds:>7.1f}{first:>7.1f}"
            others = f"{report.baseline.value or 0:>10.4f}{linear or 0:>10.4f}"
            print(f"{name:<12}{times}  {score:<20}{others}  {'; '.join(problems + skipped)}", flush=True)
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
