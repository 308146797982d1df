"""All estimators. Each library is imported at its first fit, because importing all of them takes seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from rowcast_automl.estimators.base import (
    Estimator,
    FoldData,
    FoldFit,
    margin_space,
    probability_space,
)


@dataclass(frozen=True, slots=True)
class Lazy:
    """A function of a module in this package. The module is imported at the first call."""

    module: str
    function: str

    def __call__(self, data: FoldData, params: Mapping[str, Any]) -> FoldFit:
        """Import the module if needed and fit the estimator."""
        fit: FoldFit = getattr(self.load(), self.function)(data, params)
        return fit

    def load(self) -> ModuleType:
        """Import the module, once."""
        return import_module(f"{__package__}.{self.module}")


LINEAR = Estimator("linear", "linear", margin_space, Lazy("linear", "fit_linear"))
CONSTANT = Estimator("baseline", "linear", margin_space, Lazy("constant", "fit_constant"))
SHALLOW_TREE = Estimator(
    "decision_tree", "forest", probability_space, Lazy("trees.shallow_tree", "fit_shallow_tree")
)
SPLINE = Estimator("linear", "pieces", margin_space, Lazy("linear", "fit_linear"))
BOOSTING = Estimator(
    "xgboost", "boost", margin_space, Lazy("trees.xgboost_estimator", "fit_boosting"), divisible=True
)
LEAFWISE = Estimator(
    "lightgbm", "boost", margin_space, Lazy("trees.lightgbm_estimator", "fit_leafwise"), divisible=True
)
FOREST = Estimator(
    "random_forest", "forest", probability_space, Lazy("trees.forests", "fit_random_forest"), divisible=True
)
EXTRA_TREES = Estimator(
    "extra_trees", "forest", probability_space, Lazy("trees.forests", "fit_extra_trees"), divisible=True
)
NETWORK = Estimator("mlp", "pieces", probability_space, Lazy("networks.network", "fit_network"))
PLAIN_NETWORK = Estimator("mlp", "linear", probability_space, Lazy("networks.network", "fit_network"))
SVM = Estimator("svm", "linear", margin_space, Lazy("kernels.svm", "fit_svm"))
KERNEL_RIDGE = Estimator(
    "kernel_ridge", "linear", margin_space, Lazy("kernels.kernel_ridge", "fit_kernel_ridge")
)
NEIGHBOURS = Estimator("knn", "linear", probability_space, Lazy("kernels.neighbours", "fit_neighbours"))


def load(estimator: Estimator) -> None:
    """Import the library of the estimator now, so that forked processes do not have to.

    Raises
    ------
    OSError, ImportError
        If the library, or a system library that it needs, is missing.
    """
    if isinstance(estimator.fit, Lazy):
        estimator.fit.load()
