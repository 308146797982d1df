"""What the results say together: mean scores, ranks, who is near the best, who is worse than the baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from scipy.stats import rankdata

from automl.results import Result
from automl.scores import HIGHER_IS_BETTER

NEAR = 0.005

Scores = dict[str, dict[str, float | None]]


def mean_scores(results: Iterable[Result]) -> Scores:
    """Table to peer to the mean score over the seeds; None where the peer failed on one of them."""
    found: dict[str, dict[str, list[float | None]]] = {}
    for result in results:
        found.setdefault(result.cell.table, {}).setdefault(result.cell.peer, []).append(result.score)
    return {
        table: {
            peer: None if None in scores else float(np.mean([s for s in scores if s is not None]))
            for peer, scores in peers.items()
        }
        for table, peers in found.items()
    }


def ranks(scores: Mapping[str, float | None], metric: str) -> dict[str, float]:
    """Rank of each peer on one table, 1 is best; equal scores share their mean rank, failures are last."""
    sign = -1.0 if HIGHER_IS_BETTER[metric] else 1.0
    losses = [np.inf if score is None else sign * score for score in scores.values()]
    return dict(zip(scores, map(float, rankdata(losses, method="average")), strict=True))


def average_ranks(scores: Scores, metrics: Mapping[str, str]) -> dict[str, float]:
    """Mean rank of each peer over the tables that all peers were run on."""
    complete = complete_tables(scores)
    found = [ranks(scores[table], metrics[table]) for table in complete]
    return {peer: float(np.mean([each[peer] for each in found])) for peer in (found[0] if found else {})}


def complete_tables(scores: Scores) -> list[str]:
    """Tables that every peer was run on; only there are ranks comparable."""
    peers = {peer for of_table in scores.values() for peer in of_table}
    return [table for table, of_table in scores.items() if set(of_table) == peers]


def near_best(scores: Mapping[str, float | None], metric: str) -> set[str]:
    """Peers that are best or within 0.5 % of the best on one table."""
    known = {peer: score for peer, score in scores.items() if score is not None}
    if not known:
        return set()
    if HIGHER_IS_BETTER[metric]:
        best = max(known.values())
        return {peer for peer, score in known.items() if score >= best - NEAR * abs(best)}
    best = min(known.values())
    return {peer for peer, score in known.items() if score <= best + NEAR * abs(best)}
