"""FLAML with its defaults."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

from flaml import AutoML
from job import answer, class_positions, one_row_ms, read_frames, read_job

METRICS = {"auc": "roc_auc", "logloss": "log_loss", "rmse": "rmse"}

job = read_job()
train, test = read_frames(job)
regression = job.task == "regression"
features = train.drop(columns=job.target)
begun = time.perf_counter()
model = AutoML()
model.fit(
    features,
    train[job.target],
    task="regression" if regression else "classification",
    metric=METRICS[job.metric],
    time_budget=job.budget,
    verbose=0,
)
seconds = time.perf_counter() - begun

ask = model.predict if regression else model.predict_proba
rows = test.drop(columns=job.target)
answers = ask(rows)
truth = (
    test[job.target].to_numpy()
    if regression
    else class_positions(test[job.target].tolist(), list(model.classes_))
)
saved = Path(job.folder, "model.pickle")
saved.write_bytes(pickle.dumps(model))
row_ms = one_row_ms(len(rows), lambda turn: ask(rows.iloc[[turn]]))
answer(
    job,
    truth,
    answers,
    seconds=seconds,
    row_ms=row_ms,
    saved=saved,
    packages=("flaml", "lightgbm", "xgboost", "scikit-learn"),
    best=model.best_estimator,
)
