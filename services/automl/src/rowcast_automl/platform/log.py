"""Structured logs on stderr: one JSON object per line, with the request id if there is one.

Exceptions are logged with their classes and stack frames. Their messages are omitted, since they may contain
cells, paths and addresses.
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

MAX_TEXT_LENGTH, MAX_FRAMES, MAX_CAUSES = 1_000, 12, 3
LEVELS = {"trace": logging.DEBUG, "warn": logging.WARNING} | dict.fromkeys(
    ("fatal", "silent"), logging.CRITICAL
)


def configure_log(level: str, *, pretty: bool, service: str) -> None:
    """Configure structlog for this process.

    Parameters
    ----------
    level : str
        A value of LOG_LEVEL.
    pretty : bool
        Write lines for people instead of JSON, coloured on a terminal unless NO_COLOR is set.
    service : str
        Added to every line.
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
            redact_exception,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            LEVELS.get(level, logging.getLevelNamesMapping().get(level.upper(), logging.INFO))
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    structlog.contextvars.bind_contextvars(service=service)
    # Records of libraries and asyncio, and uncaught exceptions.
    logging.root.handlers = [LibraryHandler(logging.WARNING)]
    sys.excepthook = log_uncaught
    threading.excepthook = lambda args: log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def bind_request(request_id: str) -> None:
    """Add `requestId` to every later line of this task or thread."""
    structlog.contextvars.bind_contextvars(requestId=request_id)


def redact_exception(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace the exception of an event by `redacted_trace`, and cut texts to a thousand characters."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else sys.exc_info()[1] if given is True else None
    if isinstance(given, tuple):
        error = given[1]
    if error is not None:
        event["exception"] = redacted_trace(error)
    for name, value in event.items():
        if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH:
            event[name] = value[:MAX_TEXT_LENGTH] + "…"
    return event


def redacted_trace(error: BaseException) -> str:
    """Return the classes of an exception and its causes, each with its stack frames, innermost first."""
    args = list[str]()
    cause: BaseException | None = error
    while cause is not None and len(args) < MAX_CAUSES:
        frames = " < ".join(frames_of(cause.__traceback__)[:MAX_FRAMES])
        # The code of a RowcastError contains no user data.
        code = f" {cause.code}" if isinstance(cause, RowcastError) else ""
        args.append(f"{type(cause).__name__}{code} at {frames}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return " | because of ".join(args)[:MAX_TEXT_LENGTH]


def frames_of(trace: TracebackType | None) -> list[str]:
    """Module, function and line of each frame, innermost first."""
    found = list[str]()
    while trace is not None:
        frame = trace.tb_frame
        found.append(f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[::-1]


class LibraryHandler(logging.Handler):
    """Write records of libraries as structured lines, without the arguments of their messages."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        given = record.exc_info[1] if record.exc_info else None
        line = structlog.get_logger().bind(library=record.name)
        line.log(max(record.levelno, logging.DEBUG), str(record.msg).split("\n")[0], exc_info=given)


def log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Log an uncaught exception of the process or a thread."""
    if issubclass(kind, KeyboardInterrupt | SystemExit):
        return
    structlog.get_logger().critical("uncaught", exc_info=(error or kind()).with_traceback(trace))
