"""Export of the best ensemble whose latency, measured on this machine, is within the limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.export.served_model import ServedModel, serve
from rowcast_automl.models.blend import Blend
from rowcast_automl.models.serving_cost import GRAPH_SHARE, Cost, cost_of
from rowcast_automl.models.serving_limits import promised_milliseconds
from rowcast_automl.prepare.table_preparation import PreparedTable, never
from rowcast_automl.run.training_run import TrainingRun

MAX_ATTEMPTS = 3
# Of the time left, what choosing a faster ensemble may take.
RESELECTION_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """The exported ensemble, its graph, and the limit within which it was selected."""

    ensemble: CalibratedEnsemble
    served: ServedModel
    limit: Cost


def export_within_limit(
    run: TrainingRun, prepared: PreparedTable, build: Callable[[Cost], CalibratedEnsemble]
) -> ExportedModel:
    """Export the best ensemble whose graph predicts a row within the latency limit on this machine.

    Parameters
    ----------
    build : callable
        Selects and calibrates the best ensemble that costs no more than a limit.
    """

    def build_and_announce(limit: Cost) -> CalibratedEnsemble:
        ensemble = build(limit)
        run.leaderboard.phase("exporting", "Writing one graph from raw columns to the answer")
        return ensemble

    run.leaderboard.phase("ensembling", "Blending the models")
    training_data = prepared.training_data
    return ExportedModel(
        *fastest_enough(
            build_and_announce,
            partial(serve, prepared=prepared),
            training_data.limit,
            training_data.text_cost,
            promised_milliseconds(run.config),
            # A measured time would make the bundle of a reproducible training differ.
            never if run.config.reproducible else run.within(RESELECTION_SHARE),
        )
    )


def fastest_enough(
    choose: Callable[[Cost], CalibratedEnsemble],
    time_row: Callable[[Blend], ServedModel],
    limit: Cost,
    fixed: Cost,
    promised: float,
    may_continue: Callable[[float], bool],
) -> tuple[CalibratedEnsemble, ServedModel, Cost]:
    """Select the best ensemble within the latency limit. Repeat with a lower limit while it is too slow.

    Parameters
    ----------
    choose : callable
        Selects the best ensemble within a limit.
    time_row : callable
        Exports a blend and measures one row.
    limit, fixed : Cost
        Limit on the estimated cost, and the cost of everything beside the models.
    promised : float
        Maximum milliseconds for a row.
    may_continue : callable
        Whether there is time for another attempt of so many seconds.

    Returns
    -------
    tuple of CalibratedEnsemble, Served, Cost
        The ensemble, its graph, and the limit within which it was selected.
    """
    begun = time.monotonic()
    ensemble = choose(limit)
    served = time_row(ensemble.blend)
    turn = time.monotonic() - begun
    for _ in range(MAX_ATTEMPTS - 1):
        if served.milliseconds <= GRAPH_SHARE * promised or not may_continue(turn):
            break
        spent = sum((cost_of(each) for each in ensemble.blend.models), start=fixed)
        less = replace(limit, seconds=spent.seconds * GRAPH_SHARE * promised / served.milliseconds)
        lighter = choose(less)
        quicker = time_row(lighter.blend)
        # If no model is within the limit, the best one is used alone, which may be slower.
        if quicker.milliseconds >= served.milliseconds:
            break
        ensemble, served, limit = lighter, quicker, less
    return ensemble, served, limit
