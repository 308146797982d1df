"""`predict`: the rows of a CSV or Parquet file to a file of answers, in bounded memory."""

from __future__ import annotations

import argparse
import sys

import orjson

from rowcast_automl.entrypoints.batch.run import predict_file
from rowcast_automl.entrypoints.cli.data_folder import own_public_key
from rowcast_automl.serve.model import LoadedModel

SHOWN = 10


def execute(options: argparse.Namespace) -> None:
    """Writes one row for each row of the input, in order: prediction, then p_<class> for each class.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID, the file's errors, or ROW_INVALID naming fields and lines; then no file is left.
    """
    model = LoadedModel(options.bundle, own_public_key())
    summary = predict_file(model, options.rows, options.out, keep_going=options.keep_going)
    least = "at least " if summary.least else ""
    for message, times in summary.warnings.most_common(SHOWN):
        sys.stderr.write(f"{message} ({least}{times:,} rows)\n")
    if options.json:
        content = {"rows": summary.rows, "out": str(options.out), "warnings": dict(summary.warnings)}
        if options.keep_going:
            content["refused"] = summary.refused
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
        return
    sys.stderr.write(f"{summary.rows - summary.refused:,} predictions written to {options.out}\n")
    if summary.refused:
        sys.stderr.write(f"{summary.refused:,} rows were refused; the column problem says why\n")
