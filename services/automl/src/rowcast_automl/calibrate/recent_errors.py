"""How many of the most recent errors forecast the next ones best.

Where the world changes, the usual error of all rows alike is that of another time. The quantiles of how many
of the latest rows foretell best is found on the rows themselves, each part of them foretold by what came
before it.
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
    """How many of the latest rows to calibrate on; all, unless fewer foretell clearly better.

    Parameters
    ----------
    scores : array, shape (n_samples,)
        How far each answer was off, the earliest first.
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
    """Pinball loss (Koenker and Bassett, 1978) of the quantiles of earlier scores on later ones."""
    total = 0.0
    for level in COMPARED:
        above = later - np.quantile(earlier, level, method="higher")
        total += float(np.maximum(level * above, (level - 1) * above).sum())
    return total
