"""A blend whose rows take longer here than estimated is chosen anew, within less."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rowcast_automl.ensemble.blend import BaggedModel, Blend
from rowcast_automl.ensemble.cost import Cost, cost_of, served_within
from rowcast_automl.estimators.fitting import LinearMember
from rowcast_automl.search.blending import Blended
from rowcast_automl.search.lightening import KEPT, MOST_TURNS, Served, lightened

WIDTHS = (40_000, 20_000, 10_000, 5_000, 2_500)
NONE = np.zeros(0)


def model(width: int) -> BaggedModel:
    return BaggedModel(f"{width}", "linear", "value", (0,), (LinearMember(np.ones((width, 1)), NONE),))


def heaviest_within(limit: Cost) -> Blended:
    """As many models as the limit allows, the dearest first; the cheapest whatever it costs."""
    chosen, spent = list[BaggedModel](), Cost(0.0, 0.0)
    for each in map(model, WIDTHS):
        if (spent + cost_of(each)).within(limit):
            chosen.append(each)
            spent = spent + cost_of(each)
    models = tuple(chosen or [model(WIDTHS[-1])])
    blend = Blend("regression", 0, models, (1.0,) * len(models), 0.0, 1.0)
    return Blended(blend, models, NONE, NONE, NONE, NONE, NONE, None, None)


def at_pace(pace: float, taken: list[float]) -> Callable[[Blend], Served]:
    """Serves on a machine that needs so many times what is estimated, and notes how long each row took."""

    def serve(blend: Blend) -> Served:
        taken.append(pace * 1_000 * sum(cost_of(each).seconds for each in blend.models))
        return Served(f"{len(blend.models)} models".encode(), 0.5, taken[-1])

    return serve


def always(_seconds: float) -> bool:
    return True


@pytest.mark.parametrize(("promised", "pace"), [(0.05, 2.0), (0.05, 3.0), (0.02, 10.0)])
def test_a_row_takes_no_longer_than_promised_on_a_slow_machine(promised: float, pace: float) -> None:
    taken = list[float]()
    limit = served_within(promised)
    blended, served, within = lightened(heaviest_within, at_pace(pace, taken), limit, promised, always)
    assert taken[0] > promised and within.seconds < limit.seconds and within.size == limit.size
    assert served.milliseconds == taken[-1] <= KEPT * promised or len(blended.blend.models) == 1
    assert len(taken) <= MOST_TURNS


def test_what_answers_in_time_stays(promised: float = 0.05) -> None:
    taken = list[float]()
    limit = served_within(promised)
    blended, _, within = lightened(heaviest_within, at_pace(1.0, taken), limit, promised, always)
    assert len(taken) == 1 and within == limit
    assert [each.name for each in blended.blend.models] == ["20000"]


def test_without_time_for_another_export_the_first_stays() -> None:
    taken, asked = list[float](), list[float]()

    def may_go_on(seconds: float) -> bool:
        asked.append(seconds)
        return False

    _, served, _ = lightened(heaviest_within, at_pace(3.0, taken), served_within(0.05), 0.05, may_go_on)
    assert asked == [0.5] and taken == [served.milliseconds]
