"""A blend that answers a row as soon as promised on this machine, of whose speed no estimate knows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from rowcast_automl.ensemble.blend import Blend
from rowcast_automl.ensemble.cost import Cost, cost_of
from rowcast_automl.features.rows import RowReader
from rowcast_automl.search.blending import Blended
from rowcast_automl.search.preparation import Prepared, row_of
from rowcast_automl.search.served import export, median_milliseconds, open_graph

# Of the promise: a server does a little more for a row than is measured here.
KEPT = 0.9
MOST_TURNS = 3
# Other programs' load slows some of these, and is not the model's.
MEASURED_TIMES = 3


@dataclass(frozen=True, slots=True)
class Served:
    """A blend as one graph.

    Parameters
    ----------
    seconds : float
        That exporting it took.
    milliseconds : float
        For one row, from its cells to the answer.
    """

    graph: bytes
    seconds: float = 0.0
    milliseconds: float = 0.0


def serve(blend: Blend, prepared: Prepared) -> Served:
    """Exports the blend and measures how long a row takes."""
    begun = time.monotonic()
    graph = export(blend, prepared)
    seconds = time.monotonic() - begun
    predict = open_graph(graph, prepared.schema)
    reader, sent = RowReader(prepared.schema), [row_of(prepared, int(prepared.checked[0]))]

    def answer() -> None:
        predict(reader.read(sent).tensors)

    took = min(median_milliseconds(answer) for _ in range(MEASURED_TIMES))
    return Served(graph, seconds, took)


def lightened(
    choose: Callable[[Cost], Blended],
    serve: Callable[[Blend], Served],
    limit: Cost,
    promised: float,
    may_go_on: Callable[[float], bool],
) -> tuple[Blended, Served, Cost]:
    """The best blend that answers a row in time, chosen anew within less while one takes longer.

    Parameters
    ----------
    choose : callable
        The best blend whose members cost no more.
    limit : Cost
        What they may cost by the estimates.
    promised : float
        Milliseconds for a row.
    may_go_on : callable
        Whether there is time for another export, which takes about so many seconds.

    Returns
    -------
    tuple of Blended, Served, Cost
        The blend, its graph, and the limit that it was chosen within.
    """
    blended = choose(limit)
    served = serve(blended.blend)
    for _ in range(MOST_TURNS - 1):
        if served.milliseconds <= KEPT * promised or not may_go_on(served.seconds):
            break
        spent = sum((cost_of(each) for each in blended.blend.models), start=Cost(0.0, 0.0))
        limit = replace(limit, seconds=spent.seconds * KEPT * promised / served.milliseconds)
        blended = choose(limit)
        served = serve(blended.blend)
    return blended, served, limit
