"""How often 90 % intervals and sets hold the truth on held-out rows, and what calibration is worth.

    services/automl/.venv/bin/python bench/answers/main.py FOLDER [--budget 15] [--seeds 0 1] [--only NAME …]

FOLDER holds `index.json` and its tables, as bench/automl reads them; a few tables of scikit-learn are added.
Each table is trained through the terminal program with a fifth of its rows held out.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sklearn import datasets

COVERAGE = 0.9
LOWEST, HIGHEST = 0.87, 0.93
OWN = {
    "diabetes": datasets.load_diabetes,
    "breast-cancer": datasets.load_breast_cancer,
    "wine": datasets.load_wine,
    "digits": datasets.load_digits,
}


@dataclass(frozen=True)
class Table:
    """A CSV file with its target and task."""

    name: str
    file: Path
    target: str
    task: str


def tables(folder: Path, scratch: Path) -> Iterator[Table]:
    """The folder's tables, scikit-learn's, and one whose noise grows with the value."""
    for each in json.loads((folder / "index.json").read_text())["datasets"]:
        yield Table(each["name"], folder / each["file"], each["target"], each["task"])
    for name, load in OWN.items():
        features, target = load(return_X_y=True)
        named = target if name == "diabetes" else [f"class {each}" for each in target]
        yield written(name, features, named, "regression" if name == "diabetes" else "classes", scratch)
    features, target = datasets.make_friedman1(2_000, noise=1.0, random_state=0)
    yield written("friedman", features, target * (1 + 0.3 * features[:, 5]), "regression", scratch)


def written(name: str, features: Any, target: Any, task: str, scratch: Path) -> Table:
    """Arrays as a CSV file; classes come named so that they are read as such."""
    path = scratch / f"{name}.csv"
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow([*(f"x{index}" for index in range(features.shape[1])), "target"])
        writer.writerows([*row, value] for row, value in zip(features.tolist(), target, strict=True))
    return Table(name, path, "target", task)


def report_of(table: Table, budget: float, seed: int, scratch: Path) -> dict[str, Any]:
    """Trains and returns the report, or the error with its code and message."""
    command = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", "train", str(table.file)]
    command += ["--target", table.target, "--time-budget", str(budget), "--seed", str(seed), "--json"]
    command += ["--test-size", "0.2", "--out", str(scratch / "model.rowcast")]
    if table.task == "regression":
        command += ["--task", "regression"]
    environment = {**os.environ, "ROWCAST_DATA": str(scratch / "data")}
    done = subprocess.run(command, capture_output=True, check=False, text=True, env=environment)
    result: dict[str, Any] = json.loads(done.stdout)
    found: dict[str, Any] = result.get("report", result)
    return found


def line(name: str, seed: int, report: dict[str, Any]) -> tuple[str, float | None]:
    """What is printed for a training, and the coverage found."""
    conformal = report.get("conformal") or {"levels": []}
    level = next((each for each in conformal["levels"] if each["asked"] == COVERAGE), None)
    cells = [f"{name:14}", f"{seed:4}", f"{report['task']:10}"]
    if level:
        size = level["meanWidth"] if level["meanWidth"] is not None else level["meanSetSize"]
        cells += [f"{level['found']:7.1%}", f"{level['rows']:6}", f"{size:10.4g}", conformal["method"]]
    else:
        cells += ["      -"]
    error = (report["classification"] or {}).get("calibrationError")
    if error:
        before = "-" if error["before"] is None else f"{error['before']:.4f}"
        cells.append(f"calibration error {before} -> {error['after']:.4f}")
    return "  ".join(cells), level["found"] if level else None


def main() -> int:
    """Prints a line a training and the means; the exit code is 1 where one is not as wanted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--budget", type=float, default=15)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    found: dict[str, list[float]] = {"intervals": [], "sets": []}
    errors: list[tuple[float, float]] = []
    kept: list[bool] = []
    print("table           seed  task       covered    rows  width/size  method")
    with tempfile.TemporaryDirectory() as name:
        for table in tables(options.folder, Path(name)):
            if options.only and table.name not in options.only:
                continue
            for seed in options.seeds:
                report = report_of(table, options.budget, seed, Path(name))
                if "error" in report:
                    print(f"{table.name:14}  {seed:4}  {report['message']}", flush=True)
                    kept.append(False)
                    continue
                text, covered = line(table.name, seed, report)
                print(text, flush=True)
                if covered is not None:
                    found["intervals" if report["task"] == "regression" else "sets"].append(covered)
                error = (report["classification"] or {}).get("calibrationError")
                if error and error["before"] is not None:
                    errors.append((error["before"], error["after"]))
    for kind, values in found.items():
        if values:
            inside = sum(LOWEST <= each <= HIGHEST for each in values)
            mean = sum(values) / len(values)
            summary = f"{mean:.1%} found on average; {inside} of {len(values)} in 87-93 %"
            kept.append(LOWEST <= mean <= HIGHEST)
            print(f"{kind}: {COVERAGE:.0%} asked, {summary}: {verdict(kept[-1])}")
    if errors:
        before, after = (sum(each) / len(errors) for each in zip(*errors, strict=True))
        won = sum(each[1] < each[0] for each in errors)
        kept.append(after < before)
        summary = f"{before:.4f} before, {after:.4f} after; smaller on {won} of {len(errors)}"
        print(f"calibration error: {summary}: {verdict(kept[-1])}")
    return int(not kept or not all(kept))


def verdict(kept: bool) -> str:
    """What a line ends with."""
    return "kept" if kept else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
