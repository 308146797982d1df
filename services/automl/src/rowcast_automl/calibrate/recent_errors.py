"""Chooses how many of the most recent errors to calibrate on.

If the errors change over time, old errors misrepresent current ones. Each part of the rows is forecast from
the errors before it. The number of recent rows with the lowest forecast loss is used.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rowcast_automl.calibrate.conformal import COMPARED, WORTH
from rowcast_automl.features.tensors import Array

# Fewer say too little of the higher coverages.
MIN_RECENT = 100
FIRST_SHARE, PARTS = 0.4, 8


def recent_rows(scores: Array) -> int:
    """Return the number of most recent rows to calibrate on. All, unless fewer are clearly better.

    Parameters
    ----------
    scores : array, shape (n_samples,)
        Error of each prediction, the earliest first.
    """
    sizes = [len(scores)]
    while sizes[-1] // 2 >= MIN_RECENT:
        sizes.append(sizes[-1] // 2)
    if len(sizes) == 1:
        return sizes[0]
    cuts = np.linspace(FIRST_SHARE * len(scores), len(scores), PARTS + 1).astype(int).tolist()
    losses = [
        sum(
            forecast_loss(scores[max(0, start - size) : start], scores[start:end])
            for start, end in pairwise(cuts)
        )
        for size in sizes
    ]
    best = int(np.argmin(losses))
    return sizes[best] if losses[best] < WORTH * losses[0] else sizes[0]


def forecast_loss(earlier: Array, later: Array) -> float:
    """Return the pinball loss (Koenker and Bassett, 1978) of earlier quantiles on later scores."""
    total = 0.0
    for level in COMPARED:
        above = later - np.quantile(earlier, level, method="higher")
        total += float(np.maximum(level * above, (level - 1) * above).sum())
    return total
