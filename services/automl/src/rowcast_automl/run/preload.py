"""Imports the learning libraries in the background, since together they take seconds."""

from __future__ import annotations

import importlib
import threading

ESTIMATORS = (
    "trees.lightgbm_estimator",
    "trees.xgboost_estimator",
    "linear",
    "trees.forests",
    "kernels.svm",
    "kernels.kernel_ridge",
    "kernels.neighbours",
    "networks.network",
)
MODULES = (
    "training.session",
    *(f"estimators.{name}" for name in ESTIMATORS),
)


def preload() -> None:
    """Starts loading in the background; an import that comes meanwhile waits for it."""
    threading.Thread(target=load, name="preload", daemon=True).start()


def load() -> None:
    """Imports the search and every estimator; one that cannot be loaded says so when it is used."""
    for name in MODULES:
        try:
            importlib.import_module(f"rowcast_automl.{name}")
        except (ImportError, OSError):
            continue
