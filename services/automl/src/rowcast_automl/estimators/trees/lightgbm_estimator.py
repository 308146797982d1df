"""LightGBM with early stopping on the fold's validation rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import lightgbm
import numpy as np

from rowcast_automl.estimators.base import FoldData, FoldFit
from rowcast_automl.estimators.early_stopping import RoundLosses
from rowcast_automl.estimators.patience import patience
from rowcast_automl.estimators.trees.flat_trees import from_lightgbm
from rowcast_automl.features.schema import Task
from rowcast_automl.features.tensors import Array

OBJECTIVES = {"binary": "binary", "multiclass": "multiclass", "regression": "regression"}
METRICS = {"binary": "binary_logloss", "multiclass": "multi_logloss", "regression": "rmse"}


def fit_leafwise(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fit LightGBM on the boost view, in which missing numbers stay missing.

    Parameters
    ----------
    params : mapping
        LightGBM's own parameters, and `rounds`, the most boosting rounds.
    """
    settings = {name: value for name, value in params.items() if name != "rounds"}
    settings = settings_of(data.task, data.classes, data.seed) | settings
    settings["metric"] = "mae" if data.absolute else METRICS[data.task]
    X, y = zip(*data.parts, strict=True)
    train = lightgbm.Dataset(list(X), label=np.concatenate(y), params=settings)
    valid = lightgbm.Dataset(data.valid, label=data.valid_target, reference=train)
    late, lowest, best_at = False, np.inf, 0
    losses = RoundLosses(data)

    def note(predictions: Array, _valid: Any) -> list[Any]:
        losses.add(predictions)
        return []

    def stop_at(environment: Any) -> None:
        nonlocal late, lowest, best_at
        loss = environment.evaluation_result_list[0][2]
        if loss < lowest:
            lowest, best_at = loss, environment.iteration
        if data.late:
            late = True
            raise lightgbm.callback.EarlyStopException(best_at, environment.evaluation_result_list)

    patient = lightgbm.early_stopping(patience(data.n_samples), verbose=False)
    callbacks: list[Callable[..., Any]] = [stop_at] if data.ends_at else [patient, stop_at]
    booster = lightgbm.train(
        settings,
        train,
        data.ends_at or int(params["rounds"]),
        valid_sets=[valid],
        feval=note if losses.wanted else None,
        callbacks=callbacks,
    )
    best = max(1, booster.best_iteration if data.ends_at is None else booster.current_iteration())
    return FoldFit(
        from_lightgbm(booster.model_to_string(num_iteration=best), data.outputs),
        losses.predictions(best - 1, lambda rows, at: margins(booster, data.valid[rows], at + 1)),
        margins(booster, data.extra, best),
        cut_short=late,
        ended=best,
    )


def settings_of(task: Task, classes: int, seed: int) -> dict[str, Any]:
    """Return the LightGBM parameters of every fit, including those that make fits deterministic."""
    settings: dict[str, Any] = {
        **{"objective": OBJECTIVES[task], "seed": seed, "num_threads": 1},
        **{"deterministic": True, "force_row_wise": True, "verbosity": -1},
    }
    return settings | {"num_class": classes} if classes > 2 else settings


def margins(booster: Any, rows: Array, rounds: int) -> Array:
    """Return the sums of the trees, shape (n_samples, outputs)."""
    raw = booster.predict(rows, raw_score=True, num_iteration=rounds, num_threads=1)
    return np.asarray(raw, dtype=np.float64).reshape(len(rows), -1)


def quick_model(
    X: Array, y: Array, task: Task, classes: int, *, rounds: int, feature_fraction: float, seed: int
) -> Any:
    """Fit a small, deterministic booster, whose gains and predictions are used to compare columns.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    y : array, shape (n_samples,)
        Class indices, or numbers.
    """
    settings = settings_of(task, classes, seed) | {
        **{"learning_rate": 0.1, "num_leaves": 15, "feature_fraction": feature_fraction},
        **{"bagging_fraction": 0.8, "bagging_freq": 1},
    }
    return lightgbm.train(settings, lightgbm.Dataset(X, y), rounds)
