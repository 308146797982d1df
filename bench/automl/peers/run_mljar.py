"""MLJAR in its mode Perform."""

from __future__ import annotations

import time
from pathlib import Path

from job import answer, class_positions, one_row_ms, read_frames, read_job
from supervised.automl import AutoML

METRICS = {"auc": "auc", "logloss": "logloss", "rmse": "rmse"}
TASKS = {
    "binary": "binary_classification",
    "multiclass": "multiclass_classification",
    "regression": "regression",
}

job = read_job()
train, test = read_frames(job)
regression = job.task == "regression"
saved = Path(job.folder, "model")
begun = time.perf_counter()
model = AutoML(
    mode="Perform",
    total_time_limit=round(job.budget),
    eval_metric=METRICS[job.metric],
    ml_task=TASKS[job.task],
    results_path=str(saved),
)
model.fit(train.drop(columns=job.target), train[job.target])
seconds = time.perf_counter() - begun

rows = test.drop(columns=job.target)
ask = model.predict if regression else model.predict_proba
answers = ask(rows)
if regression:
    truth = test[job.target].to_numpy()
else:
    labels = [name.removeprefix("prediction_") for name in model.predict_all(rows.head(2)).columns]
    truth = class_positions(test[job.target].tolist(), [name for name in labels if name != "label"])
row_ms = one_row_ms(len(rows), lambda turn: ask(rows.iloc[[turn]]))
answer(
    job,
    truth,
    answers,
    seconds=seconds,
    row_ms=row_ms,
    saved=saved,
    packages=("mljar-supervised", "lightgbm", "catboost", "xgboost"),
)
