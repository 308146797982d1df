"""An estimator that ignores its deadline."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.estimators.base import Estimator, FoldData, FoldFit, margin_space


def fit_for_ever(_data: FoldData, _params: Mapping[str, Any]) -> FoldFit:
    while True:
        time.sleep(1)


ENDLESS = Candidate("endless", Estimator("linear", "linear", margin_space, fit_for_ever))
