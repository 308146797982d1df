"""Messages about invalid settings, with the allowed values."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

TYPE_NAMES = {bool: "true or false", str: "text", float: "a number", int: "a whole number"}
MAX_NAMES, MAX_LENGTH = 10, 100
OBJECT_ERRORS = ("dict_type", "model_type", "model_attributes_type")


def bounds_of(field: FieldInfo) -> tuple[float, float] | None:
    """Return the minimum and maximum of a number with a range, or None for other fields."""
    bounds = [getattr(each, side) for each in field.metadata for side in ("ge", "le") if hasattr(each, side)]
    return (bounds[0], bounds[1]) if len(bounds) > 1 else None


def range_message(name: str, field: FieldInfo) -> str | None:
    """Return a message with the allowed range of a number, or None for other fields."""
    bounds = bounds_of(field)
    if bounds is None:
        return None
    whole = "whole " if int in (field.annotation, *get_args(field.annotation)) else ""
    return f"{name} must be a {whole}number from {bounds[0]:g} to {bounds[1]:g}."


def is_fixed(field: FieldInfo) -> bool:
    """Whether the field allows one value only, as a discriminator does."""
    return get_origin(field.annotation) is Literal and len(get_args(field.annotation)) == 1


def validation_message(error: Mapping[str, Any], model: type[BaseModel]) -> str:
    """Return a message for one of pydantic's errors about `model`.

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
        words for kind, words in TYPE_NAMES.items() if kind in (field.annotation, *get_args(field.annotation))
    ]
    kind = "an object" if error["type"] in OBJECT_ERRORS else next(iter(kinds), None)
    plain = f"{name} must be {kind}." if kind and not inner else None
    return range_message(name, field) or plain or f"{'.'.join([name, *inner])} is not valid: {error['msg']}."


def unknown_column_message(name: str, columns: Sequence[str]) -> str:
    """Return a message that the column does not exist, with a suggestion and the existing columns."""
    by_folded_name = {each.casefold().strip(): each for each in columns}
    near = get_close_matches(name.casefold().strip(), by_folded_name, 1)
    suggestion = f' Did you mean "{by_folded_name[near[0]][:MAX_LENGTH]}"?' if near else ""
    more = f" and {len(columns) - MAX_NAMES:,} more" if len(columns) > MAX_NAMES else ""
    listed = ", ".join(f'"{each[:MAX_LENGTH]}"' for each in columns[:MAX_NAMES])
    return f'There is no column "{name[:MAX_LENGTH]}".{suggestion} The columns are: {listed}{more}.'
