"""What a caller may ask for beside the prediction, checked against the model that answers."""

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
    Known,
    listed,
    objection,
    option_names,
    option_problems,
    shortened,
)

DECISIONS = ("threshold", "costs")
QUICK = frozenset({"interval", "topK", *DECISIONS})
KNOWN = QUICK | {"explain", "counterfactual"}
BESIDE = frozenset({"instances", "options"})
MOST_LOST, MOST_TOLD = 20, 100
MOST_EXPLAINED, MOST_COUNTERFACTUAL = 100, 10
ROUTE = "POST /api/v1/predict/{api}"
# Answers that cannot carry every option: what they take, and where the others are answered.
PLACES: dict[str, tuple[frozenset[str], str, dict[str, Any]]] = {
    "csv": (frozenset(DECISIONS), "OPTION_NOT_IN_CSV", {}),
    "stream": (QUICK, "OPTION_NOT_IN_STREAM", {"most": MOST_EXPLAINED, "route": ROUTE}),
    "tensors": (frozenset(DECISIONS), "OPTION_NOT_IN_TENSORS", {"route": ROUTE}),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Options that fit the model.

    Parameters
    ----------
    costs : array or None
        Shape (true classes, predicted classes).
    """

    interval: float | None = None
    top_k: int | None = None
    threshold: float | None = None
    costs: Array | None = None
    explain: bool = False
    counterfactual: CounterfactualQuery | None = None


def read_options(content: Any, schema: ServingSchema, facts: PredictionFacts, rows: int) -> Asked:
    """Checks options.

    Parameters
    ----------
    content : parsed JSON
        As the contract's PredictionOptions.
    rows : int
        Rows of the request.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID with the problems under `fields`.
    """
    if not isinstance(content, dict):
        raise refused([objection("options", "OPTION_OBJECT")])
    # More than are told cannot all be known.
    first = dict(islice(content.items(), MOST_TOLD))
    try:
        # By the contract's names alone: the places of answers know no others.
        options = PredictionOptions.model_validate(first, by_alias=True, by_name=False)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        raise refused(option_problems(errors[:MOST_TOLD])) from error
    problems = [
        *interval_problems(options, facts),
        *decision_problems(options, schema),
        *explain_problems(options, schema, facts, rows),
    ]
    if problems:
        raise refused(problems)
    return Asked(
        interval=options.interval,
        top_k=options.top_k,
        threshold=options.threshold,
        costs=None if options.costs is None else cost_table(schema.labels, options.costs),
        explain=bool(options.explain),
        counterfactual=options.counterfactual,
    )


def require_place(options: Any, place: str) -> None:
    """Refuses options that an answer of this kind cannot carry.

    Parameters
    ----------
    place : str
        A key of `PLACES`; any other carries everything.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID, saying where they are answered.
    """
    if not isinstance(options, dict) or place not in PLACES:
        return
    taken, code, where = PLACES[place]
    problems = [
        objection(f"options.{name}", code, **where)
        for name, value in options.items()
        if name in KNOWN and name not in taken and value not in (None, False)
    ]
    if problems:
        raise refused(problems)


def require_place_beside(content: Mapping[str, Any]) -> None:
    """Refuses what stands beside `instances` and would be passed over.

    Parameters
    ----------
    content : mapping
        The whole body.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID, saying where each belongs.
    """
    lost = [name for name in content if name not in BESIDE]
    if lost:
        known = Known(["options", *option_names(PredictionOptions)])
        raise refused([where_to(shortened(name), known) for name in lost[:MOST_LOST]])


def where_to(name: str, known: Known) -> FieldProblem:
    """What to do with a name that has no place beside `instances`."""
    if name in KNOWN:
        return objection(name, "BESIDE_OPTION")
    if name == "policy":
        return objection(name, "BESIDE_POLICY")
    meant = known.meant(name)
    return objection(name, "BESIDE_MISNAMED", meant=meant) if meant else objection(name, "BESIDE_UNKNOWN")


def is_quick(options: Any) -> bool:
    """Whether the options are answered from the probabilities alone, without asking the graph again."""
    return isinstance(options, dict) and options.keys() <= QUICK


def merged(address: dict[str, Any] | None, body: Any) -> Any:
    """Options of the address under those of the body, which decides alone when it says how to decide."""
    if address is None or not isinstance(body, dict | None):
        return body
    body = body or {}
    decided = any(body.get(name) is not None for name in DECISIONS)
    kept = {name: value for name, value in address.items() if not (decided and name in DECISIONS)}
    return kept | body


def refused(problems: list[FieldProblem]) -> RowcastError:
    """The error, led by the first problem."""
    return RowcastError("OPTIONS_INVALID", problems[0].message, problems[:MOST_TOLD])


def interval_problems(options: PredictionOptions, facts: PredictionFacts) -> list[FieldProblem]:
    """Coverage that the model cannot keep."""
    if options.interval is None:
        return []
    most = facts.conformal.most_coverage if facts.conformal else 0.0
    if options.interval <= most:
        return []
    if facts.conformal and most >= 0.5:
        return [objection("options.interval", "INTERVAL_MOST", rows=facts.conformal.rows, most=most)]
    return [objection("options.interval", "INTERVAL_NONE")]


def decision_problems(options: PredictionOptions, schema: ServingSchema) -> list[FieldProblem]:
    """Classes that are asked for where there are none, and names that are no class."""
    if schema.task == "regression":
        return [
            objection(f"options.{said}", "NEEDS_CLASSES")
            for name, said in (("top_k", "topK"), ("threshold", "threshold"), ("costs", "costs"))
            if getattr(options, name) is not None
        ]
    problems = []
    if options.threshold is not None and schema.task != "binary":
        problems.append(objection("options.threshold", "NEEDS_TWO_CLASSES", count=len(schema.labels)))
    if options.threshold is not None and options.costs is not None:
        problems.append(objection("options.costs", "THRESHOLD_OR_COSTS"))
    return problems + (cost_problems(options.costs, schema.labels) if options.costs else [])


def cost_problems(costs: Mapping[str, Mapping[str, float]], labels: Sequence[str]) -> list[FieldProblem]:
    """Names that are no class, each once, and costs that cannot be compared; the first of either."""
    known, classes = frozenset(labels), Known(labels)
    named = dict.fromkeys(name for true, row in costs.items() for name in (true, *row))
    unknown = islice((name for name in named if name not in known), MOST_TOLD)
    endless = (name for row in costs.values() for name, cost in row.items() if not math.isfinite(cost))
    return [
        *(no_class("options.costs", name, classes) for name in unknown),
        *(
            objection("options.costs", "COST_INFINITE", given=shortened(name))
            for name in islice(endless, MOST_TOLD)
        ),
    ]


def no_class(field: str, name: object, classes: Known) -> FieldProblem:
    """A name that is no class, with the one meant and those there are."""
    return objection(field, "CLASS_UNKNOWN", **classes.given(name), **listed(classes.names, "classes"))


def explain_problems(
    options: PredictionOptions, schema: ServingSchema, facts: PredictionFacts, rows: int
) -> list[FieldProblem]:
    """Explanations of too many rows or without background, and goals that cannot be."""
    problems = []
    for name, most in (("explain", MOST_EXPLAINED), ("counterfactual", MOST_COUNTERFACTUAL)):
        if not getattr(options, name):
            continue
        if rows > most:
            problems.append(objection(f"options.{name}", "ROWS_TOO_MANY", most=most, rows=rows))
        if not facts.background:
            problems.append(objection(f"options.{name}", "EXPLAINS_NOTHING"))
    query = options.counterfactual
    if query is None:
        return problems
    unknown = [each for each in query.fixed or [] if each not in schema.by_name]
    if unknown:
        fields = Known(list(schema.by_name))
        problems += [
            objection("options.counterfactual.fixed", "FIELD_UNKNOWN", **fields.given(each))
            for each in unknown[:MOST_TOLD]
        ]
    return [*problems, *goal_problems(query, schema)]


def goal_problems(query: CounterfactualQuery, schema: ServingSchema) -> list[FieldProblem]:
    """Goals that do not fit the task."""
    bounded = query.at_least is not None or query.at_most is not None
    if schema.task == "regression":
        if query.prediction is not None or not bounded:
            return [objection("options.counterfactual", "GOAL_NUMBER")]
        if query.at_least is not None and query.at_most is not None and query.at_least > query.at_most:
            return [objection("options.counterfactual.atLeast", "GOAL_ORDER")]
        return []
    if bounded:
        return [objection("options.counterfactual", "GOAL_CLASS")]
    if query.prediction is not None and class_position(schema, query.prediction) is None:
        return [no_class("options.counterfactual.prediction", query.prediction, Known(schema.labels))]
    return []


def class_position(schema: ServingSchema, value: str | float | bool) -> int | None:
    """Position of a class given as text or in its own type."""
    for index, label in enumerate(schema.labels):
        own = schema.label_value(index)
        if value == label or (value == own and isinstance(value, bool) == isinstance(own, bool)):
            return index
    return None
