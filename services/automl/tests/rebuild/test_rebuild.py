"""Rebuilding a bundle: what is checked before, and what is said after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.contracts.generated import CastStep
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.entrypoints.rebuild.comparison import differences
from rowcast_automl.entrypoints.rebuild.facts import (
    changed_versions,
    parse_facts,
    stopped_early,
    time_dependence,
)
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.training.publication import file_hash
from tests.bundles.mixed import Trained
from tests.cli.program import call
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, train_file
from tests.serve.conftest import PUBLIC

NO_MODELS = ("Baseline", "Linear", "Shallow tree", "Blend")
CAST = CastStep(op="cast", column="age", to="category")


def files_of(trained: Trained) -> dict[str, bytes]:
    return read_bundle(trained.bundle, KEY.public_key())[1]


def test_a_bundle_made_here_has_the_versions_of_here(binary_model: Trained) -> None:
    facts = parse_facts(files_of(binary_model))
    assert facts.data_sha256 == binary_model.result.report.data_sha256
    assert changed_versions(facts) == []


def test_other_versions_are_named(binary_model: Trained) -> None:
    facts = parse_facts(files_of(binary_model))
    other = {**facts.versions, "numpy": "1.0", "gone": "2.0"}
    changed = changed_versions(facts.model_copy(update={"versions": other, "code_version": "0.0.9"}))
    assert [each.field for each in changed] == ["versions.numpy", "versions.gone", "versions.code"]
    assert "numpy was 1.0" in changed[0].message and "not installed" in changed[1].message


def test_a_training_by_the_clock_is_named_as_the_reason(binary_model: Trained) -> None:
    facts = parse_facts(files_of(binary_model))
    assert [each.field for each in time_dependence(facts, stopped=False)] == ["config.reproducible"]
    counted = facts.model_copy(update={"config": {**facts.config, "reproducible": True}})
    assert time_dependence(counted, stopped=False) == []
    assert [each.field for each in time_dependence(counted, stopped=True)] == ["stoppedEarly"]


def test_the_report_states_whether_the_training_came_to_its_end(binary_model: Trained) -> None:
    stopped = binary_model.result.report.stopped_early
    assert stopped_early(files_of(binary_model)) == stopped
    assert not stopped_early({"report.json": b'{"stoppedEarly": false}'})


def test_a_bundle_without_facts_is_rejected(binary_model: Trained) -> None:
    files = files_of(binary_model)
    report = {name: part for name, part in json.loads(files["report.json"]).items() if name != "rebuild"}
    with pytest.raises(RowcastError) as caught:
        parse_facts({**files, "report.json": json.dumps(report).encode()})
    assert caught.value.code == "BUNDLE_INVALID"


def test_equal_bundles_have_no_differences(binary_model: Trained) -> None:
    assert differences(files_of(binary_model), files_of(binary_model)) == []


def test_differences_name_the_file_and_the_place(binary_model: Trained) -> None:
    then = files_of(binary_model)
    report = json.loads(then["report.json"])
    report["score"]["value"] += 0.25
    now = {**then, "report.json": json.dumps(report).encode(), "model.onnx": then["model.onnx"] + b"x"}
    found = {each.field: each.message for each in differences(then, now)}
    assert list(found) == ["model.onnx", "report.json"]
    assert found["report.json"] == "Different: score.value."
    assert "bytes then" in found["model.onnx"]


def test_other_data_is_rejected_before_any_training(tmp_path: Path, binary_model: Trained) -> None:
    rows = [*binary_model.rows[:-1], {**binary_model.rows[-1], "age": 44}]
    other = write_csv(tmp_path / "other.csv", rows)
    done = call("rebuild", binary_model.bundle, other, "--json", data=tmp_path, public=PUBLIC)
    assert done.returncode == 6 and json.loads(done.stdout)["error"]["code"] == "REBUILD_DATA_DIFFERS"
    assert "Trying" not in done.stderr


def test_a_foreign_bundle_is_rejected(tmp_path: Path, binary_model: Trained) -> None:
    foreign = tmp_path / "foreign.rowcast"
    write_bundle(foreign, files_of(binary_model), Ed25519PrivateKey.generate())
    done = call("rebuild", foreign, binary_model.source, data=tmp_path, public=PUBLIC)
    assert done.returncode == 6 and "BUNDLE_INVALID" in done.stderr


@pytest.mark.parametrize(("steps", "code"), [([CAST], "TARGET_NOT_FOUND"), ([], "REBUILD_DATA_DIFFERS")])
def test_the_file_is_read_as_it_was_then(
    tmp_path: Path, binary_model: Trained, steps: list[CastStep], code: str
) -> None:
    read = read_file(binary_model.source, Storage(tmp_path.as_uri()), tmp_path, 1, [CAST])
    assert read.profile.recipe == [CAST]
    files = files_of(binary_model)
    report = json.loads(files["report.json"])
    # A target that is not there is only looked for once the data has been found to be the same.
    report["rebuild"]["config"]["targetColumn"] = "nowhere"
    report["rebuild"]["dataSha256"] = file_hash(tmp_path / "table.parquet")
    report["rebuild"]["recipe"] = [json_value(step) for step in steps]
    bundle = tmp_path / "m.rowcast"
    write_bundle(bundle, {**files, "report.json": json.dumps(report).encode()}, KEY)
    done = call("rebuild", bundle, binary_model.source, "--json", data=tmp_path, public=PUBLIC)
    assert json.loads(done.stdout)["error"]["code"] == code


def test_a_reproducible_training_gives_the_same_bundle_again(tmp_path: Path) -> None:
    source, bundle = write_csv(tmp_path / "t.csv", mixed_rows(150, 2, "multiclass")), tmp_path / "m.rowcast"
    options = ("--target", "target", "--reproducible", "--time-budget", "5", "--type", "age=category")
    made = call("train", source, *options, "--out", bundle, "--json", data=tmp_path)
    assert made.returncode == 0, made.stderr
    leaderboard = json.loads(made.stdout)["report"]["leaderboard"]
    assert sum(entry["status"] == "done" and entry["name"] not in NO_MODELS for entry in leaderboard) == 3
    again = call("rebuild", bundle, source, "--json", data=tmp_path)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout) == {"hash": json.loads(made.stdout)["hash"], "same": True}


def test_rows_drawn_for_want_of_memory_are_drawn_again_where_there_is_more(tmp_path: Path) -> None:
    source, bundle = write_csv(tmp_path / "t.csv", mixed_rows(1_500, 1, "binary")), tmp_path / "m.rowcast"
    settings = config(modelType="custom", estimator={"name": "linear"}, reproducible=True)
    made = train_file(source, bundle, settings, memory_bytes=256 << 20)
    assert made.report.rows.train + made.report.rows.test < 1_500
    again = call("rebuild", bundle, source, "--json", data=tmp_path, public=PUBLIC)
    assert json.loads(again.stdout) == {"hash": made.bundle_hash, "same": True}
