"""Contract models as the JSON that the other side validates."""

import math
from typing import Any

import orjson
from pydantic import BaseModel


def json_value(model: BaseModel) -> dict[str, Any]:
    """`model` as JSON-ready data in camelCase; NaN and infinities become null.

    Optional fields that were never set are left out, since the schemas know them as absent, not null.
    """
    finite: dict[str, Any] = without_infinities(
        model.model_dump(mode="json", by_alias=True, exclude_unset=True)
    )
    return finite


def without_infinities(value: Any) -> Any:
    """`value` with each NaN or infinity, at any depth, replaced by None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: without_infinities(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_infinities(item) for item in value]
    return value


def json_bytes(model: BaseModel) -> bytes:
    """`model` as JSON text."""
    return orjson.dumps(json_value(model))
