"""What an API asks of its models, tried on real ones."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import path


async def tried(client: httpx.AsyncClient, model: Trained, **check: Any) -> dict[str, Any]:
    answer = await client.post(path(model, "checks"), json={"checks": [{"most": 0, **check}]})
    assert answer.status_code == 200, answer.text
    (result,) = answer.json()["results"]
    return dict(result)


async def test_a_field_that_matters_is_reported_with_the_values_between_which_it_does(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    found = await tried(client, binary_model, kind="invariant", field="age", most=0.001)
    assert not found["holds"] and found["message"].startswith("Changing age from ")
    assert "at most 0.001 is allowed" in found["message"]
    assert (await tried(client, binary_model, kind="invariant", field="age", most=1))["holds"]


async def test_a_field_that_the_model_does_not_read_cannot_matter(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    found = await tried(client, binary_model, kind="invariant", field="shoe size")
    assert found == {
        "holds": True,
        "message": "The model does not use shoe size.",
        "why": [{"code": "CHECK_UNREAD", "params": {"field": "shoe size"}}],
    }


async def test_the_direction_of_a_prediction_is_that_of_the_model(
    client: httpx.AsyncClient, regression_model: Trained
) -> None:
    rising = await tried(client, regression_model, kind="rising", field="income")
    falling = await tried(client, regression_model, kind="falling", field="income")
    assert all(each["holds"] or "changed the prediction" in each["message"] for each in (rising, falling))
    assert not (rising["holds"] and falling["holds"])
    assert (await tried(client, regression_model, kind="rising", field="income", most=1e12))["holds"]


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ({"kind": "rising", "field": "city"}, "have no order"),
        ({"kind": "rising", "field": "shoe size"}, "does not use"),
        ({"kind": "rising", "field": "age", "label": "nobody"}, "no class"),
    ],
)
async def test_what_does_not_fit_the_model_does_not_hold(
    client: httpx.AsyncClient, binary_model: Trained, check: dict[str, Any], said: str
) -> None:
    found = await tried(client, binary_model, **check)
    assert not found["holds"] and said in found["message"]


async def test_many_classes_need_the_one_that_is_meant(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    assert (
        "Choose the class" in (await tried(client, multiclass_model, kind="rising", field="age"))["message"]
    )
    label = multiclass_model.result.report.labels[0]
    named = await tried(client, multiclass_model, kind="rising", field="age", label=label)
    assert "Choose the class" not in named["message"]
    assert not (await tried(client, multiclass_model, kind="invariant", field="age"))["holds"]


async def test_checks_that_are_none_are_rejected(client: httpx.AsyncClient, binary_model: Trained) -> None:
    for body in (b"{", b'{"checks": [{"kind": "any"}]}', b"[]"):
        assert (await client.post(path(binary_model, "checks"), content=body)).status_code == 400
