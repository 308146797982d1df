"""Tries candidates, unit by unit, until they, the time or the patience of a person are used up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
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
from rowcast_automl.fit.compute.interface import Compute, RunningFit
from rowcast_automl.fit.fold_process import OUT_OF_TIME
from rowcast_automl.fit.remaining_time import RemainingFits, RemainingTime
from rowcast_automl.platform.process.forked_task import OUT_OF_MEMORY
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.training_data import TrainingData
from rowcast_automl.run.clock import Clock
from rowcast_automl.run.leaderboard import Leaderboard

TICK = 0.1
MIN_SECONDS = 0.4
DEFAULT_SHARE, MAX_SHARE = 0.3, 0.5
# Of the time left, what a fit may aim at: it has to answer and be carried back, too.
AIMED_SHARE = 0.9
# A divisible fit with less than this share of the time it would take is not worth starting.
MIN_DIVISIBLE_SHARE = 0.4
# Of what one that is not divisible was foretold to take, where none of its kind has told: it may take half.
MIN_EXPECTED_SHARE = 0.5
# Of the time that a candidate was given, how much longer it may take once there is a model.
LATE_SHARE = 0.5
# A member that had less of the time of those before it, and was cut short, would spoil them.
MIN_TIME_SHARE = 0.8
# A first model a moment late is worth more than none in time.
FIRST_MODEL_GRACE, FIRST_MODEL_SECONDS = 0.5, 1.5
STOPPED = reason("STOPPED")
# Why a candidate was left out that would not have been with more time.
TIME_REASONS = ("OUT_OF_TIME", "TOO_SLOW")
# Of the seconds that a stop may take, what a first model needs to be published.
PUBLISHING_SECONDS = 4.0
CUT_SHORT = reason("CUT_SHORT")


@dataclass(slots=True)
class ScheduledCandidate:
    """A candidate on its way.

    Parameters
    ----------
    pending : list of int
        Splits still to be fitted in this round.
    on_recent_rows : bool
        Whether it learns from rows of all times what has been tried before.
    """

    candidate: Candidate
    pending: list[int]
    target_end: float = 0.0
    late_end: float = float("inf")
    fits: dict[int, FoldResult] = field(default_factory=dict)
    on_recent_rows: bool = False
    running: list[RunningFit] = field(default_factory=list)
    failure: Reason | None = None
    fitted: FittedCandidate | None = None

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self.failure is not None or not (self.pending or self.running)

    @property
    def n_open_fits(self) -> int:
        """Units that have not ended."""
        return len(self.pending) + len(self.running)

    @property
    def cut_short(self) -> bool:
        """Whether some fit was."""
        return any(each.fit.cut_short for each in self.fits.values())

    @property
    def fit_seconds(self) -> float:
        """What a unit is expected to take, from those that finished; zero where none has."""
        return sum(each.seconds for each in self.fits.values()) / max(1, len(self.fits))


class FitScheduler:
    """Runs units of candidates, several at once.

    Parameters
    ----------
    compute : Compute
        Where units run.
    remaining_time : RemainingTime
        Tells the board how long everything still takes.
    watch : callable
        Called ten times a second while units run.
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
        self._order: dict[str, int] = {}
        self._publishing = self._unfinished_publishing = self._reserved = self._reserved_for_refit = 0.0

    def plan(self, candidates: Sequence[Candidate], n_later: int) -> None:
        """Tells how long it will take to try these and, after them, so many further ones."""
        self._remaining_time.plan(candidates, self._data.folds, n_later)
        self._leaderboard.set_remaining(self._remaining_time.left([], self.slots))

    def expected_seconds(self, candidate: Candidate) -> float:
        """Seconds that the folds of a round are expected to take, before any has told."""
        return math.ceil(self._data.folds / self.slots) * self._remaining_time.expected(candidate)

    def expect_later(self, n_later: int) -> None:
        """Of what was to come, only so many are left."""
        self._remaining_time.expect_later(n_later)

    @contextmanager
    def reserving(self, seconds: float = 0.0, *, for_refit: float = 0.0) -> Iterator[None]:
        """Leaves seconds over meanwhile once a model is whole, and from the first on others for growing."""
        self._reserved += seconds
        self._reserved_for_refit += for_refit
        try:
            yield
        finally:
            self._reserved -= seconds
            self._reserved_for_refit -= for_refit

    def fit_first_repeat(self, candidates: Sequence[Candidate]) -> None:
        """Fits every candidate on the splits of the first round, in order; more may follow later.

        What was left out may be tried again.
        """
        places = {each.name: place for place, each in enumerate(candidates, len(self._order))}
        self._order = places | self._order
        for each in candidates:
            self._leaderboard.update_entry(each.name, each.estimator.kind, "queued")
        self._run([self._scheduled(each) for each in candidates])

    def discard(self, names: Collection[str], why: Reason) -> None:
        """Lets the fits of these candidates go; the leaderboard keeps their scores."""
        for name in names:
            scheduled = self._candidates.pop(name, None)
            if scheduled is None or scheduled.fitted is None:
                continue
            self._publishing -= scheduled.fitted.publishing
            self._leaderboard.update_entry(name, scheduled.candidate.estimator.kind, "done", why=[why])

    def fit_repeat(self, names: Sequence[str], number: int) -> None:
        """Fits finished candidates on the splits of a further round.

        Only whole rounds count, and only of fits that had as much time as those of the first.
        """
        start = number * self._data.folds
        scheduled_candidates = [
            ScheduledCandidate(self._candidates[name].candidate, list(range(start, start + self._data.folds)))
            for name in names
        ]
        self._run(scheduled_candidates)

    def refit_on_recent(self, names: Sequence[str]) -> None:
        """Fits finished candidates on rows of all times, for as long as was best on average before."""
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
        """Models with all folds; where there is none, the model with most of its folds."""
        whole = [each.fitted for each in self._ordered if each.fitted]
        if whole:
            return whole
        some = max(self._candidates.values(), key=lambda each: len(each.fits), default=None)
        if some is None or not some.fits:
            return []
        seconds = self._clock.left / self._clock.load_factor
        fits = publishable_fits(some.fits, len(self._data.extra), seconds)
        fitted = assemble(some.candidate, self._data, fits, self._metric)
        self._record(fitted, reason("SOME_FOLDS", count=len(fits), total=self._data.folds))
        return [fitted]

    @property
    def skipped_for_time(self) -> list[Candidate]:
        """Those of the first round that there was no time for, in their order."""
        return [
            each.candidate for each in self._ordered if each.failure and each.failure.code in TIME_REASONS
        ]

    @property
    def seconds_left(self) -> float:
        """Seconds left for fits."""
        return self._hard_end() - time.monotonic()

    @property
    def may_continue(self) -> bool:
        """Whether there is a whole model, time, and nobody asked to stop."""
        return self._has_complete_model() and self.seconds_left > 0 and not self._clock.stop.requested

    @property
    def slots(self) -> int:
        """Units that run at once."""
        return self._compute.slots

    @property
    def _ordered(self) -> list[ScheduledCandidate]:
        # In the order of the candidates, since which of two ends first is chance.
        return [self._candidates[name] for name in sorted(self._candidates, key=self._order.__getitem__)]

    def _hard_end(self) -> float:
        # Until a model is whole, one that is not would be published.
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
        """At the first round, with the fits that there was time for before."""
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
        # Whoever asks for the best so far gets the first fit, if it comes in time.
        if self._clock.stop.discard or (self._clock.stop.requested and something):
            return STOPPED
        now = time.monotonic()
        if self._clock.stop.requested:
            return STOPPED if now > self._clock.end - PUBLISHING_SECONDS else None
        last = self._hard_end() if something else self._clock.end + FIRST_MODEL_GRACE
        if not something and active:
            last = max(last, active[0].target_end + FIRST_MODEL_SECONDS)
        return OUT_OF_TIME if now > last else None

    def _stop_late_fits(self, active: list[ScheduledCandidate]) -> None:
        """Ends what can't look at the clock and takes the time of others."""
        for each in active:
            if not each.is_done and time.monotonic() > each.late_end and self._has_complete_model():
                self._skip(each, OUT_OF_TIME)

    def _start_fits(self, active: list[ScheduledCandidate], waiting: list[ScheduledCandidate]) -> None:
        """Starts units while slots are free; a candidate that cannot end in time is left out."""
        while sum(len(each.running) for each in active) < self.slots:
            chosen = next((each for each in active if each.pending), None)
            if chosen is None:
                if not waiting:
                    return
                chosen = waiting.pop(0)
                expected, minimum = self._expected(chosen)
                aimed = AIMED_SHARE * self.seconds_left
                if self._has_any_fit(active) and aimed < max(MIN_SECONDS, minimum):
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
        """Seconds that a candidate may take where others wait."""
        earlier = self._candidates.get(candidate.name)
        # What is fitted again, or with more rows, was chosen by the time that it takes.
        if not others or candidate.uses_more_rows or (earlier and earlier.fitted):
            return self.seconds_left
        # What the first ones do not finish for the sake of growing has nothing to grow.
        return largest_share(self.slots, self._data.folds) * (self.seconds_left + self._reserved_for_refit)

    def _expected(self, scheduled: ScheduledCandidate) -> tuple[float, float]:
        """Seconds that an attempt takes, and without which it is not begun, as far as others have told."""
        candidate, waves = scheduled.candidate, math.ceil(len(scheduled.pending) / self.slots)
        earlier = scheduled if scheduled.fits else self._candidates.get(candidate.name)
        if earlier and earlier.fits:
            own = waves * earlier.fit_seconds
            return own, own
        seen = [
            each
            for each in self._candidates.values()
            if each.fits and has_similar_cost(candidate, each.candidate)
        ]
        if not seen:
            if candidate.estimator.divisible:
                return 0.0, 0.0
            expected_seconds = waves * self._remaining_time.expected(candidate)
            return expected_seconds, MIN_EXPECTED_SHARE * expected_seconds
        mean = waves * sum(each.fit_seconds for each in seen) / len(seen)
        # As long as those of its kind that were cut short would be too short again.
        divisible = candidate.estimator.divisible and not any(each.cut_short for each in seen)
        return mean, mean * (MIN_DIVISIBLE_SHARE if divisible else 1.0)

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
        """Whether a first fit says that the others cannot end in time while other models are there."""
        if not self._has_complete_model():
            return False
        left = scheduled.fit_seconds
        return math.ceil(len(scheduled.pending) / self.slots) * left > self.seconds_left

    def _would_degrade(self, scheduled: ScheduledCandidate, found: FoldResult) -> bool:
        """Whether a fit of what has been tried before was cut short sooner than those of then."""
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
            self._record(earlier.fitted)
            return
        if earlier:
            scheduled.fits = {**earlier.fits, **scheduled.fits}
        scheduled.fitted = assemble(scheduled.candidate, self._data, scheduled.fits, self._metric)
        self._publishing += scheduled.fitted.publishing
        if earlier and earlier.fitted:
            self._publishing -= earlier.fitted.publishing
        self._candidates[name] = scheduled
        self._record(scheduled.fitted)

    def _skip(self, scheduled: ScheduledCandidate, why: Reason, status: str = "skipped") -> None:
        stop_fits(scheduled)
        scheduled.failure = why
        name = scheduled.candidate.name
        earlier = self._candidates.get(name)
        if earlier and earlier.fitted:
            self._record(earlier.fitted)
            return
        self._candidates[name] = scheduled
        self._leaderboard.update_entry(name, scheduled.candidate.estimator.kind, status, why=[why])

    def _record(self, fitted: FittedCandidate, why: Reason | None = None) -> None:
        self._leaderboard.update_entry(
            fitted.model.name,
            fitted.candidate.estimator.kind,
            "done",
            score=fitted.score,
            spread=fitted.spread,
            fit_seconds=round(fitted.seconds, 3),
            why=list(filter(None, [why or (CUT_SHORT if fitted.cut_short else None)])),
        )


def has_similar_cost(candidate: Candidate, other: Candidate) -> bool:
    """Whether one tells how long the other takes: of the same kind, or what its settings were tuned from.

    Some networks go over the rows far more often than others.
    """
    if candidate.tuned_from:
        return other.name == candidate.tuned_from
    kinds = [
        (each.estimator.kind, bool(each.params.get("normalised")), each.params.get("epochs"))
        for each in (candidate, other)
    ]
    return kinds[0] == kinds[1]


def largest_share(slots: int, folds: int) -> float:
    """Of the time left, what a candidate may take; more where its folds do not fill all slots."""
    return min(MAX_SHARE, DEFAULT_SHARE * slots / min(slots, folds))


def stop_fits(scheduled: ScheduledCandidate) -> None:
    """Ends what is running."""
    for unit in scheduled.running:
        unit.end()
    scheduled.running.clear()
