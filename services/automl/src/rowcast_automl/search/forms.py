"""Whether a long-tailed target is learned better as its logarithm, by the first pair of models that tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from rowcast_automl.ensemble.greedy import judge_of
from rowcast_automl.search.tried import Tried, validated
from rowcast_automl.search.workbench import Workbench

# Of the loss, what tells two forms apart.
CLEARLY = 0.1


def log_is_better(tried: Sequence[Tried], bench: Workbench) -> bool | None:
    """Judged on the rows that both of a pair validated.

    Returns
    -------
    bool or None
        None where no pair is there, or none is clearly better.
    """
    pairs = (
        (logged, plain)
        for logged, plain in product(tried, tried)
        if logged.candidate == replace(plain.candidate, name=logged.candidate.name, log=True)
        and not plain.candidate.log
    )
    logged, plain = next(pairs, (None, None))
    if logged is None or plain is None:
        return None
    known = validated(logged.oof) & validated(plain.oof)
    truth, shares = bench.target[known], [logged.oof[known], plain.oof[known]]
    judge = judge_of(bench.task, truth, shares)
    as_log, as_is = (judge.loss(each) for each in shares)
    if abs(as_log - as_is) <= CLEARLY * max(as_log, as_is):
        return None
    return as_log < as_is
