"""Everything a prediction carries only when it was asked for."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from rowcast_automl.explain.counterfactual import Goal, nearest
from rowcast_automl.explain.field_values import cell_of, values_of
from rowcast_automl.explain.prediction_facts import PredictionFacts
from rowcast_automl.explain.shapley import contributions, shared_by
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.metrics.decisions import least_cost
from rowcast_automl.metrics.scores import decide
from rowcast_automl.serve.options.prediction_options import Asked, class_position, read_options
from rowcast_automl.serve.responses.probability_json import short

SEED = 0
CLEAR = 1e-9


class Answering(Protocol):
    """The part of a loaded model that options need."""

    @property
    def schema(self) -> ServingSchema:
        """Fields and classes."""

    @property
    def facts(self) -> PredictionFacts:
        """Quantiles, threshold, background rows."""

    @property
    def background(self) -> Tensors:
        """The background rows, packed."""

    def answer(self, tensors: Tensors) -> Array:
        """Probabilities (rows, classes), or values (rows,)."""


def answer_options(model: Answering, tensors: Tensors, answers: Array, options: Any) -> list[dict[str, Any]]:
    """Fields to put on top of each row's prediction.

    Parameters
    ----------
    tensors : Tensors
        The rows asked about.
    answers : array
        The model's answers on them: probabilities (rows, classes), or values (rows,) or (rows, 1).
    options : parsed JSON
        As the contract's PredictionOptions.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID with every problem under `fields`.
    """
    return answer_asked(
        model, tensors, answers, read_options(options, model.schema, model.facts, len(tensors))
    )


def answer_asked(
    model: Answering, tensors: Tensors | None, answers: Array, asked: Asked
) -> list[dict[str, Any]]:
    """As `answer_options`, for options that were checked; quick ones need no tensors."""
    extras: list[dict[str, Any]] = [{} for _ in range(len(answers))]
    if model.schema.task == "regression":
        values = answers.reshape(len(answers), -1)[:, 0].astype(np.float64)
        put_intervals(extras, model, values, asked)
        put_explanations(extras, model, tensors, [None] * len(values), asked)
        put_counterfactuals(extras, model, tensors, values, None, asked)
        return extras
    table = decision_table(model, asked)
    chosen = put_decisions(extras, model, answers, table, asked)
    put_sets(extras, model, answers, asked)
    put_top(extras, model, answers, asked)
    put_explanations(extras, model, tensors, chosen.tolist(), asked)
    put_counterfactuals(extras, model, tensors, chosen, table, asked)
    return extras


def decision_table(model: Answering, asked: Asked) -> Array | None:
    """Costs that lead to the decisions asked for; None for the model's own decision by likelihood.

    A threshold t is the same as a false alarm that costs t and a miss that costs 1 - t.
    """
    if asked.costs is not None:
        return asked.costs
    threshold = model.facts.threshold if asked.threshold is None else asked.threshold
    if model.schema.task != "binary" or (asked.threshold is None and threshold == 0.5):
        return None
    return np.array([[0.0, threshold], [1 - threshold, 0.0]])


def put_decisions(
    extras: list[dict[str, Any]], model: Answering, answers: Array, table: Array | None, asked: Asked
) -> Array:
    """Classes by the threshold or the costs given, else those that the model answers anyway."""
    if asked.costs is not None:
        chosen, expected = least_cost(answers, asked.costs)
        for extra, cost in zip(extras, expected.tolist(), strict=True):
            extra["expectedCost"] = cost
    elif asked.threshold is not None:
        chosen = (answers[:, 1] >= asked.threshold).astype(np.int64)
    else:
        return decide(answers, model.facts.threshold)
    for extra, index in zip(extras, chosen.tolist(), strict=True):
        extra["prediction"] = model.schema.label_value(index)
    return chosen


def put_intervals(extras: list[dict[str, Any]], model: Answering, values: Array, asked: Asked) -> None:
    """An interval for each number."""
    conformal = model.facts.conformal
    if asked.interval is None or conformal is None:
        return
    low, high = conformal.intervals(values, asked.interval)
    for extra, lower, upper in zip(extras, low.tolist(), high.tolist(), strict=True):
        extra["interval"] = {"coverage": asked.interval, "low": lower, "high": upper}


def put_sets(extras: list[dict[str, Any]], model: Answering, answers: Array, asked: Asked) -> None:
    """A set of classes for each row, the likeliest first."""
    conformal = model.facts.conformal
    if asked.interval is None or conformal is None:
        return
    held = conformal.sets(answers, asked.interval)
    for extra, inside, order in zip(extras, held, np.argsort(-answers, axis=1, kind="stable"), strict=True):
        labels = [model.schema.labels[index] for index in order if inside[index]]
        extra["set"] = {"coverage": asked.interval, "labels": labels}


def put_top(extras: list[dict[str, Any]], model: Answering, answers: Array, asked: Asked) -> None:
    """The likeliest classes."""
    if asked.top_k is None:
        return
    orders = np.argsort(-answers, axis=1, kind="stable")[:, : asked.top_k]
    for extra, order, shares in zip(extras, orders, short(answers), strict=True):
        extra["topK"] = [
            {"label": model.schema.labels[index], "probability": shares[index]} for index in order
        ]


def put_explanations(
    extras: list[dict[str, Any]], model: Answering, tensors: Tensors | None, chosen: list[Any], asked: Asked
) -> None:
    """Contributions of the fields to each answer."""
    if not asked.explain or tensors is None:
        return
    fields = model.schema.fields
    most = shared_by(len(extras))
    for row, (extra, position) in enumerate(zip(extras, chosen, strict=True)):
        one = tensors.take(slice(row, row + 1))
        found = contributions(model.answer, one, model.background, fields, position, SEED, most)
        order = np.argsort(-np.abs(found.values), kind="stable")
        extra["explanation"] = {
            "label": None if position is None else model.schema.labels[position],
            "scale": "value" if position is None else "log_odds",
            "base": found.base,
            "score": found.score,
            "contributions": [
                {
                    "field": fields[index].name,
                    "value": cell_of(values_of(one, fields[index])[0], fields[index]),
                    "contribution": float(found.values[index]),
                }
                for index in order
            ],
            "exact": found.exact,
        }


def put_counterfactuals(
    extras: list[dict[str, Any]],
    model: Answering,
    tensors: Tensors | None,
    answered: Array,
    table: Array | None,
    asked: Asked,
) -> None:
    """The nearest row with the answer wanted, or null."""
    query = asked.counterfactual
    if query is None or tensors is None:
        return
    schema = model.schema
    choices = model.facts.choices(schema, frozenset(query.fixed or ()))
    wanted = None if query.prediction is None else class_position(schema, query.prediction)
    for row, extra in enumerate(extras):
        one = tensors.take(slice(row, row + 1))
        goal = (
            number_goal(query.at_least, query.at_most)
            if schema.task == "regression"
            else class_goal(len(schema.labels), table, wanted, int(answered[row]))
        )
        found = nearest(model.answer, one, choices, goal)
        extra["counterfactual"] = found and told(model, one, found[0], table)


def told(model: Answering, before: Tensors, after: Tensors, table: Array | None) -> dict[str, Any]:
    """A counterfactual in the contract's form."""
    answer = model.answer(after)
    changes = []
    for field in model.schema.fields:
        old, new = (cell_of(values_of(each, field)[0], field) for each in (before, after))
        if old != new:
            changes.append({"field": field.name, "from": old, "to": new})
    if model.schema.task == "regression":
        return {"changes": changes, "prediction": float(answer[0]), "probability": None}
    chosen = int((decide(answer) if table is None else least_cost(answer, table)[0])[0])
    return {
        "changes": changes,
        "prediction": model.schema.label_value(chosen),
        "probability": float(answer[0, chosen]),
    }


def number_goal(at_least: float | None, at_most: float | None) -> Goal:
    """How far values are outside the bounds."""

    def gaps(values: Array) -> Array:
        below = -np.inf if at_least is None else at_least - values
        above = -np.inf if at_most is None else values - at_most
        return np.maximum(below, above) + np.zeros(len(values))

    return gaps


def class_goal(classes: int, table: Array | None, wanted: int | None, answered: int) -> Goal:
    """How much dearer the class wanted, or the cheapest other one, is than the best of the rest."""
    costs = 1.0 - np.eye(classes) if table is None else table
    goals = [wanted] if wanted is not None else [each for each in range(classes) if each != answered]

    def gaps(probabilities: Array) -> Array:
        expected = probabilities.astype(np.float64) @ costs
        found = []
        for goal in goals:
            rest = np.delete(expected, goal, axis=1).min(axis=1)
            found.append(expected[:, goal] - rest + CLEAR)
        smallest: Array = np.min(found, axis=0)
        return smallest

    return gaps
