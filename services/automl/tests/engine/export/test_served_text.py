"""Text in requests: useful, read the same in every form, and subject to the field policy."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from rowcast_automl.entrypoints.batch.run import predict_file
from rowcast_automl.explain.importance import permutation_importance
from rowcast_automl.features.tensors import Array
from rowcast_automl.features.tokenizer import words
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.options.value_policy import parse_policy
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.requests.request_reader import RequestReader
from tests.engine.tables import write_csv
from tests.engine.text_tables import ODD, review_rows
from tests.engine.training import KEY, config, stopping_after, train_file


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return review_rows(1_800, 7, "binary", mixed=True)


@pytest.fixture(scope="module")
def model(rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    folder = tmp_path_factory.mktemp("text")
    source = write_csv(folder / "t.csv", rows[:1_200])
    train_file(source, folder / "m.rowcast", config(testSize=0, timeBudgetSeconds=300), *stopping_after(2))
    return LoadedModel(folder / "m.rowcast", KEY.public_key())


def sent(row: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The row as a client sends it."""
    return {name: value for name, value in row.items() if name != "target"} | changes


def test_words_earn_their_place(rows: list[dict[str, Any]], model: LoadedModel) -> None:
    learned, asked = rows[:1_200], rows[1_200:]
    truth = [row["target"] == "good" for row in asked]
    answers = model.predict([sent(row) for row in asked]).predictions
    ours = roc_auc_score(truth, [each["probabilities"]["good"] for each in answers])
    peer = roc_auc_score(truth, latent_semantic_analysis(learned, asked))
    assert ours > peer + 0.01
    assert model.report["droppedColumns"] == []
    packed = model.reader.read([sent(row) for row in asked]).tensors
    places = np.array([int(each) for each in truth])
    found = permutation_importance(model.answer, packed, places, model.schema.fields, "roc_auc", 0, 120)
    drops = {each.column: each.importance for each in found}
    assert drops["review"] > 0.03


def latent_semantic_analysis(learned: list[dict[str, Any]], asked: list[dict[str, Any]]) -> Array:
    """What scikit-learn's usual chain says of the rows."""
    vectors = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    axes = TruncatedSVD(100, random_state=0)
    scale, levels = StandardScaler(), OneHotEncoder(sparse_output=False)
    train = np.hstack(
        [
            axes.fit_transform(vectors.fit_transform([row["review"] for row in learned])),
            scale.fit_transform([[row["age"], row["delay"]] for row in learned]),
            levels.fit_transform([[row["channel"]] for row in learned]),
        ]
    )
    test = np.hstack(
        [
            axes.transform(vectors.transform([row["review"] for row in asked])),
            scale.transform([[row["age"], row["delay"]] for row in asked]),
            levels.transform([[row["channel"]] for row in asked]),
        ]
    )
    linear = LogisticRegression(max_iter=1_000).fit(train, [row["target"] for row in learned])
    found: Array = linear.predict_proba(test)[:, list(linear.classes_).index("good")]
    return found


def test_odd_cells_are_answered_alike_alone_and_together(
    rows: list[dict[str, Any]], model: LoadedModel
) -> None:
    odd = [sent(rows[0], review=text) for text in (*ODD, None)]
    together = model.predict(odd)
    for index, row in enumerate(odd):
        alone = model.predict([row]).predictions[0]["probabilities"]["good"]
        assert alone == pytest.approx(together.predictions[index]["probabilities"]["good"], abs=1e-9)
    said = {(note.row, note.code) for note in together.warnings if note.field == "review"}
    missing, cut = (0, 1, 2, len(ODD)), (len(ODD) - 2, len(ODD) - 1)
    assert said == {*((row, "MISSING_VALUE") for row in missing), *((row, "OUT_OF_RANGE") for row in cut)}
    assert model.reader.read(odd).tensors.texts.tolist() == [
        [row["channel"], words(row["review"] or "")] for row in odd
    ]


@pytest.mark.parametrize("value", [12, True, 1.5, ["a"], {"a": 1}])
def test_what_is_not_text_follows_the_policy(
    rows: list[dict[str, Any]], model: LoadedModel, value: object
) -> None:
    with pytest.raises(RowcastError) as refused:
        model.predict([sent(rows[0], review=value)])
    assert refused.value.code == "ROW_INVALID"
    assert [problem.field for problem in refused.value.fields] == ["review"]
    policy = parse_policy('{"fields": {"review": {"type": "impute"}}}')
    found = model.predict([sent(rows[0], review=value)], policy=policy)
    assert found.warnings[0].code == "FIELD_INVALID"
    assert found.predictions == model.predict([sent(rows[0], review=None)]).predictions


@pytest.mark.parametrize("value", [None, "", "!!!"])
def test_a_text_without_words_is_a_null_to_the_policy(
    rows: list[dict[str, Any]], model: LoadedModel, value: object
) -> None:
    fields = tuple(replace(each, seen_missing=True) for each in model.schema.fields)
    reader = RequestReader(replace(model.schema, fields=fields))
    policy = parse_policy('{"fields": {"review": {"null": "reject"}}}')
    found = reader.read([sent(rows[0], review=value)], policy=policy)
    assert [(each.field, each.code) for each in found.problems] == [("review", "MISSING_VALUE")]


def test_a_missing_marker_of_a_csv_is_no_word(rows: list[dict[str, Any]], model: LoadedModel) -> None:
    cells = {name: str(value) for name, value in sent(rows[0]).items()}
    for marker in ("NA", "?", " NULL "):
        read = model.reader.read([cells | {"review": marker}], from_text=True).tensors
        assert read.texts[0, 1] == ""
    assert model.reader.read([cells | {"review": "NA"}]).tensors.texts[0, 1] == "na"


def test_answers_are_explained_with_the_text_as_one_field(
    rows: list[dict[str, Any]], model: LoadedModel
) -> None:
    options = {"explain": True, "counterfactual": {}}
    (found,) = model.predict([sent(rows[0])], options=options).predictions
    assert {each["field"] for each in found["explanation"]["contributions"]} >= {"review", "delay"}
    changed = found["counterfactual"]["changes"] if found["counterfactual"] else []
    assert "review" not in {each["field"] for each in changed}
    assert "review" not in {each["column"] for each in model.report["partialDependence"]}


def test_a_file_of_texts_is_answered_row_by_row(
    rows: list[dict[str, Any]], model: LoadedModel, tmp_path: Path
) -> None:
    texts = ('He said "works",\nthen: w1 w2;', "one, two", "مرحبا, w3", "w4 " * 2_000, "NA", "")
    asked = [sent(rows[at % 50], review=texts[at % len(texts)]) for at in range(720)]
    out = tmp_path / "answers.csv"
    summary = predict_file(model, write_csv(tmp_path / "asked.csv", asked), out, keep_going=False)
    assert (summary.rows, summary.refused) == (720, 0)
    assert summary.warnings["OUT_OF_RANGE review"] == 720 // len(texts)
    with out.open(newline="", encoding="utf-8") as stream:
        answered = [float(line["probability_good"]) for line in csv.DictReader(stream)]
    as_json = [row | {"review": None if row["review"] in ("NA", "") else row["review"]} for row in asked]
    wanted = [each["probabilities"]["good"] for each in model.predict(as_json).predictions]
    assert answered == pytest.approx(wanted, abs=1e-9)
