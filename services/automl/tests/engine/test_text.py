"""Free text: the same words everywhere, the same numbers in the graph as in training, and a use for them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from rowcast_automl.entrypoints.batch.run import predict_file
from rowcast_automl.explain.importance import permutation_importance
from rowcast_automl.export.graph import Graph
from rowcast_automl.export.preprocessing import Views
from rowcast_automl.features.encoding import Encoder, fit_encoder
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.features.text import fit_text
from rowcast_automl.features.text_scores import fit_text_scores
from rowcast_automl.features.words import LONGEST_WORD, MOST_WORDS, words
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.search.preparation import most_rows, prepare_table
from rowcast_automl.serve.model import LoadedModel
from rowcast_automl.serve.policy import read_policy
from rowcast_automl.serve.reading import RequestReader
from tests.engine.tables import write_csv
from tests.engine.test_parity import parity_of
from tests.engine.text_tables import review_rows
from tests.engine.training import KEY, config, train_file, typed_table

ODD = (
    "",
    "   \t ",
    "!!! … ???",
    "HELLO Hello hello",
    "Straße STRASSE strasse",
    "İstanbul ΟΔΟΣ οδος",
    "مرحبًا بالعالم",
    "שָׁלוֹם עולם",
    "नमस्ते दुनिया",
    "日本語のテキスト",
    "I ❤️ it 😀😀 👍🏽",
    "12.5 -7 1e308 0x1F",
    "a\u0000b\u200bc\u00a0d",
    "=cmd|'/C calc'!A0 <script>alert(1)</script>",
    "e\u0301 é",
    "x" * 5_000,
    "word " * 5_000,
    " ".join(f"w{number:x}" for number in range(5_000)),
)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_words_of_words_are_the_same_words(text: str) -> None:
    read = words(text)
    assert words(read) == read
    assert read == " ".join(read.split())
    assert words(f"  {text}\n") == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Hello, WORLD! 12.5", "hello world 12 5"),
        ("Straße", "strasse"),
        ("ΟΔΟΣ", "οδοσ"),
        ("ＦＵＬＬ ﬁne", "full fine"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("日本", "日 本"),
        ("good😀😀", "good 😀 😀"),
        ("snake_case-word", "snake case word"),
        ("?!", ""),
    ],
)
def test_what_a_word_is(text: str, read: str) -> None:
    assert words(text) == read


def test_long_texts_are_cut() -> None:
    assert words("word " * 5_000).count(" ") == MOST_WORDS - 1
    assert words("x" * 5_000) == "x" * LONGEST_WORD


def test_the_graph_reads_texts_bit_by_bit_as_training_does() -> None:
    read = [words(row["review"]) for row in review_rows(300, 1, "binary", mixed=False)]
    first = np.array([[text] for text in read], dtype=object)
    second = np.array([[words(ODD[index % len(ODD)])] for index in range(len(read))], dtype=object)
    tensors = Tensors(np.zeros((len(read), 0), np.float32), np.concatenate([first, second], axis=1))
    encoder = fit_encoder(tensors, (InputField("a", "text", 0), InputField("b", "text", 1)))
    ask = tree_view(tensors, encoder)
    odd = np.array([[words(left), words(right)] for left in ODD for right in ODD[:3]], dtype=object)
    asked = Tensors(np.zeros((len(odd), 0), np.float32), odd)
    for rows in (tensors, asked):
        trained = encoder.trees(rows, encoder.coded(rows), forest=False)
        assert np.array_equal(trained, ask(rows))
        alone = np.concatenate([ask(rows.take(slice(row, row + 1))) for row in range(len(rows))])
        assert np.array_equal(trained, alone)


def tree_view(tensors: Tensors, encoder: Encoder) -> Callable[[Tensors], Array]:
    """The trees' view as a graph of its own."""
    graph = Graph()
    texts = graph.input("texts", TensorProto.STRING, tensors.texts.shape[1])
    view = graph.double(Views(graph, encoder, None, texts, {}).trees(forest=False))
    graph.output("answer", view, TensorProto.DOUBLE, encoder.tree_width)
    session = onnxruntime.InferenceSession(graph.serialize(), providers=["CPUExecutionProvider"])

    def ask(rows: Tensors) -> Array:
        answer: Array = session.run(None, rows.feed())[0].astype(np.float32)
        return answer

    return ask


@pytest.mark.parametrize(
    ("task", "metric", "mixed"), [("multiclass", "log_loss", True), ("regression", "rmse", False)]
)
def test_every_model_answers_as_trained(tmp_path: Path, task: str, metric: str, mixed: bool) -> None:
    rows = review_rows(140, 3, task, mixed)
    for row, odd in zip(rows[::4], ODD * 3, strict=False):
        row["review"] = odd.replace("\0", " ")
    for row in rows:
        row["second"] = row["review"][::-1]
    assert parity_of(write_csv(tmp_path / "t.csv", rows), metric) < 1e-5


def test_a_text_without_common_words_is_left_out(tmp_path: Path) -> None:
    rows = review_rows(60, 2, "binary", mixed=True)
    for number, row in enumerate(rows):
        row["note"] = f"a{number}b c{number}d e{number}f"
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    assert {each.name: each.type for each in profile.columns}["note"] == "text"
    prepared = prepare_table(table, profile, config(testSize=0))
    assert prepared.selection.dropped == [("note", "No word of it occurs in two rows.")]


def test_a_word_of_one_row_says_nothing_of_another() -> None:
    texts = np.array(["common odd", "common", *["common other"] * 5, "common odd"], dtype=object)
    table = fit_text(texts, 1, 1, 0)
    assert "odd" in table.terms
    # The last row is validated: of the odd ones the fold learns from one alone.
    read = table.read(texts[:-1])
    target = np.array([[1.0], [0], [0], [1], [0], [1], [0]])
    found = fit_text_scores((table,), (read,), target, np.arange(7) % 2)
    weights = dict(zip(table.terms, found.tables[0].whole[:, 0], strict=True))
    assert {term for term, weight in weights.items() if weight} <= {"common", "other", "common other"}
    # Whole numbers, and no sum of those of a row can leave what float32 holds exactly.
    assert all(float(weight).is_integer() for weight in weights.values())
    assert sum(abs(weight) for weight in weights.values()) < 2**24


def test_long_tables_of_texts_are_sampled(tmp_path: Path) -> None:
    rows = [{"note": f"{'word ' * 150}{number}", "target": number % 2} for number in range(6_000)]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    settings = config(testSize=0, timeBudgetSeconds=5)
    assert most_rows(table, profile, settings) < 3_000
    assert most_rows(table, profile, config(testSize=0, excludedColumns=["note"])) > 6_000


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return review_rows(1_800, 7, "binary", mixed=True)


@pytest.fixture(scope="module")
def model(rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    folder = tmp_path_factory.mktemp("text")
    source = write_csv(folder / "t.csv", rows[:1_200])
    train_file(source, folder / "m.rowcast", config(testSize=0, timeBudgetSeconds=12))
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
    policy = read_policy('{"fields": {"review": {"type": "impute"}}}')
    found = model.predict([sent(rows[0], review=value)], policy=policy)
    assert found.warnings[0].code == "FIELD_INVALID"
    assert found.predictions == model.predict([sent(rows[0], review=None)]).predictions


@pytest.mark.parametrize("value", [None, "", "!!!"])
def test_a_text_without_words_is_a_null_to_the_policy(
    rows: list[dict[str, Any]], model: LoadedModel, value: object
) -> None:
    fields = tuple(replace(each, seen_missing=True) for each in model.schema.fields)
    reader = RequestReader(replace(model.schema, fields=fields))
    policy = read_policy('{"fields": {"review": {"null": "reject"}}}')
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
        answered = [float(line["p_good"]) for line in csv.DictReader(stream)]
    as_json = [row | {"review": None if row["review"] in ("NA", "") else row["review"]} for row in asked]
    wanted = [each["probabilities"]["good"] for each in model.predict(as_json).predictions]
    assert answered == pytest.approx(wanted, abs=1e-9)
