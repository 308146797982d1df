"""XGBoost with early stopping on the fold's validation rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import xgboost as xgb

from rowcast_automl.estimators.base import FoldData, FoldFit
from rowcast_automl.estimators.early_stopping import RoundLosses
from rowcast_automl.estimators.patience import patience
from rowcast_automl.estimators.trees.flat_trees import from_xgboost
from rowcast_automl.features.tensors import Array

OBJECTIVES = {
    "binary": {"objective": "binary:logistic", "eval_metric": "logloss", "base_score": 0.5},
    "multiclass": {"objective": "multi:softprob", "eval_metric": "mlogloss", "base_score": 0.5},
    "regression": {"objective": "reg:squarederror", "eval_metric": "rmse", "base_score": 0.0},
}


class AfterRound(xgb.callback.TrainingCallback):
    """Records the predictions of each round, and stops the boosting at the deadline."""

    def __init__(self, data: FoldData, valid: Any, losses: RoundLosses) -> None:
        super().__init__()
        self._data, self._valid, self._losses = data, valid, losses
        self.stopped = False

    def after_iteration(self, model: Any, epoch: int, _evals_log: Any) -> bool:
        """Return True to stop the boosting."""
        if self._losses.wanted:
            # Kept by the library for the rows that it validates on, so that no tree is asked again.
            self._losses.add(model.predict(self._valid))
        self.stopped = self._data.late
        return self.stopped


class Parts(xgb.DataIter):
    """Passes the rows to XGBoost in blocks, so that rows on disk are never in memory all at once."""

    def __init__(self, data: FoldData) -> None:
        super().__init__()
        self._parts = data.parts
        self._at = 0

    def next(self, input_data: Any) -> bool:
        """Pass the next block to XGBoost. Returns False after the last block."""
        if self._at == len(self._parts):
            return False
        X, y = self._parts[self._at]
        input_data(data=X, label=y)
        self._at += 1
        return True

    def reset(self) -> None:
        """Start again at the first block. XGBoost reads the rows several times."""
        self._at = 0


def fit_boosting(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit XGBoost on the boost view, in which missing numbers stay missing.

    Parameters
    ----------
    params : mapping
        XGBoost's own parameters, and `rounds`, the most boosting rounds.
    """
    settings = {name: value for name, value in params.items() if name != "rounds"}
    settings = OBJECTIVES[data.task] | settings
    settings |= {"seed": data.seed, "nthread": 1, "tree_method": "hist"}
    if data.absolute:
        settings["eval_metric"] = "mae"
    if data.classes > 2:
        settings["num_class"] = data.classes
    train = xgb.QuantileDMatrix(Parts(data), nthread=1)
    valid = xgb.QuantileDMatrix(data.valid, label=data.valid_target, ref=train, nthread=1)
    losses = RoundLosses(data)
    clock = AfterRound(data, valid, losses)
    booster = xgb.train(
        settings,
        train,
        num_boost_round=data.ends_at or int(params["rounds"]),
        evals=[(valid, "valid")],
        early_stopping_rounds=None if data.ends_at else patience(data.n_samples),
        callbacks=[clock],
        verbose_eval=False,
    )
    last = best_round(booster)
    best = booster[: last + 1]
    return FoldFit(
        from_xgboost(bytes(best.save_raw("json")), data.outputs),
        losses.predictions(last, lambda rows, at: margins(booster[: at + 1], data.valid[rows])),
        margins(best, data.extra),
        cut_short=clock.stopped,
        ended=last + 1,
    )


def best_round(booster: Any) -> int:
    """Return the round with the best validation score, or the last round if none was compared."""
    found = booster.attr("best_iteration")
    return int(found) if found is not None else int(booster.num_boosted_rounds()) - 1


def margins(booster: Any, rows: Array) -> Array:
    """Return the sums of the trees, shape (n_samples, outputs)."""
    raw = booster.inplace_predict(rows, predict_type="margin", base_margin=None)
    return np.asarray(raw, dtype=np.float64).reshape(len(rows), -1)
