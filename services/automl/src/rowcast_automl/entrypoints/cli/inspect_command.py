"""`inspect`: prints target, fields and scores of a bundle."""

from __future__ import annotations

import argparse
import sys

import orjson

from rowcast_automl.bundle.keys import encode_public_key
from rowcast_automl.contracts.generated import FieldSchema, Report
from rowcast_automl.entrypoints.cli.data_folder import installation_public_key
from rowcast_automl.entrypoints.cli.score_text import (
    baseline_text,
    evaluation_text,
    metric_name,
    score_with_interval,
)
from rowcast_automl.features.date_parts import iso
from rowcast_automl.serve.pool.loaded_model import LoadedModel


def execute(options: argparse.Namespace) -> None:
    """Verify the bundle and print its facts.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID or GOLDEN_ROWS_FAILED.
    """
    key = installation_public_key()
    model = LoadedModel(options.bundle, key)
    if options.json:
        facts = {"hash": model.hash, "publicKey": encode_public_key(key), "goldenRows": model.golden_rows}
        content = {**facts, "report": model.report}
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
        return
    report = Report.model_validate(model.report)
    lines = [
        f"Bundle    {model.hash}",
        f"Signed    BUNDLE_PUBLIC_KEY={encode_public_key(key)} verifies it on other machines",
        f"Predicts  {report.target} ({report.task}). {report.task_reason}",
        f"Score     {metric_name(report.score.metric, report)} {score_with_interval(report.score)} on "
        f"{evaluation_text(report)}; {baseline_text(report)}",
        *option_lines(report, model),
        f"Parity    {report.parity.max_delta:.1e} over {report.parity.rows_checked:,} rows; "
        f"{model.golden_rows} golden rows reproduced",
        "Models    " + ", ".join(f"{e.name} {e.weight:.0%}" for e in report.leaderboard if e.weight),
        "Fields",
    ]
    lines.extend(f"  {field.name}: {', '.join([field.kind, *value_range(field)])}" for field in report.fields)
    sys.stdout.write("\n".join(lines) + "\n")


def value_range(field: FieldSchema) -> list[str]:
    """Return the values of a field in training; empty for free text."""
    if field.kind == "category":
        return [f"{field.category_count} values"]
    if field.kind == "text" or field.min is None or field.max is None:
        return []
    low, high = (iso(each) if field.kind == "datetime" else str(each) for each in (field.min, field.max))
    return [f"{low} to {high}"]


def option_lines(report: Report, model: LoadedModel) -> list[str]:
    """Lines about the available prediction options."""
    lines = []
    level = (
        next((each for each in report.conformal.levels if each.asked == 0.9), None)
        if report.conformal
        else None
    )
    if level:
        size = (
            f"{level.mean_width:.4g} wide"
            if level.mean_width is not None
            else f"{level.mean_set_size:.2f} classes"
        )
        lines.append(f"Coverage  {level.found:.1%} at 90 % asked, {size} on average")
    if report.task == "binary":
        lines.append(f"Threshold {model.facts.threshold:.3g} for {report.labels[1]}")
    if model.facts.background:
        lines.append(f"Explains  against {len(model.facts.background)} training rows kept in the bundle")
    return lines
