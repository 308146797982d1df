"""Commands of the CLI and their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

EXIT_CODES = (
    "Exit codes: 0 done; 1 unexpected; 2 wrong usage or an unusable file; 6 the data, the target or the "
    "bundle was refused; 130 ended by Ctrl-C."
)
OUTPUT_SUFFIXES = (".csv", ".csv.gz", ".parquet", ".pq")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Parse the arguments; exit with code 2 on wrong usage."""
    parser = argparse.ArgumentParser(
        prog="rowcast", description="Rows in, predictions out.", epilog=EXIT_CODES
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((each for each in arguments if not each.startswith("-")), None)
    for name, (description, add_options) in COMMANDS.items():
        command = commands.add_parser(name, help=description)
        # The options of `train` need libraries, which take half a second to import.
        if name == chosen:
            add_options(command)
    return parser.parse_args(arguments)


def add_train(command: argparse.ArgumentParser) -> None:
    """Options of `train`."""
    from rowcast_automl.entrypoints.cli import train_arguments

    train_arguments.add_train(command)


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


def coverage(text: str) -> float:
    """A coverage of 0.5 to 0.99."""
    return number(text, 0.5, 0.99)


def probability(text: str) -> float:
    """A number from 0 to 1."""
    return number(text, 0, 1)


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


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "train": ("train a model on a table", add_train),
    "predict": ("predict the rows of a file", add_predict),
    "serve": ("serve a bundle on this machine", add_serve),
    "inspect": ("show what is in a bundle", add_inspect),
    "rebuild": ("train a bundle again and say whether it is the same", add_rebuild),
}
