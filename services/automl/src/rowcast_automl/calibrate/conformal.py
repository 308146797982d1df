"""Conformal prediction: intervals and sets that reach a target coverage.

The scores come from out-of-fold predictions, so that no rows are reserved for calibration (cross-conformal
prediction: Vovk, 2015; Barber et al., "Predictive inference with the jackknife+", 2021). The result is plain
numbers: a table of score quantiles and, for regression, the typical error at each predicted value.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np

from rowcast_automl.features.tensors import Array
from rowcast_automl.metrics.ties import evened

Method = Literal["absolute", "signed", "normalised", "normalised_signed", "least_ambiguous_sets"]
LEVELS = 200
MIN_ROWS = 20
COMPARED = (0.8, 0.9, 0.95)
WORTH = 0.98
FOLDS = 5
ROWS_PER_BIN, MAX_BINS, MIN_DIFFICULTY = 50, 20, 0.1


@dataclass(frozen=True, slots=True)
class Conformal:
    """The score quantiles that intervals or sets of any coverage are computed from.

    Parameters
    ----------
    rows : int
        Number of out-of-fold rows used.
    upper, lower : tuples of 199 numbers or None
        Quantile of the scores at 1/200, 2/200, …; None if there are too few rows for that level.
    at, difficulty : tuples of float
        Typical absolute error by predicted value, interpolated linearly. Empty if the error is not modelled.
    floor : float or None
        Lower limit of the intervals: 0 for a target that is never negative.
    """

    method: Method
    rows: int
    upper: tuple[float | None, ...]
    lower: tuple[float | None, ...]
    at: tuple[float, ...] = ()
    difficulty: tuple[float, ...] = ()
    floor: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Convert to JSON-compatible data."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Conformal:
        """Create from the output of `as_json`."""
        lists = {name: tuple(content[name]) for name in ("upper", "lower", "at", "difficulty")}
        return cls(content["method"], content["rows"], **lists, floor=content["floor"])

    @property
    def max_coverage(self) -> float:
        """The highest coverage that the rows suffice for, in steps of 0.005; 0 for none."""
        kept = max((index for index, each in enumerate(self.upper, 1) if each is not None), default=0)
        level = kept / LEVELS
        # To the step: as floats, 2 * 0.95 - 1 is less than 0.9.
        return max(0.0, round(2 * level - 1, 3)) if self.method.endswith("signed") else level

    def intervals(self, predictions: Array, coverage: float) -> tuple[Array, Array]:
        """Lower and upper ends, shapes (rows,), for predicted values.

        Raises
        ------
        ValueError
            When the coverage is above `max_coverage`.
        """
        level = (1 + coverage) / 2 if self.method.endswith("signed") else coverage
        scale = self.scale(predictions)
        low = predictions - quantile(self.lower, level) * scale
        high = predictions + quantile(self.upper, level) * scale
        if self.floor is not None:
            low, high = np.maximum(low, self.floor), np.maximum(high, self.floor)
        return low, high

    def sets(self, probabilities: Array, coverage: float) -> Array:
        """Mask of the classes in each row's set, shape (rows, classes); the likeliest is always in.

        Raises
        ------
        ValueError
            When the coverage is above `max_coverage`.
        """
        held: Array = 1 - probabilities <= quantile(self.upper, coverage)
        held[np.arange(len(held)), probabilities.argmax(axis=1)] = True
        return held

    def scale(self, predictions: Array) -> Array:
        """Return the typical error at each predicted value; 1 if the error is not modelled."""
        if not self.at:
            return np.ones(len(predictions))
        return np.interp(predictions, self.at, self.difficulty)


def fit_sets(truth: Array, probabilities: Array) -> Conformal | None:
    """Fit prediction sets with the smallest mean size (Sadinle, Lei and Wasserman, 2019).

    Returns None for fewer than 20 rows.
    """
    if len(truth) < MIN_ROWS:
        return None
    scores = 1 - probabilities[np.arange(len(truth)), truth]
    return Conformal("least_ambiguous_sets", len(truth), quantiles(scores), ())


def fit_intervals(
    truth: Array, predictions: Array, seed: int, floor: float | None = None
) -> Conformal | None:
    """Fit intervals with the narrowest of four scores. Returns None for fewer than 20 rows.

    Residuals are plain or divided by the typical error at that predicted value (Papadopoulos et al., 2008),
    with one bound for both sides or one for each. A more complex score must make the intervals at least 2 %
    narrower than the plain one. It must also support every common coverage level that the plain one supports.

    Parameters
    ----------
    floor : float or None
        Value that the target is never below.
    """
    if len(truth) < MIN_ROWS:
        return None
    residuals = truth - predictions
    at, difficulty = fit_difficulty(predictions, residuals)
    plain = Conformal("absolute", len(truth), (), (), floor=floor)
    fitted = with_scores(plain, residuals)
    if at:
        scores = residuals / crossed_difficulty(predictions, residuals, seed)
        scaled = replace(plain, method="normalised", at=at, difficulty=difficulty)
        fitted += with_scores(scaled, scores)
    levels = [level for level in COMPARED if level <= fitted[0].max_coverage]
    widths = [mean_width(each, predictions, levels) for each in fitted]
    best = int(np.argmin(widths))
    return fitted[best] if widths[best] < WORTH * widths[0] else fitted[0]


def with_scores(plain: Conformal, scores: Array) -> list[Conformal]:
    """Return two variants: one bound for both sides, and one bound for each side."""
    signed: Method = "signed" if plain.method == "absolute" else "normalised_signed"
    both = quantiles(np.abs(scores))
    return [
        replace(plain, upper=both, lower=both),
        replace(plain, method=signed, upper=quantiles(scores), lower=quantiles(-scores)),
    ]


def mean_width(conformal: Conformal, predictions: Array, levels: list[float]) -> float:
    """Return the mean width over the levels; infinite if a level is not supported."""
    if not levels or levels[-1] > conformal.max_coverage:
        return math.inf
    ends = [conformal.intervals(predictions, level) for level in levels]
    return float(np.mean([high - low for low, high in ends]))


def fit_difficulty(predictions: Array, residuals: Array) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the mean absolute residual in equally filled bins of the prediction.

    Returns two tuples, the prediction and the residual of each bin; both are empty for fewer than 100 rows.
    """
    count = min(len(predictions) // ROWS_PER_BIN, MAX_BINS)
    size = evened(np.abs(residuals), predictions)
    if count < 2 or not size.mean() > 0:
        return (), ()
    bins = np.array_split(np.argsort(predictions, kind="stable"), count)
    at = [float(predictions[each].mean()) for each in bins]
    minimum = MIN_DIFFICULTY * float(size.mean())
    means = [max(float(size[each].mean()), minimum) for each in bins]
    kept = [index for index in range(count) if index == 0 or at[index] > at[index - 1]]
    if len(kept) < 2:
        return (), ()
    return tuple(at[index] for index in kept), tuple(means[index] for index in kept)


def crossed_difficulty(predictions: Array, residuals: Array, seed: int) -> Array:
    """Return the typical error at each row, estimated from other rows so that no score depends on itself."""
    scale = np.ones(len(predictions))
    part = np.random.default_rng(seed).permutation(len(predictions)) % FOLDS
    for number in range(FOLDS):
        others = part != number
        at, difficulty = fit_difficulty(predictions[others], residuals[others])
        mean = float(np.abs(residuals[others]).mean()) or 1.0
        here = predictions[~others]
        scale[~others] = np.interp(here, at, difficulty) if at else mean
    return scale


def quantiles(scores: Array) -> tuple[float | None, ...]:
    """Return conformal quantiles at 1/200 … 199/200: the ceil((n + 1) level)-th smallest score.

    A level whose rank exceeds the number of rows gets None.
    """
    ordered = np.sort(scores)
    ranks = [math.ceil((len(ordered) + 1) * step / LEVELS - 1e-9) for step in range(1, LEVELS)]
    return tuple(float(ordered[rank - 1]) if rank <= len(ordered) else None for rank in ranks)


def quantile(table: tuple[float | None, ...], level: float) -> float:
    """Return the value at the next tabulated level. Raises ValueError if there is none."""
    place = math.ceil(level * LEVELS - 1e-9)
    found = table[place - 1] if place < LEVELS else None
    if found is None:
        raise ValueError("too few rows for this coverage")
    return found
