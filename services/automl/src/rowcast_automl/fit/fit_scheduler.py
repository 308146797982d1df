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
MIN_PART = 0.4
# Of what one that is not divisible was foretold to take, where none of its kind has told: it may take half.
FORETOLD_PART = 0.5
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
    latest : bool
        Whether it learns from rows of all times what has been tried before.
    """

    candidate: Candidate
    pending: list[int]
    soft_end: float = 0.0
    late_end: float = float("inf")
    fits: dict[int, FoldResult] = field(default_factory=dict)
    latest: bool = False
    running: list[RunningFit] = field(default_factory=list)
    failure: Reason | None = None
    tried: FittedCandidate | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.failure is not None or not (self.pending or self.running)

    @property
    def open_units(self) -> int:
        """Units that have not ended."""
        return len(self.pending) + len(self.running)

    @property
    def cut_short(self) -> bool:
        """Whether some fit was."""
        return any(each.fit.cut_short for each in self.fits.values())

    @property
    def unit_seconds(self) -> float:
        """What a unit is expected to take, from those that finished; zero where none has."""
        return sum(each.seconds for each in self.fits.values()) / max(1, len(self.fits))


class FitScheduler:
    """Runs units of candidates, several at once.

    Parameters
    ----------
    compute : Compute
        Where units run.
    outlook : RemainingTime
        Tells the board how long everything still takes.
    watch : callable
        Called ten times a second while units run.
    """

    def __init__(
        self,
        bench: TrainingData,
        clock: Clock,
        board: Leaderboard,
        metric: str,
        compute: Compute,
        outlook: RemainingTime,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self._bench, self._clock, self._board, self._metric = bench, clock, board, metric
        self._compute, self._watch, self._outlook = compute, watch, outlook
        self._attempts: dict[str, ScheduledCandidate] = {}
        self._order: dict[str, int] = {}
        self._publishing = self._begun = self._kept = self._growing = 0.0

    def plan(self, candidates: Sequence[Candidate], further: int) -> None:
        """Tells how long it will take to try these and, after them, so many further ones."""
        self._outlook.plan(candidates, self._bench.folds, further)
        self._board.foresee(self._outlook.left([], self.slots))

    def foretold(self, candidate: Candidate) -> float:
        """Seconds that the folds of a round are expected to take, before any has told."""
        return math.ceil(self._bench.folds / self.slots) * self._outlook.expected(candidate)

    def expect(self, further: int) -> None:
        """Of what was to come, only so many are left."""
        self._outlook.expect(further)

    @contextmanager
    def keeping(self, seconds: float = 0.0, *, growing: float = 0.0) -> Iterator[None]:
        """Leaves seconds over meanwhile once a model is whole, and from the first on others for growing."""
        self._kept += seconds
        self._growing += growing
        try:
            yield
        finally:
            self._kept -= seconds
            self._growing -= growing

    def first_round(self, candidates: Sequence[Candidate]) -> None:
        """Fits every candidate on the splits of the first round, in order; more may follow later.

        What was left out may be tried again.
        """
        places = {each.name: place for place, each in enumerate(candidates, len(self._order))}
        self._order = places | self._order
        for each in candidates:
            self._board.put(each.name, each.estimator.kind, "queued")
        self._run([self._attempt(each) for each in candidates])

    def discard(self, names: Collection[str], why: Reason) -> None:
        """Lets the fits of these candidates go; the leaderboard keeps their scores."""
        for name in names:
            attempt = self._attempts.pop(name, None)
            if attempt is None or attempt.tried is None:
                continue
            self._publishing -= attempt.tried.publishing
            self._board.put(name, attempt.candidate.estimator.kind, "done", why=[why])

    def further_round(self, names: Sequence[str], number: int) -> None:
        """Fits finished candidates on the splits of a further round.

        Only whole rounds count, and only of fits that had as much time as those of the first.
        """
        start = number * self._bench.folds
        again = [
            ScheduledCandidate(self._attempts[name].candidate, list(range(start, start + self._bench.folds)))
            for name in names
        ]
        self._run(again)

    def learn_latest(self, names: Sequence[str]) -> None:
        """Fits finished candidates on rows of all times, for as long as was best on average before."""
        again = []
        for name in names:
            known = self._attempts[name]
            ended = [each.fit.ended for each in known.fits.values() if each.fit.ended]
            candidate = replace(known.candidate, ends_at=round(mean(ended)) if ended else None)
            again.append(ScheduledCandidate(candidate, list(self._bench.latest_splits), latest=True))
        self._run(again)

    @property
    def finished(self) -> list[FittedCandidate]:
        """Models with all folds; where there is none, the model with most of its folds."""
        whole = [each.tried for each in self._ordered if each.tried]
        if whole:
            return whole
        some = max(self._attempts.values(), key=lambda each: len(each.fits), default=None)
        if some is None or not some.fits:
            return []
        seconds = self._clock.left / self._clock.load_factor
        fits = publishable_fits(some.fits, len(self._bench.extra), seconds)
        tried = assemble(some.candidate, self._bench, fits, self._metric)
        self._enter(tried, reason("SOME_FOLDS", count=len(fits), total=self._bench.folds))
        return [tried]

    @property
    def left_out(self) -> list[Candidate]:
        """Those of the first round that there was no time for, in their order."""
        return [
            each.candidate for each in self._ordered if each.failure and each.failure.code in TIME_REASONS
        ]

    @property
    def spare(self) -> float:
        """Seconds left for fits."""
        return self._hard_end() - time.monotonic()

    @property
    def may_continue(self) -> bool:
        """Whether there is a whole model, time, and nobody asked to stop."""
        return self._has_whole() and self.spare > 0 and not self._clock.stop.asked

    @property
    def slots(self) -> int:
        """Units that run at once."""
        return self._compute.slots

    @property
    def _ordered(self) -> list[ScheduledCandidate]:
        # In the order of the candidates, since which of two ends first is chance.
        return [self._attempts[name] for name in sorted(self._attempts, key=self._order.__getitem__)]

    def _hard_end(self) -> float:
        # Until a model is whole, one that is not would be published.
        whole = self._has_whole()
        publishing = self._publishing if whole else self._begun
        publishing = min(publishing, max_publishing_seconds(self._bench.limit, len(self._bench.extra)))
        kept = self._growing + (self._kept if whole else 0.0)
        return self._clock.end - self._clock.reserve(publishing) - kept

    def _has_something(self, active: Sequence[ScheduledCandidate]) -> bool:
        return any(each.fits for each in (*self._attempts.values(), *active))

    def _has_whole(self) -> bool:
        return any(each.tried for each in self._attempts.values())

    def _attempt(self, candidate: Candidate) -> ScheduledCandidate:
        """At the first round, with the fits that there was time for before."""
        known = self._attempts.get(candidate.name)
        fits = dict(known.fits) if known else {}
        return ScheduledCandidate(
            candidate, [split for split in range(self._bench.folds) if split not in fits], fits=fits
        )

    def _run(self, attempts: list[ScheduledCandidate]) -> None:
        waiting = list(attempts)
        active: list[ScheduledCandidate] = []
        open_units = -1
        self._outlook.begin(len(attempts))
        try:
            while waiting or active:
                why = self._reason_to_end(active)
                if why:
                    for each in (*active, *waiting):
                        self._give_up(each, why)
                    return
                self._fill(active, waiting)
                self._receive(active)
                self._end_late(active)
                active = [each for each in active if not each.over]
                before, open_units = open_units, sum(each.open_units for each in (*active, *waiting))
                if open_units != before:
                    self._look_ahead([*active, *waiting])
                self._board.heartbeat()
                self._watch()
        finally:
            for each in active:
                stop_fits(each)

    def _look_ahead(self, attempts: list[ScheduledCandidate]) -> None:
        ahead = [RemainingFits(each.candidate, each.open_units, each.unit_seconds) for each in attempts]
        self._board.foresee(self._outlook.left(ahead, self.slots))

    def _reason_to_end(self, active: list[ScheduledCandidate]) -> Reason | None:
        something = self._has_something(active)
        # Whoever asks for the best so far gets the first fit, if it comes in time.
        if self._clock.stop.discard or (self._clock.stop.asked and something):
            return STOPPED
        now = time.monotonic()
        if self._clock.stop.asked:
            return STOPPED if now > self._clock.end - PUBLISHING_SECONDS else None
        last = self._hard_end() if something else self._clock.end + FIRST_MODEL_GRACE
        if not something and active:
            last = max(last, active[0].soft_end + FIRST_MODEL_SECONDS)
        return OUT_OF_TIME if now > last else None

    def _end_late(self, active: list[ScheduledCandidate]) -> None:
        """Ends what can't look at the clock and takes the time of others."""
        for each in active:
            if not each.over and time.monotonic() > each.late_end and self._has_whole():
                self._give_up(each, OUT_OF_TIME)

    def _fill(self, active: list[ScheduledCandidate], waiting: list[ScheduledCandidate]) -> None:
        """Starts units while slots are free; a candidate that cannot end in time is left out."""
        while sum(len(each.running) for each in active) < self.slots:
            chosen = next((each for each in active if each.pending), None)
            if chosen is None:
                if not waiting:
                    return
                chosen = waiting.pop(0)
                expected, least = self._expected(chosen)
                aimed = AIMED_SHARE * self.spare
                if self._has_something(active) and aimed < max(MIN_SECONDS, least):
                    self._give_up(chosen, OUT_OF_TIME)
                    continue
                wanted = max(self._allowed(chosen.candidate, bool(waiting)), expected)
                given = max(MIN_SECONDS, min(wanted, aimed))
                chosen.soft_end = time.monotonic() + given
                chosen.late_end = chosen.soft_end + LATE_SHARE * given
                self._board.put(chosen.candidate.name, chosen.candidate.estimator.kind, "running")
                active.append(chosen)
            self._start(chosen)

    def _allowed(self, candidate: Candidate, others: bool) -> float:
        """Seconds that a candidate may take where others wait."""
        known = self._attempts.get(candidate.name)
        # What is fitted again, or with more rows, was chosen by the time that it takes.
        if not others or candidate.grown or (known and known.tried):
            return self.spare
        # What the first ones do not finish for the sake of growing has nothing to grow.
        return largest_share(self.slots, self._bench.folds) * (self.spare + self._growing)

    def _expected(self, attempt: ScheduledCandidate) -> tuple[float, float]:
        """Seconds that an attempt takes, and without which it is not begun, as far as others have told."""
        candidate, waves = attempt.candidate, math.ceil(len(attempt.pending) / self.slots)
        known = attempt if attempt.fits else self._attempts.get(candidate.name)
        if known and known.fits:
            own = waves * known.unit_seconds
            return own, own
        seen = [
            each
            for each in self._attempts.values()
            if each.fits and has_similar_cost(candidate, each.candidate)
        ]
        if not seen:
            if candidate.estimator.divisible:
                return 0.0, 0.0
            foretold = waves * self._outlook.expected(candidate)
            return foretold, FORETOLD_PART * foretold
        mean = waves * sum(each.unit_seconds for each in seen) / len(seen)
        # As long as those of its kind that were cut short would be too short again.
        divisible = candidate.estimator.divisible and not any(each.cut_short for each in seen)
        return mean, mean * (MIN_PART if divisible else 1.0)

    def _start(self, attempt: ScheduledCandidate) -> None:
        rounds = math.ceil((len(attempt.pending) + len(attempt.running)) / self.slots)
        now = time.monotonic()
        deadline = now + max(MIN_SECONDS, (attempt.soft_end - now) / rounds)
        unit = self._compute.start(attempt.candidate, self._bench, attempt.pending.pop(0), deadline)
        attempt.running.append(unit)

    def _receive(self, active: list[ScheduledCandidate]) -> None:
        owners = {id(unit): each for each in active for unit in each.running}
        running = [unit for each in active for unit in each.running]
        for unit in self._compute.wait(running, TICK):
            attempt = owners[id(unit)]
            if attempt.failure:
                continue
            attempt.running.remove(unit)
            found = unit.result()
            if found == OUT_OF_MEMORY and self._compute.give_room(unit):
                attempt.pending.insert(0, unit.split)
                continue
            if isinstance(found, Reason):
                self._give_up(attempt, found, "skipped" if found == OUT_OF_TIME else "failed")
                continue
            self._outlook.ended(attempt.candidate, found.seconds)
            if self._spoils(attempt, found):
                self._give_up(attempt, OUT_OF_TIME)
                continue
            attempt.fits[unit.split] = found
            if not self._has_whole():
                self._begun += publishing_seconds((found.fit.member,), len(self._bench.extra))
            self._board.say(f"{attempt.candidate.name}: {len(attempt.fits)} of {self._bench.folds} folds")
            if attempt.over:
                self._finish(attempt)
            elif self._too_slow(attempt):
                needed = attempt.unit_seconds * (len(attempt.pending) + len(attempt.running))
                short = max(1.0, needed / self.slots - self.spare)
                self._give_up(attempt, reason("TOO_SLOW", seconds=round(short)))

    def _too_slow(self, attempt: ScheduledCandidate) -> bool:
        """Whether a first fit says that the others cannot end in time while other models are there."""
        if not self._has_whole():
            return False
        left = attempt.unit_seconds
        return math.ceil(len(attempt.pending) / self.slots) * left > self.spare

    def _spoils(self, attempt: ScheduledCandidate, found: FoldResult) -> bool:
        """Whether a fit of what has been tried before was cut short sooner than those of then."""
        known = self._attempts.get(attempt.candidate.name)
        if known is None or not found.fit.cut_short:
            return False
        return found.seconds < MIN_TIME_SHARE * known.unit_seconds or (attempt.latest and not known.cut_short)

    def _finish(self, attempt: ScheduledCandidate) -> None:
        name = attempt.candidate.name
        known = self._attempts.get(name)
        if attempt.latest and known and known.tried:
            known.tried = replace(known.tried, latest=attempt.fits)
            self._enter(known.tried)
            return
        if known:
            attempt.fits = {**known.fits, **attempt.fits}
        attempt.tried = assemble(attempt.candidate, self._bench, attempt.fits, self._metric)
        self._publishing += attempt.tried.publishing
        if known and known.tried:
            self._publishing -= known.tried.publishing
        self._attempts[name] = attempt
        self._enter(attempt.tried)

    def _give_up(self, attempt: ScheduledCandidate, why: Reason, status: str = "skipped") -> None:
        stop_fits(attempt)
        attempt.failure = why
        name = attempt.candidate.name
        known = self._attempts.get(name)
        if known and known.tried:
            self._enter(known.tried)
            return
        self._attempts[name] = attempt
        self._board.put(name, attempt.candidate.estimator.kind, status, why=[why])

    def _enter(self, tried: FittedCandidate, why: Reason | None = None) -> None:
        self._board.put(
            tried.model.name,
            tried.candidate.estimator.kind,
            "done",
            score=tried.score,
            spread=tried.spread,
            fit_seconds=round(tried.seconds, 3),
            why=list(filter(None, [why or (CUT_SHORT if tried.cut_short else None)])),
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


def stop_fits(attempt: ScheduledCandidate) -> None:
    """Ends what is running."""
    for unit in attempt.running:
        unit.end()
    attempt.running.clear()
