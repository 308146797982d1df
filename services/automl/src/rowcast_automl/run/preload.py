"""Imports the machine learning libraries in the background, because importing them takes seconds."""

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
    """Start the imports in a background thread. An import in another thread waits for it."""
    threading.Thread(target=load, name="preload", daemon=True).start()


def load() -> None:
    """Import the search and every estimator. A failed import is reported when the estimator is used."""
    for name in MODULES:
        try:
            importlib.import_module(f"rowcast_automl.{name}")
        except (ImportError, OSError):
            continue
