"""`inspect`: what a bundle predicts, from what, and how well."""

from __future__ import annotations

import argparse
import sys

import orjson

from rowcast_automl.bundle.keys import encoded
from rowcast_automl.contracts.generated import FieldSchema, Report
from rowcast_automl.entrypoints.cli.data_folder import own_public_key
from rowcast_automl.entrypoints.cli.score_text import against, evaluated, named, with_interval
from rowcast_automl.features.date_parts import iso
from rowcast_automl.serve.pool.loaded_model import LoadedModel


def execute(options: argparse.Namespace) -> None:
    """Verifies the bundle and prints its facts.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID or GOLDEN_ROWS_FAILED.
    """
    key = own_public_key()
    model = LoadedModel(options.bundle, key)
    if options.json:
        facts = {"hash": model.hash, "publicKey": encoded(key), "goldenRows": model.golden_rows}
        content = {**facts, "report": model.report}
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
        return
    report = Report.model_validate(model.report)
    lines = [
        f"Bundle    {model.hash}",
        f"Signed    BUNDLE_PUBLIC_KEY={encoded(key)} verifies it on other machines",
        f"Predicts  {report.target} ({report.task}). {report.task_reason}",
        f"Score     {named(report.score.metric, report)} {with_interval(report.score)} on "
        f"{evaluated(report)}; {against(report)}",
        *answers(report, model),
        f"Parity    {report.parity.max_delta:.1e} over {report.parity.rows_checked:,} rows; "
        f"{model.golden_rows} golden rows reproduced",
        "Models    " + ", ".join(f"{e.name} {e.weight:.0%}" for e in report.leaderboard if e.weight),
        "Fields",
    ]
    lines.extend(f"  {field.name}: {', '.join([field.kind, *seen(field)])}" for field in report.fields)
    sys.stdout.write("\n".join(lines) + "\n")


def seen(field: FieldSchema) -> list[str]:
    """What training saw of a field; of free text nothing short can be said."""
    if field.kind == "category":
        return [f"{field.category_count} values"]
    if field.kind == "text" or field.min is None or field.max is None:
        return []
    low, high = (iso(each) if field.kind == "datetime" else str(each) for each in (field.min, field.max))
    return [f"{low} to {high}"]


def answers(report: Report, model: LoadedModel) -> list[str]:
    """What can be asked for beside the prediction."""
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
