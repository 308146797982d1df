"""Two bundles file by file."""

from __future__ import annotations

import json
from typing import Any

from rowcast_automl.contracts.generated import FieldProblem
from rowcast_automl.platform.errors import field_problem

MOST_NAMED = 8


def differences(then: dict[str, bytes], now: dict[str, bytes]) -> list[FieldProblem]:
    """Each file that differs, with what differs in it; empty for equal bundles."""
    return [
        field_problem(name, difference(name, then.get(name), now.get(name)))
        for name in sorted({*then, *now})
        if then.get(name) != now.get(name)
    ]


def difference(name: str, then: bytes | None, now: bytes | None) -> str:
    """What is to be said about one file."""
    if then is None or now is None:
        return f"Only the {'new' if then is None else 'old'} bundle has it."
    if not name.endswith(".json"):
        return f"{len(then):,} bytes then, {len(now):,} now."
    places = list(different_places(json.loads(then), json.loads(now)))
    more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
    return f"Different: {', '.join(places[:MOST_NAMED])}{more}."


def different_places(then: Any, now: Any, depth: int = 2) -> list[str]:
    """Keys under which two contents differ, such as score.value."""
    if not (isinstance(then, dict) and isinstance(now, dict) and depth):
        return []
    places = []
    for key in sorted({*then, *now}):
        if then.get(key) == now.get(key):
            continue
        below = different_places(then.get(key), now.get(key), depth - 1)
        places += [f"{key}.{each}" for each in below] or [key]
    return places
