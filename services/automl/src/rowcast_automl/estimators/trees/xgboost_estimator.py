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
    """Notes what each round answers, and ends the boosting when the fit's time is used up."""

    def __init__(self, data: FoldData, valid: Any, losses: RoundLosses) -> None:
        super().__init__()
        self._data, self._valid, self._losses = data, valid, losses
        self.stopped = False

    def after_iteration(self, model: Any, epoch: int, _evals_log: Any) -> bool:
        """True to stop."""
        if self._losses.wanted:
            # Kept by the library for the rows that it validates on, so that no tree is asked again.
            self._losses.add(model.predict(self._valid))
        self.stopped = self._data.late
        return self.stopped


class Parts(xgb.DataIter):
    """Hands the rows over part by part, so that those on disk are never in memory together."""

    def __init__(self, data: FoldData) -> None:
        super().__init__()
        self._parts = data.parts
        self._at = 0

    def next(self, input_data: Any) -> bool:
        """False after the last part."""
        if self._at == len(self._parts):
            return False
        X, y = self._parts[self._at]
        input_data(data=X, label=y)
        self._at += 1
        return True

    def reset(self) -> None:
        """Begins again; the rows are read several times."""
        self._at = 0


def fit_boosting(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fits on the boost view, where missing numbers stay missing.

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
    """The round that validated best; the last one where none was looked for, or before any comparison."""
    found = booster.attr("best_iteration")
    return int(found) if found is not None else int(booster.num_boosted_rounds()) - 1


def margins(booster: Any, rows: Array) -> Array:
    """Sums of the trees, shape (rows, outputs)."""
    raw = booster.inplace_predict(rows, predict_type="margin", base_margin=None)
    return np.asarray(raw, dtype=np.float64).reshape(len(rows), -1)
