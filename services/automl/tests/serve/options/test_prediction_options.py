"""Options beside the rows: intervals, sets, decisions, explanations, and what is refused."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import httpx
import numpy as np
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.prediction_options import MAX_PROBLEMS, validate_options
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.examples import examples

QUESTIONS = ["interval", "topK", "threshold", "costs", "explain", "counterfactual"]
GOALS = ["prediction", "atLeast", "atMost", "fixed"]
COSTS_SHAPE = "must be an object that maps each true class to the costs of the predicted classes."


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    return shared_client


def features(model: Trained, count: int = 3) -> list[dict[str, Any]]:
    """The first rows of the training table without the target, empty cells as null."""
    return [
        {
            name: (value if value != "" else None)
            for name, value in row.items()
            if name not in ("target", "note_id")
        }
        for row in model.rows[:count]
    ]


async def ask(client: httpx.AsyncClient, model: Trained, options: Any, count: int = 3) -> httpx.Response:
    body = {"instances": features(model, count), "options": options}
    return await client.post(f"/bundles/{model.result.bundle_hash}/predict", json=body)


async def answered(client: httpx.AsyncClient, model: Trained, options: Any) -> list[dict[str, Any]]:
    answer = await ask(client, model, options)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["predictions"]
    return found


async def test_intervals_are_wider_for_more_coverage(
    client: httpx.AsyncClient, regression_model: Trained
) -> None:
    widths = []
    for coverage in (0.5, 0.9, 0.95):
        for each in await answered(client, regression_model, {"interval": coverage}):
            interval = each["interval"]
            assert interval["coverage"] == coverage
            assert interval["low"] < each["prediction"] < interval["high"]
            widths.append(interval["high"] - interval["low"])
    assert widths[0] < widths[3] < widths[6]


async def test_sets_grow_with_coverage_and_hold_the_response(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    narrow = await answered(client, multiclass_model, {"interval": 0.5})
    wide = await answered(client, multiclass_model, {"interval": 0.95, "topK": 2})
    for few, many in zip(narrow, wide, strict=True):
        assert set(few["set"]["labels"]) <= set(many["set"]["labels"])
        assert few["prediction"] == few["set"]["labels"][0] == many["topK"][0]["label"]
        assert [each["label"] for each in many["topK"]] == sorted(
            many["probabilities"], key=lambda label: -many["probabilities"][label]
        )[:2]


async def test_a_threshold_and_costs_turn_the_response(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    first, second = binary_model.result.report.labels
    assert {each["prediction"] for each in await answered(client, binary_model, {"threshold": 0})} == {second}
    dear = await answered(client, binary_model, {"costs": {first: {second: 1_000_000}}})
    assert {each["prediction"] for each in dear} == {first}
    for each in dear:
        assert each["expectedCost"] == pytest.approx(each["probabilities"][second])


async def test_costs_are_the_same_as_their_threshold(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    first, second = binary_model.result.report.labels
    costs = {first: {second: 1}, second: {first: 4}}
    by_costs = await answered(client, binary_model, {"costs": costs})
    by_threshold = await answered(client, binary_model, {"threshold": 0.2})
    assert [each["prediction"] for each in by_costs] == [each["prediction"] for each in by_threshold]


@pytest.mark.parametrize("name", ["binary_model", "multiclass_model", "regression_model"])
async def test_contributions_add_up_to_the_score(
    client: httpx.AsyncClient, name: str, request: pytest.FixtureRequest
) -> None:
    model: Trained = request.getfixturevalue(name)
    for each in await answered(client, model, {"explain": True}):
        found = each["explanation"]
        total = found["base"] + sum(part["contribution"] for part in found["contributions"])
        assert total == pytest.approx(found["score"], abs=1e-6)
        assert {part["field"] for part in found["contributions"]} == {
            field.name for field in model.result.report.fields
        }
        if found["label"] is None:
            assert found["score"] == pytest.approx(each["prediction"])
        else:
            share = each["probabilities"][found["label"]]
            assert found["score"] == pytest.approx(np.log(share / (1 - share)), abs=1e-6)


async def test_a_counterfactual_changes_the_response_and_keeps_what_is_fixed(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    options = {"counterfactual": {"fixed": ["age", "city"]}}
    rows = features(binary_model)
    for row, each in zip(rows, await answered(client, binary_model, options), strict=True):
        found = each["counterfactual"]
        assert found["prediction"] != each["prediction"]
        assert not {change["field"] for change in found["changes"]} & {"age", "city"}
        changed = {**row, **{change["field"]: change["to"] for change in found["changes"]}}
        again = await client.post(f"/bundles/{binary_model.result.bundle_hash}/predict", json=changed)
        assert again.json()["predictions"][0]["prediction"] == found["prediction"]


async def test_a_number_is_brought_within_bounds(
    client: httpx.AsyncClient, regression_model: Trained
) -> None:
    middle = float(np.median([float(row["target"]) for row in regression_model.rows]))
    for bound, holds in (("atLeast", np.greater_equal), ("atMost", np.less_equal)):
        for each in await answered(client, regression_model, {"counterfactual": {bound: middle}}):
            assert holds(each["counterfactual"]["prediction"], middle)


@pytest.mark.parametrize(
    ("name", "options", "field"),
    [
        ("binary_model", {"interval": 0.3}, "options.interval"),
        ("binary_model", {"interval": "much"}, "options.interval"),
        ("binary_model", {"topK": 0}, "options.topK"),
        ("binary_model", {"costs": {"nobody": {"low": 1}}}, "options.costs"),
        ("binary_model", {"threshold": 0.3, "costs": {}}, "options.costs"),
        ("binary_model", {"unheard": 1}, "options.unheard"),
        ("binary_model", [1], "options"),
        ("binary_model", {"counterfactual": {"fixed": ["nothing"]}}, "options.counterfactual.fixed"),
        ("binary_model", {"counterfactual": {"atLeast": 1}}, "options.counterfactual"),
        ("binary_model", {"counterfactual": {"prediction": "nobody"}}, "options.counterfactual.prediction"),
        ("multiclass_model", {"threshold": 0.3}, "options.threshold"),
        ("regression_model", {"threshold": 0.3}, "options.threshold"),
        ("regression_model", {"topK": 2}, "options.topK"),
        ("regression_model", {"counterfactual": {}}, "options.counterfactual"),
        (
            "regression_model",
            {"counterfactual": {"atLeast": 2, "atMost": 1}},
            "options.counterfactual.atLeast",
        ),
    ],
)
async def test_options_that_do_not_fit_are_named(
    client: httpx.AsyncClient, name: str, options: Any, field: str, request: pytest.FixtureRequest
) -> None:
    answer = await ask(client, request.getfixturevalue(name), options)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "OPTIONS_INVALID"
    assert field in {each["field"] for each in answer.json()["fields"]}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("threshold", 'Put options in "options": {"options": {"threshold": …}}.'),
        ("optoins", 'Did you mean "options"?'),
        ("policy", "Use the header x-rowcast-policy."),
        ("signature_name", "Remove it or move it into the rows."),
    ],
)
async def test_what_stands_beside_the_rows_is_never_passed_over(
    client: httpx.AsyncClient, binary_model: Trained, name: str, said: str
) -> None:
    body = {"instances": features(binary_model, 1), name: 0.9}
    answer = await client.post(f"/bundles/{binary_model.result.bundle_hash}/predict", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "OPTIONS_INVALID"
    (problem,) = answer.json()["fields"]
    assert problem["field"] == name and problem["code"].startswith("BESIDE_")
    assert problem["message"] == f'"{name}" is not allowed next to "instances". {said}'


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"interval": 0.3}, "interval must be a number from 0.5 to 0.99."),
        ({"interval": "much"}, "interval must be a number from 0.5 to 0.99."),
        ({"topK": 0}, "topK must be a whole number from 1 to 10000."),
        ({"topK": 1.5}, "topK must be a whole number from 1 to 10000."),
        ({"threshold": 2}, "threshold must be a number from 0 to 1."),
        ({"explain": "very"}, "explain must be true or false."),
        (
            {"unheard": 1},
            f"Unknown option unheard. Available options: {', '.join(QUESTIONS)}.",
        ),
    ],
)
async def test_a_refusal_names_the_option_and_its_limits(
    client: httpx.AsyncClient, binary_model: Trained, options: Any, sentence: str
) -> None:
    answer = (await ask(client, binary_model, options)).json()
    assert [each["message"] for each in answer["fields"]] == [sentence]


@pytest.mark.parametrize(
    ("options", "code", "parts", "sentence"),
    [
        (
            {"topK": 0},
            "OPTION_WHOLE",
            {"low": 1, "high": 10_000},
            "topK must be a whole number from 1 to 10000.",
        ),
        (
            {"top_k": 1},
            "OPTION_UNKNOWN",
            {"given": "top_k", "meant": "topK", "names": QUESTIONS},
            f'Unknown option top_k. Available options: {", ".join(QUESTIONS)}. Did you mean "topK"?',
        ),
        (
            {"counterfactual": {"atleast": 1}},
            "OPTION_UNKNOWN",
            {"given": "atleast", "meant": "atLeast", "names": GOALS},
            f'Unknown option atleast. Available options: {", ".join(GOALS)}. Did you mean "atLeast"?',
        ),
        ({"costs": 3}, "COSTS_OBJECT", None, f"costs {COSTS_SHAPE}"),
        ({"costs": [[0, 1], [1, 0]]}, "COSTS_OBJECT", None, f"costs {COSTS_SHAPE}"),
        ({"costs": {"low": 3}}, "COSTS_OBJECT", None, f"costs.low {COSTS_SHAPE}"),
        ({"counterfactual": 3}, "OPTION_OBJECT", None, "counterfactual must be an object."),
        ({"costs": {"low": {"mid": "x"}}}, "OPTION_NUMBER", None, "costs.low.mid must be a number."),
        ({"counterfactual": {"fixed": 3}}, "OPTION_LIST", None, "counterfactual.fixed must be a list."),
        ({"counterfactual": {"fixed": [3]}}, "OPTION_TEXT", None, "counterfactual.fixed.0 must be text."),
        (
            {"counterfactual": {"prediction": [1]}},
            "OPTION_PLAIN",
            None,
            "counterfactual.prediction must be text, a number, or true or false.",
        ),
        (
            {"costs": {"low": {"Heigh": 2}}},
            "CLASS_UNKNOWN",
            {"given": "Heigh", "meant": "high", "classes": ["high", "low", "mid"]},
            'Unknown class "Heigh". Available classes: "high", "low", "mid". Did you mean "high"?',
        ),
        (
            {"counterfactual": {"prediction": "nobody"}},
            "CLASS_UNKNOWN",
            {"given": "nobody", "classes": ["high", "low", "mid"]},
            'Unknown class "nobody". Available classes: "high", "low", "mid".',
        ),
        (
            {"counterfactual": {"fixed": ["Age"]}},
            "FIELD_UNKNOWN",
            {"given": "Age", "meant": "age"},
            '"Age" is not a field of this model. Did you mean "age"?',
        ),
        (
            {"threshold": 0.5},
            "NEEDS_TWO_CLASSES",
            {"count": 3},
            "A threshold requires two classes. This model has 3. Use costs instead.",
        ),
    ],
)
async def test_a_refusal_is_reported_in_code_and_parts(
    client: httpx.AsyncClient,
    multiclass_model: Trained,
    options: Any,
    code: str,
    parts: dict[str, Any] | None,
    sentence: str,
) -> None:
    (problem,) = (await ask(client, multiclass_model, options)).json()["fields"]
    assert (problem["code"], problem.get("parts"), problem["message"]) == (code, parts, sentence)


async def test_many_names_that_are_no_class_are_reported_only_in_part(
    client: httpx.AsyncClient, multiclass_model: Trained
) -> None:
    options = {"costs": {f"class {index}": {} for index in range(20_000)}}
    assert len((await ask(client, multiclass_model, options)).json()["fields"]) == 100


MANY = 5_000


@pytest.mark.parametrize(
    "options",
    [
        {f"option {index}": 1 for index in range(MANY)},
        {"counterfactual": {f"goal {index}": 1 for index in range(MANY)}},
        {"costs": {f"class {index}": {} for index in range(MANY)}},
        {"costs": {"low": {f"class {index}": float("inf") for index in range(MANY)}}},
        {"costs": {"low": {f"class {index}": "x" for index in range(MANY)}}},
    ],
)
def test_only_what_is_reported_of_many_wrong_names_is_put_into_words(
    multiclass_model: Trained, options: Any
) -> None:
    loaded = LoadedModel(multiclass_model.bundle, KEY.public_key())
    ran: Counter[str] = Counter()
    sys.setprofile(lambda frame, event, _: ran.update([frame.f_code.co_qualname] if event == "call" else []))
    try:
        with pytest.raises(RowcastError) as rejected:
            validate_options(options, loaded.schema, loaded.facts, 1)
    finally:
        sys.setprofile(None)
    assert len(rejected.value.fields) == MAX_PROBLEMS
    assert MAX_PROBLEMS <= ran["option_problem"] <= 2 * MAX_PROBLEMS
    assert ran["FuzzyNames.__init__"] <= 2


async def test_too_many_rows_are_not_explained(client: httpx.AsyncClient, binary_model: Trained) -> None:
    answer = await ask(client, binary_model, {"explain": True}, count=101)
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] == "options.explain"


async def test_nothing_is_added_unasked(client: httpx.AsyncClient, binary_model: Trained) -> None:
    plain = await client.post(
        f"/bundles/{binary_model.result.bundle_hash}/predict", json={"instances": features(binary_model)}
    )
    assert all(set(each) == {"prediction", "probabilities"} for each in plain.json()["predictions"])
    assert plain.json()["predictions"] == await answered(client, binary_model, {})


async def test_the_body_decides_before_the_address(client: httpx.AsyncClient, binary_model: Trained) -> None:
    first, second = binary_model.result.report.labels
    path = f"/bundles/{binary_model.result.bundle_hash}/predict"
    rows = {"instances": features(binary_model)}
    costs = json.dumps({first: {second: 1_000_000}})

    async def answers(query: dict[str, str], body: dict[str, Any]) -> set[str]:
        answer = await client.post(path, params=query, json=body)
        assert answer.status_code == 200, answer.text
        return {each["prediction"] for each in answer.json()["predictions"]}

    assert await answers({"threshold": "0"}, rows) == {second}
    assert await answers({"costs": costs}, rows) == {first}
    assert await answers({"costs": costs}, {**rows, "options": {"threshold": 0}}) == {second}
    assert await answers({"threshold": "1"}, {**rows, "options": {"threshold": 0}}) == {second}


async def test_a_counterfactual_may_be_asked_for_in_the_address(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    path = f"/bundles/{binary_model.result.bundle_hash}/predict"
    row = features(binary_model, 1)[0]
    requested = json.dumps({"fixed": [next(iter(row))]})
    answer = await client.post(path, params={"counterfactual": requested}, json=row)
    assert "counterfactual" in answer.json()["predictions"][0]
    rejected = await client.post(path, params={"counterfactual": "yes"}, json=row)
    assert rejected.json()["fields"][0]["field"].startswith("options.counterfactual")


NAMES = [*QUESTIONS, "prediction", "atLeast", "atMost"]
LEAVES = st.none() | st.booleans() | st.integers(-3, 20_000) | st.floats(allow_nan=True) | st.text(max_size=5)
NAMED = st.sampled_from([*NAMES, "fixed", "low", "mid", "high", "age", "city", "other"])
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMED, inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("name", ["binary_model", "multiclass_model", "regression_model"])
def test_whatever_is_asked_is_served_or_rejected(name: str, request: pytest.FixtureRequest) -> None:
    model: Trained = request.getfixturevalue(name)
    loaded = LoadedModel(model.bundle, KEY.public_key())
    rows = features(model, 1)

    @settings(deadline=None, max_examples=examples(60))
    @given(options=JSON)
    def ask_anything(options: Any) -> None:
        try:
            (found,) = loaded.predict(rows, options=options).predictions
        except RowcastError as error:
            assert error.code == "OPTIONS_INVALID" and error.fields
        else:
            assert json.loads(orjson.dumps(found))["prediction"] is not None

    ask_anything()
