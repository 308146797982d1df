"""AutoGluon: its default preset, or `best_quality` for the peer autogluon-best."""

from __future__ import annotations

import time
from pathlib import Path

from autogluon.tabular import TabularPredictor
from job import answer, class_positions, one_row_ms, read_frames, read_job

METRICS = {"auc": "roc_auc", "logloss": "log_loss", "rmse": "root_mean_squared_error"}

job = read_job()
train, test = read_frames(job)
regression = job.task == "regression"
saved = Path(job.folder, "model")
preset = {"presets": "best_quality"} if job.peer == "autogluon-best" else {}
begun = time.perf_counter()
model = TabularPredictor(
    label=job.target, problem_type=job.task, eval_metric=METRICS[job.metric], path=str(saved), verbosity=2
).fit(train, time_limit=job.budget, **preset)
seconds = time.perf_counter() - begun

rows = test.drop(columns=job.target)
if regression:
    ask = model.predict
    answers, truth = ask(rows).to_numpy(), test[job.target].to_numpy()
else:
    ask = model.predict_proba
    shares = ask(rows)
    answers, truth = shares.to_numpy(), class_positions(test[job.target].tolist(), list(shares.columns))
from_disk_ms = one_row_ms(len(rows), lambda turn: ask(rows.iloc[[turn]]))
model.persist()
row_ms = one_row_ms(len(rows), lambda turn: ask(rows.iloc[[turn]]))
board = model.leaderboard(silent=True)
answer(
    job,
    truth,
    answers,
    seconds=seconds,
    row_ms=row_ms,
    saved=saved,
    packages=("autogluon.tabular", "lightgbm", "catboost", "xgboost-cpu", "torch", "fastai"),
    fromDiskMs=from_disk_ms,
    models=board["model"].tolist(),
)
