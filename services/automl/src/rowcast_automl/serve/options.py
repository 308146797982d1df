"""What a caller may ask for beside the prediction, checked against the model that answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from pydantic import ValidationError

from rowcast_automl.contracts.generated import CounterfactualQuery, FieldProblem, PredictionOptions
from rowcast_automl.explain.answer_facts import AnswerFacts
from rowcast_automl.explain.decisions import cost_table
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.sentences import complaint

DECISIONS = ("threshold", "costs")
QUICK = frozenset({"interval", "topK", *DECISIONS})
KNOWN = QUICK | {"explain", "counterfactual"}
BESIDE = frozenset({"instances", "options"})
MOST_LOST = 20
MOST_EXPLAINED, MOST_COUNTERFACTUAL = 100, 10
ROUTE = "POST /api/v1/predict/{api}"
# Answers that cannot carry every option: what they take, and where the others are answered.
PLACES: dict[str, tuple[frozenset[str], str]] = {
    "csv": (frozenset(DECISIONS), "a CSV answer; ask for JSON by `Accept: application/json`"),
    "stream": (QUICK, f"a stream; ask for {MOST_EXPLAINED} rows at a time at {ROUTE}"),
    "tensors": (frozenset(DECISIONS), f"an answer of the Open Inference Protocol; ask at {ROUTE}"),
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


def read_options(content: Any, schema: ServingSchema, facts: AnswerFacts, rows: int) -> Asked:
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
        OPTIONS_INVALID with every problem under `fields`.
    """
    if not isinstance(content, dict):
        raise refused([field_problem("options", "options must be an object.")])
    try:
        # By the contract's names alone: the places of answers know no others.
        options = PredictionOptions.model_validate(content, by_alias=True, by_name=False)
    except ValidationError as error:
        problems = [
            field_problem(".".join(["options", *map(str, each["loc"])]), complaint(each, PredictionOptions))
            for each in error.errors(include_url=False, include_input=False)
        ]
        raise refused(problems) from error
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
    taken, where = PLACES[place]
    problems = [
        field_problem(f"options.{name}", f"{name} has no place in {where}.")
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
        raise refused([field_problem(name[:80], where_to(name[:80])) for name in lost[:MOST_LOST]])


def where_to(name: str) -> str:
    """What to do with a name that has no place beside `instances`."""
    said = f'"{name}" has no place beside "instances"'
    if name in KNOWN:
        return f'{said}. Options stand in "options": {{"options": {{"{name}": …}}}}.'
    if name == "policy":
        return f"{said}. Send it in the header x-rowcast-policy."
    meant = get_close_matches(name, ["options", *KNOWN], 1)
    return (
        f'{said}. Did you mean "{meant[0]}"?' if meant else f"{said}. Leave it out, or put it into the rows."
    )


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
    return RowcastError("OPTIONS_INVALID", problems[0].message, problems)


def interval_problems(options: PredictionOptions, facts: AnswerFacts) -> list[FieldProblem]:
    """Coverage that the model cannot keep."""
    if options.interval is None:
        return []
    most = facts.conformal.most_coverage if facts.conformal else 0.0
    if options.interval <= most:
        return []
    message = (
        f"This model's {facts.conformal.rows} calibration rows suffice for a coverage of {most:g} at most."
        if facts.conformal and most >= 0.5
        else "This model keeps no intervals: it was trained on too few rows, or by an earlier version."
    )
    return [field_problem("options.interval", message)]


def decision_problems(options: PredictionOptions, schema: ServingSchema) -> list[FieldProblem]:
    """Classes that are asked for where there are none, and names that are no class."""
    problems = []
    if schema.task == "regression":
        for name in ("top_k", "threshold", "costs"):
            if getattr(options, name) is not None:
                said = "topK" if name == "top_k" else name
                problems.append(
                    field_problem(f"options.{said}", f"{said} is for classes; this model predicts a number.")
                )
        return problems
    if options.threshold is not None and schema.task != "binary":
        message = f"A threshold needs two classes; this model has {len(schema.labels)}. Give costs instead."
        problems.append(field_problem("options.threshold", message))
    if options.threshold is not None and options.costs is not None:
        problems.append(field_problem("options.costs", "Give a threshold or costs, not both."))
    for true, row in (options.costs or {}).items():
        names = [name for name in (true, *row) if name not in schema.labels]
        problems += [field_problem("options.costs", f"{each[:80]!r} is no class.") for each in names]
        problems += [
            field_problem("options.costs", f"The cost of {predicted[:80]!r} must be a finite number.")
            for predicted, cost in row.items()
            if not np.isfinite(cost)
        ]
    return problems


def explain_problems(
    options: PredictionOptions, schema: ServingSchema, facts: AnswerFacts, rows: int
) -> list[FieldProblem]:
    """Explanations of too many rows or without background, and goals that cannot be."""
    problems = []
    for name, most in (("explain", MOST_EXPLAINED), ("counterfactual", MOST_COUNTERFACTUAL)):
        if not getattr(options, name):
            continue
        if rows > most:
            message = f"{name} answers at most {most} rows at a time; this request has {rows:,}."
            problems.append(field_problem(f"options.{name}", message))
        if not facts.background:
            message = "This model cannot explain its answers: it was trained by an earlier version."
            problems.append(field_problem(f"options.{name}", message))
    query = options.counterfactual
    if query is None:
        return problems
    problems += [
        field_problem("options.counterfactual.fixed", f"{each[:80]!r} is no field of this model.")
        for each in query.fixed or []
        if each not in schema.by_name
    ]
    return [*problems, *goal_problems(query, schema)]


def goal_problems(query: CounterfactualQuery, schema: ServingSchema) -> list[FieldProblem]:
    """Goals that do not fit the task."""
    bounded = query.at_least is not None or query.at_most is not None
    if schema.task == "regression":
        if query.prediction is not None or not bounded:
            message = "Say atLeast, atMost or both; this model predicts a number."
            return [field_problem("options.counterfactual", message)]
        if query.at_least is not None and query.at_most is not None and query.at_least > query.at_most:
            message = "atLeast must not be above atMost."
            return [field_problem("options.counterfactual.atLeast", message)]
        return []
    if bounded:
        message = "atLeast and atMost are for numbers; name the class wanted as prediction."
        return [field_problem("options.counterfactual", message)]
    if query.prediction is not None and class_position(schema, query.prediction) is None:
        message = f"{str(query.prediction)[:80]!r} is no class."
        return [field_problem("options.counterfactual.prediction", message)]
    return []


def class_position(schema: ServingSchema, value: str | float | bool) -> int | None:
    """Position of a class given as text or in its own type."""
    for index, label in enumerate(schema.labels):
        own = schema.label_value(index)
        if value == label or (value == own and isinstance(value, bool) == isinstance(own, bool)):
            return index
    return None
