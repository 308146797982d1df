"""Report sections for small, one-sided, constant or huge tables: numbers, never an error."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.calibrate.conformal import fit_intervals, fit_sets
from rowcast_automl.calibrate.coverage import cross_coverage, held_out_coverage
from rowcast_automl.contracts.generated import (
    METRICS_OF_TASK,
    ClassificationReport,
    RegressionReport,
    ScoreInterval,
)
from rowcast_automl.explain.slices import worst_slices
from rowcast_automl.metrics.bootstrap import score_intervals
from rowcast_automl.metrics.thresholds import choose_threshold
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.report.classification import classification_report
from rowcast_automl.report.regression import regression_report
from tests.examples import examples
from tests.explain.games import fields_of, rows_of

pytestmark = pytest.mark.filterwarnings("error")


def ordered(found: ScoreInterval) -> bool:
    """Whether the score lies within its interval, or something says why not."""
    if found.value is None or found.low is None or found.high is None:
        return found.gap is not None
    return found.low <= found.value <= found.high


@settings(deadline=None, max_examples=examples(60))
@given(
    seed=st.integers(0, 10_000),
    rows=st.integers(1, 60),
    classes=st.integers(2, 5),
    seen=st.integers(1, 5),
    sure=st.booleans(),
)
def test_classes(seed: int, rows: int, classes: int, seen: int, sure: bool) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, min(seen, classes), rows)
    predictions = random.dirichlet(np.full(classes, 0.05 if sure else 1.0), rows)
    predictions = np.where(sure, predictions.round(), predictions)
    names = tuple(f"c{each}" for each in range(classes))
    threshold = choose_threshold("f1", truth == 1, predictions[:, 1]) if classes == 2 else (0.5, None)
    report = classification_report(truth, predictions, names, threshold, predictions, "platt")
    assert ClassificationReport.model_validate(json_value(report)) == report
    task = "binary" if classes == 2 else "multiclass"
    one = len(np.unique(truth)) == 1
    for each in score_intervals(tuple(METRICS_OF_TASK[task]), truth, predictions, seed, 1.0):
        assert ordered(each)
        lacks = each.metric == "f1" and classes == 2 and not (truth.any() or predictions.argmax(axis=1).any())
        assert (each.value is None) == (lacks or (each.metric == "roc_auc" and one))
    if classes == 2:
        assert 0 <= threshold[0] <= 1
    tensors, fields = rows_of(random, rows, 2, 1), list(fields_of(2, 1))
    worst_slices("roc_auc", truth, predictions, tensors, fields, 5.0)
    conformal = fit_sets(truth, predictions)
    if conformal:
        held_out_coverage(conformal, truth, predictions)
        cross_coverage(conformal, fit_sets, truth, predictions, seed)


@settings(deadline=None, max_examples=examples(60))
@given(
    seed=st.integers(0, 10_000),
    rows=st.integers(1, 300),
    scale=st.sampled_from([0.0, 1e-12, 1.0, 1e6, 1e38]),
    exact=st.booleans(),
    constant=st.booleans(),
)
def test_numbers(seed: int, rows: int, scale: float, exact: bool, constant: bool) -> None:
    random = np.random.default_rng(seed)
    predictions = np.full(rows, scale) if constant else random.normal(size=rows) * scale
    truth = predictions if exact else predictions + random.normal(size=rows) * scale
    report = regression_report(truth, predictions, seed)
    assert RegressionReport.model_validate(json_value(report)) == report
    for each in score_intervals(("rmse", "mae"), truth, predictions, seed, 1.0):
        assert each.value is not None and ordered(each)
    tensors, fields = rows_of(random, rows, 2, 1), list(fields_of(2, 1))
    worst_slices("rmse", truth, predictions, tensors, fields, 5.0)
    conformal = fit_intervals(truth, predictions, seed)
    if conformal:
        low, high = conformal.intervals(predictions, min(0.9, conformal.max_coverage))
        assert (low <= high).all() and np.isfinite(low).all() and np.isfinite(high).all()
        held_out_coverage(conformal, truth, predictions)
        cross_coverage(conformal, lambda t, a: fit_intervals(t, a, seed), truth, predictions, seed)
