"""Rows that a caller waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.value_policy import DEFAULT, Policy


class CallerGone(Exception):
    """Nobody waits for the answer any more."""


@dataclass(slots=True, eq=False)
class Question:
    """One caller's rows, and how to tell that caller alone.

    Parameters
    ----------
    answer : callable
        Given the rows' answers, shape (rows, classes) or (rows, 1), and the warnings about them.
    fail : callable
        Given what is wrong.
    patient : bool
        Whether it is never refused, however many wait: its caller sends nothing more meanwhile.
    gone : bool
        Set when nobody waits any more; such rows are not computed.
    """

    rows: Sequence[Mapping[str, Any]]
    answer: Callable[[Array, list[Note]], None]
    fail: Callable[[RowcastError], None]
    from_text: bool = False
    policy: Policy = DEFAULT
    patient: bool = False
    gone: bool = False
