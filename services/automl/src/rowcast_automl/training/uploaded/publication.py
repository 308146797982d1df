"""Scores an uploaded graph on the table and publishes it like a trained model."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.contracts.generated import TableProfile, TrainingConfig
from rowcast_automl.export.served_model import ServedModel, open_graph, time_one_row
from rowcast_automl.features.columns.column_reader import Column, read_column
from rowcast_automl.features.columns.column_selection import Selection
from rowcast_automl.features.columns.field_builder import MAX_DICTIONARY
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.target.target import Target
from rowcast_automl.features.tensors import FOREIGN_ROWS, Array, Tensors, stack
from rowcast_automl.fit.cost_tracker import CostTracker
from rowcast_automl.metrics.scores import choose_metric, score
from rowcast_automl.models.blend import Blend
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import PreparedTable, prepare_table
from rowcast_automl.run.training_run import TrainingRun
from rowcast_automl.training.publication import TrainedBundle, publish
from rowcast_automl.training.uploaded.column_matching import Match, match_answer, match_inputs, wires_of
from rowcast_automl.training.uploaded.errors import refuse_other_files, refused
from rowcast_automl.training.uploaded.output_check import check_answers
from rowcast_automl.training.uploaded.sandbox import Sandbox
from rowcast_automl.training.uploaded.signature import Signature
from rowcast_automl.training.uploaded.wiring import Answer, Wire

NAME = "Uploaded model"
HELD_OUT, SAMPLE_ROWS, PROBED_ROWS = 0.2, 5_000, 3


@dataclass(frozen=True, slots=True)
class Wired:
    """The table in the form that the graph takes: the wires with values for missing numbers, and the rows."""

    prepared: PreparedTable
    wires: list[Wire]
    answer: Answer


def required_file(config: TrainingConfig, content: bytes | None) -> bytes | None:
    """Return the uploaded file if the settings name one, otherwise None.

    Raises
    ------
    RowcastError
        ONNX_INVALID if the settings name a file that was not uploaded.
    """
    if config.onnx is not None and content is None:
        message = "The model was uploaded as an ONNX file, which is needed again. Name it with --onnx."
        raise RowcastError("ONNX_INVALID", message)
    return None if config.onnx is None else content


def publish_uploaded(training: TrainingRun, content: bytes) -> TrainedBundle:
    """Check, score and publish an uploaded model.

    Only the data for the report and for intervals is fitted.

    Raises
    ------
    RowcastError
        The target's errors, ONNX_INVALID, ONNX_UNSUPPORTED, ONNX_INPUTS_MISMATCH, ONNX_OUTPUTS_MISMATCH,
        ONNX_TOO_HEAVY or PARITY_FAILED.
    """
    refuse_other_files(content)
    profile, config, leaderboard = training.profile, training.config, training.leaderboard
    if config.onnx and hashlib.sha256(content).hexdigest() != config.onnx.sha256:
        raise refused("ONNX_INVALID", "This is not the file that was uploaded.")
    # A model that learned elsewhere can only be scored on rows that are kept aside here.
    config = config.model_copy(update={"test_size": config.test_size or HELD_OUT})
    leaderboard.phase("checking", "Checking the uploaded model")
    with (
        tempfile.TemporaryDirectory(prefix="rowcast-onnx-") as folder,
        Sandbox(content, Path(folder), training.clock) as sandbox,
    ):
        signature = Signature.model_validate(sandbox.ask("inspect")["signature"])
        matches = match_inputs(signature, profile, config.target_column)
        leaderboard.phase("loading", "Reading the table")
        prepared = prepare_table(
            training.table,
            profile,
            config,
            partial(matched_columns, matches),
            may_search_interactions=lambda _: False,
        )
        metric = choose_metric(config, prepared.target.task)
        leaderboard.begin(metric, prepared.baseline_score(metric))
        answer = match_answer(signature, prepared.target)
        wired = fit_policies(sandbox, prepared, wires_of(matches, prepared.schema), answer)
        ensemble, graph, prepared = answered(sandbox, wired, signature, config.seed)
    count = len(prepared.test)
    found = score(metric, prepared.test_truth, ensemble.extra[:count])
    leaderboard.update_entry(NAME, "onnx", "done", score=found, weight=1.0)
    predict = open_graph(graph, prepared.schema, FOREIGN_ROWS)
    served = ServedModel(graph, predict, time_one_row(predict, prepared.extra))
    bundle = publish(replace(training, config=config), prepared, ensemble, metric, served)
    tracker = CostTracker(profile, training.config, bundle.report.task, 1, 1.0)
    return bundle.with_cost(tracker.close([], training.clock.elapsed))


def matched_columns(
    matches: Sequence[Match],
    path: Path,
    profile: TableProfile,
    _config: TrainingConfig,
    target: Target,
    train: Array,
) -> Selection:
    """Read the columns that the graph takes, with the types that it takes.

    Raises
    ------
    RowcastError
        ONNX_INPUTS_MISMATCH for a column without a value.
    """
    wanted = {column.name: column for match in matches for column in match.columns}
    kept: list[Column] = []
    with pq.ParquetFile(path) as file:
        for each in profile.columns:
            if each.name not in wanted:
                continue
            column = read_column(file, wanted[each.name], target.rows)
            if column.missing[train].all():
                raise refused(
                    "ONNX_INPUTS_MISMATCH", f'The column "{each.name}" has no value in any training row.'
                )
            kept.append(column)
    left_out = [each.name for each in profile.columns if each.name not in (*wanted, target.name)]
    return Selection(kept, [(name, reason("COLUMN_UNREAD")) for name in left_out])


def fit_policies(sandbox: Sandbox, prepared: PreparedTable, wires: list[Wire], answer: Answer) -> Wired:
    """Test how the graph handles missing values and unseen texts, and set the fields' policies to match."""
    rows = prepared.training_data.rows
    middles = [np.median(column[~np.isnan(column)]) for column in rows.numbers.T]
    usual = np.array(middles, dtype=rows.numbers.dtype)
    base = filled(rows.take(slice(0, PROBED_ROWS)), usual, prepared)
    probed = sandbox.ask("probe", base, **request(wires, answer))
    missing, unseen = set(probed["refusesMissing"]), set(probed["refusesUnseen"])
    ready, text_slots = [], {"missing": set[int](), "unseen": set[int]()}
    for wire in wires:
        if wire.input.kind == "text":
            text_slots["missing"] |= set(wire.slots) if wire.input.name in missing else set()
            text_slots["unseen"] |= set(wire.slots) if wire.input.name in unseen else set()
        elif wire.input.kind != "number" or wire.input.name in probed["fill"]:
            wire = wire.model_copy(update={"fills": fills_of(wire, usual)})
        ready.append(wire)
    held_out = prepared.extra.texts[: len(prepared.checked)]
    fields = tuple(
        with_policies(field, held_out, text_slots) if field.kind == "category" else field
        for field in prepared.schema.fields
    )
    for field in fields:
        if not field.nullable and field.seen_missing:
            raise refused(
                "ONNX_INPUTS_MISMATCH",
                f'The model cannot answer rows in which "{field.name}" is missing, and the table has such '
                "rows. Fill the gaps in the dataset, or export a model that reads them.",
            )
    count = len(prepared.checked)
    kept = [
        row
        for row in range(len(prepared.extra))
        if row < count or is_readable(prepared.extra.texts[row], fields)
    ]
    extra = prepared.extra.take(np.array(kept))
    schema = replace(prepared.schema, fields=fields)
    return Wired(replace(prepared, schema=schema, extra=extra), ready, answer)


def with_policies(field: InputField, held_out: Array, refused_slots: Mapping[str, set[int]]) -> InputField:
    """Return the field with policies that reject what the graph rejects.

    For a graph that rejects unseen texts, the categories of held-out rows are added to the known ones.
    """
    nullable = field.slot not in refused_slots["missing"]
    if field.slot not in refused_slots["unseen"]:
        return replace(field, nullable=nullable)
    more = sorted(set(held_out[:, field.slot].tolist()) - {"", *field.categories})
    known = (*field.categories, *more)[: max(MAX_DICTIONARY, len(field.categories))]
    return replace(field, nullable=nullable, unseen="reject", categories=known)


def is_readable(texts: Array, fields: Sequence[Any]) -> bool:
    """Whether the policies of the fields accept the row."""
    words = [field for field in fields if field.kind == "category"]
    return all(
        (field.nullable or texts[field.slot] != "")
        and (field.unseen != "reject" or texts[field.slot] in ("", *field.categories))
        for field in words
    )


def fills_of(wire: Wire, usual: Array) -> list[float]:
    """Return the values for missing numbers: the median, rounded if the graph takes integers."""
    middle = usual[wire.slots]
    return [float(each) for each in (middle if wire.input.kind == "number" else np.round(middle))]


def filled(rows: Tensors, usual: Array, prepared: PreparedTable) -> Tensors:
    """Return the rows with missing values filled."""
    texts = rows.texts.copy()
    for field in prepared.schema.fields:
        if field.kind == "category":
            gaps = texts[:, field.slot] == ""
            texts[gaps, field.slot] = field.categories[0]
    return Tensors(np.where(np.isnan(rows.numbers), usual, rows.numbers), texts)


def request(wires: Sequence[Wire], answer: Answer) -> dict[str, Any]:
    """Serialise wires and answer for a request to the sandbox."""
    return {"wires": [each.model_dump() for each in wires], "answer": answer.model_dump()}


def answered(
    sandbox: Sandbox, wired: Wired, signature: Signature, seed: int
) -> tuple[CalibratedEnsemble, bytes, PreparedTable]:
    """Return the graph's predictions as those of an ensemble, the graph, and the rows that it predicts."""
    prepared = wired.prepared
    task, labels = prepared.target.task, prepared.target.labels
    random = np.random.default_rng(seed)
    positions = np.arange(len(prepared.train))
    if len(positions) > SAMPLE_ROWS:
        positions = np.sort(random.choice(positions, SAMPLE_ROWS, replace=False))
    rows = stack([prepared.extra, prepared.training_data.rows.take(positions)])
    sandbox.ask("measure", rows.take(slice(0, FOREIGN_ROWS)), **request(wired.wires, wired.answer))
    result = sandbox.ask(
        "adapt",
        rows,
        classes=len(labels),
        label=signature.label,
        **request(wired.wires, wired.answer),
    )
    predictions = sandbox.predictions
    count, edges = len(prepared.checked), len(prepared.extra)
    finite = np.asarray(np.isfinite(predictions).all(axis=1))
    finite[:count] = finite[edges:] = True
    check_answers(predictions[finite], result["labels"], finite, prepared.target)
    kept = np.flatnonzero(finite[:edges])
    values = predictions[:, 0] if task == "regression" else predictions
    training_data = prepared.training_data
    blend = Blend(task, training_data.classes, (), (), training_data.center, training_data.scale)
    ensemble = CalibratedEnsemble(
        blend,
        validating_blend=blend,
        fitted=(),
        extra=values[kept],
        uncalibrated_checked=values[kept],
        rows=positions,
        oof=values[edges:],
        uncalibrated=values[edges:],
        linear_extra=None,
        linear_oof=None,
    )
    return ensemble, sandbox.graph, replace(prepared, extra=prepared.extra.take(kept))
