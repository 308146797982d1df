"""Comparison of two bundles, file by file."""

from __future__ import annotations

import json
from typing import Any

from rowcast_automl.contracts.generated import FieldProblem
from rowcast_automl.platform.errors import field_problem

MAX_PLACES = 8


def differences(original: dict[str, bytes], rebuilt: dict[str, bytes]) -> list[FieldProblem]:
    """Return one problem per file that differs, or none for equal bundles."""
    return [
        field_problem(name, difference(name, original.get(name), rebuilt.get(name)))
        for name in sorted({*original, *rebuilt})
        if original.get(name) != rebuilt.get(name)
    ]


def difference(name: str, original: bytes | None, rebuilt: bytes | None) -> str:
    """Describe how the two versions of a file differ."""
    if original is None or rebuilt is None:
        return f"Only the {'new' if original is None else 'old'} bundle has it."
    if not name.endswith(".json"):
        return f"{len(original):,} bytes then, {len(rebuilt):,} now."
    places = list(different_places(json.loads(original), json.loads(rebuilt)))
    more = f" and {len(places) - MAX_PLACES} more" if len(places) > MAX_PLACES else ""
    return f"Different: {', '.join(places[:MAX_PLACES])}{more}."


def different_places(original: Any, rebuilt: Any, depth: int = 2) -> list[str]:
    """Return the keys under which the contents differ, such as score.value."""
    if not (isinstance(original, dict) and isinstance(rebuilt, dict) and depth):
        return []
    places = []
    for key in sorted({*original, *rebuilt}):
        if original.get(key) == rebuilt.get(key):
            continue
        below = different_places(original.get(key), rebuilt.get(key), depth - 1)
        places += [f"{key}.{each}" for each in below] or [key]
    return places
