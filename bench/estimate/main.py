"""The estimate before a training against what the training took, as ratios, on different tables.

Every training runs as the product runs it: a child that stood ready, and the pace of the trainings before it.
"""

from __future__ import annotations

import base64
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.platform.storage.object_store import Storage

CASES = (
    ("tiny", 150, 4, "auto", None, 60),
    ("small", 800, 10, "random_forest", None, 120),
    ("small", 800, 10, "xgboost", None, 120),
    ("small", 800, 10, "auto", None, 40),
    ("10 k rows", 10_000, 12, "custom", {"name": "random_forest"}, 120),
    ("10 k rows", 10_000, 12, "custom", {"name": "lightgbm"}, 120),
    ("10 k rows", 10_000, 12, "auto", None, 40),
    ("wide", 1_000, 300, "custom", {"name": "linear"}, 120),
    ("wide", 1_000, 300, "random_forest", None, 120),
)
WARM_SECONDS = 6.0


def write_table(path: Path, rows: int, columns: int) -> None:
    """Numbers of which five decide, with noise, about a binary target."""
    random = np.random.default_rng(rows + columns)
    cells = random.normal(size=(rows, columns))
    target = cells[:, :5].sum(axis=1) + random.normal(size=rows) > 0
    names = [f"f{number}" for number in range(columns)]
    lines = [",".join([*names, "target"])]
    for row, yes in zip(cells, target, strict=True):
        lines.append(",".join([*(f"{cell:.5g}" for cell in row), "yn"[int(yes)]]))
    path.write_text("\n".join(lines) + "\n")


def taken(folder: Path, config: dict[str, Any], pace: float | None) -> dict[str, Any]:
    """The report's account of one training."""
    storage = folder.as_uri()
    environment = {
        **os.environ,
        "STORAGE_URL": storage,
        "BUNDLE_SIGNING_KEY": base64.b64encode(bytes(range(32))).decode(),
        "LOG_LEVEL": "error",
    }
    payload = {
        **{name: f"{prefix}_{'0' * 32}" for name, prefix in IDS.items()},
        "tableKey": "table.parquet",
        "profileKey": "profile.json",
        "config": config,
        **({"pace": pace} if pace else {}),
        "requestId": "bench",
    }
    command = [sys.executable, "-m", "rowcast_automl.entrypoints.train"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as child:
        time.sleep(WARM_SECONDS)
        out, _ = child.communicate(json.dumps(payload) + "\n")
    result = json.loads(out.splitlines()[-1])["result"]
    if result["outcome"] != "ready":
        raise SystemExit(f"{config['modelType']}: {result['error']['message']}")
    cost: dict[str, Any] = result["report"]["cost"]
    return cost


IDS = {"jobId": "job", "modelId": "mdl", "apiId": "api", "datasetId": "ds"}


def main() -> int:
    """Prints a line a training; the exit code is 1 where an estimate is off by more than a factor of two."""
    paces: list[float] = []
    off = 0
    print(f"{'table':10} {'model':14} {'budget':>6} {'said s':>7} {'took s':>7} {'ratio':>6} {'MB ratio':>8}")
    for name, rows, columns, model, estimator, budget in CASES:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            write_table(folder / "t.csv", rows, columns)
            read_file(folder / "t.csv", Storage(folder.as_uri()), folder, 2)
            config = {
                **{"targetColumn": "target", "task": "auto", "modelType": model, "metric": "auto"},
                **{"testSize": 0.2, "epochs": 100, "learningRate": 0.01, "timeBudgetSeconds": budget},
                **{"seed": 0, "excludedColumns": []},
                **({"estimator": estimator} if estimator else {}),
            }
            cost = taken(folder, config, statistics.median(paces) if paces else None)
        ratio = cost["estimatedSeconds"] / cost["seconds"]
        memory = cost["estimatedMemoryBytes"] / cost["memoryBytes"]
        off += not (0.5 <= ratio <= 2 and 0.5 <= memory <= 2)
        if cost["pace"]:
            paces.append(cost["pace"])
        label = estimator["name"] if estimator else model
        print(
            f"{name:10} {label:14} {budget:6} {cost['estimatedSeconds']:7.1f} {cost['seconds']:7.1f} "
            f"{ratio:6.2f} {memory:8.2f}",
            flush=True,
        )
    print(f"{len(CASES) - off} of {len(CASES)} within a factor of two")
    return int(off > 0)


if __name__ == "__main__":
    sys.exit(main())
