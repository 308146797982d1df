"""Tries candidates one after another until they, the time or the patience of a person are used up."""

from __future__ import annotations

import time

from rowcast_automl.search.board import Board
from rowcast_automl.search.clock import Clock
from rowcast_automl.search.fold_process import FoldResults, fit_folds
from rowcast_automl.search.portfolio import Candidate
from rowcast_automl.search.tried import Tried, assemble
from rowcast_automl.search.workbench import Workbench

LEAST_SECONDS = 0.4
LARGEST_SHARE = 0.5
# A first model a moment late is worth more than none in time.
FIRST_MODEL_GRACE, FIRST_MODEL_SECONDS = 0.5, 1.5
OUT_OF_TIME = "The time budget was used up."


def try_candidates(
    candidates: list[Candidate], bench: Workbench, clock: Clock, board: Board, metric: str
) -> list[Tried]:
    """Fits the candidates in order.

    Returns
    -------
    list of Tried
        Models with all their folds. Only where there is none, a model with some of its folds.
    """
    for each in candidates:
        board.put(each.name, each.estimator.kind, "queued")
    finished: list[Tried] = []
    partial: list[Tried] = []
    publishing = 0.0
    for position, each in enumerate(candidates):
        now = time.monotonic()
        hard_end = clock.end - clock.reserve(publishing)
        if clock.stop.asked or (hard_end - now < LEAST_SECONDS and (finished or partial)):
            reason = "Training was stopped." if clock.stop.asked else OUT_OF_TIME
            board.put(each.name, each.estimator.kind, "skipped", reason=reason)
            continue
        last = position == len(candidates) - 1
        share = 1.0 if last else LARGEST_SHARE
        soft_end = now + max(LEAST_SECONDS, share * (hard_end - now))
        last_end = (
            hard_end if finished or partial else max(clock.end + FIRST_MODEL_GRACE, now + FIRST_MODEL_SECONDS)
        )
        results, tried = try_one(each, bench, clock, board, metric, (soft_end, hard_end, last_end))
        if tried is None:
            continue
        publishing += tried.publishing
        (finished if len(results.fits) == len(bench.fold_numbers) else partial).append(tried)
        average = clock.elapsed / (position + 1)
        board.pending_seconds = average * (len(candidates) - position - 1) + clock.reserve(publishing)
    if not finished:
        enter_partial(partial, len(bench.fold_numbers), board)
    return finished or partial


def enter_partial(tried: list[Tried], wanted: int, board: Board) -> None:
    """Gives models that are published with some of their folds their score, and says so."""
    for each in tried:
        board.put(
            each.model.name,
            board.entries[each.model.name].estimator,
            "done",
            score=each.score,
            spread=each.spread,
            fit_seconds=round(each.seconds, 3),
            reason=f"Fitted on {len(each.model.folds)} of {wanted} folds: the time budget was used up.",
        )


def try_one(
    candidate: Candidate,
    bench: Workbench,
    clock: Clock,
    board: Board,
    metric: str,
    ends: tuple[float, float, float],
) -> tuple[FoldResults, Tried | None]:
    """Fits one candidate and enters it on the board.

    Parameters
    ----------
    ends : (soft, hard, last)
        As `fit_folds` takes them.
    """
    kind = candidate.estimator.kind
    board.put(candidate.name, kind, "running")
    wanted = len(bench.fold_numbers)
    told = 0

    def tick(results: FoldResults) -> None:
        nonlocal told
        if len(results.fits) > told:
            told = len(results.fits)
            board.say(f"{candidate.name}: {told} of {wanted} folds")
        board.heartbeat()

    results = fit_folds(candidate, bench, *ends, lambda: clock.stop.asked, tick)
    tried = assemble(candidate, bench, results, metric)
    if tried is None or len(results.fits) < wanted:
        overdue = results.failure in (OUT_OF_TIME, "Training was stopped.")
        status = "skipped" if overdue else "failed"
        board.put(candidate.name, kind, status, reason=results.failure)
        return results, tried
    board.put(
        candidate.name,
        kind,
        "done",
        score=tried.score,
        spread=tried.spread,
        fit_seconds=round(tried.seconds, 3),
        reason="Cut short by the time budget." if tried.cut_short else None,
    )
    return results, tried
