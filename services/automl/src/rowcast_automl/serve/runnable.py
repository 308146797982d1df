"""A model's graph with what it takes to run it elsewhere, for rows of which there is nothing to say."""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np
import orjson

from rowcast_automl.contracts.generated import Golden, PlainField, RunnableModel
from rowcast_automl.explain.answer_facts import AnswerFacts
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.platform.json import json_bytes
from rowcast_automl.serve.columns import left_to_rows, plain_categories
from rowcast_automl.serve.lone_row import KINDS, number_slot
from rowcast_automl.serve.model import NO_ANSWERS

# Larger ones are no light models, and reading them elsewhere takes long.
MOST_BYTES = 8 << 20


def runnable(bundle_hash: str, files: Mapping[str, bytes]) -> bytes | None:
    """A line of JSON, and the graph.

    Parameters
    ----------
    files : mapping
        Of a verified bundle.

    Returns
    -------
    bytes or None
        None for a model that only this server can run: its graph was made elsewhere or is large, or it
        reads dates, free text, or cells that no caller sends as the model has them.
    """
    schema = ServingSchema.from_json(json.loads(files["schema.json"]))
    graph, board = files["model.onnx"], json.loads(files["report.json"]).get("leaderboard", [])
    foreign = any(each.get("estimator") == "onnx" for each in board)
    if foreign or len(graph) > MOST_BYTES or not all(map(has_plain_cells, schema.fields)):
        return None
    facts = AnswerFacts.from_json(json.loads(files.get("answers.json", NO_ANSWERS)))
    golden = json.loads(files["golden.json"])
    answers = np.array(golden["answers"], dtype=np.float64).reshape(len(golden["rows"]), -1)
    numbers = [each for each in schema.fields if each.kind != "category"]
    texts = [each for each in schema.fields if each.kind == "category"]
    values = [schema.label_value(index) for index in range(len(schema.labels))]
    model = RunnableModel(
        hash=bundle_hash,
        fields=[*map(plain_number, numbers), *map(plain_category, texts)],
        ignored=[*schema.ignored, schema.target],
        labels=list(schema.labels),
        predictions=[orjson.dumps(each).decode() for each in values],
        threshold=facts.threshold,
        golden=Golden(rows=golden["rows"], answers=answers.tolist(), tolerance=golden["tolerance"]),
    )
    return json_bytes(model) + b"\n" + graph


def has_plain_cells(field: InputField) -> bool:
    """Whether some cells of the field are read without a look at each."""
    return field.kind in KINDS and (field.kind == "category" or not left_to_rows(field, from_text=False))


def plain_number(field: InputField) -> PlainField:
    """A field of the `numbers` tensor."""
    _, name, _, low, high, _ = number_slot(field, from_text=False)
    nulls = field.keeps_nulls and field.kind == "number"
    kind = "boolean" if field.kind == "boolean" else "number"
    return PlainField(name=name, kind=kind, nulls=nulls, low=low, high=high, known=[])


def plain_category(field: InputField) -> PlainField:
    """A field of the `texts` tensor."""
    known = sorted(plain_categories(field))
    return PlainField(name=field.name, kind="category", nulls=field.keeps_nulls, low=0, high=0, known=known)
