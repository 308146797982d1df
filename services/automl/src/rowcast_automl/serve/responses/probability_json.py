"""Probabilities by the fewest digits that a float32 needs, and plain answers made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import orjson

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.features.tensors import Array

NUMBERS = orjson.OPT_SERIALIZE_NUMPY


def digits(shares: Array) -> list[bytes]:
    """Each share as JSON, row by row."""
    flat = shares.astype(np.float32).ravel()
    return orjson.dumps(flat, option=NUMBERS)[1:-1].split(b",")


def short(shares: Array) -> list[list[float]]:
    """The same as numbers, shape (rows, classes)."""
    rows: list[list[float]] = orjson.loads(orjson.dumps(shares.astype(np.float32), option=NUMBERS))
    return rows


class PlainAnswers:
    """Writes answers that carry nothing but the prediction and the probabilities, between keys made once.

    Parameters
    ----------
    schema : ServingSchema
    values : sequence
        The classes in the type that the target column had.
    """

    def __init__(self, schema: ServingSchema, values: Sequence[Any]) -> None:
        self._classes = len(values)
        self._heads = [b'{"prediction":%b,"probabilities":{' % orjson.dumps(each) for each in values]
        keys = [orjson.dumps(each).replace(b"%", b"%%") for each in schema.labels]
        self._shares = b",".join([b"%b:%%b" % key for key in keys]) + b"}}"

    def json(self, answers: Array, chosen: Array | None, warnings: list[Note]) -> bytes:
        """A whole answer.

        Parameters
        ----------
        answers : array
            Probabilities (rows, classes), or values (rows, 1).
        chosen : array or None
            Positions of the classes that are answered; None for values.
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
        heads, shares = self._heads, self._shares
        if len(answers) == 1:
            only: bytes = heads[chosen.item()] + shares % tuple(digits(answers))
            return only
        rows = zip(*[iter(digits(answers))] * self._classes, strict=True)
        parts = [heads[best] + shares % row for best, row in zip(chosen.tolist(), rows, strict=True)]
        return b",".join(parts)
