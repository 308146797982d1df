"""Runs a command and converts errors to a message and an exit code, never a traceback."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

import orjson

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.log import configure_log

# 3 to 5 are used by the launcher.
FAILED, USAGE, REFUSED, INTERRUPTED = 1, 2, 6, 130
MAX_PLACES = 5
TIMEOUT_MESSAGE = (
    "The model took too long to answer the rows that are run together. Export one that answers sooner."
)


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    # Log lines must not be mixed with results on stdout.
    configure_log("error", pretty=sys.stderr.isatty(), service="cli")
    try:
        command = import_module(f"rowcast_automl.entrypoints.cli.{options.command}_command")
        command.execute(options)
    except RowcastError as error:
        report_error(error, options.json)
        return REFUSED
    except KeyboardInterrupt:
        sys.stderr.write("Ended by Ctrl-C.\n")
        return INTERRUPTED
    except OSError as error:
        # Timeouts of the system have an errno.
        if isinstance(error, TimeoutError) and error.errno is None:
            report("MODEL_SERVER_TIMEOUT", TIMEOUT_MESSAGE, options.json)
            return REFUSED
        place = f"{error.filename}: " if error.filename else ""
        report("FILE_UNUSABLE", f"{place}{error.strerror or type(error).__name__}", options.json)
        return USAGE
    except Exception as error:
        report("INTERNAL", f"Something unexpected happened ({type(error).__name__}: {error}).", options.json)
        return FAILED
    return 0


OPTIONS = {
    "targetColumn": "--target",
    "positiveLabel": "--positive",
    "groupColumn": "--group",
    "timeColumn": "--time",
    "metric": "--metric",
    "testSize": "--test-size",
    "onnx": "--onnx",
    "estimator.name": "--estimator",
    "param": "--param",
    "type": "--type",
    "keep": "--keep",
}


def option_for_field(field: str) -> str:
    """Return the command-line option of a field of the contract; other fields are returned unchanged."""
    kind, _, name = field.partition(".")
    if kind == "options" and name:
        return f"--{name}"
    return OPTIONS.get(field) or (f"--param {name}" if kind == "estimator" and name else field)


def report_error(error: RowcastError, as_json: bool) -> None:
    """Report an error with all its fields, rows and lines."""
    report(error.code, error.message, as_json, [each.model_dump(exclude_none=True) for each in error.fields])


def report(code: str, message: str, as_json: bool, fields: list[dict[str, object]] | None = None) -> None:
    """Write an error to stderr and, with --json, to stdout."""
    sys.stderr.write(f"{code}: {message}\n")
    found: dict[tuple[str, str], list[str]] = {}
    for each in (fields or [])[:20]:
        place = "".join(f" {name} {each[name]}" for name in ("row", "line") if name in each)
        name = str(each["field"])
        field = f" {name if place else option_for_field(name)}" if name else ""
        detail = "" if each["message"] == message else f": {each['message']}"
        found.setdefault((field, detail), []).append(place)
    # Rows with the same problem are grouped.
    for (field, detail), places in found.items():
        shown = ",".join(places[:MAX_PLACES]) + (", …" if len(places) > MAX_PLACES else "")
        if field or detail or shown.strip() not in message.lower():
            sys.stderr.write(f"  -{field}{shown}{detail}\n")
    if as_json:
        content = {"error": {"code": code}, "message": message, "fields": fields or []}
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
