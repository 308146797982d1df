"""An ensemble that is slower than estimated is selected again within a lower limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble
from rowcast_automl.estimators.base import LinearMember
from rowcast_automl.export.latency_limit import MAX_ATTEMPTS, fastest_enough
from rowcast_automl.export.served_model import ServedModel
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.models.blend import BaggedModel, Blend
from rowcast_automl.models.serving_cost import GRAPH_SHARE, Cost, cost_of, served_within

WIDTHS = (40_000, 20_000, 10_000, 5_000, 2_500)
NONE, NOTHING = np.zeros(0), Cost(0.0, 0.0)


def model(width: int) -> BaggedModel:
    return BaggedModel(f"{width}", "linear", "value", (0,), (LinearMember(np.ones((width, 1)), NONE),))


def blended_of(*widths: int) -> CalibratedEnsemble:
    models = tuple(map(model, widths))
    blend = Blend("regression", 0, models, (1.0,) * len(models), 0.0, 1.0)
    return CalibratedEnsemble(blend, blend, models, NONE, NONE, NONE, NONE, NONE, None, None)


def names(ensemble: CalibratedEnsemble) -> list[str]:
    return [each.name for each in ensemble.blend.models]


def choosing(otherwise: int, fixed: Cost = NOTHING) -> Callable[[Cost], CalibratedEnsemble]:
    """As many models as the limit allows, the dearest first; where it allows none, a certain one."""

    def choose(limit: Cost) -> CalibratedEnsemble:
        chosen, spent = list[int](), fixed
        for width in WIDTHS:
            if (spent + cost_of(model(width))).within(limit):
                chosen.append(width)
                spent = spent + cost_of(model(width))
        return blended_of(*(chosen or [otherwise]))

    return choose


def at_pace(pace: float, taken: list[float], fixed: Cost = NOTHING) -> Callable[[Blend], ServedModel]:
    """Times rows on a machine that needs so many times what is estimated, and notes how long each took."""

    def time_row(blend: Blend) -> ServedModel:
        spent = sum((cost_of(each) for each in blend.models), start=fixed)
        taken.append(pace * 1_000 * spent.seconds)
        return ServedModel(b"", open_nothing, taken[-1])

    return time_row


def open_nothing(_rows: Tensors) -> Array:
    """No graph is asked."""
    raise NotImplementedError


def promise(widths: Sequence[int], fixed: Cost = NOTHING) -> float:
    """Milliseconds a row within which so many models are estimated to answer, and hardly more."""
    spent = sum((cost_of(model(each)) for each in widths), start=fixed)
    return 1_001 * spent.seconds / GRAPH_SHARE


def always(_seconds: float) -> bool:
    return True


@pytest.mark.parametrize("pace", [1.2, 1.6, 2.0])
@pytest.mark.parametrize("texts", [0.0, 4e-5])
def test_a_row_takes_no_longer_than_promised_on_a_slow_machine(pace: float, texts: float) -> None:
    taken, fixed = list[float](), Cost(texts, 0.0)
    promised = promise(WIDTHS, fixed)
    limit = served_within(promised)
    assert len(names(choosing(0, fixed)(limit))) == len(WIDTHS)
    ensemble, served, within = fastest_enough(
        choosing(2_500, fixed), at_pace(pace, taken, fixed), limit, fixed, promised, always
    )
    assert 1 < len(taken) <= MAX_ATTEMPTS and taken[0] > GRAPH_SHARE * promised
    assert served.milliseconds == taken[-1] <= GRAPH_SHARE * promised
    assert within.seconds < limit.seconds and within.size == limit.size
    assert names(ensemble) == names(choosing(2_500, fixed)(within))


def test_what_answers_in_time_stays() -> None:
    taken, promised = list[float](), promise(WIDTHS)
    limit = served_within(promised)
    ensemble, _, within = fastest_enough(
        choosing(2_500), at_pace(0.9, taken), limit, NOTHING, promised, always
    )
    assert len(taken) == 1 and within == limit and names(ensemble) == names(choosing(2_500)(limit))


def test_a_dearer_one_does_not_take_the_place_of_what_takes_too_long() -> None:
    taken, promised = list[float](), promise([10_000])
    limit = served_within(promised)
    ensemble, served, within = fastest_enough(
        choosing(40_000), at_pace(9.0, taken), limit, NOTHING, promised, always
    )
    assert len(taken) == 2 and taken[1] > taken[0] == served.milliseconds
    assert names(ensemble) == names(choosing(40_000)(limit)) and within == limit


def test_without_time_for_another_turn_the_first_stays() -> None:
    taken, asked = list[float](), list[float]()

    def may_continue(seconds: float) -> bool:
        asked.append(seconds)
        return False

    promised = promise(WIDTHS)
    _, served, _ = fastest_enough(
        choosing(2_500), at_pace(3.0, taken), served_within(promised), NOTHING, promised, may_continue
    )
    assert len(asked) == 1 and asked[0] > 0 and taken == [served.milliseconds]
