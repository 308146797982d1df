"""What is said of an option or a policy: a code, the parts of a sentence, and the sentence in English."""

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
from rowcast_automl.serve.suggestions.fuzzy_match import AlikeNames, Search

LONGEST, MOST_LISTED, MOST_SEARCHED = 80, 20, 500
OPTIONS = "options."
EXPECTED = {
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


def objection(field: str, code: str, **parts: Any) -> FieldProblem:
    """A problem with an option or a policy, in code and words."""
    words = {name: in_words(name, part) for name, part in parts.items()}
    words["field"] = field.removeprefix(OPTIONS)
    words["form"] = f'{{"options": {{"{field}": …}}}}'
    for name in ("classes", "fields"):
        if name in parts and "more" in parts:
            listed = {"listed": words[name], "more": words["more"]}
            words[name] = FIELD_NOTE_SENTENCES["more"].format_map(listed)
    sentence = OPTION_NOTE_SENTENCES[code].format_map(words)
    if "meant" in parts:
        sentence += " " + FIELD_NOTE_SENTENCES["meant"].format_map(words)
    made = FieldNoteParts.model_validate(parts, by_name=True) if parts else None
    return FieldProblem(field=field, message=sentence, code=code, parts=made)


def in_words(name: str, part: Any) -> str:
    """A part as the English sentence has it."""
    if isinstance(part, list):
        return ", ".join(part if name == "names" else [f'"{each}"' for each in part])
    if name in ("rows", "more"):
        return f"{part:,}"
    return f"{part:g}" if isinstance(part, int | float) else str(part)


def shortened(given: object) -> str:
    """What the caller wrote, as far as it is repeated."""
    try:
        return str(given)[:LONGEST]
    except RecursionError:
        return "[…]"


def listed(names: Sequence[str], kind: str) -> dict[str, Any]:
    """The first of the model's names, and how many more there are."""
    more = len(names) - MOST_LISTED
    first = {kind: [shortened(each) for each in names[:MOST_LISTED]]}
    return first | {"more": more} if more > 0 else first


class Known:
    """Names that a caller may have meant; looks for a few of them at a time.

    One serves a whole call, which it bounds.

    Parameters
    ----------
    names : sequence of str
        Among too many none is looked for, since the event loop waits.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._alike = AlikeNames(names) if len(names) <= MOST_SEARCHED else None
        self._search = Search()

    def meant(self, name: object) -> str | None:
        """The name that was meant, where that is clear."""
        near = self._search.near(self._alike, shortened(name)) if self._alike else []
        return shortened(near[0]) if near else None

    def given(self, name: object) -> dict[str, str]:
        """The parts that tell what was sent, and what was meant where that is clear."""
        meant = self.meant(name)
        return {"given": shortened(name)} | ({"meant": meant} if meant else {})


def option_names(model: type[BaseModel]) -> list[str]:
    """As callers write them."""
    return [each.alias or own for own, each in model.model_fields.items()]


def option_problems(errors: Iterable[Mapping[str, Any]]) -> list[FieldProblem]:
    """Pydantic's errors about PredictionOptions, one for each option.

    Parameters
    ----------
    errors : iterable of mappings
        Each with `type`, `loc` and `ctx` where it has one.
    """
    known = Known(option_names(PredictionOptions)), Known(option_names(CounterfactualQuery))
    problems = [option_problem(each, *known) for each in errors]
    # A value of any of several types is judged once for each.
    return list({each.field: each for each in problems}.values())


def option_problem(error: Mapping[str, Any], options: Known, goals: Known) -> FieldProblem:
    """One of them; `goals` are the options of a counterfactual, as no other has any."""
    place = tuple(map(str, error["loc"]))
    if place[:2] == WANTED_CLASS:
        return objection(OPTIONS + ".".join(WANTED_CLASS), "OPTION_PLAIN")
    field = OPTIONS + ".".join(map(shortened, place))
    if error["type"] == "extra_forbidden":
        known = goals if len(place) > 1 else options
        return objection(field, "OPTION_UNKNOWN", names=known.names, **known.given(place[-1]))
    if len(place) == 1:
        option = next(
            each for own, each in PredictionOptions.model_fields.items() if place[0] in (each.alias, own)
        )
        if bounds := bounds_of(option):
            code = "OPTION_WHOLE" if int in get_args(option.annotation) else "OPTION_RANGE"
            return objection(field, code, low=bounds[0], high=bounds[1])
    code = EXPECTED.get(error["type"], "OPTION_NUMBER")
    if code == "OPTION_OBJECT" and place[0] == COSTS:
        code = "COSTS_OBJECT"
    most = {"most": error["ctx"]["max_length"]} if code == "OPTION_LONG" else {}
    return objection(field, code, **most)
