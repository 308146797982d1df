"""Fast JSON encoding of predictions and probabilities, with the shortest digits for float32."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array

NUMBERS = orjson.OPT_SERIALIZE_NUMPY


def encode_probabilities(probabilities: Array) -> list[bytes]:
    """Encode each probability as JSON, row by row."""
    flat = probabilities.astype(np.float32).ravel()
    return orjson.dumps(flat, option=NUMBERS)[1:-1].split(b",")


def round_to_float32(probabilities: Array) -> list[list[float]]:
    """Return the probabilities with the shortest digits for float32, of shape (n_rows, n_classes)."""
    rows: list[list[float]] = orjson.loads(orjson.dumps(probabilities.astype(np.float32), option=NUMBERS))
    return rows


class PlainResponseWriter:
    """Encode responses that contain only predictions and probabilities, with precomputed keys.

    Parameters
    ----------
    schema : ServingSchema
    values : sequence
        The classes in the type of the target column.
    """

    def __init__(self, schema: ServingSchema, values: Sequence[Any]) -> None:
        self._classes = len(values)
        self._heads = [b'{"prediction":%b,"probabilities":{' % orjson.dumps(each) for each in values]
        keys = [orjson.dumps(each).replace(b"%", b"%%") for each in schema.labels]
        self._probabilities = b",".join([b"%b:%%b" % key for key in keys]) + b"}}"

    def json(self, answers: Array, chosen: Array | None, warnings: list[Note]) -> bytes:
        """Encode a response.

        Parameters
        ----------
        answers : array
            Probabilities of shape (n_rows, n_classes), or values of shape (n_rows, 1).
        chosen : array or None
            Indices of the predicted classes; None for values.
        """
        rows = self._values(answers) if chosen is None else self._predictions(answers, chosen)
        return b'{"predictions":[%b],"warnings":%b}' % (
            rows,
            orjson.dumps(warnings and [each.shown() for each in warnings]),
        )

    def _values(self, answers: Array) -> bytes:
        flat = orjson.dumps(answers[:, 0].tolist())[1:-1]
        return b'{"prediction":%b}' % flat.replace(b",", b'},{"prediction":')

    def _predictions(self, answers: Array, chosen: Array) -> bytes:
        heads, probabilities = self._heads, self._probabilities
        if len(answers) == 1:
            only: bytes = heads[chosen.item()] + probabilities % tuple(encode_probabilities(answers))
            return only
        rows = zip(*[iter(encode_probabilities(answers))] * self._classes, strict=True)
        parts = [heads[best] + probabilities % row for best, row in zip(chosen.tolist(), rows, strict=True)]
        return b",".join(parts)
