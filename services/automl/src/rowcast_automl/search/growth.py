"""Boosted trees learn from further rows where a table has more than models are compared on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from rowcast_automl.contracts.generated import TableProfile
from rowcast_automl.ensemble.blend import Blend
from rowcast_automl.estimators.fitting import outputs_of
from rowcast_automl.search.blending import weigh
from rowcast_automl.search.extent import LEAST_GROWTH
from rowcast_automl.search.fit_cost import FitShape, fit_seconds
from rowcast_automl.search.further_rows import boost_width, draw_further, read_further
from rowcast_automl.search.portfolio import MOST_GROWN
from rowcast_automl.search.preparation import Prepared
from rowcast_automl.search.trials import Trials
from rowcast_automl.search.tried import Tried
from rowcast_automl.search.workbench import Workbench

# Of the time left, what models that are compared leave to growing.
KEPT_SHARE = 0.5
# Of that, what is planned for the fits; the rest is for reading the rows, and for what takes longer.
PLANNED_SHARE, READING_SHARE = 0.6, 0.25
FEWER = 0.8


def grow(
    trials: Trials,
    prepared: Prepared,
    table: Path,
    profile: TableProfile,
    folder: Path,
    may_go_on: Callable[[float], bool],
) -> None:
    """Fits boosted trees again, with as many further rows as the time suffices for.

    Parameters
    ----------
    folder : Path
        Where there is room for the encoded rows.
    may_go_on : callable
        Whether to go on reading after so many seconds.
    """
    bench = prepared.bench
    first = len(bench.splits[0].train)
    best = boosted_trees(trials.finished, prepared)
    # What was cut short with few rows lacks time.
    if not best or best[0].cut_short or not trials.may_go_on:
        return
    planned = PLANNED_SHARE * trials.spare
    waves = math.ceil(bench.folds / trials.slots)
    most = len(prepared.rest.rows)
    while most >= LEAST_GROWTH * first and waves * seconds_with(best[0], prepared, first + most) > planned:
        most = int(FEWER * most)
    rest = draw_further(prepared, most, folder)
    if len(rest.rows) < LEAST_GROWTH * first:
        return
    if not read_further(prepared, rest, table, profile, folder, may_go_on):
        return
    total = first + len(rest.rows)
    at_once = max(1, trials.slots // bench.folds)
    ends = np.cumsum([waves * seconds_with(each, prepared, total) for each in best]) / at_once
    count = min(MOST_GROWN, max(at_once, int(np.searchsorted(ends, planned, side="right"))))
    trials.first_round(
        [
            replace(each.candidate, name=f"{each.candidate.name}, {total:,} rows", grown=True)
            for each in best[:count]
        ]
    )


def grown_rows(tried: list[Tried], blend: Blend, bench: Workbench) -> int | None:
    """How many rows the blend's largest models learned from, where some have grown."""
    used = {each.name for each in blend.models}
    if not any(each.candidate.grown and each.model.name in used for each in tried):
        return None
    return len(bench.splits[0].train) + len(bench.further[0].y)


def seconds_with(tried: Tried, prepared: Prepared, n_samples: int) -> float:
    """What one fit of the model would take with so many rows, judged by what it took with fewer."""
    bench = prepared.bench
    shapes = [
        FitShape(
            rows=rows,
            numbers=boost_width(prepared),
            words=0,
            linear=0,
            pieces=0,
            outputs=outputs_of(bench.classes),
            regression=not bench.classes,
        )
        for rows in (len(bench.splits[0].train), n_samples)
    ]
    took = tried.seconds / len(tried.model.folds)
    few, many = (fit_seconds(tried.candidate, shape) for shape in shapes)
    return took * many / few


def boosted_trees(tried: list[Tried], prepared: Prepared) -> list[Tried]:
    """Those with most weight in the blend first; none where the blend has none."""
    weights = {each.model.name: weight for each, weight in weigh(tried, prepared.bench)}
    trees = [each for each in tried if each.candidate.can_grow]
    if not any(each.model.name in weights for each in trees):
        return []
    return sorted(trees, key=lambda each: -weights.get(each.model.name, 0.0))
