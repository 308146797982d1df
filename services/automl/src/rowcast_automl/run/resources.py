"""What a training has to run on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Resources:
    """Processors, memory, and what is known of them.

    Parameters
    ----------
    threads : int
        Cores, each of which fits one unit at a time.
    compute_url : str or None
        The cluster that fits instead, as COMPUTE_URL names it.
    pace : float or None
        Seconds that earlier fits took here for each second of the reference machine, for the estimate.
    memory_bytes : int or None
        What this process and its units may hold together; where that is little, it learns from fewer rows.
    most_rows : int or None
        How many labelled rows an earlier training had room for, to learn from the same ones again.
    """

    threads: int
    compute_url: str | None = None
    pace: float | None = None
    memory_bytes: int | None = None
    most_rows: int | None = None
