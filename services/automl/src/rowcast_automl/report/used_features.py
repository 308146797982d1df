"""Which date cycles, interactions and ID-like columns the published models use."""

from __future__ import annotations

from collections.abc import Sequence

from rowcast_automl.features.encoding.encoder import Encoder
from rowcast_automl.features.encoding.interactions import Interactions
from rowcast_automl.features.schema import InputField
from rowcast_automl.models.blend import Blend


def used_date_cycles(blend: Blend, encoder: Encoder) -> list[dict[str, str]]:
    """Return the contract's DateCycle of each date cycle that the published models use. Trees use none."""
    dense = any(each.view in ("linear", "pieces") for each in blend.models)
    return [{"field": field, "cycle": cycle} for field, cycle in encoder.cycles.chosen] if dense else []


def used_interactions(blend: Blend, encoder: Encoder) -> Interactions:
    """Return the numeric interactions that the published models use."""
    trees = any(each.view in ("boost", "forest") for each in blend.models)
    return encoder.derived if trees else encoder.dense_interactions


def used_id_columns(blend: Blend, encoder: Encoder, fields: Sequence[InputField]) -> list[str]:
    """Return the numeric fields whose single values the models of the ensemble use.

    Linear models use none.
    """
    slots = {each.slot for each in encoder.keys if any(model.view != "linear" for model in blend.models)}
    return [each.name for each in fields if each.kind == "number" and each.slot in slots]
