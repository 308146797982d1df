"""Optional fields of predictions: intervals, sets, top classes, explanations and counterfactuals."""

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
from rowcast_automl.serve.options.prediction_options import CheckedOptions, class_position, validate_options
from rowcast_automl.serve.responses.probability_json import round_to_float32

SEED = 0
MIN_MARGIN = 1e-9


class OptionsModel(Protocol):
    """The part of a loaded model that optional fields need."""

    @property
    def schema(self) -> ServingSchema:
        """Schema of fields and classes."""

    @property
    def facts(self) -> PredictionFacts:
        """Conformal quantiles, threshold and background rows."""

    @property
    def background(self) -> Tensors:
        """The background rows as tensors."""

    def answer(self, tensors: Tensors) -> Array:
        """Return the probabilities of shape (n_rows, n_classes), or values of shape (n_rows,)."""


def optional_fields(
    model: OptionsModel, tensors: Tensors, answers: Array, options: Any
) -> list[dict[str, Any]]:
    """Validate options and compute the additional fields of each prediction.

    Parameters
    ----------
    tensors : Tensors
        The rows.
    answers : array
        Predictions: probabilities of shape (n_rows, n_classes), or values of shape (n_rows,) or (n_rows, 1).
    options : parsed JSON
        PredictionOptions of the contract.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID with all problems under `fields`.
    """
    return fields_for_options(
        model, tensors, answers, validate_options(options, model.schema, model.facts, len(tensors))
    )


def fields_for_options(
    model: OptionsModel, tensors: Tensors | None, answers: Array, checked: CheckedOptions
) -> list[dict[str, Any]]:
    """Return the result of `optional_fields` for validated options.

    Probability options do not need tensors.
    """
    extras: list[dict[str, Any]] = [{} for _ in range(len(answers))]
    if model.schema.task == "regression":
        values = answers.reshape(len(answers), -1)[:, 0].astype(np.float64)
        add_intervals(extras, model, values, checked)
        add_explanations(extras, model, tensors, [None] * len(values), checked)
        add_counterfactuals(extras, model, tensors, values, None, checked)
        return extras
    table = decision_table(model, checked)
    chosen = add_decisions(extras, model, answers, table, checked)
    add_prediction_sets(extras, model, answers, checked)
    add_top_classes(extras, model, answers, checked)
    add_explanations(extras, model, tensors, chosen.tolist(), checked)
    add_counterfactuals(extras, model, tensors, chosen, table, checked)
    return extras


def decision_table(model: OptionsModel, checked: CheckedOptions) -> Array | None:
    """Return the cost table of the requested decisions, or None for the most likely class.

    A threshold t is equivalent to a cost of t for a false positive and 1 - t for a false negative.
    """
    if checked.costs is not None:
        return checked.costs
    threshold = model.facts.threshold if checked.threshold is None else checked.threshold
    if model.schema.task != "binary" or (checked.threshold is None and threshold == 0.5):
        return None
    return np.array([[0.0, threshold], [1 - threshold, 0.0]])


def add_decisions(
    extras: list[dict[str, Any]],
    model: OptionsModel,
    answers: Array,
    table: Array | None,
    checked: CheckedOptions,
) -> Array:
    """Add predictions by the requested threshold or costs; return the predicted classes."""
    if checked.costs is not None:
        chosen, expected = least_cost(answers, checked.costs)
        for extra, cost in zip(extras, expected.tolist(), strict=True):
            extra["expectedCost"] = cost
    elif checked.threshold is not None:
        chosen = (answers[:, 1] >= checked.threshold).astype(np.int64)
    else:
        return decide(answers, model.facts.threshold)
    for extra, index in zip(extras, chosen.tolist(), strict=True):
        extra["prediction"] = model.schema.label_value(index)
    return chosen


def add_intervals(
    extras: list[dict[str, Any]], model: OptionsModel, values: Array, checked: CheckedOptions
) -> None:
    """Add a prediction interval to each value."""
    conformal = model.facts.conformal
    if checked.interval is None or conformal is None:
        return
    low, high = conformal.intervals(values, checked.interval)
    for extra, lower, upper in zip(extras, low.tolist(), high.tolist(), strict=True):
        extra["interval"] = {"coverage": checked.interval, "low": lower, "high": upper}


def add_prediction_sets(
    extras: list[dict[str, Any]], model: OptionsModel, answers: Array, checked: CheckedOptions
) -> None:
    """Add a prediction set to each row, most likely class first."""
    conformal = model.facts.conformal
    if checked.interval is None or conformal is None:
        return
    memberships = conformal.sets(answers, checked.interval)
    for extra, inside, order in zip(
        extras, memberships, np.argsort(-answers, axis=1, kind="stable"), strict=True
    ):
        labels = [model.schema.labels[index] for index in order if inside[index]]
        extra["set"] = {"coverage": checked.interval, "labels": labels}


def add_top_classes(
    extras: list[dict[str, Any]], model: OptionsModel, answers: Array, checked: CheckedOptions
) -> None:
    """Add the most likely classes."""
    if checked.top_k is None:
        return
    orders = np.argsort(-answers, axis=1, kind="stable")[:, : checked.top_k]
    for extra, order, shares in zip(extras, orders, round_to_float32(answers), strict=True):
        extra["topK"] = [
            {"label": model.schema.labels[index], "probability": shares[index]} for index in order
        ]


def add_explanations(
    extras: list[dict[str, Any]],
    model: OptionsModel,
    tensors: Tensors | None,
    chosen: list[Any],
    checked: CheckedOptions,
) -> None:
    """Add contributions of the fields to each prediction."""
    if not checked.explain or tensors is None:
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


def add_counterfactuals(
    extras: list[dict[str, Any]],
    model: OptionsModel,
    tensors: Tensors | None,
    answered: Array,
    table: Array | None,
    checked: CheckedOptions,
) -> None:
    """Add the smallest change that reaches the requested prediction, or null."""
    query = checked.counterfactual
    if query is None or tensors is None:
        return
    schema = model.schema
    choices = model.facts.choices(schema, frozenset(query.fixed or ()))
    target_class = None if query.prediction is None else class_position(schema, query.prediction)
    for row, extra in enumerate(extras):
        one = tensors.take(slice(row, row + 1))
        goal = (
            number_goal(query.at_least, query.at_most)
            if schema.task == "regression"
            else class_goal(len(schema.labels), table, target_class, int(answered[row]))
        )
        found = nearest(model.answer, one, choices, goal)
        extra["counterfactual"] = found and counterfactual_json(model, one, found[0], table)


def counterfactual_json(
    model: OptionsModel, before: Tensors, after: Tensors, table: Array | None
) -> dict[str, Any]:
    """Return a counterfactual in the form of the contract."""
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
    """Return a goal function: the distance of values from the bounds."""

    def gaps(values: Array) -> Array:
        below = -np.inf if at_least is None else at_least - values
        above = -np.inf if at_most is None else values - at_most
        return np.maximum(below, above) + np.zeros(len(values))

    return gaps


def class_goal(classes: int, table: Array | None, target_class: int | None, answered: int) -> Goal:
    """Return a goal function: the cost of the target class, or of the cheapest other one, above the best of
    the rest.
    """
    costs = 1.0 - np.eye(classes) if table is None else table
    goals = (
        [target_class] if target_class is not None else [each for each in range(classes) if each != answered]
    )

    def gaps(probabilities: Array) -> Array:
        expected = probabilities.astype(np.float64) @ costs
        found = []
        for goal in goals:
            rest = np.delete(expected, goal, axis=1).min(axis=1)
            found.append(expected[:, goal] - rest + MIN_MARGIN)
        smallest: Array = np.min(found, axis=0)
        return smallest

    return gaps
