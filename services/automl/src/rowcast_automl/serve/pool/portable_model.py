"""Portable models: a graph with the field descriptions that another process needs to run plain rows."""

from __future__ import annotations

import json
from collections.abc import Mapping

import orjson

from rowcast_automl.contracts.generated import Golden, PlainField, RunnableModel
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.platform.contract_json import json_bytes
from rowcast_automl.serve.pool.loaded_model import answer_facts, golden_predictions, is_uploaded_graph
from rowcast_automl.serve.requests.column_readers import needs_row_reader
from rowcast_automl.serve.requests.single_row_reader import SUPPORTED_KINDS, category_slot, number_slot

# Larger graphs are slow to load in other processes.
MAX_GRAPH_BYTES = 8 << 20


def to_portable_model(bundle_hash: str, files: Mapping[str, bytes]) -> bytes | None:
    """Serialize a model as a line of JSON followed by the graph.

    Parameters
    ----------
    files : mapping
        Files of a verified bundle.

    Returns
    -------
    bytes or None
        None for a model that only this server can run: its graph is uploaded or large, or it uses dates, free
        text, or fields that need conversion.
    """
    schema = ServingSchema.from_json(json.loads(files["schema.json"]))
    graph, is_uploaded = files["model.onnx"], is_uploaded_graph(json.loads(files["report.json"]))
    if is_uploaded or len(graph) > MAX_GRAPH_BYTES or not all(map(has_plain_cells, schema.fields)):
        return None
    golden = json.loads(files["golden.json"])
    answers = golden_predictions(golden)
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
    """Whether cells of the field can be used without conversion."""
    return field.kind in SUPPORTED_KINDS and (
        field.kind == "category" or not needs_row_reader(field, from_text=False)
    )


def plain_number(field: InputField) -> PlainField:
    """Describe a field of the `numbers` tensor."""
    _, name, _, low, high, nulls = number_slot(field, from_text=False)
    kind = "boolean" if field.kind == "boolean" else "number"
    return PlainField(name=name, kind=kind, nulls=nulls, low=low, high=high, known=[])


def plain_category(field: InputField) -> PlainField:
    """Describe a field of the `texts` tensor."""
    _, name, known, nulls = category_slot(field, from_text=False)
    return PlainField(name=name, kind="category", nulls=nulls, low=0, high=0, known=sorted(known))
