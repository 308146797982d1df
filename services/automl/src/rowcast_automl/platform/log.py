"""Structured logs on stderr: one JSON object a line, with the request id where there is one."""

import logging
import os
import sys

import structlog

LEVELS = {"trace": logging.DEBUG, "warn": logging.WARNING, "fatal": logging.CRITICAL}


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
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            LEVELS.get(level, logging.getLevelNamesMapping().get(level.upper(), logging.INFO))
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    structlog.contextvars.bind_contextvars(service=service)


def bind_request(request_id: str) -> None:
    """Adds `requestId` to every line that this task or thread writes from here on."""
    structlog.contextvars.bind_contextvars(requestId=request_id)
