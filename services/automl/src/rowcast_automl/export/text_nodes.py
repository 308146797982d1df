"""Graph nodes for free text, equivalent to the text projection and the ridge scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from onnx import TensorProto

from rowcast_automl.export.graph_builder import Graph
from rowcast_automl.features.encoding.ridge_scores import RidgeWeights
from rowcast_automl.features.encoding.text_projection import TextTable, Weights
from rowcast_automl.features.tensors import Array


@dataclass(frozen=True, slots=True)
class TextNodes:
    """One text column in the graph.

    Parameters
    ----------
    present : str
        float32 (rows, terms), 1 where the row holds the term.
    length : str
        float64 (rows, 1).
    words : str
        float64 (rows, 1), the number of words.
    """

    table: TextTable
    present: str
    length: str
    words: str


def read_text(graph: Graph, texts: str, slot: int, table: TextTable) -> TextNodes:
    """Add nodes that split the words and look up the terms."""
    column = graph.add("Gather", texts, graph.constant(np.int64(slot)), axis=1)
    split, counted = graph.add_many(2, "StringSplit", column, delimiter=" ")
    pool = [*table.terms[: table.singles]]
    pairs = [word for term in table.terms[table.singles :] for word in term.split(" ")]
    present = graph.add(
        "TfIdfVectorizer",
        split,
        mode="IDF",
        min_gram_length=1,
        max_gram_length=2 if pairs else 1,
        max_skip_count=0,
        ngram_counts=np.array([0, table.singles][: 2 if pairs else 1], dtype=np.int64),
        ngram_indexes=np.arange(len(table.terms)),
        pool_strings=np.array([*pool, *pairs], dtype=object),
        weights=np.ones(len(table.terms), dtype=np.float32),
    )
    squares = summed(graph, present, table.squares)
    length = graph.add("Sqrt", graph.add("Max", squares, graph.constant(np.float64(0.5))))
    last = graph.constant(np.array([-1, 1], dtype=np.int64))
    words = graph.double(graph.add("Reshape", counted, last))
    return TextNodes(table, present, length, words)


def summed(graph: Graph, present: str, weights: Weights) -> str:
    """Add sums of integer weights, exact in float32, as float64."""
    sums = graph.double(graph.add("MatMul", present, graph.constant(weights.whole)))
    return graph.add("Mul", sums, graph.constant(weights.units))


def projected(graph: Graph, text: TextNodes, weights: Weights) -> str:
    """Add the equivalent of `TextRows.projected`."""
    return graph.add("Div", summed(graph, text.present, weights), text.length)


def tree_features(graph: Graph, text: TextNodes, axes: str) -> list[str]:
    """Add the equivalent of `TextTable.features`."""
    return [graph.add("Cast", each, to=TensorProto.FLOAT) for each in (axes, text.words)]


def linear_features(graph: Graph, text: TextNodes, axes: str) -> str:
    """Add the equivalent of `TextTable.scaled`."""
    one = graph.constant(np.float64(1))
    count = graph.add("Log", graph.add("Add", text.words, one))
    centered = graph.add("Sub", graph.concat([axes, count]), graph.constant(text.table.center))
    return graph.add("Div", centered, graph.constant(text.table.spread))


def scores(graph: Graph, texts: list[TextNodes], codes: list[str], learned: list[RidgeWeights]) -> str:
    """Add the equivalent of `RidgeScores.apply` for several folds: float32 (rows, outputs of every fold).

    Parameters
    ----------
    codes : list of str
        int64 (rows,) of each category slot.
    """
    parts = []
    for place, text in enumerate(texts):
        joined = Weights(
            np.concatenate([each.texts[place].whole for each in learned], axis=1),
            np.concatenate([each.texts[place].units for each in learned]),
        )
        parts.append(projected(graph, text, joined))
    for slot in learned[0].levels:
        table = np.concatenate([each.levels[slot] for each in learned], axis=1)
        bounded = graph.add("Min", codes[slot], graph.constant(np.int64(len(table) - 1)))
        parts.append(graph.double(graph.add("Gather", graph.constant(table), bounded, axis=0)))
    total = parts[0]
    for each in parts[1:]:
        total = graph.add("Add", total, each)
    return graph.add("Cast", total, to=TensorProto.FLOAT)


def columns(graph: Graph, source: str, chosen: Array) -> str:
    """Add a selection of columns."""
    return graph.add("Gather", source, graph.constant(chosen.astype(np.int64)), axis=1)
