"""Rowcast as a user calls it: `./rowcast train`, `predict` and `inspect`; one row in this process."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import time
from pathlib import Path

import numpy as np
from job import answer, class_positions, one_row_ms, read_job
from rowcast_automl.entrypoints.cli.data_folder import installation_public_key
from rowcast_automl.serve.pool.loaded_model import LoadedModel

CHECKOUT = Path(__file__).resolve().parents[3]
METRICS = {"auc": "roc_auc", "logloss": "log_loss", "rmse": "rmse"}

job = read_job()
folder = Path(job.folder)
# Its keys belong to this run alone.
os.environ["ROWCAST_DATA"] = job.folder
bundle = folder / "model.rowcast"


def rowcast(command: str, *arguments: str) -> str:
    """Standard output of a command."""
    call = [str(CHECKOUT / "rowcast"), command, *arguments]
    return subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout


begun = time.perf_counter()
rowcast(
    *("train", str(folder / "train.csv"), "--target", job.target, "--task", job.task),
    *("--metric", METRICS[job.metric], "--time-budget", f"{job.budget:g}", "--out", str(bundle)),
)
seconds = time.perf_counter() - begun

rowcast("predict", str(bundle), str(folder / "test.csv"), "--out", str(folder / "answers.csv"))
with (folder / "answers.csv").open(newline="") as stream:
    header, *cells = list(csv.reader(stream))
if job.task == "regression":
    predictions = np.array([float(row[0]) for row in cells])
    truth = np.array([float(value) for value in job.truth])
else:
    predictions = np.array([[float(share) for share in row[1:]] for row in cells])
    truth = class_positions(job.truth, [name.removeprefix("probability_") for name in header[1:]])

report = json.loads(rowcast("inspect", str(bundle), "--json"))["report"]
model = LoadedModel(bundle, installation_public_key())
with (folder / "test.csv").open(newline="") as stream:
    rows = list(csv.DictReader(stream))
row_ms = one_row_ms(len(rows), lambda turn: model.predict([rows[turn]], from_text=True))
answer(
    job,
    truth,
    predictions,
    seconds=seconds,
    row_ms=row_ms,
    saved=bundle,
    packages=("rowcast-automl", "xgboost", "scikit-learn", "onnxruntime"),
    parity=report["parity"],
    leaderboard=[entry for entry in report["leaderboard"] if entry["score"] is not None],
)
