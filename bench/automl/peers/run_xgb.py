"""The plain baseline: XGBoost with early stopping on a tenth, native categoricals, no refit."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pandas as pd
import xgboost
from job import answer, class_positions, one_row_ms, read_frames, read_job
from sklearn.model_selection import train_test_split

job = read_job()
train, test = read_frames(job)
features = [name for name in train.columns if name != job.target]
texts = [name for name in features if not pd.api.types.is_numeric_dtype(train[name])]
pinned = {name: pd.CategoricalDtype(sorted(train[name].dropna().astype(str).unique())) for name in texts}


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """The features, with text as the categories of the training rows."""
    cells = {
        name: frame[name].astype(str).where(frame[name].notna()).astype(kind) for name, kind in pinned.items()
    }
    return frame[features].assign(**cells)


begun = time.perf_counter()
regression = job.task == "regression"
labels = [] if regression else sorted(train[job.target].astype(str).unique())
target = train[job.target].to_numpy() if regression else class_positions(train[job.target].tolist(), labels)
learn, check, learn_target, check_target = train_test_split(
    typed(train), target, test_size=0.1, random_state=0, stratify=None if regression else target
)
settings = {
    "learning_rate": 0.1,
    "n_estimators": 10_000,
    "early_stopping_rounds": 50,
    "enable_categorical": True,
    "tree_method": "hist",
}
measures = {"auc": "auc", "logloss": "mlogloss", "rmse": "rmse"}
kind = xgboost.XGBRegressor if regression else xgboost.XGBClassifier
model = kind(**settings, eval_metric=measures[job.metric])
model.fit(learn, learn_target, eval_set=[(check, check_target)], verbose=False)
seconds = time.perf_counter() - begun


def ask(frame: pd.DataFrame) -> np.ndarray:
    """Answers for raw rows."""
    return model.predict(typed(frame)) if regression else model.predict_proba(typed(frame))


truth = test[job.target].to_numpy() if regression else class_positions(test[job.target].tolist(), labels)
saved = Path(job.folder, "model.ubj")
model.save_model(saved)
row_ms = one_row_ms(len(test), lambda turn: ask(test.iloc[[turn]]))
answer(job, truth, ask(test), seconds=seconds, row_ms=row_ms, saved=saved, packages=("xgboost", "pandas"))
