"""The evaluated rows to act on first: those with the highest score, with the columns that identify them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rowcast_automl.contracts.generated import FeatureImportance, PriorityRow, PriorityRows, TableProfile
from rowcast_automl.features.tensors import Array
from rowcast_automl.report.evaluated_model import EvaluatedModel

MAX_ROWS, MAX_CHARACTERS = 200, 100
MAX_KEYS, MAX_FIELDS, MAX_AMOUNTS = 2, 5, 3


def priority_rows(
    table: Path, profile: TableProfile, evaluated_model: EvaluatedModel, importance: list[FeatureImportance]
) -> PriorityRows | None:
    """Return up to 200 evaluated rows, ranked by the positive class's probability or by the predicted number.

    Returns
    -------
    PriorityRows or None
        None with more than two classes, since no order of their rows is obvious.
    """
    evaluated, prepared, schema = (
        evaluated_model.evaluated,
        evaluated_model.prepared,
        evaluated_model.prepared.schema,
    )
    if schema.task == "multiclass":
        return None
    scores = evaluated.predictions if schema.task == "regression" else evaluated.predictions[:, 1]
    ranked = np.argsort(-scores, kind="stable")[:MAX_ROWS]
    labelled = prepared.test if evaluated.rows is None else prepared.train[evaluated.rows]
    rows = prepared.target.rows[labelled][ranked]
    columns = shown_columns(profile, [each.column for each in by_importance(importance)], schema.target)
    cells = cells_of(table, columns, rows)
    return PriorityRows(
        columns=columns,
        rows=[
            PriorityRow(
                row=int(row) + 1,
                score=float(scores[place]),
                actual=schema.labels[int(evaluated.truth[place])]
                if schema.task == "binary"
                else float(evaluated.truth[place]),
                values=[json_cell(each[name]) for name in columns],
            )
            for row, place, each in zip(rows, ranked, cells, strict=True)
        ],
    )


def by_importance(importance: list[FeatureImportance]) -> list[FeatureImportance]:
    """Sort by importance, highest first."""
    return sorted(importance, key=lambda each: -each.importance)


def shown_columns(profile: TableProfile, important: Sequence[str], target: str) -> list[str]:
    """Select identifiers, the most important fields, and amounts that a score may be multiplied by."""
    personal = {each.column for each in profile.findings if each.code == "PERSONAL_DATA"}
    usable = [each for each in profile.columns if each.name not in personal and each.name != target]
    keys = [each.name for each in usable if each.type == "identifier"][:MAX_KEYS]
    known = {each.name for each in usable}
    fields = [name for name in important if name in known and name not in keys][:MAX_FIELDS]
    amounts = [
        each.name
        for each in usable
        if each.type == "number" and (each.min or 0) >= 0 and each.name not in (*keys, *fields)
    ]
    return [*keys, *fields, *amounts[:MAX_AMOUNTS]]


def cells_of(table: Path, columns: list[str], rows: Array) -> list[dict[str, Any]]:
    """Read some rows of some columns, one row group at a time."""
    parquet = pq.ParquetFile(table)
    order = np.argsort(rows, kind="stable")
    found, start = [], 0
    for group in range(parquet.num_row_groups):
        end = start + parquet.metadata.row_group(group).num_rows
        inside = rows[order][(rows[order] >= start) & (rows[order] < end)]
        if len(inside):
            found.append(parquet.read_row_group(group, columns=columns).take(pa.array(inside - start)))
        start = end
    read = pa.concat_tables(found).to_pylist() if columns and found else [{} for _ in rows]
    placed: list[dict[str, Any]] = [{} for _ in rows]
    for place, each in zip(order, read, strict=True):
        placed[int(place)] = each
    return placed


def json_cell(value: object) -> str | float | bool | None:
    """Convert a cell to JSON; long texts are cut."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime):
        midnight = value.time() == datetime.min.time()
        return value.date().isoformat() if midnight else value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    return str(value)[:MAX_CHARACTERS]
