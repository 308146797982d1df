"""Candidate names consist of parts that every translation has."""

from __future__ import annotations

import re

import pytest

from rowcast_automl.contracts.generated import MODEL_NAME_PARTS
from rowcast_automl.estimators.custom_estimator import FAMILIES
from rowcast_automl.plan.default_configurations import on_log_target
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.plan.portfolio import all_families

BRAND = re.compile(r"(XGBoost|LightGBM|SVM)( \d+)?")
PARTS = [re.compile(re.sub(r"\{\w+\}", r"[\\d,-]+", part)) for part in MODEL_NAME_PARTS.values()]


def unknown(name: str) -> list[str]:
    """The parts of a name that the catalogue lacks."""
    known = [BRAND, *PARTS]
    return [part for part in name.split(", ") if not any(each.fullmatch(part) for each in known)]


@pytest.mark.parametrize("task", ["binary", "multiclass", "regression"])
@pytest.mark.parametrize("rows", [500, 20_000])
def test_every_name_of_the_portfolio_can_be_told_in_every_language(task: str, rows: int) -> None:
    shape = PlanInputs(task, rows, 10, 60, 5, task == "regression")  # type: ignore[arg-type]
    names = [each.name for each in [*all_families(shape), *on_log_target(all_families(shape))]]
    assert len(names) > 30 and [each for name in names for each in unknown(name)] == []


def test_the_names_of_chosen_estimators_can_be_told() -> None:
    assert [each for name, _, _ in FAMILIES.values() for each in unknown(name)] == []
    assert unknown("Extra trees, tuned 2, 120,000 rows") == [] and unknown("Unheard of, tuned") != []
