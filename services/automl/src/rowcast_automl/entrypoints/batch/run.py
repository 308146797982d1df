"""Batch prediction of a file, chunk by chunk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rowcast_automl.entrypoints.batch.input_file import Chunk, read_chunks
from rowcast_automl.entrypoints.batch.output_file import open_writer
from rowcast_automl.entrypoints.batch.passthrough_columns import PassthroughColumns
from rowcast_automl.entrypoints.batch.prediction_columns import OptionalColumns
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.rows.row_reader import MAX_NOTES
from rowcast_automl.platform.errors import RowcastError, field_problem, row_name
from rowcast_automl.platform.storage.temporary_directory import temporary_folder
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.responses.probability_json import round_to_float32

# Values of one field.
MAX_SUGGESTIONS = 10


@dataclass(slots=True)
class Summary:
    """Numbers of predicted and rejected rows, and of each warning.

    `least` means that not all warnings were counted.

    Parameters
    ----------
    meant : dict
        By warning, the suggestions: the field, or for each sent value the value in training.
    """

    rows: int = 0
    refused: int = 0
    warnings: Counter[str] = field(default_factory=Counter)
    suggestions: dict[str, dict[str, str]] = field(default_factory=dict)
    least: bool = False

    def count(self, note: Note) -> None:
        """Count a warning."""
        name = f"{note.code} {note.field}"
        self.warnings[name] += 1
        if "meant" in note.parts:
            known = self.suggestions.setdefault(name, {})
            if len(known) < MAX_SUGGESTIONS:
                known[note.parts.get("given", note.field)] = note.parts["meant"]


def predict_file(
    model: LoadedModel,
    source: Path,
    out: Path,
    *,
    keep_going: bool,
    added: OptionalColumns | None = None,
    kept: Sequence[str] = (),
) -> Summary:
    """Write one row of predictions for each row of `source`, in order.

    Parameters
    ----------
    out : Path
        Parquet, gzipped CSV or CSV, depending on the suffix. The file appears when it is complete.
    keep_going : bool
        Whether rejected rows get no prediction and a message in the column `problem`.
    added : OptionalColumns or None
        Columns in addition to the prediction and the probabilities.
    kept : sequence of str
        Columns of `source` to copy. They come before the predictions.

    Raises
    ------
    RowcastError
        COLUMN_NOT_FOUND, VALIDATION_FAILED for a kept column whose name is taken, the file's errors, or
        ROW_INVALID with fields and lines. No file is written then.
    """
    summary = Summary()
    added = added or OptionalColumns(model, {})
    categories = {each.name: frozenset(each.categories) for each in model.schema.fields if each.categories}
    copied = PassthroughColumns(kept, source)
    partial = out.with_name(f".{out.name}.partial")
    try:
        with (
            temporary_folder() as folder,
            open_writer(partial, out, model.schema, added.columns, keep_going, copied.columns) as answers,
        ):
            for chunk in read_chunks(source, folder, categories, model.schema):
                cells = copied.cells(chunk)
                answered = predict_chunk(model, chunk, answers.labels, added, keep_going, summary)
                answers.write([[*own, *row] for own, row in zip(cells, answered, strict=True)])
        partial.replace(out)
    finally:
        partial.unlink(missing_ok=True)
    return summary


def predict_chunk(
    model: LoadedModel,
    chunk: Chunk,
    labels: Sequence[Any],
    added: OptionalColumns,
    keep_going: bool,
    summary: Summary,
) -> list[list[Any]]:
    """Return the output rows for the rows of a chunk."""
    problems = dict(chunk.problems)
    if problems and not keep_going:
        place, why = next(iter(problems.items()))
        raise RowcastError("ROW_INVALID", why, [field_problem("", why, line=chunk.places[place])])
    found: dict[int, list[Any]] = {}
    while len(problems) < len(chunk.rows):
        asked = [place for place in range(len(chunk.rows)) if place not in problems]
        try:
            found = dict(zip(asked, predict_rows(model, chunk, asked, labels, added, summary), strict=True))
            break
        except RowcastError as error:
            if not keep_going:
                raise with_file_positions(error, chunk) from error
            # At most a thousand problems are listed, so the rest is asked again.
            for each in error.fields:
                problems.setdefault(asked[each.row or 0], each.message)
    summary.rows += len(chunk.rows)
    summary.refused += len(problems)
    if not keep_going:
        return list(found.values())
    empty = [None] * (1 + len(labels) + len(added.columns))
    return [
        [*found[place], None] if place in found else [*empty, problems[place]]
        for place in range(len(chunk.rows))
    ]


def predict_rows(
    model: LoadedModel,
    chunk: Chunk,
    asked: list[int],
    labels: Sequence[Any],
    added: OptionalColumns,
    summary: Summary,
) -> list[list[Any]]:
    """Return the prediction, a probability per class and the added cells, for the valid rows.

    Raises
    ------
    RowcastError
        ROW_INVALID, with row numbers from 0.
    """
    packed = model.pack([chunk.parsed_row(place) for place in asked], from_text=True)
    summary.least = summary.least or len(packed.warnings) >= MAX_NOTES
    for note in packed.warnings:
        summary.count(note)
    answers = model.run(packed.tensors)
    chosen, cells = added.answer(packed.tensors, answers)
    if not labels:
        return [[value, *extra] for value, extra in zip(answers[:, 0].tolist(), cells, strict=True)]
    shown = zip(chosen, round_to_float32(answers), cells, strict=True)
    return [[labels[best], *shares, *extra] for best, shares, extra in shown]


def with_file_positions(error: RowcastError, chunk: Chunk) -> RowcastError:
    """Return the error with lines or rows of the file instead of rows of the chunk."""
    problems = [
        field_problem(each.field, each.message, **{chunk.unit: chunk.places[each.row or 0]})
        for each in error.fields
    ]
    first = error.fields[0]
    place = chunk.places[first.row or 0]
    message = (
        f"{row_name(place) if chunk.unit == 'row' else f'Line {place}'}: {first.message} "
        "No predictions were written; --keep-going leaves such rows empty."
    )
    return RowcastError("ROW_INVALID", message, problems)
