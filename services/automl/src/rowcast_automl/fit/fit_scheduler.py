"""Schedules the fits of candidates within the time budget, and records them in the leaderboard."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from statistics import mean

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import (
    FittedCandidate,
    FoldResult,
    assemble,
    max_publishing_seconds,
    publishable_fits,
    publishing_seconds,
)
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.fit.compute.interface import Compute
from rowcast_automl.fit.fold_process import OUT_OF_TIME
from rowcast_automl.fit.remaining_time import RemainingFits, RemainingTime
from rowcast_automl.fit.scheduled_candidate import ScheduledCandidate, stop_fits
from rowcast_automl.fit.time_allocation import expected_seconds, has_similar_cost, largest_share
from rowcast_automl.platform.process.forked_task import OUT_OF_MEMORY
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock
from rowcast_automl.run.leaderboard import Leaderboard

TICK = 0.1
MIN_SECONDS = 0.4
# Share of the time left that fits may use: predicting and returning the result take time, too.
AIMED_SHARE = 0.9
# How much longer than its allotted time a candidate may take once another model is complete.
LATE_SHARE = 0.5
# A fit that was cut short after less than this share of the earlier ones would degrade the model.
MIN_TIME_SHARE = 0.8
# Seconds after the budget in which a first model may still finish.
FIRST_MODEL_GRACE, FIRST_MODEL_SECONDS = 0.5, 1.5
STOPPED = reason("STOPPED")
# Reasons for which more time would help.
TIME_REASONS = ("OUT_OF_TIME", "TOO_SLOW")
# Seconds that publishing the first model takes after a stop was requested.
PUBLISHING_SECONDS = 4.0
CUT_SHORT = reason("CUT_SHORT")


class FitScheduler:
    """Fits candidates fold by fold, several folds at once.

    Parameters
    ----------
    compute : Compute
        Where fits run.
    remaining_time : RemainingTime
        Forecasts how long the training still takes.
    watch : callable
        Called ten times a second while fits run.
    """

    def __init__(
        self,
        training_data: TrainingData,
        clock: Clock,
        leaderboard: Leaderboard,
        metric: str,
        compute: Compute,
        remaining_time: RemainingTime,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self._data, self._clock, self._leaderboard, self._metric = training_data, clock, leaderboard, metric
        self._compute, self._watch, self._remaining_time = compute, watch, remaining_time
        self._candidates: dict[str, ScheduledCandidate] = {}
        self._baselines: list[FittedCandidate] = []
        self._order: dict[str, int] = {}
        self._publishing = self._unfinished_publishing = self._reserved = self._reserved_for_refit = 0.0

    def plan(self, candidates: Sequence[Candidate], n_later: int) -> None:
        """Report how long these candidates and `n_later` others are expected to take."""
        self._remaining_time.plan(candidates, self._data.folds, n_later)
        self._leaderboard.set_remaining(self._remaining_time.left([], self.slots))

    def expected_seconds(self, candidate: Candidate) -> float:
        """Return the forecast seconds of all folds of a candidate."""
        return math.ceil(self._data.folds / self.slots) * self._remaining_time.expected(candidate)

    def expect_later(self, n_later: int) -> None:
        """Correct the number of candidates that are expected later."""
        self._remaining_time.expect_later(n_later)

    @contextmanager
    def reserving(self, seconds: float = 0.0, *, for_refit: float = 0.0) -> Iterator[None]:
        """Reserve seconds once a model is complete.

        Seconds for refitting on more rows are reserved from the start.
        """
        self._reserved += seconds
        self._reserved_for_refit += for_refit
        try:
            yield
        finally:
            self._reserved -= seconds
            self._reserved_for_refit -= for_refit

    def adopt(self, baselines: Sequence[FittedCandidate]) -> None:
        """Add baselines that were fitted before, so that no first model must be waited for.

        They are complete from the start, so they do not count as the first model that the budget is for.
        """
        self._baselines = list(baselines)
        self._publishing += sum(each.publishing for each in baselines)
        for each in baselines:
            if each.model.name not in self._leaderboard.entries:
                record_fitted(self._leaderboard, each)

    def fit_first_repeat(self, candidates: Sequence[Candidate]) -> None:
        """Fit candidates, in order, on the first repeat of the k-fold splits.

        Candidates that were skipped for lack of time may be given again.
        """
        places = {each.name: place for place, each in enumerate(candidates, len(self._order))}
        self._order = places | self._order
        for each in candidates:
            self._leaderboard.update_entry(each.name, each.estimator.kind, "queued")
        self._run([self._scheduled(each) for each in candidates])

    def discard(self, names: Collection[str], why: Reason) -> None:
        """Discard the fits of candidates; the leaderboard keeps their scores."""
        for name in names:
            scheduled = self._candidates.pop(name, None)
            if scheduled is None or scheduled.fitted is None:
                continue
            self._publishing -= scheduled.fitted.publishing
            self._leaderboard.update_entry(name, scheduled.candidate.estimator.kind, "done", why=[why])

    def fit_repeat(self, names: Sequence[str], number: int) -> None:
        """Fit finished candidates on a further repeat of the k-fold splits.

        Only complete repeats count, and only fits that had as much time as the first ones.
        """
        start = number * self._data.folds
        scheduled_candidates = [
            ScheduledCandidate(self._candidates[name].candidate, list(range(start, start + self._data.folds)))
            for name in names
        ]
        self._run(scheduled_candidates)

    def refit_on_recent(self, names: Sequence[str]) -> None:
        """Refit finished candidates with the most recent rows, for the mean number of rounds or epochs."""
        scheduled_candidates = []
        for name in names:
            earlier = self._candidates[name]
            ended = [each.fit.ended for each in earlier.fits.values() if each.fit.ended]
            candidate = replace(earlier.candidate, ends_at=round(mean(ended)) if ended else None)
            scheduled_candidates.append(
                ScheduledCandidate(candidate, list(self._data.recent_splits), on_recent_rows=True)
            )
        self._run(scheduled_candidates)

    @property
    def finished(self) -> list[FittedCandidate]:
        """Return the models with all folds.

        If there are none, return the model with the most folds, or the baselines.
        """
        whole = [each.fitted for each in self._ordered if each.fitted]
        if whole:
            return whole
        some = max(self._candidates.values(), key=lambda each: len(each.fits), default=None)
        if some is None or not some.fits:
            return self._baselines
        seconds = self._clock.left / self._clock.load_factor
        fits = publishable_fits(some.fits, len(self._data.extra), seconds)
        fitted = assemble(some.candidate, self._data, fits, self._metric)
        record_fitted(
            self._leaderboard, fitted, reason("SOME_FOLDS", count=len(fits), total=self._data.folds)
        )
        return [fitted]

    @property
    def skipped_for_time(self) -> list[Candidate]:
        """Candidates of the first repeat that were skipped for lack of time, in order."""
        return [
            each.candidate for each in self._ordered if each.failure and each.failure.code in TIME_REASONS
        ]

    @property
    def seconds_left(self) -> float:
        """Seconds left for fits."""
        return self._hard_end() - time.monotonic()

    @property
    def may_continue(self) -> bool:
        """Whether a model is complete, time is left, and no stop was requested."""
        return self._has_complete_model() and self.seconds_left > 0 and not self._clock.stop.requested

    @property
    def slots(self) -> int:
        """Number of fits that run at once."""
        return self._compute.slots

    @property
    def _ordered(self) -> list[ScheduledCandidate]:
        # In the order of the plan, since it is random which of two fits ends first.
        return [self._candidates[name] for name in sorted(self._candidates, key=self._order.__getitem__)]

    def _hard_end(self) -> float:
        # Until a model is complete, an incomplete one would be published.
        whole = self._has_complete_model()
        publishing = self._publishing if whole else self._unfinished_publishing
        publishing = min(publishing, max_publishing_seconds(self._data.limit, len(self._data.extra)))
        reserved = self._reserved_for_refit + (self._reserved if whole else 0.0)
        return self._clock.end - self._clock.reserve(publishing) - reserved

    def _has_any_fit(self, active: Sequence[ScheduledCandidate]) -> bool:
        return any(each.fits for each in (*self._candidates.values(), *active))

    def _has_complete_model(self) -> bool:
        return any(each.fitted for each in self._candidates.values())

    def _scheduled(self, candidate: Candidate) -> ScheduledCandidate:
        """Return the candidate with its earlier fits and the missing folds of the first repeat."""
        earlier = self._candidates.get(candidate.name)
        fits = dict(earlier.fits) if earlier else {}
        return ScheduledCandidate(
            candidate, [split for split in range(self._data.folds) if split not in fits], fits=fits
        )

    def _run(self, scheduled_candidates: list[ScheduledCandidate]) -> None:
        waiting = list(scheduled_candidates)
        active: list[ScheduledCandidate] = []
        n_open_fits = -1
        self._remaining_time.begin(len(scheduled_candidates))
        try:
            while waiting or active:
                why = self._reason_to_end(active)
                if why:
                    for each in (*active, *waiting):
                        self._skip(each, why)
                    return
                self._start_fits(active, waiting)
                self._collect_results(active)
                self._stop_late_fits(active)
                active = [each for each in active if not each.is_done]
                before, n_open_fits = n_open_fits, sum(each.n_open_fits for each in (*active, *waiting))
                if n_open_fits != before:
                    self._forecast([*active, *waiting])
                self._leaderboard.heartbeat()
                self._watch()
        finally:
            for each in active:
                stop_fits(each)

    def _forecast(self, scheduled_candidates: list[ScheduledCandidate]) -> None:
        ahead = [
            RemainingFits(each.candidate, each.n_open_fits, each.fit_seconds) for each in scheduled_candidates
        ]
        self._leaderboard.set_remaining(self._remaining_time.left(ahead, self.slots))

    def _reason_to_end(self, active: list[ScheduledCandidate]) -> Reason | None:
        something = self._has_any_fit(active)
        has_model = something or bool(self._baselines)
        # A stop that keeps the best model waits a moment for the first fit.
        if self._clock.stop.discard or (self._clock.stop.requested and has_model):
            return STOPPED
        now = time.monotonic()
        if self._clock.stop.requested:
            return STOPPED if now > self._clock.end - PUBLISHING_SECONDS else None
        # The first fit may finish late, but none is started late where a baseline can be published.
        in_time = something or (self._baselines and not active)
        last = self._hard_end() if in_time else self._clock.end + FIRST_MODEL_GRACE
        if not something and active:
            last = max(last, active[0].target_end + FIRST_MODEL_SECONDS)
        return OUT_OF_TIME if now > last else None

    def _stop_late_fits(self, active: list[ScheduledCandidate]) -> None:
        """Stop fits that exceed their deadline and use the time of others."""
        for each in active:
            if not each.is_done and time.monotonic() > each.late_end and self._has_complete_model():
                self._skip(each, OUT_OF_TIME)

    def _start_fits(self, active: list[ScheduledCandidate], waiting: list[ScheduledCandidate]) -> None:
        """Start fits while slots are free. Skip candidates that cannot finish in time."""
        while sum(len(each.running) for each in active) < self.slots:
            chosen = next((each for each in active if each.pending), None)
            if chosen is None:
                if not waiting:
                    return
                chosen = waiting.pop(0)
                expected, minimum = self._expected(chosen)
                aimed = AIMED_SHARE * self.seconds_left
                if (self._baselines or self._has_any_fit(active)) and aimed < max(MIN_SECONDS, minimum):
                    self._skip(chosen, OUT_OF_TIME)
                    continue
                wanted = max(self._allowed(chosen.candidate, bool(waiting)), expected)
                given = max(MIN_SECONDS, min(wanted, aimed))
                chosen.target_end = time.monotonic() + given
                chosen.late_end = chosen.target_end + LATE_SHARE * given
                self._leaderboard.update_entry(
                    chosen.candidate.name, chosen.candidate.estimator.kind, "running"
                )
                active.append(chosen)
            self._start(chosen)

    def _allowed(self, candidate: Candidate, others: bool) -> float:
        """Return the seconds that a candidate may take, considering the candidates that wait."""
        earlier = self._candidates.get(candidate.name)
        # Candidates that are fitted again were chosen with regard to their duration.
        if not others or candidate.uses_more_rows or (earlier and earlier.fitted):
            return self.seconds_left
        # The first candidates may use the time reserved for refitting, which needs a finished one.
        return largest_share(self.slots, self._data.folds) * (self.seconds_left + self._reserved_for_refit)

    def _expected(self, scheduled: ScheduledCandidate) -> tuple[float, float]:
        """Return the expected seconds of the remaining fits, and the minimum below which they are not
        started.
        """
        candidate, waves = scheduled.candidate, math.ceil(len(scheduled.pending) / self.slots)
        earlier = scheduled if scheduled.fits else self._candidates.get(candidate.name)
        if earlier and earlier.fits:
            own = waves * earlier.fit_seconds
            return own, own
        similar = [
            each
            for each in self._candidates.values()
            if each.fits and has_similar_cost(candidate, each.candidate)
        ]
        return expected_seconds(candidate, waves, similar, self._remaining_time.expected(candidate))

    def _start(self, scheduled: ScheduledCandidate) -> None:
        rounds = math.ceil((len(scheduled.pending) + len(scheduled.running)) / self.slots)
        now = time.monotonic()
        deadline = now + max(MIN_SECONDS, (scheduled.target_end - now) / rounds)
        unit = self._compute.start(scheduled.candidate, self._data, scheduled.pending.pop(0), deadline)
        scheduled.running.append(unit)

    def _collect_results(self, active: list[ScheduledCandidate]) -> None:
        owners = {id(unit): each for each in active for unit in each.running}
        running = [unit for each in active for unit in each.running]
        for unit in self._compute.wait(running, TICK):
            scheduled = owners[id(unit)]
            if scheduled.failure:
                continue
            scheduled.running.remove(unit)
            found = unit.result()
            if found == OUT_OF_MEMORY and self._compute.give_room(unit):
                scheduled.pending.insert(0, unit.split)
                continue
            if isinstance(found, Reason):
                self._skip(scheduled, found, "skipped" if found == OUT_OF_TIME else "failed")
                continue
            self._remaining_time.ended(scheduled.candidate, found.seconds)
            if self._would_degrade(scheduled, found):
                self._skip(scheduled, OUT_OF_TIME)
                continue
            scheduled.fits[unit.split] = found
            if not self._has_complete_model():
                self._unfinished_publishing += publishing_seconds((found.fit.member,), len(self._data.extra))
            self._leaderboard.set_message(
                f"{scheduled.candidate.name}: {len(scheduled.fits)} of {self._data.folds} folds"
            )
            if scheduled.is_done:
                self._finish(scheduled)
            elif self._too_slow(scheduled):
                needed = scheduled.fit_seconds * (len(scheduled.pending) + len(scheduled.running))
                short = max(1.0, needed / self.slots - self.seconds_left)
                self._skip(scheduled, reason("TOO_SLOW", seconds=round(short)))

    def _too_slow(self, scheduled: ScheduledCandidate) -> bool:
        """Whether another model is complete and the other folds of this one cannot finish in time."""
        if not self._has_complete_model():
            return False
        left = scheduled.fit_seconds
        return math.ceil(len(scheduled.pending) / self.slots) * left > self.seconds_left

    def _would_degrade(self, scheduled: ScheduledCandidate, found: FoldResult) -> bool:
        """Whether a repeated fit was cut short earlier than the first ones."""
        earlier = self._candidates.get(scheduled.candidate.name)
        if earlier is None or not found.fit.cut_short:
            return False
        return found.seconds < MIN_TIME_SHARE * earlier.fit_seconds or (
            scheduled.on_recent_rows and not earlier.cut_short
        )

    def _finish(self, scheduled: ScheduledCandidate) -> None:
        name = scheduled.candidate.name
        earlier = self._candidates.get(name)
        if scheduled.on_recent_rows and earlier and earlier.fitted:
            earlier.fitted = replace(earlier.fitted, recent_fits=scheduled.fits)
            record_fitted(self._leaderboard, earlier.fitted)
            return
        if earlier:
            scheduled.fits = {**earlier.fits, **scheduled.fits}
        scheduled.fitted = assemble(scheduled.candidate, self._data, scheduled.fits, self._metric)
        self._publishing += scheduled.fitted.publishing
        if earlier and earlier.fitted:
            self._publishing -= earlier.fitted.publishing
        self._candidates[name] = scheduled
        record_fitted(self._leaderboard, scheduled.fitted)

    def _skip(self, scheduled: ScheduledCandidate, why: Reason, status: str = "skipped") -> None:
        stop_fits(scheduled)
        scheduled.failure = why
        name = scheduled.candidate.name
        earlier = self._candidates.get(name)
        if earlier and earlier.fitted:
            record_fitted(self._leaderboard, earlier.fitted)
            return
        self._candidates[name] = scheduled
        self._leaderboard.update_entry(name, scheduled.candidate.estimator.kind, status, why=[why])


def record_fitted(leaderboard: Leaderboard, fitted: FittedCandidate, why: Reason | None = None) -> None:
    """Record score and duration of a candidate, with `why` or with the reason that it was cut short."""
    leaderboard.update_entry(
        fitted.model.name,
        fitted.candidate.estimator.kind,
        "done",
        score=fitted.score,
        spread=fitted.spread,
        fit_seconds=round(fitted.seconds, 3),
        why=list(filter(None, [why or (CUT_SHORT if fitted.cut_short else None)])),
    )
