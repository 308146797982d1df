"""`predict`: writes predictions for the rows of a CSV or Parquet file, in bounded memory."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import orjson

from rowcast_automl.contracts.generated import FIELD_NOTE_SENTENCES
from rowcast_automl.entrypoints.batch.prediction_columns import OptionalColumns
from rowcast_automl.entrypoints.batch.run import predict_file
from rowcast_automl.entrypoints.cli.data_folder import installation_public_key
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.reasons import format_sentence
from rowcast_automl.serve.pool.loaded_model import LoadedModel

MAX_SHOWN = 10


def execute(options: argparse.Namespace) -> None:
    """Write one row for each row of the input, in order.

    Columns: the kept columns, prediction, probability_<class> for each class, then low and high or set,
    expected_cost, base and c_<field>, depending on the options.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID, OPTIONS_INVALID, COLUMN_NOT_FOUND, the file's errors, or ROW_INVALID naming fields
        and lines; no file is written then.
    """
    model = LoadedModel(options.bundle, installation_public_key())
    added = OptionalColumns(model, build_options(options))
    kept = list(dict.fromkeys(options.keep))
    summary = predict_file(
        model, options.rows, options.out, keep_going=options.keep_going, added=added, kept=kept
    )
    least = "at least " if summary.least else ""
    for message, times in summary.warnings.most_common(MAX_SHOWN):
        sys.stderr.write(f"{message} ({least}{times:,} rows)\n")
        for sent, meant in summary.suggestions.get(message, {}).items():
            sys.stderr.write(
                f'  "{sent}": {format_sentence(FIELD_NOTE_SENTENCES["meant"], {"meant": meant})}\n'
            )
    if options.json:
        content = {"rows": summary.rows, "out": str(options.out), "warnings": dict(summary.warnings)}
        if summary.suggestions:
            content["meant"] = summary.suggestions
        if options.keep_going:
            content["refused"] = summary.refused
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
        return
    sys.stderr.write(f"{summary.rows - summary.refused:,} predictions written to {options.out}\n")
    if summary.refused:
        sys.stderr.write(f"{summary.refused:,} rows were refused; the column problem says why\n")


def build_options(options: argparse.Namespace) -> dict[str, Any]:
    """Convert the command-line options to PredictionOptions.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID if the costs are not JSON.
    """
    requested: dict[str, Any] = {
        name: getattr(options, name)
        for name in ("interval", "threshold")
        if getattr(options, name) is not None
    }
    if options.explain:
        requested["explain"] = True
    if options.costs is not None:
        try:
            requested["costs"] = json.loads(options.costs.read_bytes())
        except ValueError as error:
            message = f"{options.costs} is not valid JSON."
            raise RowcastError("OPTIONS_INVALID", message, [field_problem("costs", message)]) from error
    return requested
