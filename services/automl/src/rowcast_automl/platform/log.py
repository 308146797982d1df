"""Structured logs on stderr: one JSON object a line, with the request id where there is one.

Of an exception they have its kinds and the places that it came through. What Python and the libraries say of
it is left out, since that quotes cells, paths and addresses.
"""

import logging
import os
import sys
import threading
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any

import structlog

from rowcast_automl.platform.errors import RowcastError

LONGEST_TEXT, MOST_PLACES, MOST_CAUSES = 1_000, 12, 3
LEVELS = {"trace": logging.DEBUG, "warn": logging.WARNING} | dict.fromkeys(
    ("fatal", "silent"), logging.CRITICAL
)


def configure_log(level: str, *, pretty: bool, service: str) -> None:
    """Sets up structlog for this process; `level` is one of the LOG_LEVEL names.

    Lines for people are coloured on a terminal alone, and not where NO_COLOR is set.
    """
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    renderer = (
        structlog.dev.ConsoleRenderer(colors=coloured) if pretty else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_words,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            LEVELS.get(level, logging.getLevelNamesMapping().get(level.upper(), logging.INFO))
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    structlog.contextvars.bind_contextvars(service=service)
    # What libraries and asyncio log, and what nobody caught.
    logging.root.handlers = [Library(logging.WARNING)]
    sys.excepthook = log_uncaught
    threading.excepthook = lambda told: log_uncaught(told.exc_type, told.exc_value, told.exc_traceback)
    sys.unraisablehook = lambda told: log_uncaught(told.exc_type, told.exc_value, told.exc_traceback)


def bind_request(request_id: str) -> None:
    """Adds `requestId` to every line that this task or thread writes from here on."""
    structlog.contextvars.bind_contextvars(requestId=request_id)


def without_words(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A line with its exception as `trace_of`, and no text in it longer than a thousand characters."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else sys.exc_info()[1] if given is True else None
    if isinstance(given, tuple):
        error = given[1]
    if error is not None:
        event["exception"] = trace_of(error)
    for name, value in event.items():
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            event[name] = value[:LONGEST_TEXT] + "…"
    return event


def trace_of(error: BaseException) -> str:
    """The kinds of an exception and of its causes, each with where it came through, the last first."""
    told = list[str]()
    cause: BaseException | None = error
    while cause is not None and len(told) < MOST_CAUSES:
        places = " < ".join(places_of(cause.__traceback__)[:MOST_PLACES])
        # Of our own errors the code is known to be nobody's data.
        code = f" {cause.code}" if isinstance(cause, RowcastError) else ""
        told.append(f"{type(cause).__name__}{code} at {places}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return " | because of ".join(told)[:LONGEST_TEXT]


def places_of(trace: TracebackType | None) -> list[str]:
    """Module, function and line of each frame, the innermost first."""
    found = list[str]()
    while trace is not None:
        frame = trace.tb_frame
        found.append(f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[::-1]


class Library(logging.Handler):
    """What libraries log, as lines of ours; what would fill their sentences is left out."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one."""
        given = record.exc_info[1] if record.exc_info else None
        line = structlog.get_logger().bind(library=record.name)
        line.log(max(record.levelno, logging.DEBUG), str(record.msg).split("\n")[0], exc_info=given)


def log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """What becomes of an exception that ends the process or a thread, or that nobody could be told of."""
    if issubclass(kind, KeyboardInterrupt | SystemExit):
        return
    structlog.get_logger().critical("uncaught", exc_info=(error or kind()).with_traceback(trace))
