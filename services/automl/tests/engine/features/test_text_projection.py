"""Free text: the same tokens everywhere, equal numbers in the graph, and a gain in accuracy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto

from rowcast_automl.export.graph_builder import Graph
from rowcast_automl.export.preprocessing_nodes import Views
from rowcast_automl.features.encoding.encoder import Coded, Encoder, fit_encoder
from rowcast_automl.features.encoding.ridge_scores import fit_scores
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.features.tokenizer import MAX_WORD, MAX_WORDS, words
from rowcast_automl.prepare.table_preparation import max_rows, prepare_table
from tests.engine.export.test_parity import EACH_VIEW, parity_of
from tests.engine.tables import write_csv
from tests.engine.text_tables import ODD, review_rows
from tests.engine.training import config, typed_table
from tests.examples import examples


@settings(max_examples=examples(300), deadline=None)
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
    assert words("word " * 5_000).count(" ") == MAX_WORDS - 1
    assert words("x" * 5_000) == "x" * MAX_WORD


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
def test_models_of_every_view_answer_as_trained(tmp_path: Path, task: str, metric: str, mixed: bool) -> None:
    rows = review_rows(140, 3, task, mixed)
    for row, odd in zip(rows[::4], ODD * 3, strict=False):
        row["review"] = odd.replace("\0", " ")
    for row in rows:
        row["second"] = row["review"][::-1]
    assert parity_of(write_csv(tmp_path / "t.csv", rows), metric, kinds=EACH_VIEW) < 1e-5


def test_a_text_without_common_words_is_left_out(tmp_path: Path) -> None:
    rows = review_rows(60, 2, "binary", mixed=True)
    for number, row in enumerate(rows):
        row["note"] = f"a{number}b c{number}d e{number}f"
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    assert {each.name: each.type for each in profile.columns}["note"] == "text"
    prepared = prepare_table(table, profile, config(testSize=0))
    assert [(name, why.code) for name, why in prepared.selection.dropped] == [
        ("note", "TEXT_WITHOUT_REPEATS")
    ]


def test_a_word_of_one_row_says_nothing_of_another() -> None:
    texts = np.array(["common odd", "common", *["common other"] * 5, "common odd"], dtype=object)
    encoder = fit_encoder(
        Tensors(np.zeros((8, 0), np.float32), texts[:, None]), (InputField("a", "text", 0),)
    )
    table = encoder.texts[0]
    assert "odd" in table.terms
    # The last row is validated: of the odd ones the fold learns from one alone.
    read = Coded(np.zeros((7, 0), np.int64), (table.read(texts[:-1]),))
    target = np.array([[1.0], [0], [0], [1], [0], [1], [0]])
    found = fit_scores(encoder, read, target, np.arange(7) % 2)
    weights = dict(zip(table.terms, found.learned.texts[0].whole[:, 0], strict=True))
    assert {term for term, weight in weights.items() if weight} <= {"common", "other", "common other"}
    # Whole numbers, and no sum of those of a row can leave what float32 holds exactly.
    assert all(float(weight).is_integer() for weight in weights.values())
    assert sum(abs(weight) for weight in weights.values()) < 2**24


def test_long_tables_of_texts_are_sampled(tmp_path: Path) -> None:
    rows = [{"note": f"{'word ' * 150}{number}", "target": number % 2} for number in range(6_000)]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    settings = config(testSize=0, timeBudgetSeconds=5)
    assert max_rows(table, profile, settings) < 3_000
    for unread in ({"excludedColumns": ["note"]}, {"groupColumn": "note"}):
        assert max_rows(table, profile, config(testSize=0, **unread)) > 6_000
