"""What is refused, as a sentence that names the value and what it may be."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

KINDS = {bool: "true or false", str: "text", float: "a number", int: "a whole number"}
MOST_NAMED, LONGEST = 10, 100
OBJECTS = ("dict_type", "model_type", "model_attributes_type")


def bounds_of(field: FieldInfo) -> tuple[float, float] | None:
    """The least and the most of a number that has a range."""
    bounds = [getattr(each, side) for each in field.metadata for side in ("ge", "le") if hasattr(each, side)]
    return (bounds[0], bounds[1]) if len(bounds) > 1 else None


def limits(name: str, field: FieldInfo) -> str | None:
    """The range of a number that has one."""
    bounds = bounds_of(field)
    if bounds is None:
        return None
    whole = "whole " if int in (field.annotation, *get_args(field.annotation)) else ""
    return f"{name} must be a {whole}number from {bounds[0]:g} to {bounds[1]:g}."


def is_fixed(field: FieldInfo) -> bool:
    """Whether it can have one value alone, which says what the model is of."""
    return get_origin(field.annotation) is Literal and len(get_args(field.annotation)) == 1


def complaint(error: Mapping[str, Any], model: type[BaseModel]) -> str:
    """One of pydantic's errors about the model.

    Parameters
    ----------
    error : mapping
        With `type`, `loc` and `msg`.
    """
    name, *inner = map(str, error["loc"])
    known = {each.alias or own: each for own, each in model.model_fields.items()}
    if name not in known:
        chosen = [each for each, field in known.items() if not is_fixed(field)]
        return f"There is no {name}; there is {', '.join(chosen)}."
    field = known[name]
    kinds = [
        words for kind, words in KINDS.items() if kind in (field.annotation, *get_args(field.annotation))
    ]
    kind = "an object" if error["type"] in OBJECTS else next(iter(kinds), None)
    plain = f"{name} must be {kind}." if kind and not inner else None
    return limits(name, field) or plain or f"{'.'.join([name, *inner])} is not valid: {error['msg']}."


def no_column(name: str, columns: Sequence[str]) -> str:
    """That a table has no such column, which was probably meant, and which it has, in their order."""
    by_letters = {each.casefold().strip(): each for each in columns}
    near = get_close_matches(name.casefold().strip(), by_letters, 1)
    meant = f' Did you mean "{by_letters[near[0]][:LONGEST]}"?' if near else ""
    more = f" and {len(columns) - MOST_NAMED:,} more" if len(columns) > MOST_NAMED else ""
    listed = ", ".join(f'"{each[:LONGEST]}"' for each in columns[:MOST_NAMED])
    return f'There is no column "{name[:LONGEST]}".{meant} The columns are: {listed}{more}.'
