"""A model's graph with what it takes to run it elsewhere, for rows of which there is nothing to say."""

from __future__ import annotations

import json
from collections.abc import Mapping

import orjson

from rowcast_automl.contracts.generated import Golden, PlainField, RunnableModel
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.platform.contract_json import json_bytes
from rowcast_automl.serve.pool.loaded_model import answer_facts, golden_answers, is_foreign
from rowcast_automl.serve.requests.column_readers import left_to_rows
from rowcast_automl.serve.requests.single_row_reader import KINDS, category_slot, number_slot

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
    graph, foreign = files["model.onnx"], is_foreign(json.loads(files["report.json"]))
    if foreign or len(graph) > MOST_BYTES or not all(map(has_plain_cells, schema.fields)):
        return None
    golden = json.loads(files["golden.json"])
    answers = golden_answers(golden)
    numbers = [each for each in schema.fields if each.kind != "category"]
    texts = [each for each in schema.fields if each.kind == "category"]
    values = [schema.label_value(index) for index in range(len(schema.labels))]
    model = RunnableModel(
        hash=bundle_hash,
        fields=[*map(plain_number, numbers), *map(plain_category, texts)],
        ignored=[*schema.ignored, schema.target],
        labels=list(schema.labels),
        predictions=[orjson.dumps(each).decode() for each in values],
        threshold=answer_facts(files).threshold,
        golden=Golden(rows=golden["rows"], answers=answers.tolist(), tolerance=golden["tolerance"]),
    )
    return json_bytes(model) + b"\n" + graph


def has_plain_cells(field: InputField) -> bool:
    """Whether some cells of the field are read without a look at each."""
    return field.kind in KINDS and (field.kind == "category" or not left_to_rows(field, from_text=False))


def plain_number(field: InputField) -> PlainField:
    """A field of the `numbers` tensor."""
    _, name, _, low, high, nulls = number_slot(field, from_text=False)
    kind = "boolean" if field.kind == "boolean" else "number"
    return PlainField(name=name, kind=kind, nulls=nulls, low=low, high=high, known=[])


def plain_category(field: InputField) -> PlainField:
    """A field of the `texts` tensor."""
    _, name, known, nulls = category_slot(field, from_text=False)
    return PlainField(name=name, kind="category", nulls=nulls, low=0, high=0, known=sorted(known))
