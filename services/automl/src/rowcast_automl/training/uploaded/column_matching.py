"""Matches the inputs of an uploaded graph to columns, and its outputs to classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rowcast_automl.contracts.generated import ColumnProfile, TableProfile
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.target.target import Target
from rowcast_automl.training.uploaded.errors import refused
from rowcast_automl.training.uploaded.signature import GraphInput, GraphOutput, Signature
from rowcast_automl.training.uploaded.wiring import Answer, Wire

NUMERIC = ("number", "integer", "boolean")
WORDS = ("category", "ordinal", "text", "identifier", "constant")
READ_AS = {"number": "number", "whole": "integer", "truth": "boolean", "text": "category"}
NAMED_AS_ANSWER = re.compile(r"prob|score|predict|output|variable|answer", re.I)
TRUTHS = {"0": "false", "1": "true"}
SHOWN = 8
# Of float32.
MAX_EXACT = 1 << 24


@dataclass(frozen=True, slots=True)
class Match:
    """An input, the columns that it takes, and their types."""

    input: GraphInput
    columns: tuple[ColumnProfile, ...]


def match_inputs(signature: Signature, profile: TableProfile, target: str) -> list[Match]:
    """Match inputs to columns by name. One wide numeric input reads all columns in the table's order.

    Raises
    ------
    RowcastError
        ONNX_INPUTS_MISMATCH, naming input and columns.
    """
    features = [each for each in profile.columns if each.name != target]
    inputs = signature.inputs
    if len(inputs) == 1 and inputs[0].width != 1 and inputs[0].rank == 2:
        named = by_name(inputs[0].name, features)
        if named is None or inputs[0].width is not None:
            return [all_numbers(inputs[0], features)]
    return [one_column(each, features) for each in inputs]


def all_numbers(wanted: GraphInput, features: Sequence[ColumnProfile]) -> Match:
    """Return the match of an input that takes all numbers of a row."""
    columns = [each for each in features if each.type in NUMERIC]
    if wanted.kind == "text":
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{wanted.name}" takes several texts at once. Give each column an input of its name.',
        )
    if wanted.width is not None and wanted.width != len(columns):
        names = ", ".join(each.name for each in columns[:SHOWN]) + (" …" if len(columns) > SHOWN else "")
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{wanted.name}" takes {wanted.width} numbers, and the table has {len(columns)} '
            f"columns of numbers beside the target ({names}). Choose a table with the same columns in the "
            "same order, or give each column an input of its name.",
        )
    for each in columns:
        require_exact(wanted, each)
    return Match(wanted, tuple(read_as(each, wanted) for each in columns))


def one_column(wanted: GraphInput, features: Sequence[ColumnProfile]) -> Match:
    """Return the match of an input named like a column."""
    column = by_name(wanted.name, features)
    if column is None:
        names = ", ".join(each.name for each in features[:SHOWN]) + (" …" if len(features) > SHOWN else "")
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'No column is called like the input "{wanted.name}". The columns are: {names}.',
        )
    if wanted.width not in (1, None):
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{wanted.name}" takes {wanted.width} values, a column gives one.',
        )
    numeric = column.type in NUMERIC or (column.type in ("identifier", "constant") and column.min is not None)
    fits = column.type in WORDS and not numeric if wanted.kind == "text" else numeric
    if not fits:
        takes = "text" if wanted.kind == "text" else "numbers"
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{wanted.name}" takes {takes}, and the column "{column.name}" is of the type '
            f"{column.type}. Choose another type for the column, or another input.",
        )
    require_exact(wanted, column)
    return Match(wanted, (read_as(column, wanted),))


def require_exact(wanted: GraphInput, column: ColumnProfile) -> None:
    """Reject integers that float32 cannot represent, because they may be IDs.

    Raises
    ------
    RowcastError
        ONNX_INPUTS_MISMATCH.
    """
    largest = max(abs(column.min or 0), abs(column.max or 0))
    if wanted.kind == "whole" and largest > MAX_EXACT:
        raise refused(
            "ONNX_INPUTS_MISMATCH",
            f'The input "{wanted.name}" takes whole numbers, and the column "{column.name}" has some above '
            f"{MAX_EXACT:,}, which rows do not carry exactly. Export the model with a text input where "
            "they are numbers of things, or with a float input where they are amounts.",
        )


def by_name(name: str, features: Sequence[ColumnProfile]) -> ColumnProfile | None:
    """Return the column with this name, or the only one that differs just in case and punctuation."""
    exact = [each for each in features if each.name == name]
    alike = [each for each in features if plain(each.name) == plain(name)]
    return exact[0] if exact else alike[0] if len(alike) == 1 else None


def plain(name: str) -> str:
    """Convert a name to lower case with underscores in place of blanks and punctuation."""
    return re.sub(r"[\W_]+", "_", name).strip("_").casefold()


def read_as(column: ColumnProfile, wanted: GraphInput) -> ColumnProfile:
    """Return the column with the type that the input takes."""
    kind = READ_AS[wanted.kind]
    if wanted.kind == "number" and column.type in NUMERIC:
        kind = column.type
    return column.model_copy(update={"type": kind})


def wires_of(matches: Sequence[Match], schema: ServingSchema) -> list[Wire]:
    """Return each input with the positions of its columns in the packed rows."""
    slots = {each.name: each.slot for each in schema.fields}
    return [Wire(input=each.input, slots=[slots[column.name] for column in each.columns]) for each in matches]


def match_answer(signature: Signature, target: Target) -> Answer:
    """Return the output that contains the predictions, and the order of its classes.

    Raises
    ------
    RowcastError
        ONNX_OUTPUTS_MISMATCH, naming what was found.
    """
    outputs = signature.outputs
    if len(outputs) > 1:
        named = [each for each in outputs if NAMED_AS_ANSWER.search(each.name)]
        outputs = named if len(named) == 1 else outputs
    if len(outputs) != 1:
        found = ", ".join(f'"{each.name}"' for each in outputs) or "none"
        raise refused(
            "ONNX_OUTPUTS_MISMATCH",
            f"One output of numbers is needed, and the model has: {found}. "
            "A classifier must give probabilities.",
        )
    output = outputs[0]
    if target.task == "regression":
        if output.width not in (1, None) or output.classes:
            raise refused(
                "ONNX_OUTPUTS_MISMATCH",
                f'"{target.name}" is a number, and the model tells classes apart. Choose a task of classes.',
            )
        return Answer(output=output)
    return match_classes(output, target)


def match_classes(output: GraphOutput, target: Target) -> Answer:
    """Match the columns of an output to the target's classes."""
    count = len(target.labels)
    listed = output.classes or (None if output.width in (1, None) else list(target.labels))
    if output.width == 1 and count == 2:
        return Answer(output=output, second=True)
    if listed is None or (output.width is not None and output.width != len(listed)):
        raise refused(
            "ONNX_OUTPUTS_MISMATCH",
            f'"{target.name}" has {count} classes, and the output "{output.name}" gives one number a row. '
            "Choose the task regression, or export a model with a probability a class.",
        )
    known = {class_name(each, target): place for place, each in enumerate(listed)}
    wanted = [class_name(each, target) for each in target.labels]
    if len(known) != len(listed) or set(known) != set(wanted):
        theirs, ours = ", ".join(listed[:SHOWN]), ", ".join(target.labels[:SHOWN])
        raise refused(
            "ONNX_OUTPUTS_MISMATCH",
            f'The model\'s classes ({theirs}) are not those of "{target.name}" ({ours}).',
        )
    return Answer(output=output, order=[known[each] for each in wanted])


def class_name(label: str, target: Target) -> str:
    """Return the canonical name of a class: 1 for 1.0 and, for a boolean target, true for True and 1."""
    text = label.strip()
    if target.stored_kind == "boolean":
        return TRUTHS.get(text, text.casefold())
    if target.stored_kind in ("integer", "number"):
        try:
            return f"{float(text):.12g}"
        except ValueError:
            return text
    return text
