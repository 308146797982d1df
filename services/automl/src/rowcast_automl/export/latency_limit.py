"""A blend that answers a row as soon as promised on this machine, of whose speed no estimate knows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from rowcast_automl.ensemble.ensemble_weights import Blended
from rowcast_automl.export.served_model import Served
from rowcast_automl.models.blend import Blend
from rowcast_automl.models.serving_cost import GRAPH_SHARE, Cost, cost_of

MOST_TURNS = 3


def lightened(
    choose: Callable[[Cost], Blended],
    time_row: Callable[[Blend], Served],
    limit: Cost,
    fixed: Cost,
    promised: float,
    may_go_on: Callable[[float], bool],
) -> tuple[Blended, Served, Cost]:
    """The best blend that answers a row in time, chosen anew within less while one takes longer.

    Parameters
    ----------
    choose : callable
        The best blend that costs no more.
    time_row : callable
        `serve`, of the table that is learned from.
    limit, fixed : Cost
        What everything may cost by the estimates, and what does besides the models.
    promised : float
        Milliseconds for a row.
    may_go_on : callable
        Whether there is time for another turn, which takes about so many seconds.

    Returns
    -------
    tuple of Blended, Served, Cost
        The blend, its graph, and the limit that it was chosen within.
    """
    begun = time.monotonic()
    blended = choose(limit)
    served = time_row(blended.blend)
    turn = time.monotonic() - begun
    for _ in range(MOST_TURNS - 1):
        if served.milliseconds <= GRAPH_SHARE * promised or not may_go_on(turn):
            break
        spent = sum((cost_of(each) for each in blended.blend.models), start=fixed)
        less = replace(limit, seconds=spent.seconds * GRAPH_SHARE * promised / served.milliseconds)
        lighter = choose(less)
        quicker = time_row(lighter.blend)
        # Where nothing is affordable, the best model goes alone, which may be dearer than all together.
        if quicker.milliseconds >= served.milliseconds:
            break
        blended, served, limit = lighter, quicker, less
    return blended, served, limit
