"""Runs a command and turns what goes wrong into a message and an exit code, never a traceback."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

import orjson

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.log import configure_log

# 3 to 5 are the launcher's own.
FAILED, USAGE, REFUSED, INTERRUPTED = 1, 2, 6, 130
SHOWN_PLACES = 5
TOO_SLOW = "The model took too long to answer the rows that are run together. Export one that answers sooner."


def run(options: argparse.Namespace) -> int:
    """The exit code of the command."""
    # What is logged must not stand between the results on stdout.
    configure_log("error", pretty=sys.stderr.isatty(), service="cli")
    try:
        command = import_module(f"rowcast_automl.entrypoints.cli.{options.command}_command")
        command.execute(options)
    except RowcastError as error:
        report_refusal(error, options.json)
        return REFUSED
    except KeyboardInterrupt:
        sys.stderr.write("Ended by Ctrl-C.\n")
        return INTERRUPTED
    except OSError as error:
        # The system says of its own what they are.
        if isinstance(error, TimeoutError) and error.errno is None:
            report("MODEL_SERVER_TIMEOUT", TOO_SLOW, options.json)
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
    "keep": "--keep",
}


def option_of(field: str) -> str:
    """The option that sets a field of the contract; a field of a row is its own name."""
    kind, _, name = field.partition(".")
    if kind == "options" and name:
        return f"--{name}"
    return OPTIONS.get(field) or (f"--param {name}" if kind == "estimator" and name else field)


def report_refusal(error: RowcastError, as_json: bool) -> None:
    """The error with every field, row and line it names."""
    report(error.code, error.message, as_json, [each.model_dump(exclude_none=True) for each in error.fields])


def report(code: str, message: str, as_json: bool, fields: list[dict[str, object]] | None = None) -> None:
    """Writes an error to stderr and, for programs, to stdout as JSON."""
    sys.stderr.write(f"{code}: {message}\n")
    found: dict[tuple[str, str], list[str]] = {}
    for each in (fields or [])[:20]:
        place = "".join(f" {name} {each[name]}" for name in ("row", "line") if name in each)
        name = str(each["field"])
        field = f" {name if place else option_of(name)}" if name else ""
        told = "" if each["message"] == message else f": {each['message']}"
        found.setdefault((field, told), []).append(place)
    # Rows that are refused for the same stand together.
    for (field, told), places in found.items():
        shown = ",".join(places[:SHOWN_PLACES]) + (", …" if len(places) > SHOWN_PLACES else "")
        if field or told or shown.strip() not in message.lower():
            sys.stderr.write(f"  -{field}{shown}{told}\n")
    if as_json:
        content = {"error": {"code": code}, "message": message, "fields": fields or []}
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
