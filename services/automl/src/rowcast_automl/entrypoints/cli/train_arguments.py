"""Options of the command `train`."""

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
from rowcast_automl.entrypoints.cli.arguments import nonempty_name, number, whole
from rowcast_automl.estimators.custom_estimator import FAMILIES
from rowcast_automl.ingest.columns.column import PinnedType
from rowcast_automl.ingest.dates.date_format import is_supported

TYPED_COLUMN = re.compile(rf"(.+)=({'|'.join(get_args(PinnedType))})(?::(.+))?", re.DOTALL)
METRICS = ("auto", *METRIC_WORDS)


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
    command.add_argument(
        "--no-early-end", action="store_true", help="use the whole budget, even without improvement"
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


def seed(text: str) -> int:
    """A whole number of 32 bits."""
    return whole(text, 0, 2**32 - 1)
