"""Networks on numbers cut into pieces, and on numbers as they are."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from rowcast_automl.estimators.families import NETWORK, PLAIN_NETWORK
from rowcast_automl.explain.metrics import log_loss
from rowcast_automl.search.portfolio import Shape, everything, networks
from rowcast_automl.search.preparation import prepare_table
from rowcast_automl.search.steps import Steps
from tests.engine.tables import write_csv
from tests.engine.training import config, typed_table

ROWS = 600


def test_what_lies_askew_to_the_columns_is_learned_from_plain_numbers(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    X = random.normal(size=(ROWS, 8))
    sides = X @ random.normal(size=(8, 2)) > 0
    kinds = sides @ [1, 2]
    rows = [
        {**{f"x{at}": value for at, value in enumerate(row)}, "target": f"kind {kind}"}
        for row, kind in zip(X, kinds, strict=True)
    ]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    bench = prepare_table(table, profile, config(timeBudgetSeconds=300)).bench
    shape = Shape("multiclass", ROWS, 8, 60.0, 5, skewed=False)
    pieces, plain = networks(shape, Steps(ROWS))[:2]
    losses = []
    for each in (pieces, plain):
        bench.prepare(0, each.estimator.view)
        data = bench.fold(0, each.estimator.view, log=False, deadline=math.inf)
        fit = each.estimator.fit(data, each.params)
        losses.append(log_loss(bench.truth[bench.splits[0].valid], fit.valid))
    assert losses[1] < 0.8 * losses[0]


def test_both_are_among_the_first_that_are_tried() -> None:
    order = everything(Shape("binary", 600, 20, 60.0, 20, skewed=False))
    assert {NETWORK, PLAIN_NETWORK} < {each.estimator for each in order[:7]}
