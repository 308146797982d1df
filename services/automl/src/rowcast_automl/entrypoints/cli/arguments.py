"""Commands of the CLI and their options."""

from __future__ import annotations

import argparse
import csv
import re
from pathlib import Path
from typing import Any, get_args

from rowcast_automl.contracts.generated import (
    DEFAULT_BUNDLE_MEGABYTES,
    DEFAULT_EPOCHS,
    DEFAULT_LEARNING_RATE,
    DEFAULT_ROW_MILLISECONDS,
    MAX_BUDGET_SECONDS,
    MAX_LEVELS,
    MAX_MARKERS,
    METRIC_WORDS,
    MIN_BUDGET_SECONDS,
    TRAINING_BUDGETS,
)
from rowcast_automl.estimators.custom_estimator import FAMILIES
from rowcast_automl.ingest.columns.column import PinnedType
from rowcast_automl.ingest.dates.date_format import is_supported

EXIT_CODES = (
    "Exit codes: 0 done; 1 unexpected; 2 wrong usage or an unusable file; 6 the data, the target or the "
    "bundle was refused; 130 ended by Ctrl-C."
)
TYPED_COLUMN = re.compile(rf"(.+)=({'|'.join(get_args(PinnedType))})(?::(.+))?", re.DOTALL)
METRICS = ("auto", *METRIC_WORDS)
OUTPUT_SUFFIXES = (".csv", ".csv.gz", ".parquet", ".pq")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the arguments; exit with code 2 on wrong usage."""
    parser = argparse.ArgumentParser(
        prog="rowcast", description="Rows in, predictions out.", epilog=EXIT_CODES
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_train(commands.add_parser("train", help="train a model on a table"))
    add_predict(commands.add_parser("predict", help="predict the rows of a file"))
    add_serve(commands.add_parser("serve", help="serve a bundle on this machine"))
    add_inspect(commands.add_parser("inspect", help="show what is in a bundle"))
    add_rebuild(commands.add_parser("rebuild", help="train a bundle again and say whether it is the same"))
    return parser.parse_args(arguments)


def add_train(command: argparse.ArgumentParser) -> None:
    """Options of `train`."""
    command.add_argument("file", type=Path, metavar="FILE", help="CSV, JSON, Excel or Parquet, gzip accepted")
    command.add_argument(
        "--target", required=True, type=nonempty_name, metavar="COLUMN", help="column to predict"
    )
    command.add_argument("--task", choices=("auto", "binary", "multiclass", "regression"), default="auto")
    command.add_argument(
        "--positive",
        type=nonempty_name,
        metavar="CLASS",
        help="of two classes the one that F1, thresholds and curves are about",
    )
    command.add_argument(
        "--label",
        type=nonempty_name,
        metavar="LABEL",
        help="where cells of the target hold several labels: whether a row has this one",
    )
    command.add_argument(
        "--time-budget",
        type=budget_seconds,
        default=float(TRAINING_BUDGETS["balanced"]),
        metavar="BUDGET",
        help=f"{', '.join(f'{name} ({each} s)' for name, each in TRAINING_BUDGETS.items())} or seconds, at "
        f"least {MIN_BUDGET_SECONDS}; balanced by default",
    )
    command.add_argument("--metric", choices=METRICS, default="auto")
    command.add_argument(
        "--model-type", choices=("auto", "xgboost", "random_forest", "neural_network"), default="auto"
    )
    add_custom(command)
    command.add_argument(
        "--test-size",
        type=share,
        default=0.0,
        metavar="SHARE",
        help="held out for the score, up to 0.5; 0 scores out of fold",
    )
    command.add_argument("--seed", type=seed, default=0, metavar="N")
    command.add_argument(
        "--reproducible", action="store_true", help="count models, not seconds: the same bundle every time"
    )
    command.add_argument(
        "--max-row-ms",
        type=row_milliseconds,
        metavar="MS",
        help=f"what one row may take, about; usually {DEFAULT_ROW_MILLISECONDS}",
    )
    command.add_argument(
        "--max-bundle-mb",
        type=bundle_megabytes,
        metavar="MB",
        help=f"what the bundle may take, about; usually {DEFAULT_BUNDLE_MEGABYTES}",
    )
    command.add_argument("--exclude", action="append", default=[], metavar="COLUMN", help="repeatable")
    command.add_argument(
        "--group",
        metavar="COLUMN",
        help="rows with the same value stay together; nothing is learned from it",
    )
    command.add_argument(
        "--time",
        metavar="COLUMN",
        help="learn from earlier rows, score on later ones; with --group, of new groups",
    )
    command.add_argument(
        "--type",
        type=column_type,
        action="append",
        default=[],
        metavar="COLUMN=TYPE",
        help=f"{', '.join(get_args(PinnedType))}; ordinal:low,mid,high gives the order; repeatable",
    )
    command.add_argument(
        "--missing",
        type=column_markers,
        action="append",
        default=[],
        metavar="COLUMN=MARKER,…",
        help="cells of the column that are missing, instead of NA, ? and the like; "
        "COLUMN= for blank cells only; repeatable",
    )
    command.add_argument(
        "--keep-totals", action="store_true", help="keep rows with totals or averages of other rows"
    )
    command.add_argument("--out", type=Path, required=True, metavar="BUNDLE")
    command.add_argument("--json", action="store_true", help="write the result to stdout as JSON")


def add_custom(command: argparse.ArgumentParser) -> None:
    """Options of a custom model, which is one estimator or an uploaded file."""
    custom = command.add_mutually_exclusive_group()
    custom.add_argument("--estimator", choices=tuple(FAMILIES), help="one estimator instead of a portfolio")
    custom.add_argument("--onnx", type=Path, metavar="FILE", help="check, score and publish an ONNX model")
    command.add_argument(
        "--param",
        type=parameter,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="of --estimator, such as nEstimators=200; repeatable",
    )
    command.add_argument(
        "--epochs",
        type=epochs,
        default=DEFAULT_EPOCHS,
        metavar="N",
        help="of networks, or rounds of boosted trees",
    )
    command.add_argument("--learning-rate", type=rate, default=DEFAULT_LEARNING_RATE, metavar="R")


def add_predict(command: argparse.ArgumentParser) -> None:
    """Options of `predict`."""
    command.add_argument("bundle", type=Path, metavar="BUNDLE")
    command.add_argument("rows", type=Path, metavar="ROWS", help="CSV with a header, or Parquet; any length")
    command.add_argument(
        "--out", type=output_file, required=True, metavar="PREDICTIONS", help=" or ".join(OUTPUT_SUFFIXES)
    )
    command.add_argument(
        "--keep-going", action="store_true", help="leave rows that cannot be read empty and say why"
    )
    command.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="COLUMN",
        help="a column of ROWS to copy into the answers, such as a key; repeatable",
    )
    command.add_argument(
        "--interval", type=coverage, metavar="COVERAGE", help="0.5 to 0.99: low and high, or a set of classes"
    )
    command.add_argument("--explain", action="store_true", help="a column with each field's contribution")
    command.add_argument(
        "--threshold", type=probability, metavar="P", help="two classes: the second from P on"
    )
    command.add_argument(
        "--costs", type=Path, metavar="COSTS.json", help='{"true class": {"predicted class": cost}}'
    )
    command.add_argument("--json", action="store_true", help="write a summary to stdout as JSON")


def add_serve(command: argparse.ArgumentParser) -> None:
    """Options of `serve`."""
    command.add_argument("bundle", type=Path, metavar="BUNDLE")
    command.add_argument("--port", type=port, default=8101, metavar="P", help="0 takes a free one")
    command.set_defaults(json=False)


def add_rebuild(command: argparse.ArgumentParser) -> None:
    """Options of `rebuild`."""
    command.add_argument("bundle", type=Path, metavar="BUNDLE")
    command.add_argument("data", type=Path, metavar="DATA", help="the file that it was trained on")
    command.add_argument("--onnx", type=Path, metavar="FILE", help="the ONNX model, where one was uploaded")
    command.add_argument("--out", type=Path, metavar="BUNDLE", help="where to keep the new bundle")
    command.add_argument("--json", action="store_true", help="write the result to stdout as JSON")


def add_inspect(command: argparse.ArgumentParser) -> None:
    """Options of `inspect`."""
    command.add_argument("bundle", type=Path, metavar="BUNDLE")
    command.add_argument("--json", action="store_true", help="write everything to stdout as JSON")


def nonempty_name(text: str) -> str:
    """A non-empty name of a column or a class."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def output_file(text: str) -> Path:
    """An output file with a supported suffix."""
    if not text.lower().endswith(OUTPUT_SUFFIXES):
        raise argparse.ArgumentTypeError(f"{text!r} does not end in {' or '.join(OUTPUT_SUFFIXES)}")
    return Path(text)


def column_type(text: str) -> dict[str, Any]:
    """A column, its type and, for an ordinal column, its values as a CSV line.

    The name of the column may contain equal signs.
    """
    found = TYPED_COLUMN.fullmatch(text)
    if found is None:
        known = ", ".join(get_args(PinnedType))
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=TYPE with a type of {known}")
    column, kind, listed = found.groups()
    if listed is None:
        return {"column": column, "to": kind}
    if kind in ("number", "integer") and listed in (".", ","):
        return {"column": column, "to": kind, "decimal": listed}
    if kind == "datetime" and is_supported(listed) and "%" in listed:
        return {"column": column, "to": kind, "formats": [listed]}
    levels = next(csv.reader([listed], skipinitialspace=True))
    if kind != "ordinal" or not 2 <= len(levels) == len(set(levels)) <= MAX_LEVELS:
        expected = (
            f"ordinal takes 2 to {MAX_LEVELS} different values, lowest first; number and integer take the "
            "decimal separator, . or ,; datetime takes a format such as %d/%m/%Y"
        )
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=TYPE: {expected}")
    return {"column": column, "to": kind, "levels": levels}


def column_markers(text: str) -> dict[str, Any]:
    """A column and its missing markers as a CSV line; none for blank cells only.

    The name of the column may contain equal signs.
    """
    column, equals, listed = text.rpartition("=")
    if not equals or not column:
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=MARKER,…")
    markers = [marker for marker in next(csv.reader([listed]), []) if marker]
    if len(markers) > MAX_MARKERS:
        raise argparse.ArgumentTypeError(f"{text!r} has more than {MAX_MARKERS} markers")
    return {"column": column, "markers": markers}


def parameter(text: str) -> tuple[str, float]:
    """A numeric parameter of an estimator."""
    name, _, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=NUMBER") from None
    return name, int(number) if number.is_integer() else number


def epochs(text: str) -> int:
    """A whole number up to 10,000."""
    return whole(text, 1, 10_000)


def rate(text: str) -> float:
    """A learning rate above 0 and up to 1."""
    return number(text, 1e-6, 1)


def budget_seconds(text: str) -> float:
    """A named budget, or 5 s to a day."""
    if text in TRAINING_BUDGETS:
        return float(TRAINING_BUDGETS[text])
    try:
        return number(text, MIN_BUDGET_SECONDS, MAX_BUDGET_SECONDS)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, nor {', '.join(TRAINING_BUDGETS)}") from None


def row_milliseconds(text: str) -> float:
    """Latency limit per row: 0.2 ms to 1 s."""
    return number(text, 0.2, 1_000)


def bundle_megabytes(text: str) -> float:
    """Size limit of a bundle: 1 to 500 MB."""
    return number(text, 1, 500)


def share(text: str) -> float:
    """A share of at most 50 %."""
    return number(text, 0.0, 0.5)


def coverage(text: str) -> float:
    """A coverage of 0.5 to 0.99."""
    return number(text, 0.5, 0.99)


def probability(text: str) -> float:
    """A number from 0 to 1."""
    return number(text, 0, 1)


def seed(text: str) -> int:
    """A whole number of 32 bits."""
    return whole(text, 0, 2**32 - 1)


def port(text: str) -> int:
    """A TCP port."""
    return whole(text, 0, 65_535)


def number(text: str, low: float, high: float) -> float:
    """A number within bounds; argparse names the option otherwise."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low:g} to {high:g}")
    return value


def whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return int(text)
