"""Optional columns of batch predictions, such as intervals and explanations."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.serve.options.prediction_options import (
    MAX_EXPLAINED_ROWS,
    class_position,
    validate_options,
)
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.responses.optional_fields import optional_fields


class OptionalColumns:
    """Prediction options of a file, and the columns that they add.

    Parameters
    ----------
    options : dict
        As the contract's PredictionOptions.

    Raises
    ------
    RowcastError
        OPTIONS_INVALID if the model does not support the options.
    """

    def __init__(self, model: LoadedModel, options: dict[str, Any]) -> None:
        validate_options(options, model.schema, model.facts, 1)
        self._model = model
        self._options = options

    @property
    def columns(self) -> list[tuple[str, pa.DataType]]:
        """Names and types of the added columns."""
        schema = self._model.schema
        found = []
        if "interval" in self._options:
            found += (
                [("set", pa.string())] if schema.labels else [("low", pa.float64()), ("high", pa.float64())]
            )
        names = ["expected_cost"] if "costs" in self._options else []
        if "explain" in self._options:
            names += ["base", *(f"c_{field.name}" for field in schema.fields)]
        return [*found, *((name, pa.float64()) for name in names)]

    def answer(self, tensors: Tensors, answers: Array) -> tuple[list[int], list[list[Any]]]:
        """Return the indices of the predicted classes (0 for numbers) and the added cells, row by row."""
        decided = self._model.decide(answers) if self._model.schema.labels else np.zeros(len(answers), int)
        if not self._options:
            return decided.tolist(), [[] for _ in range(len(tensors))]
        step = MAX_EXPLAINED_ROWS if "explain" in self._options else max(1, len(tensors))
        extras: list[dict[str, Any]] = []
        for start in range(0, len(tensors), step):
            part = slice(start, start + step)
            extras += optional_fields(self._model, tensors.take(part), answers[part], self._options)
        positions = [self._position(each, own) for each, own in zip(extras, decided.tolist(), strict=True)]
        return positions, [self._cells(each) for each in extras]

    def _position(self, extra: dict[str, Any], own: int) -> int:
        if "prediction" not in extra:
            return own
        position = class_position(self._model.schema, extra["prediction"])
        return own if position is None else position

    def _cells(self, extra: dict[str, Any]) -> list[Any]:
        cells: list[Any] = []
        if "set" in extra:
            cells.append(json.dumps(extra["set"]["labels"], ensure_ascii=False))
        if "interval" in extra:
            cells += [extra["interval"]["low"], extra["interval"]["high"]]
        if "expectedCost" in extra:
            cells.append(extra["expectedCost"])
        if "explanation" in extra:
            found = {each["field"]: each["contribution"] for each in extra["explanation"]["contributions"]}
            names = (field.name for field in self._model.schema.fields)
            cells += [extra["explanation"]["base"], *(found[name] for name in names)]
        return cells
