"""Epochs and learning rate that a person changed are used, and nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import portfolio
from tests.engine.training import config

STEPS = ("learning_rate", "rounds", "rate", "epochs")


def candidates(model_type: str, **changes: Any) -> list[Candidate]:
    shape = PlanInputs("regression", 1_000, 10, 60, 5, skewed=False)
    return portfolio(config(modelType=model_type, **changes), shape)


def values(found: list[Candidate], name: str) -> list[Any]:
    return [each.params[name] for each in found]


def others(found: list[Candidate]) -> list[dict[str, Any]]:
    """All settings but the steps."""
    return [{key: value for key, value in each.params.items() if key not in STEPS} for each in found]


@pytest.mark.parametrize(
    ("model_type", "rate", "epochs"),
    [("xgboost", "learning_rate", "rounds"), ("neural_network", "rate", "epochs")],
)
def test_what_was_changed_alone_changes(model_type: str, rate: str, epochs: str) -> None:
    usual = candidates(model_type)
    slower, longer = candidates(model_type, learningRate=0.02), candidates(model_type, epochs=150)
    assert set(values(slower, rate)) == {0.02} and values(slower, epochs) == values(usual, epochs)
    assert set(values(longer, epochs)) == {150} and values(longer, rate) == values(usual, rate)
    assert others(slower) == others(longer) == others(usual)


@pytest.mark.parametrize("epochs", [1, 10, 1_000])
def test_rounds_that_a_person_chose_leave_the_rate_of_many_classes_as_it_is(epochs: int) -> None:
    shape = PlanInputs("multiclass", 1_000, 10, 60, 5, skewed=False, outputs=8)
    usual, chosen = (
        values(portfolio(config(modelType="xgboost", **changes), shape), "learning_rate")
        for changes in ({}, {"epochs": epochs})
    )
    assert chosen == usual and max(usual) < 0.2


@pytest.mark.parametrize("name", ["xgboost", "lightgbm"])
def test_a_chosen_estimator_goes_on_until_it_stops_early_at_another_rate(name: str) -> None:
    (usual,), (slower,) = (
        candidates("custom", estimator={"name": name}, **changes) for changes in ({}, {"learningRate": 0.02})
    )
    assert slower.params == {**usual.params, "learning_rate": 0.02}
    assert slower.params["rounds"] > 1_000
