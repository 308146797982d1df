"""JSON of contract models."""

import math
from typing import Any

import orjson
from pydantic import BaseModel


def json_value(model: BaseModel) -> dict[str, Any]:
    """`model` as JSON-ready data in camelCase; NaN and infinities become null.

    Optional fields that were never set are omitted, since the schemas expect them absent, not null.
    """
    finite: dict[str, Any] = finite_or_none(model.model_dump(mode="json", by_alias=True, exclude_unset=True))
    return finite


def finite_or_none(value: Any) -> Any:
    """Return `value` with each NaN or infinity, at any depth, replaced by None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite_or_none(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite_or_none(item) for item in value]
    return value


def json_bytes(model: BaseModel) -> bytes:
    """`model` as JSON text; orjson writes NaN and infinities as null."""
    return orjson.dumps(model.model_dump(mode="json", by_alias=True, exclude_unset=True))
