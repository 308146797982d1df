"""Models as others may run them: what is handed out, and of which models."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.pool.portable_model import MAX_GRAPH_BYTES, to_portable_model
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.http.test_predictions import path


def schema_of(files: dict[str, bytes]) -> ServingSchema:
    return ServingSchema.from_json(json.loads(files["schema.json"]))


def files_of(model: Trained, **changes: Any) -> dict[str, bytes]:
    """The bundle's files as if it read no dates and no free text, and as if its first field were another."""
    files = read_bundle(model.bundle, KEY.public_key())[1]
    schema = schema_of(files)
    first, *others = [each for each in schema.fields if each.kind not in ("datetime", "text")]
    schema = replace(schema, fields=(replace(first, **changes), *others))
    return files | {"schema.json": json.dumps(schema.as_json()).encode()}


def facts_of(files: dict[str, bytes]) -> dict[str, Any]:
    content = to_portable_model("0" * 64, files)
    assert content
    return dict(json.loads(content.split(b"\n", 1)[0]))


async def test_the_graph_comes_behind_a_line_that_reports_how_it_is_asked(
    client: httpx.AsyncClient, store: Path, multiclass_model: Trained
) -> None:
    files = files_of(multiclass_model)
    name = write_bundle(store / "bundles" / "next", files, KEY)
    (store / "bundles" / "next").rename(store / "bundles" / f"{name}.rowcast")
    answer = await client.get(f"/bundles/{name}/graph")
    assert answer.status_code == 200
    line, graph = answer.content.split(b"\n", 1)
    assert graph == files["model.onnx"]
    facts, golden = json.loads(line), json.loads(files["golden.json"])
    schema = schema_of(files)
    assert facts["hash"] == name
    assert facts["labels"] == list(schema.labels)
    assert [json.loads(each) for each in facts["predictions"]] == [
        schema.label_value(index) for index in range(len(schema.labels))
    ]
    assert facts["golden"]["rows"] == golden["rows"]
    assert {each["name"] for each in facts["fields"]} == set(schema.by_name)
    assert schema.target in facts["ignored"]


def test_fields_stand_in_the_order_of_their_tensors(binary_model: Trained) -> None:
    files = files_of(binary_model)
    facts, schema = facts_of(files), schema_of(files)
    for textual in (False, True):
        named = [each["name"] for each in facts["fields"] if (each["kind"] == "category") == textual]
        slots = sorted(
            (each for each in schema.fields if each.textual == textual), key=lambda each: each.slot
        )
        assert named == [each.name for each in slots]


def test_a_category_is_plain_as_it_was_learned_and_a_number_within_its_range(binary_model: Trained) -> None:
    files = files_of(binary_model)
    schema = schema_of(files)
    for reported in facts_of(files)["fields"]:
        field: InputField = schema.by_name[reported["name"]]
        assert reported["nulls"] is (field.keeps_nulls and field.kind != "boolean")
        if field.kind == "category":
            assert reported["known"] == sorted(each for each in field.categories if each.strip())
        elif field.kind == "number":
            assert (reported["low"], reported["high"]) == (field.minimum, field.maximum)


@pytest.mark.parametrize(
    "changes",
    [{"kind": "datetime"}, {"kind": "text"}, {"kind": "number", "tolerant": True, "integer": True}],
    ids=["dates", "free text", "cells that are looked at one by one"],
)
def test_what_is_read_cell_by_cell_is_this_servers_own(
    binary_model: Trained, changes: dict[str, Any]
) -> None:
    assert to_portable_model("0" * 64, files_of(binary_model, **changes)) is None


def test_a_graph_made_elsewhere_or_a_large_one_is_this_servers_own(binary_model: Trained) -> None:
    files = files_of(binary_model)
    foreign = json.dumps({"leaderboard": [{"estimator": "onnx"}]}).encode()
    assert to_portable_model("0" * 64, files | {"report.json": foreign}) is None
    assert to_portable_model("0" * 64, files | {"model.onnx": bytes(MAX_GRAPH_BYTES + 1)}) is None


async def test_a_bundle_that_is_gone_or_damaged_is_not_handed_out(
    client: httpx.AsyncClient, store: Path, binary_model: Trained
) -> None:
    assert (await client.get(f"/bundles/{'0' * 64}/graph")).status_code == 404
    assert (await client.get("/bundles/nothing/graph")).status_code == 404
    bundle = store / "bundles" / f"{binary_model.result.bundle_hash}.rowcast"
    content = bytearray(bundle.read_bytes())
    content[len(content) // 2] ^= 1
    bundle.write_bytes(bytes(content))
    answer = await client.get(path(binary_model, "graph"))
    assert answer.json()["error"]["code"] == "BUNDLE_INVALID"
