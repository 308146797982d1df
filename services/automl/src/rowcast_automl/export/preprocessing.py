"""The encoder's views as graph nodes; mirrors `features.encoding` operation by operation."""

from __future__ import annotations

import numpy as np

from rowcast_automl.export.graph import ML, Graph
from rowcast_automl.features.encoding import CLIP, FIRST, MISSING, UNKNOWN, Dictionary, Encoder
from rowcast_automl.features.tensors import Array


class Views:
    """Emits each view once, when first asked for.

    Parameters
    ----------
    numbers, texts : str or None
        Names of the graph's inputs.
    targets : dict
        Target tables of each fold that the blend uses: fold -> ((text slot, table), …).
    """

    def __init__(
        self,
        graph: Graph,
        encoder: Encoder,
        numbers: str | None,
        texts: str | None,
        targets: dict[int, tuple[tuple[int, Array], ...]],
    ) -> None:
        self._graph = graph
        self._encoder = encoder
        self._numbers = numbers
        self._targets = targets
        self._codes = [
            self._code(texts, slot, each) for slot, each in enumerate(encoder.dictionaries) if texts
        ]
        self._made: dict[str, str] = {}
        self._looked_up: list[str] | None = None

    def linear(self) -> str:
        """float64 (rows, linear features)."""
        if "linear" not in self._made:
            parts = self._scaled(self._numbers) if self._numbers else []
            tables = zip(self._encoder.linear_tables, self._codes, strict=True)
            parts += [self._gather(table.astype(np.float64), code) for table, code in tables if table.size]
            self._made["linear"] = self._graph.concat(parts)
        return self._made["linear"]

    def trees(self, forest: bool) -> str:
        """float32 (rows, tree features + target features of every fold)."""
        name = "forest" if forest else "boost"
        if name not in self._made:
            graph, parts = self._graph, []
            if self._numbers:
                fill = self._encoder.forest_fill if forest else self._encoder.boost_fill
                missing = graph.add("IsNaN", self._numbers)
                parts.append(graph.add("Where", missing, graph.constant(fill), self._numbers))
            self._made[name] = graph.concat(parts + self._tables())
        return self._made[name]

    def feature(self, fold: int, index: Array) -> Array:
        """Column in `trees` of a fold's own feature index."""
        base = self._encoder.tree_width
        width = sum(table.shape[1] for _, table in self._targets[fold])
        offset = sorted(self._targets).index(fold) * width
        return np.where(index < base, index, index + offset)

    def _tables(self) -> list[str]:
        if self._looked_up is None:
            tables = zip(self._encoder.tree_tables, self._codes, strict=True)
            self._looked_up = [self._gather(table, code) for table, code in tables if table.size]
            for fold in sorted(self._targets):
                parts = [self._gather(table, self._codes[slot]) for slot, table in self._targets[fold]]
                self._looked_up += parts
        return self._looked_up

    def _scaled(self, numbers: str) -> list[str]:
        graph, scaling = self._graph, self._encoder.scaling
        raw = graph.double(numbers)
        missing = graph.add("IsNaN", numbers)
        shaped = graph.add("Where", missing, graph.constant(scaling.fill), raw)
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
        return parts

    def _code(self, texts: str, slot: int, dictionary: Dictionary) -> str:
        graph = self._graph
        column = graph.add("Gather", texts, graph.constant(np.int64(slot)), axis=1)
        keys = np.array(["", *dictionary.values], dtype=object)
        codes = np.arange(FIRST - 1, FIRST + len(dictionary.values))
        codes[0] = MISSING if dictionary.seen_missing else FIRST
        return graph.add(
            "LabelEncoder", column, domain=ML, keys_strings=keys, values_int64s=codes, default_int64=UNKNOWN
        )

    def _gather(self, table: Array, code: str) -> str:
        return self._graph.add("Gather", self._graph.constant(table), code, axis=0)
