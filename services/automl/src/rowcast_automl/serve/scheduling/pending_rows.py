"""A request whose rows wait for their predictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.value_policy import DEFAULT, Policy


class ClientDisconnected(Exception):
    """The client has disconnected."""


@dataclass(slots=True, eq=False)
class PendingRequest:
    """The rows of one request, and callbacks for their predictions.

    Parameters
    ----------
    on_result : callable
        Called with predictions of shape (n_rows, n_classes) or (n_rows, 1), and warnings.
    on_error : callable
        Called with the error.
    never_rejected : bool
        Whether it is accepted even if the queue is full, since its client waits before it sends more rows.
    is_cancelled : bool
        Set when the client has disconnected; such rows are not predicted.
    """

    rows: Sequence[Mapping[str, Any]]
    on_result: Callable[[Array, list[Note]], None]
    on_error: Callable[[RowcastError], None]
    from_text: bool = False
    policy: Policy = DEFAULT
    never_rejected: bool = False
    is_cancelled: bool = False
