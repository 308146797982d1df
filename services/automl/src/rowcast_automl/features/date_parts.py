"""Dates as numeric features, in the order of `schema.DATE_PARTS`."""

from __future__ import annotations

import math

import numpy as np

from rowcast_automl.features.tensors import Array

DAY = 86_400
MICROS = 1_000_000
# The seconds of the years that are written with four digits.
FIRST, LAST = -62_135_596_800, 253_402_300_799
# Seconds from which on a double does not hold millionths.
FAR = 9e9


def seconds_of(micros: Array) -> Array:
    """Convert int64 microseconds to seconds since 1970 (float64), with NaN for years beyond four digits."""
    exact, whole = micros / MICROS, micros // MICROS
    known = (whole >= FIRST) & (whole <= LAST)
    return np.where(known, np.where(np.abs(exact) < FAR, exact, whole), np.nan)


def iso(seconds: float) -> str:
    """Format seconds since 1970 as ISO 8601. Midnight gives the date alone."""
    text = str(np.datetime64(math.floor(seconds), "s"))
    return text[:10] if text.endswith("T00:00:00") else text


def date_parts(seconds: Array) -> Array:
    """Split times into calendar parts.

    Parameters
    ----------
    seconds : float64 array, shape (n_samples,)
        UTC seconds since 1970; NaN is missing.

    Returns
    -------
    float32 array, shape (n_samples, 6)
        Days since 1970, year, month, day of month, weekday (Monday = 0), second of the day.
    """
    missing = np.isnan(seconds)
    whole = np.floor(np.where(missing, 0.0, seconds)).astype(np.int64)
    days = whole // DAY
    dates = days.astype("datetime64[D]")
    months = dates.astype("datetime64[M]")
    parts = np.stack(
        [
            days,
            dates.astype("datetime64[Y]").astype(np.int64) + 1970,
            months.astype(np.int64) % 12 + 1,
            (dates - months).astype(np.int64) + 1,
            (days + 3) % 7,
            whole % DAY,
        ],
        axis=1,
    ).astype(np.float32)
    parts[missing] = np.nan
    return parts
