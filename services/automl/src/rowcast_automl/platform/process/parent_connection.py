"""The child's end of a job: its payload from stdin, lines of JSON to the parent on what was stdout."""

import os
import sys
from typing import TypeVar

import orjson
from pydantic import BaseModel

from rowcast_automl.platform.contract_json import json_value

Payload = TypeVar("Payload", bound=BaseModel)


class Parent:
    """Where a child process gets its payload and reports to.

    Takes stdout for itself: whatever else is printed goes to stderr from here on. The parent sends SIGUSR1
    for "finish with the best so far", never before the first progress, and SIGTERM for "discard".
    """

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)

    def payload(self, model: type[Payload]) -> Payload:
        """The payload, once its line has arrived; EOFError where the parent has gone."""
        line = sys.stdin.buffer.readline()
        if not line:
            raise EOFError("no payload")
        return model.model_validate_json(line)

    def progress(self, progress: BaseModel) -> None:
        """Reports how far the work has come."""
        self._send("progress", progress)

    def result(self, result: BaseModel) -> None:
        """Reports the result; nothing may follow it."""
        self._send("result", result)

    def _send(self, kind: str, model: BaseModel) -> None:
        # Unbuffered, a signal could cut a line short.
        self._lines.write(orjson.dumps({kind: json_value(model)}, option=orjson.OPT_APPEND_NEWLINE))
        self._lines.flush()
