"""Communication of a child process with its parent: the payload from stdin, JSON lines to the original
stdout.
"""

import os
import sys
from typing import TypeVar

import orjson
from pydantic import BaseModel

from rowcast_automl.platform.contract_json import json_value

Payload = TypeVar("Payload", bound=BaseModel)


class ParentConnection:
    """The connection of a child process to its parent.

    It reserves stdout for messages and redirects all other output to stderr. The parent sends SIGUSR1 to ask
    for the best result so far, never before the first progress message, and SIGTERM to discard the job.
    """

    def __init__(self) -> None:
        self._stdout = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)

    def payload(self, model: type[Payload]) -> Payload:
        """Wait for the payload and validate it. Raises EOFError if the parent has ended."""
        line = sys.stdin.buffer.readline()
        if not line:
            raise EOFError("no payload")
        return model.model_validate_json(line)

    def progress(self, progress: BaseModel) -> None:
        """Report progress."""
        self._send("progress", progress)

    def result(self, result: BaseModel) -> None:
        """Report the result. It must be the last message."""
        self._send("result", result)

    def _send(self, kind: str, model: BaseModel) -> None:
        # Buffered, since a signal could interrupt an unbuffered write within a line.
        self._stdout.write(orjson.dumps({kind: json_value(model)}, option=orjson.OPT_APPEND_NEWLINE))
        self._stdout.flush()
