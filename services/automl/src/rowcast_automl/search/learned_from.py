"""What of that which is made of the fields the published models learned from."""

from __future__ import annotations

from rowcast_automl.ensemble.blend import Blend
from rowcast_automl.features.derived import Derived
from rowcast_automl.features.encoding import Encoder


def cycles_in(blend: Blend, encoder: Encoder) -> list[dict[str, str]]:
    """The contract's DateCycle of each circle that the published models learned from; trees do not."""
    dense = any(each.view in ("linear", "pieces") for each in blend.models)
    return [{"field": field, "cycle": cycle} for field, cycle in encoder.cycles.chosen] if dense else []


def derived_in(blend: Blend, encoder: Encoder) -> Derived:
    """The numbers worked out of two that the published models learned from."""
    trees = any(each.view in ("boost", "forest") for each in blend.models)
    return encoder.derived if trees else encoder.dense_derived
