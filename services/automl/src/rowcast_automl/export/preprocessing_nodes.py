"""The encoder's views as graph nodes, equivalent to `features.encoding`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rowcast_automl.export import text_nodes
from rowcast_automl.export.graph_builder import ML, Graph
from rowcast_automl.features.encoding.category_codes import FIRST, UNKNOWN
from rowcast_automl.features.encoding.centering import FLOAT32_LARGEST, Centering
from rowcast_automl.features.encoding.encoder import CLIP, Dictionary, Encoder
from rowcast_automl.features.encoding.id_columns import IdColumn
from rowcast_automl.features.encoding.interactions import (
    Interactions,
    Operation,
    is_additive,
    side_factors,
)
from rowcast_automl.features.encoding.target_encoding import TargetTables
from rowcast_automl.features.tensors import Array

OPERATORS: dict[Operation, str] = {"add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div"}


@dataclass(frozen=True, slots=True)
class Blocks:
    """Positions of each fold's target features among the target features of all folds.

    Parameters
    ----------
    base : int
        Number of columns that all folds share. They come first.
    starts : dict
        First column of each fold's target features.
    own : int
        Number of target features of one fold.
    width : int
        Number of all columns.
    """

    base: int
    starts: dict[int, int]
    own: int
    width: int

    def columns(self, fold: int) -> Array:
        """Return the positions of the features that a fold's member was fitted on, in its order."""
        start = self.starts.get(fold, 0)
        return np.concatenate([np.arange(self.base), np.arange(start, start + self.own)])


class Views:
    """Adds each view to the graph at its first use.

    Parameters
    ----------
    numbers, texts : str or None
        Names of the graph's inputs.
    targets : dict
        Target tables of each split that the blend uses.
    """

    def __init__(
        self,
        graph: Graph,
        encoder: Encoder,
        numbers: str | None,
        texts: str | None,
        targets: dict[int, TargetTables],
    ) -> None:
        self._graph = graph
        self._encoder = encoder
        self._raw = numbers
        self._numbers = numbers = self._centered(numbers) if numbers else None
        self._targets = targets
        self._codes = [
            self._code(texts, slot, each) for slot, each in enumerate(encoder.dictionaries) if texts
        ]
        keys = [self._key(numbers, each) for each in encoder.keys if numbers]
        self._every_code = [*self._codes, *keys]
        first = len(encoder.dictionaries)
        self._texts = [
            text_nodes.read_text(graph, texts, first + slot, each)
            for slot, each in enumerate(encoder.texts)
            if texts
        ]
        self._axes = [text_nodes.projected(graph, each, each.table.axes) for each in self._texts]
        self._made: dict[str, str] = {}
        self._looked_up: list[str] | None = None

    def _centered(self, numbers: str) -> str:
        """Add the equivalent of `Encoder.centered`."""
        graph, centering = self._graph, self._encoder.centering
        if centering is None:
            return numbers
        shifted = graph.add("Sub", numbers, graph.constant(centering.center))
        if centering.is_scaled:
            scaled = graph.add("Mul", shifted, graph.constant(centering.factor))
            ends = (graph.constant(np.float64(each)) for each in (-FLOAT32_LARGEST, FLOAT32_LARGEST))
            bounded = graph.add("Clip", scaled, *ends)
            shifted = graph.add("Where", graph.add("IsNaN", scaled), scaled, bounded)
        return graph.single(shifted)

    def dense(self, view: str, folds: tuple[int, ...]) -> tuple[str, Blocks]:
        """Return the dense view with the target features of all given folds, float64, and its layout."""
        linear = self._linear()
        base = self._encoder.linear_width
        if view == "linear":
            return linear, Blocks(base, {}, 0, base)
        if "pieces" not in self._made:
            numbers = self._extended(self._encoder.dense_interactions)
            bent = self._bent(numbers) if numbers and self._encoder.pieces.source.size else []
            self._made["pieces"] = self._graph.concat([linear, *bent])
        base += len(self._encoder.pieces.source)
        own = len(self._targets[folds[0]].center)
        if not own:
            return self._made["pieces"], Blocks(base, {}, 0, base)
        parts = [self._scaled_targets(fold) for fold in folds]
        starts = {fold: base + index * own for index, fold in enumerate(folds)}
        joined = self._graph.concat([self._made["pieces"], *parts])
        return joined, Blocks(base, starts, own, base + own * len(folds))

    def _linear(self) -> str:
        if "linear" not in self._made:
            numbers = self._extended(self._encoder.dense_interactions)
            parts = self._scaled(numbers) if numbers else []
            tables = zip(self._encoder.linear_tables, self._codes, strict=True)
            parts += [self._gather(table.astype(np.float64), code) for table, code in tables if table.size]
            pairs = zip(self._texts, self._axes, strict=True)
            parts += [text_nodes.linear_features(self._graph, text, axes) for text, axes in pairs]
            self._made["linear"] = self._graph.concat(parts)
        return self._made["linear"]

    def _bent(self, numbers: str) -> list[str]:
        graph, pieces = self._graph, self._encoder.pieces
        raw = graph.double(numbers)
        missing = graph.add("IsNaN", numbers)
        filled = graph.add("Where", missing, graph.constant(self._encoder.scaling.fill), raw)
        chosen = graph.add("Gather", filled, graph.constant(pieces.source), axis=1)
        moved = graph.add(
            "Div", graph.add("Sub", chosen, graph.constant(pieces.low)), graph.constant(pieces.span)
        )
        low, high = graph.constant(np.float64(0)), graph.constant(np.float64(1))
        bounded = graph.add("Clip", moved, low, high)
        centered = graph.add("Sub", bounded, graph.constant(pieces.center))
        return [graph.add("Div", centered, graph.constant(pieces.spread))]

    def _scaled_targets(self, fold: int) -> str:
        name = f"targets {fold}"
        if name not in self._made:
            graph, tables = self._graph, self._targets[fold]
            parts = [
                self._gather(each, self._every_code[slot])
                for slot, each in zip(tables.slots, tables.tables, strict=True)
            ]
            parts += self._scores(fold)
            raw = graph.double(graph.concat(parts))
            centered = graph.add("Sub", raw, graph.constant(tables.center))
            self._made[name] = graph.add("Div", centered, graph.constant(tables.spread))
        return self._made[name]

    def trees(self, forest: bool) -> str:
        """Return the tree view with the target features of every fold, float32."""
        name = "forest" if forest else "boost"
        if name not in self._made:
            graph, parts = self._graph, []
            numbers = self._extended(self._encoder.derived)
            if numbers:
                missing = graph.add("IsNaN", numbers)
                fill = graph.constant(self._encoder.fill(forest))
                parts.append(graph.add("Where", missing, fill, numbers))
            self._made[name] = graph.concat(parts + self._tables())
        return self._made[name]

    def trees_and_negatives(self, forest: bool) -> tuple[str, int]:
        """Return the tree view followed by its negative, and the offset of the negative columns."""
        source, name = self.trees(forest), f"{'forest' if forest else 'boost'} and negatives"
        if name not in self._made:
            negatives = self._graph.add("Mul", source, self._graph.constant(np.float32(-1)))
            self._made[name] = self._graph.concat([source, negatives])
        own = sum(len(each.center) for each in self._targets.values())
        return self._made[name], self._encoder.tree_width + own

    def _extended(self, derived: Interactions) -> str | None:
        """Return the numbers and the numeric interactions derived from them.

        Views with the same ones share the result.
        """
        name = f"numbers and {len(derived)}"
        if self._numbers and name not in self._made:
            made = interactions(self._graph, str(self._raw), derived, self._encoder.centering)
            self._made[name] = self._graph.concat([self._numbers, *made])
        return self._made.get(name)

    def feature(self, fold: int, index: Array) -> Array:
        """Return the column in `trees` of a fold's own feature index."""
        base = self._encoder.tree_width
        width = len(self._targets[fold].center)
        offset = sorted(self._targets).index(fold) * width
        return np.where(index < base, index, index + offset)

    def may_miss(self, index: Array, forest: bool) -> Array:
        """Return whether each feature of `trees`, by a fold's own index, can be NaN.

        Only numbers without imputation can.
        """
        return np.isin(index, np.flatnonzero(np.isnan(self._encoder.fill(forest))))

    def _tables(self) -> list[str]:
        if self._looked_up is None:
            tables = zip(self._encoder.tree_tables, self._codes, strict=True)
            self._looked_up = [self._gather(table, code) for table, code in tables if table.size]
            for text, axes in zip(self._texts, self._axes, strict=True):
                self._looked_up += text_nodes.tree_features(self._graph, text, axes)
            for fold in sorted(self._targets):
                own = self._targets[fold]
                pairs = zip(own.slots, own.tables, strict=True)
                self._looked_up += [self._gather(table, self._every_code[slot]) for slot, table in pairs]
                self._looked_up += self._scores(fold)
        return self._looked_up

    def _scores(self, fold: int) -> list[str]:
        """Return the ridge scores of a fold, float32 (rows, outputs), or an empty list if it has none."""
        folds = sorted(self._targets)
        own = self._targets[fold].scores
        if own is None:
            return []
        if "scores" not in self._made:
            learned = [found.learned for each in folds if (found := self._targets[each].scores)]
            self._made["scores"] = text_nodes.scores(self._graph, self._texts, self._codes, learned)
        width = own.train.shape[1]
        start = folds.index(fold) * width
        return [text_nodes.columns(self._graph, self._made["scores"], np.arange(start, start + width))]

    def _scaled(self, numbers: str) -> list[str]:
        graph, scaling = self._graph, self._encoder.scaling
        raw = graph.double(numbers)
        missing = graph.add("IsNaN", numbers)
        filled = shaped = graph.add("Where", missing, graph.constant(scaling.fill), raw)
        if scaling.logarithm.any():
            size = graph.add("Log", graph.add("Add", graph.constant(np.float64(1)), graph.add("Abs", shaped)))
            logged = graph.add("Mul", graph.add("Sign", shaped), size)
            shaped = graph.add("Where", graph.constant(scaling.logarithm), logged, shaped)
        centered = graph.add("Sub", shaped, graph.constant(scaling.center))
        scaled = graph.add("Div", centered, graph.constant(scaling.scale))
        low, high = graph.constant(np.float64(-CLIP)), graph.constant(np.float64(CLIP))
        parts = [graph.add("Clip", scaled, low, high)]
        if len(scaling.flags):
            flagged = graph.add("Gather", missing, graph.constant(scaling.flags.astype(np.int64)), axis=1)
            parts.append(graph.double(flagged))
        return parts + self._around(filled)

    def _around(self, filled: str) -> list[str]:
        graph, cycles = self._graph, self._encoder.cycles
        if not len(cycles):
            return []
        chosen = graph.add("Gather", filled, graph.constant(cycles.source), axis=1)
        turned = graph.add("Mul", chosen, graph.constant(cycles.rate))
        return [graph.add("Sin", graph.add("Add", turned, graph.constant(cycles.phase)))]

    def _code(self, texts: str, slot: int, dictionary: Dictionary) -> str:
        graph = self._graph
        column = graph.add("Gather", texts, graph.constant(np.int64(slot)), axis=1)
        keys = np.array(["", *dictionary.values], dtype=object)
        codes = np.arange(FIRST - 1, FIRST + len(dictionary.values))
        codes[0] = dictionary.missing
        return graph.add(
            "LabelEncoder", column, domain=ML, keys_strings=keys, values_int64s=codes, default_int64=UNKNOWN
        )

    def _key(self, numbers: str, keys: IdColumn) -> str:
        graph = self._graph
        column = graph.add("Gather", numbers, graph.constant(np.int64(keys.slot)), axis=1)
        known = graph.add(
            "LabelEncoder",
            column,
            domain=ML,
            keys_floats=keys.values,
            values_int64s=np.arange(FIRST, keys.size),
            default_int64=UNKNOWN,
        )
        missing = graph.constant(np.int64(keys.missing))
        return graph.add("Where", graph.add("IsNaN", column), missing, known)

    def _gather(self, table: Array, code: str) -> str:
        return self._graph.add("Gather", self._graph.constant(table), code, axis=0)


def interactions(graph: Graph, numbers: str, derived: Interactions, centering: Centering | None) -> list[str]:
    """Add the equivalent of `Interactions.columns`, one float32 block for each operation."""
    parts = []
    for operation, left, right in derived.pairs:
        slots = [graph.constant(np.array(each, np.int64)) for each in (left, right)]
        sides = [graph.add("Gather", numbers, each, axis=1) for each in slots]
        if centering:
            sides = centered_sides(graph, sides, operation, (left, right), centering)
        made = graph.add(OPERATORS[operation], *sides)
        if centering:
            made = graph.single(made)
        nothing = graph.constant(np.array([np.nan], np.float32))
        parts.append(graph.add("Where", graph.add("IsInf", made), nothing, made))
    return parts


def centered_sides(
    graph: Graph,
    sides: list[str],
    operation: Operation,
    slots: tuple[tuple[int, ...], tuple[int, ...]],
    centering: Centering,
) -> list[str]:
    """Add the transformation of both sides as in `computed_in_float64`."""
    if is_additive(operation):
        centers = [graph.constant(centering.center[[*each]]) for each in slots]
        sides = [graph.add("Sub", *pair) for pair in zip(sides, centers, strict=True)]
    if not centering.is_scaled:
        return sides
    factors = [graph.constant(each) for each in side_factors(operation, centering.factor, *slots)]
    return [graph.add("Mul", *pair) for pair in zip(sides, factors, strict=True)]
