"""The terminal program as a person or a script calls it."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from rowcast_automl.contracts.generated import LintCode, ScoreDifference, ScoreInterval
from rowcast_automl.entrypoints.cli.arguments import parse
from rowcast_automl.entrypoints.cli.score_text import baseline_text, metric_name
from rowcast_automl.entrypoints.cli.train_command import hint_for
from rowcast_automl.profile.finding import finding
from tests.bundles.mixed import Trained
from tests.cli.program import CLI, call
from tests.custom.graphs import linear_regression
from tests.engine.tables import mixed_rows, write_csv
from tests.serve.conftest import PUBLIC


def test_help_and_predict_import_only_what_they_need() -> None:
    code = """
import contextlib, io, sys
from rowcast_automl.entrypoints.cli.arguments import parse
for arguments in (["--help"], ["predict", "--help"]):
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        parse(arguments)
print(*{"numpy", "pydantic", "structlog"} & {*sys.modules})
import rowcast_automl.entrypoints.cli.predict_command
print(*{"sklearn", "scipy", "xgboost", "lightgbm", "pandas"} & {*sys.modules})
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize(("option", "meant"), [("exclude", "city"), ("group", "city"), ("time", "joined")])
def test_a_column_that_is_not_there_is_named_with_a_suggestion(
    tmp_path: Path, option: str, meant: str
) -> None:
    table = write_csv(tmp_path / "t.csv", mixed_rows(60, 5, "binary"))
    bundle = tmp_path / "m.rowcast"
    found = call(
        "train",
        table,
        "--target",
        "target",
        f"--{option}",
        meant.title() + "s",
        "--out",
        bundle,
        data=tmp_path,
    )
    assert found.returncode != 0 and not bundle.exists()
    reported = " ".join(found.stderr.split())
    assert f'no column "{meant.title()}s". Did you mean "{meant}"? The columns are: ' in reported
    listed = re.search(r"The columns are: (.+?)\.", reported)
    assert listed and listed[1].replace('"', "").split(", ") == table.read_text().splitlines()[0].split(",")


def test_a_misspelled_target_is_reported_once_with_a_suggestion(tmp_path: Path) -> None:
    table = write_csv(tmp_path / "t.csv", [{"z": row, "a": row % 5, "y": "yn"[row % 2]} for row in range(60)])
    done = call("train", table, "--target", "Z ", "--out", tmp_path / "m", data=tmp_path)
    assert done.returncode == 6
    assert done.stderr.splitlines()[-2:] == [
        'TARGET_NOT_FOUND: There is no column "Z ". Did you mean "z"? The columns are: "z", "a", "y".',
        "  - --target",
    ]


def test_from_a_file_to_predictions(tmp_path: Path) -> None:
    rows = mixed_rows(200, 5, "binary")
    plain = write_csv(tmp_path / "t.csv", rows)
    packed = tmp_path / "t.csv.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    bundle, out = tmp_path / "m.rowcast", tmp_path / "p.csv"
    budget = (
        "--time-budget",
        "60",
        "--estimator",
        "random_forest",
        "--param",
        "nEstimators=30",
        "--seed",
        "1",
    )
    trained = call(
        "train", packed, "--target", "target", *budget, "--out", bundle, "--json", data=tmp_path / "d"
    )
    assert trained.returncode == 0, trained.stderr
    answer = json.loads(trained.stdout)
    assert answer["report"]["task"] == "binary" and answer["bytes"] == bundle.stat().st_size
    assert "Reading the table" in trained.stderr
    key = next((tmp_path / "d" / "secrets").iterdir())
    assert stat.S_IMODE(key.stat().st_mode) == 0o600

    predicted = call("predict", bundle, packed, "--out", out, data=tmp_path / "d")
    assert predicted.returncode == 0, predicted.stderr
    with out.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == ["prediction", "probability_low", "probability_mid"]
    assert len(lines) == len(rows)
    right = sum(line["prediction"] == row["target"] for line, row in zip(lines, rows, strict=True))
    assert right > 0.8 * len(rows)
    assert all(
        float(line["probability_low"]) + float(line["probability_mid"]) == pytest.approx(1) for line in lines
    )

    foreign = call("predict", bundle, packed, "--out", out, data=tmp_path / "other")
    assert foreign.returncode == 6 and "BUNDLE_INVALID" in foreign.stderr
    assert not (tmp_path / "other").exists()


def test_an_uploaded_model_is_published_and_made_again(tmp_path: Path) -> None:
    rows = [{"a": row % 7, "b": row % 5, "target": row % 7 + row % 5 + (row % 3) / 10} for row in range(90)]
    table, model = write_csv(tmp_path / "t.csv", rows), tmp_path / "sum.onnx"
    model.write_bytes(linear_regression(2))
    bundle = tmp_path / "m.rowcast"
    given = ("--onnx", model, "--test-size", "0.3")
    made = call("train", table, "--target", "target", *given, "--out", bundle, "--json", data=tmp_path / "d")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["report"]["score"]["value"] < 0.2
    without = call("rebuild", bundle, table, data=tmp_path / "d")
    assert without.returncode == 6 and "--onnx" in without.stderr
    again = call("rebuild", bundle, table, "--onnx", model, data=tmp_path / "d")
    assert again.returncode == 0, again.stderr


def test_a_parameter_out_of_range_is_named_before_anything_is_read(tmp_path: Path) -> None:
    table = write_csv(tmp_path / "t.csv", mixed_rows(30, 5, "binary"))
    chosen = ("--estimator", "knn", "--param", "nNeighbors=900", "--out", tmp_path / "m.rowcast")
    rejected = call("train", table, "--target", "target", *chosen, data=tmp_path / "d")
    assert rejected.returncode == 6 and "from 1 to 500" in rejected.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["train", "{csv}", "--target", "nope", "--out", "{tmp}/m"], 6, "TARGET_NOT_FOUND"),
        (["train", "{tmp}/absent.csv", "--target", "x", "--out", "{tmp}/m"], 2, "absent.csv"),
        (["train", "{csv}", "--target", "target", "--out", "{tmp}/no/m"], 2, "no such folder"),
        (["train", "{csv}", "--target", "target", "--time-budget", "1", "--out", "{tmp}/m"], 2, "5 to"),
        (["train", "{csv}", "--target", "nope", "--time-budget", "quick", "--out", "{tmp}/m"], 6, "TARGET"),
        (["train", "{csv}", "--target", "target", "--time-budget", "long", "--out", "{tmp}/m"], 2, "quick"),
        (["train", "{csv}", "--out", "{tmp}/m"], 2, "--target"),
        (["train", "{csv}", "--target", "", "--out", "{tmp}/m"], 2, "--target: the name is empty"),
        (
            ["train", "{csv}", "--target", "x", "--positive", "", "--out", "{tmp}/m"],
            2,
            "--positive: the name",
        ),
        (["train", "{csv}", "--target", "target", "--type", "x=wide", "--out", "{tmp}/m"], 2, "COLUMN=TYPE"),
        *(
            (["train", "{csv}", "--target", "target", "--type", given, "--out", "{tmp}/m"], 2, "different")
            for given in ("x=ordinal:low", "x=ordinal:low,low", "x=number:1,2")
        ),
        (
            ["train", "{csv}", "--target", "target", "--type", "x=text", "--out", "{tmp}/m"],
            6,
            "COLUMN_NOT_FOUND",
        ),
        (["predict", "{tmp}/m", "{csv}", "--out", "{tmp}/p.xyz"], 2, "does not end in .csv or .csv.gz"),
        (["inspect", "{csv}"], 6, "BUNDLE_INVALID"),
        (["inspect", "{tmp}/absent"], 2, "absent"),
        ([], 2, "COMMAND"),
    ],
)
def test_wrong_requests_are_explained(
    tmp_path: Path, binary_model: Trained, arguments: list[str], code: int, says: str
) -> None:
    places = {"csv": str(binary_model.source), "tmp": str(tmp_path)}
    done = call(*(each.format(**places) for each in arguments), data=tmp_path, public=PUBLIC)
    assert done.returncode == code, done.stderr
    assert says in done.stderr and "Traceback" not in done.stderr


def test_a_refusal_is_reported_once_with_the_options_it_is_about(tmp_path: Path) -> None:
    rows = [{"who": row % 5, "at": row, "a": row % 3, "target": "yn"[row % 2]} for row in range(60)]
    source = write_csv(tmp_path / "t.csv", rows)
    arguments = (
        "train",
        source,
        "--target",
        "target",
        "--group",
        "who",
        "--time",
        "at",
        "--test-size",
        "0.2",
    )
    done = call(*arguments, "--out", tmp_path / "m.rowcast", data=tmp_path)
    first, *others = done.stderr.strip().splitlines()[-3:]
    assert done.returncode == 6
    assert first.startswith('VALIDATION_FAILED: With the group column "who" and the time column "at"')
    assert others == ["  - --group", "  - --time"]


@pytest.mark.parametrize(
    ("linear", "reported"),
    [
        (
            (0.89, 0.86, 0.92),
            "baseline 0.5000, linear model 0.8900; not clearly better than the linear model",
        ),
        ((0.7, 0.66, 0.74), "baseline 0.5000, linear model 0.7000"),
        (
            (0.91, 0.88, 0.94),
            "baseline 0.5000, linear model 0.9100; "
            "the linear model scores better, though chance may explain it",
        ),
        (
            (0.97, 0.96, 0.98),
            "baseline 0.5000, linear model 0.9700; "
            "the linear model scores better, by more than chance explains",
        ),
    ],
)
def test_what_a_score_is_held_against(
    binary_model: Trained, linear: tuple[float, float, float], reported: str
) -> None:
    def interval(value: float, low: float, high: float) -> ScoreInterval:
        return ScoreInterval(metric="roc_auc", value=value, low=low, high=high)

    scores = {"score": interval(0.9, 0.87, 0.93), "baseline": interval(0.5, 0.5, 0.5)}
    report = binary_model.result.report.model_copy(update={**scores, "linear_baseline": interval(*linear)})
    assert baseline_text(report) == reported
    assert (metric_name("f1", report), metric_name("mae", report)) == ("F1 of mid", "MAE")
    several = report.model_copy(update={"task": "multiclass"})
    assert metric_name("f1", several) == "macro F1"


@pytest.mark.parametrize(
    ("difference", "reported"),
    [
        ((0.002, 0.03), "baseline 0.5000, linear model 0.8900"),
        (
            (-0.01, 0.03),
            "baseline 0.5000, linear model 0.8900; not clearly better than the linear model",
        ),
    ],
)
def test_a_score_is_held_against_that_of_the_same_rows(
    binary_model: Trained, difference: tuple[float, float], reported: str
) -> None:
    score = ScoreInterval(metric="roc_auc", value=0.9, low=0.87, high=0.93)
    linear = ScoreInterval(
        metric="roc_auc",
        value=0.89,
        low=0.86,
        high=0.92,
        difference=ScoreDifference(low=difference[0], high=difference[1]),
    )
    baseline = ScoreInterval(metric="roc_auc", value=0.5, low=0.5, high=0.5)
    scores = {"score": score, "baseline": baseline, "linear_baseline": linear}
    assert baseline_text(binary_model.result.report.model_copy(update=scores)) == reported


def test_inspect(tmp_path: Path, multiclass_model: Trained) -> None:
    text = call("inspect", multiclass_model.bundle, data=tmp_path, public=PUBLIC).stdout
    assert multiclass_model.result.bundle_hash in text and "log loss" in text and "street" in text
    assert re.search(r"joined: datetime, 2015-\d\d-\d\d to 2023-\d\d-\d\d\n", text)
    parsed = json.loads(
        call("inspect", multiclass_model.bundle, "--json", data=tmp_path, public=PUBLIC).stdout
    )
    assert parsed["report"]["labels"] == ["high", "low", "mid"]
    assert parsed["publicKey"] == PUBLIC and f"BUNDLE_PUBLIC_KEY={PUBLIC} " in text


def test_serve_listens_on_loopback(tmp_path: Path, binary_model: Trained) -> None:
    environment = {**os.environ, "BUNDLE_PUBLIC_KEY": PUBLIC}
    command = [*CLI, "serve", str(binary_model.bundle), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            url = server.stdout.readline().split()[-1]
            request = urllib.request.Request(url, b'{"age": 30}', {"content-type": "application/json"})
            with urllib.request.urlopen(request, timeout=10) as answer:
                assert json.load(answer)["predictions"][0]["prediction"] in ("low", "mid")
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(timeout=15) in (0, 130)


def test_a_type_may_come_with_the_order_of_its_values() -> None:
    given = ["--type", 'size=ordinal:small, "mid, or so", large', "--type", "a=b=text"]
    options = parse(["train", "t.csv", "--target", "y", "--out", "m.rowcast", *given])
    assert options.type == [
        {"column": "size", "to": "ordinal", "levels": ["small", "mid, or so", "large"]},
        {"column": "a=b", "to": "text"},
    ]


@pytest.mark.parametrize("code", ["ORDER_UNKNOWN", "ORDER_INCOMPLETE"])
def test_a_column_without_an_order_is_reported_with_the_option_that_gives_one(code: LintCode) -> None:
    found = finding(code, "grade", warning=True, values='"a"', count=1)
    assert hint_for(found) == ['(--type "grade=ordinal:LOWEST,…,HIGHEST" gives it.)']


def test_a_taken_port_is_named(tmp_path: Path, binary_model: Trained) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = call("serve", binary_model.bundle, "--port", port, data=tmp_path, public=PUBLIC)
    assert done.returncode == 2 and "in use" in done.stderr


def test_ctrl_c_keeps_the_best_model(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(300, 5, "binary"))
    bundle = tmp_path / "m.rowcast"
    command = [*CLI, "train", str(source), "--target", "target", "--time-budget", "600", "--out", str(bundle)]
    environment = {**os.environ, "ROWCAST_DATA": str(tmp_path / "d")}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as training:
        assert training.stderr is not None
        for line in training.stderr:
            if line.startswith("LightGBM: 1 of"):
                # As a terminal does it, once to all of its processes and once by the launcher.
                training.send_signal(signal.SIGINT)
                time.sleep(0.1)
                training.send_signal(signal.SIGINT)
                break
        training.stderr.read()
    assert training.returncode == 0
    shown = call("inspect", bundle, "--json", data=tmp_path / "d")
    assert json.loads(shown.stdout)["report"]["stoppedEarly"]
    shutil.rmtree(tmp_path / "d")


def test_findings_name_the_option_that_helps(tmp_path: Path) -> None:
    rows = [
        {"customerId": f"C{row % 40}", "km": f"{row % 7},{row % 3}", "target": "yn"[row % 2]}
        | {"day": f"2024-{row // 28 + 1:02}-{row % 28 + 1:02}"}
        for row in range(200)
    ]
    rows[9]["km"], rows[14]["km"] = "unknown", "~40"
    table = write_csv(tmp_path / "t.csv", rows)
    # A share of the budget is the time for the findings, which a busy machine needs.
    budget = ("--time-budget", "600")
    command = ("train", table, "--target", "target", "--estimator", "linear", *budget, "--json")
    plain = call(*command, "--out", tmp_path / "m.rowcast", data=tmp_path)
    reported = " ".join(plain.stderr.split())
    assert (
        '2, such as "unknown", "~40". Lines 11, 16. (--type "km=number" or "km=category" chooses one.)'
        in reported
    )
    assert "use this as the group column. Rows 12, 52, 92, 132, 172." in reported
    assert '(--group "customerId" keeps them together.)' in reported
    assert 'train on earlier rows and test on later ones. (--time "day" does.)' in reported
    options = ("--type", "km=number", "--time", "day")
    again = call(*command, *options, "--out", tmp_path / "n.rowcast", data=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "--type" not in again.stderr and "--time" not in again.stderr
    assert '--group "customerId"' in " ".join(again.stderr.split())
    fields = {field["name"]: field["kind"] for field in json.loads(again.stdout)["report"]["fields"]}
    assert fields["km"] == "number"
