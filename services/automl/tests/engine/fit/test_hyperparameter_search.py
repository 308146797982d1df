"""Hyperparameter search: within ranges, distinct names, reproducible, and as many as the rows allow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.ensemble import ensemble_weights
from rowcast_automl.estimators.registry import LEAFWISE, NEIGHBOURS, NETWORK
from rowcast_automl.features.schema import Task
from rowcast_automl.fit import hyperparameter_search as search
from rowcast_automl.fit.hyperparameter_search import PARAMETER_RANGES, ConfigurationSampler, ParameterRange
from rowcast_automl.plan import tuning_budget
from rowcast_automl.plan.tuning_budget import n_tuned_configurations
from rowcast_automl.prepare.training_data import TrainingData
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, fewer_fits, train_file

LEAF = Candidate(
    "LightGBM 2, log target",
    LEAFWISE,
    {"learning_rate": 0.05, "num_leaves": 31, "feature_fraction": 1.0, "min_data_in_leaf": 20, "rounds": 900},
    True,
)
NET = Candidate("Neural network 64", NETWORK, {"rate": 1e-2, "dropout": 0.0, "decay": 1e-2, "hidden": (64,)})
NEAREST = Candidate("Nearest 5", NEIGHBOURS, {"neighbours": 5})
SPANNED = [span for spans in PARAMETER_RANGES.values() for span in spans.values()]


@given(st.sampled_from(SPANNED), st.floats(0, 1), st.integers(0, 99))
def test_a_step_stays_in_its_range(span: ParameterRange, place: float, seed: int) -> None:
    start = span.low + place * (span.high - span.low)
    moved = span.near(start, np.random.default_rng(seed))
    assert span.low <= moved <= span.high
    assert moved == int(moved) or not span.whole


def test_neighbours_are_named_and_repeatable() -> None:
    parents = [(LEAF, 0.7), (NET, 0.2), (NEAREST, 0.1)]
    proposed, again = (ConfigurationSampler(3).propose(parents, 40) for _ in range(2))
    assert proposed == again
    assert len({each.name for each in proposed}) == 40
    assert {each.estimator for each in proposed} == {LEAFWISE, NETWORK}
    leaf = next(each for each in proposed if each.estimator is LEAFWISE)
    assert leaf.name == "LightGBM 2, log target, tuned 1" and leaf.log
    assert leaf.params["rounds"] == 900 and leaf.params["num_leaves"] != LEAF.params["num_leaves"]


def test_a_neighbour_of_a_neighbour_keeps_its_family_name() -> None:
    near = ConfigurationSampler(3)
    [child] = near.propose([(LEAF, 1.0)], 1)
    [grandchild] = near.propose([(child, 1.0)], 1)
    assert grandchild.name == "LightGBM 2, log target, tuned 2"


def test_there_may_be_nothing_to_tune() -> None:
    assert ConfigurationSampler(3).propose([(NEAREST, 1.0)], 4) == []


@pytest.mark.parametrize(
    ("changes", "task", "maximum"),
    [
        ({"timeBudgetSeconds": 60}, "regression", 10),
        ({"timeBudgetSeconds": 60}, "multiclass", 10),
        ({"timeBudgetSeconds": 60}, "binary", 2),
        ({"timeBudgetSeconds": 12}, "regression", 0),
        ({"timeBudgetSeconds": 3600, "modelType": "xgboost", "epochs": 50}, "regression", 0),
        # What such a training does not use chooses nothing.
        ({"timeBudgetSeconds": 3600, "learningRate": 0.1}, "regression", 10),
        ({"timeBudgetSeconds": 3600, "modelType": "custom", "estimator": {"name": "linear"}}, "binary", 0),
    ],
)
def test_what_a_budget_leaves_is_searched_by_how_much_the_rows_tell(
    changes: dict[str, Any], task: Task, maximum: int
) -> None:
    assert n_tuned_configurations(config(**changes), task, 1_000) == maximum


def test_it_ends_when_nothing_enters_the_blend_and_lets_the_fits_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_tuned(
        fitted: list[FittedCandidate], training_data: TrainingData
    ) -> list[tuple[FittedCandidate, float]]:
        return ensemble_weights.weigh_candidates(
            [each for each in fitted if each.candidate.tuned_from is None], training_data
        )

    monkeypatch.setattr(search, "weigh_candidates", without_tuned)
    monkeypatch.setattr(tuning_budget, "MIN_BUDGET", 1.0)
    monkeypatch.setattr(search, "PATIENCE", 2)
    monkeypatch.setattr(search, "BATCH_SIZE", 2)
    fewer_fits(monkeypatch, models=2)
    monkeypatch.setitem(tuning_budget.ROWS_EACH, "regression", 10)
    source = write_csv(tmp_path / "t.csv", mixed_rows(149, 3, "regression"))
    settings = config(modelType="random_forest", timeBudgetSeconds=60, reproducible=True)
    leaderboard = train_file(source, tmp_path / "m.rowcast", settings).report.leaderboard
    tuned = [each for each in leaderboard if ", tuned " in each.name]
    assert len(tuned) == search.PATIENCE * search.BATCH_SIZE
    assert all(each.why == [search.NOT_USED] and each.score and each.size_bytes is None for each in tuned)


def test_a_search_that_counts_gives_the_same_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_budget, "MIN_BUDGET", 1.0)
    fewer_fits(monkeypatch, models=2, rounds=2)
    source = write_csv(tmp_path / "t.csv", mixed_rows(149, 3, "regression"))
    settings = config(modelType="random_forest", timeBudgetSeconds=12, reproducible=True)
    first, second = (train_file(source, tmp_path / f"{at}.rowcast", settings) for at in range(2))
    names = {each.name for each in first.report.leaderboard}
    assert any(", tuned " in name for name in names)
    assert first.bundle_hash == second.bundle_hash
