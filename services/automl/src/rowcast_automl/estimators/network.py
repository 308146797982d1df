"""A dense neural network on the linear view, trained epoch by epoch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.neural_network import MLPClassifier, MLPRegressor

from rowcast_automl.estimators.fitting import Estimator, FoldData, FoldFit, NetworkMember, probability_space
from rowcast_automl.features.tensors import Array

PATIENCE = 12


def fit_network(data: FoldData, params: Mapping[str, Any]) -> FoldFit:
    """Fits with Adam and keeps the epoch that validates best.

    Parameters
    ----------
    params : mapping
        `hidden` (sizes), `epochs`, `rate` (learning rate) and `decay` (L2 penalty).
    """
    settings: dict[str, Any] = {
        "hidden_layer_sizes": tuple(params["hidden"]),
        "learning_rate_init": float(params["rate"]),
        "alpha": float(params["decay"]),
        "batch_size": int(min(256, max(16, len(data.train) // 50))),
        "random_state": data.seed,
    }
    regression = data.task == "regression"
    model: Any = MLPRegressor(**settings) if regression else MLPClassifier(**settings)
    epochs = int(params["epochs"])
    best_loss, best_epoch, best = np.inf, 0, None
    for epoch in range(epochs):
        if regression:
            model.partial_fit(data.train, data.train_target)
        else:
            model.partial_fit(data.train, data.train_target, classes=np.arange(data.classes))
        layers = copy_layers(model)
        loss = validation_loss(forward(layers, data.valid), data)
        if loss < best_loss:
            best_loss, best_epoch, best = loss, epoch, layers
        if epoch - best_epoch >= PATIENCE or data.late:
            break
    chosen = best or copy_layers(model)
    model.coefs_ = [weights for weights, _ in chosen]
    model.intercepts_ = [bias for _, bias in chosen]
    return FoldFit(
        NetworkMember(chosen), scores(model, data.valid), scores(model, data.extra), cut_short=data.late
    )


def copy_layers(model: Any) -> list[tuple[Array, Array]]:
    """The network's current weights and biases."""
    return [(w.copy(), b.copy()) for w, b in zip(model.coefs_, model.intercepts_, strict=True)]


def forward(layers: list[tuple[Array, Array]], rows: Array) -> Array:
    """Margins or values, shape (rows, outputs)."""
    hidden = rows
    for index, (weights, bias) in enumerate(layers):
        hidden = hidden @ weights + bias
        if index < len(layers) - 1:
            hidden = np.maximum(hidden, 0)
    return hidden


def validation_loss(margins: Array, data: FoldData) -> float:
    """Mean squared error, or the log-loss of the margins."""
    if data.task == "regression":
        return float(np.mean((margins[:, 0] - data.valid_target) ** 2))
    if data.classes == 2:
        margins = np.concatenate([np.zeros_like(margins), margins], axis=1)
    peak = margins.max(axis=1, keepdims=True)
    total = peak[:, 0] + np.log(np.exp(margins - peak).sum(axis=1))
    return float(np.mean(total - margins[np.arange(len(margins)), data.valid_target]))


def scores(model: Any, rows: Array) -> Array:
    """The library's own answers: values, or probabilities as `means` of a forest gives them."""
    if not hasattr(model, "predict_proba"):
        return np.asarray(model.predict(rows), dtype=np.float64).reshape(len(rows), -1)
    raw = np.asarray(model.predict_proba(rows), dtype=np.float64)
    return raw[:, 1:] if raw.shape[1] == 2 else raw


NETWORK = Estimator("mlp", "linear", probability_space, fit_network)
