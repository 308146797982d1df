"""Problems of options and policies: code, parameters and English sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel

from rowcast_automl.contracts.generated import (
    FIELD_NOTE_SENTENCES,
    OPTION_NOTE_SENTENCES,
    CounterfactualQuery,
    FieldNoteParts,
    FieldProblem,
    PredictionOptions,
)
from rowcast_automl.platform.validation_messages import bounds_of
from rowcast_automl.serve.suggestions.fuzzy_match import BoundedSearch, FuzzyNames

MAX_LENGTH, MAX_LISTED, MAX_SEARCHED = 80, 20, 500
OPTIONS = "options."
CODE_BY_ERROR_TYPE = {
    "bool_type": "OPTION_BOOLEAN",
    "bool_parsing": "OPTION_BOOLEAN",
    "string_type": "OPTION_TEXT",
    "list_type": "OPTION_LIST",
    "too_long": "OPTION_LONG",
    "dict_type": "OPTION_OBJECT",
    "model_type": "OPTION_OBJECT",
    "model_attributes_type": "OPTION_OBJECT",
}
WANTED_CLASS = ("counterfactual", "prediction")
COSTS = "costs"


def option_problem(field: str, code: str, **parts: Any) -> FieldProblem:
    """Create a problem of an option or a policy."""
    words = {name: format_part(name, part) for name, part in parts.items()}
    words["field"] = field.removeprefix(OPTIONS)
    words["form"] = f'{{"options": {{"{field}": …}}}}'
    for name in ("classes", "fields"):
        if name in parts and "more" in parts:
            first_names = {"listed": words[name], "more": words["more"]}
            words[name] = FIELD_NOTE_SENTENCES["more"].format_map(first_names)
    sentence = OPTION_NOTE_SENTENCES[code].format_map(words)
    if "meant" in parts:
        sentence += " " + FIELD_NOTE_SENTENCES["meant"].format_map(words)
    note_parts = FieldNoteParts.model_validate(parts, by_name=True) if parts else None
    return FieldProblem(field=field, message=sentence, code=code, parts=note_parts)


def format_part(name: str, part: Any) -> str:
    """Return a parameter as text in the English sentence."""
    if isinstance(part, list):
        return ", ".join(part if name == "names" else [f'"{each}"' for each in part])
    if name in ("rows", "more"):
        return f"{part:,}"
    return f"{part:g}" if isinstance(part, int | float) else str(part)


def truncate(describe: object) -> str:
    """Return the value as text, truncated for a message."""
    try:
        return str(describe)[:MAX_LENGTH]
    except RecursionError:
        return "[…]"


def first_names(names: Sequence[str], kind: str) -> dict[str, Any]:
    """Return the first names, and the number of further ones."""
    more = len(names) - MAX_LISTED
    first = {kind: [truncate(each) for each in names[:MAX_LISTED]]}
    return first | {"more": more} if more > 0 else first


class KnownNames:
    """Known names, for suggestions in error messages.

    One object serves a whole request, for which it bounds the search.

    Parameters
    ----------
    names : sequence of str
        Too many names are not searched, since the search blocks the event loop.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._names = FuzzyNames(names) if len(names) <= MAX_SEARCHED else None
        self._search = BoundedSearch()

    def suggest(self, name: object) -> str | None:
        """Return the name that was probably meant, or None if it is unclear."""
        near = self._search.near(self._names, truncate(name)) if self._names else []
        return truncate(near[0]) if near else None

    def describe(self, name: object) -> dict[str, str]:
        """Parameters with the given name and, if there is one, the suggestion."""
        suggest = self.suggest(name)
        return {"given": truncate(name)} | ({"meant": suggest} if suggest else {})


def option_names(model: type[BaseModel]) -> list[str]:
    """Return the names of the fields in JSON."""
    return [each.alias or own for own, each in model.model_fields.items()]


def problems_from_pydantic(errors: Iterable[Mapping[str, Any]]) -> list[FieldProblem]:
    """Convert pydantic's errors about PredictionOptions to problems, one per option.

    Parameters
    ----------
    errors : iterable of mappings
        With `type`, `loc` and optionally `ctx`.
    """
    known = KnownNames(option_names(PredictionOptions)), KnownNames(option_names(CounterfactualQuery))
    problems = [problem_from_pydantic(each, *known) for each in errors]
    # Pydantic reports one error per type of a union.
    return list({each.field: each for each in problems}.values())


def problem_from_pydantic(error: Mapping[str, Any], options: KnownNames, goals: KnownNames) -> FieldProblem:
    """Convert one error; `goals` are the options of a counterfactual."""
    path = tuple(map(str, error["loc"]))
    if path[:2] == WANTED_CLASS:
        return option_problem(OPTIONS + ".".join(WANTED_CLASS), "OPTION_PLAIN")
    field = OPTIONS + ".".join(map(truncate, path))
    if error["type"] == "extra_forbidden":
        known = goals if len(path) > 1 else options
        return option_problem(field, "OPTION_UNKNOWN", names=known.names, **known.describe(path[-1]))
    if len(path) == 1:
        option = next(
            each for own, each in PredictionOptions.model_fields.items() if path[0] in (each.alias, own)
        )
        if bounds := bounds_of(option):
            code = "OPTION_WHOLE" if int in get_args(option.annotation) else "OPTION_RANGE"
            return option_problem(field, code, low=bounds[0], high=bounds[1])
    code = CODE_BY_ERROR_TYPE.get(error["type"], "OPTION_NUMBER")
    if code == "OPTION_OBJECT" and path[0] == COSTS:
        code = "COSTS_OBJECT"
    limit = {"most": error["ctx"]["max_length"]} if code == "OPTION_LONG" else {}
    return option_problem(field, code, **limit)
