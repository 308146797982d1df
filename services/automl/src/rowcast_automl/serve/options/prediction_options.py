"""Prediction options of a request and their validation against the model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import ValidationError

from rowcast_automl.contracts.generated import CounterfactualQuery, FieldProblem, PredictionOptions
from rowcast_automl.explain.prediction_facts import PredictionFacts
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.decisions import cost_table
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.option_errors import (
    KnownNames,
    first_names,
    option_names,
    option_problem,
    problems_from_pydantic,
    truncate,
)

DECISIONS = ("threshold", "costs")
PROBABILITY_OPTIONS = frozenset({"interval", "topK", *DECISIONS})
ALL_OPTIONS = PROBABILITY_OPTIONS | {"explain", "counterfactual"}
BODY_MEMBERS = frozenset({"instances", "options"})
MAX_MEMBERS, MAX_PROBLEMS = 20, 100
MAX_EXPLAINED_ROWS, MAX_COUNTERFACTUAL_ROWS = 100, 10
PREDICT_ROUTE = "POST /api/v1/predict/{api}"
# Response formats that do not support all options, with the code and the parameters of the error.
RESTRICTED_FORMATS: dict[str, tuple[frozenset[str], str, dict[str, Any]]] = {
    "csv": (frozenset(DECISIONS), "OPTION_NOT_IN_CSV", {}),
    "stream": (
        PROBABILITY_OPTIONS,
        "OPTION_NOT_IN_STREAM",
        {"most": MAX_EXPLAINED_ROWS, "route": PREDICT_ROUTE},
    ),
    "tensors": (frozenset(DECISIONS), "OPTION_NOT_IN_TENSORS", {"route": PREDICT_ROUTE}),
}


@dataclass(frozen=True, slots=True)
class CheckedOptions:
    """Options that are valid for the model.

    Parameters
    ----------
    costs : array or None
        Of shape (n_classes, n_classes): true classes by predicted classes.
    """

    interval: float | None = None
    top_k: int | None = None
    threshold: float | None = None
    costs: Array | None = None
    explain: bool = False
    counterfactual: CounterfactualQuery | None = None


def validate_options(
    content: Any, schema: ServingSchema, facts: PredictionFacts, rows: int
) -> CheckedOptions:
    """Validate options.

    Parameters
    ----------
    content : parsed JSON
        PredictionOptions of the contract.
    rows : int
        Number of rows of the request.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID with the problems under `fields`.
    """
    if not isinstance(content, dict):
        raise options_error([option_problem("options", "OPTION_OBJECT")])
    # More options than are reported cannot all be valid.
    first = dict(islice(content.items(), MAX_PROBLEMS))
    try:
        # Only the names of the contract are valid, not those of the Python attributes.
        options = PredictionOptions.model_validate(first, by_alias=True, by_name=False)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        raise options_error(problems_from_pydantic(errors[:MAX_PROBLEMS])) from error
    problems = [
        *interval_problems(options, facts),
        *decision_problems(options, schema),
        *explain_problems(options, schema, facts, rows),
    ]
    if problems:
        raise options_error(problems)
    return CheckedOptions(
        interval=options.interval,
        top_k=options.top_k,
        threshold=options.threshold,
        costs=None if options.costs is None else cost_table(schema.labels, options.costs),
        explain=bool(options.explain),
        counterfactual=options.counterfactual,
    )


def require_supported(options: Any, response_format: str) -> None:
    """Reject options that the response format does not support.

    Parameters
    ----------
    response_format : str
        A key of `RESTRICTED_FORMATS`; other formats support all options.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID, with the route that supports them.
    """
    if not isinstance(options, dict) or response_format not in RESTRICTED_FORMATS:
        return
    supported, code, params = RESTRICTED_FORMATS[response_format]
    problems = [
        option_problem(f"options.{name}", code, **params)
        for name, value in options.items()
        if name in ALL_OPTIONS and name not in supported and value not in (None, False)
    ]
    if problems:
        raise options_error(problems)


def reject_unknown_members(content: Mapping[str, Any]) -> None:
    """Reject unknown members beside `instances`, which would be ignored.

    Parameters
    ----------
    content : mapping
        The whole body.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID, with the correct place of each member.
    """
    unknown_members = [name for name in content if name not in BODY_MEMBERS]
    if unknown_members:
        known = KnownNames(["options", *option_names(PredictionOptions)])
        raise options_error([member_problem(truncate(name), known) for name in unknown_members[:MAX_MEMBERS]])


def member_problem(name: str, known: KnownNames) -> FieldProblem:
    """Return the problem of a member that does not belong beside `instances`."""
    if name in ALL_OPTIONS:
        return option_problem(name, "BESIDE_OPTION")
    if name == "policy":
        return option_problem(name, "BESIDE_POLICY")
    meant = known.suggest(name)
    return (
        option_problem(name, "BESIDE_MISNAMED", meant=meant)
        if meant
        else option_problem(name, "BESIDE_UNKNOWN")
    )


def need_no_graph(options: Any) -> bool:
    """Whether the options only need the probabilities, without further runs of the graph."""
    return isinstance(options, dict) and options.keys() <= PROBABILITY_OPTIONS


def merge_options(query: dict[str, Any] | None, body: Any) -> Any:
    """Merge options of the query string and of the body, which take precedence.

    A decision option in the body replaces all decision options of the query string.
    """
    if query is None or not isinstance(body, dict | None):
        return body
    body = body or {}
    has_decision = any(body.get(name) is not None for name in DECISIONS)
    inherited = {name: value for name, value in query.items() if not (has_decision and name in DECISIONS)}
    return inherited | body


def options_error(problems: list[FieldProblem]) -> RowcastError:
    """Return the error with the message of the first problem."""
    return RowcastError("OPTIONS_INVALID", problems[0].message, problems[:MAX_PROBLEMS])


def interval_problems(options: PredictionOptions, facts: PredictionFacts) -> list[FieldProblem]:
    """Problems of a target coverage that the model cannot guarantee."""
    if options.interval is None:
        return []
    most = facts.conformal.max_coverage if facts.conformal else 0.0
    if options.interval <= most:
        return []
    if facts.conformal and most >= 0.5:
        return [option_problem("options.interval", "INTERVAL_MOST", rows=facts.conformal.rows, most=most)]
    return [option_problem("options.interval", "INTERVAL_NONE")]


def decision_problems(options: PredictionOptions, schema: ServingSchema) -> list[FieldProblem]:
    """Problems of options for classes: regression models, and unknown classes."""
    if schema.task == "regression":
        return [
            option_problem(f"options.{option_name}", "NEEDS_CLASSES")
            for name, option_name in (("top_k", "topK"), ("threshold", "threshold"), ("costs", "costs"))
            if getattr(options, name) is not None
        ]
    problems = []
    if options.threshold is not None and schema.task != "binary":
        problems.append(option_problem("options.threshold", "NEEDS_TWO_CLASSES", count=len(schema.labels)))
    if options.threshold is not None and options.costs is not None:
        problems.append(option_problem("options.costs", "THRESHOLD_OR_COSTS"))
    return problems + (cost_problems(options.costs, schema.labels) if options.costs else [])


def cost_problems(costs: Mapping[str, Mapping[str, float]], labels: Sequence[str]) -> list[FieldProblem]:
    """Problems of costs: unknown classes, each once, and infinite costs."""
    known, classes = frozenset(labels), KnownNames(labels)
    named = dict.fromkeys(name for true, row in costs.items() for name in (true, *row))
    unknown = islice((name for name in named if name not in known), MAX_PROBLEMS)
    infinite = (name for row in costs.values() for name, cost in row.items() if not math.isfinite(cost))
    return [
        *(unknown_class_problem("options.costs", name, classes) for name in unknown),
        *(
            option_problem("options.costs", "COST_INFINITE", given=truncate(name))
            for name in islice(infinite, MAX_PROBLEMS)
        ),
    ]


def unknown_class_problem(field: str, name: object, classes: KnownNames) -> FieldProblem:
    """Return the problem of an unknown class, with a suggestion and the known classes."""
    return option_problem(
        field, "CLASS_UNKNOWN", **classes.describe(name), **first_names(classes.names, "classes")
    )


def explain_problems(
    options: PredictionOptions, schema: ServingSchema, facts: PredictionFacts, rows: int
) -> list[FieldProblem]:
    """Problems of explanations and counterfactuals: too many rows, no background rows, invalid goals."""
    problems = []
    for name, most in (("explain", MAX_EXPLAINED_ROWS), ("counterfactual", MAX_COUNTERFACTUAL_ROWS)):
        if not getattr(options, name):
            continue
        if rows > most:
            problems.append(option_problem(f"options.{name}", "ROWS_TOO_MANY", most=most, rows=rows))
        if not facts.background:
            problems.append(option_problem(f"options.{name}", "EXPLAINS_NOTHING"))
    query = options.counterfactual
    if query is None:
        return problems
    unknown = [each for each in query.fixed or [] if each not in schema.by_name]
    if unknown:
        fields = KnownNames(list(schema.by_name))
        problems += [
            option_problem("options.counterfactual.fixed", "FIELD_UNKNOWN", **fields.describe(each))
            for each in unknown[:MAX_PROBLEMS]
        ]
    return [*problems, *goal_problems(query, schema)]


def goal_problems(query: CounterfactualQuery, schema: ServingSchema) -> list[FieldProblem]:
    """Problems of counterfactual goals that do not fit the task."""
    bounded = query.at_least is not None or query.at_most is not None
    if schema.task == "regression":
        if query.prediction is not None or not bounded:
            return [option_problem("options.counterfactual", "GOAL_NUMBER")]
        if query.at_least is not None and query.at_most is not None and query.at_least > query.at_most:
            return [option_problem("options.counterfactual.atLeast", "GOAL_ORDER")]
        return []
    if bounded:
        return [option_problem("options.counterfactual", "GOAL_CLASS")]
    if query.prediction is not None and class_position(schema, query.prediction) is None:
        return [
            unknown_class_problem(
                "options.counterfactual.prediction", query.prediction, KnownNames(schema.labels)
            )
        ]
    return []


def class_position(schema: ServingSchema, value: str | float | bool) -> int | None:
    """Return the index of a class given as text or in its own type, or None if it is unknown."""
    for index, label in enumerate(schema.labels):
        own = schema.label_value(index)
        if value == label or (value == own and isinstance(value, bool) == isinstance(own, bool)):
            return index
    return None
