"""The leaderboard and progress of a training."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

from rowcast_automl.contracts.generated import LeaderboardEntry, OmittedPart, Reason, TrainingProgress
from rowcast_automl.metrics.scores import better
from rowcast_automl.platform.contract_json import finite_or_none
from rowcast_automl.platform.reasons import english_text, reason_fields
from rowcast_automl.run.clock import UNLIMITED_SECONDS, Clock

Phase = Literal["starting", "loading", "training", "ensembling", "exporting", "checking", "done"]
SECONDS_BETWEEN = 1.0
# The reported end never moves back, so it moves forward only with this margin on the forecast.
SURE_SHARE, SURE_SECONDS = 3.0, 2.0


class Leaderboard:
    """One entry per model, and the progress that a listener receives at changes or once a second.

    Parameters
    ----------
    listener : callable
        Takes a TrainingProgress.
    """

    def __init__(self, clock: Clock, listener: Callable[[TrainingProgress], None]) -> None:
        self._clock = clock
        self._listener = listener
        self._notified_at = 0.0
        self._phase: Phase = "starting"
        self._message = ""
        self.metric = ""
        self.entries: dict[str, LeaderboardEntry] = {}
        self.timings: dict[str, float] = {}
        self._phase_began = clock.started
        self._expected_end = math.inf
        self.omitted: list[OmittedPart] = []
        self.ending: Reason | None = None

    def begin(self, metric: str, baseline: float) -> None:
        """Set the primary metric, and add the score of the baseline, which ignores the features."""
        self.metric = metric
        self.update_entry("Baseline", "baseline", "done", score=baseline, spread=0.0)

    def phase(self, phase: Phase, message: str) -> None:
        """Start a phase and notify the listener."""
        now = time.monotonic()
        self.timings[self._phase] = self.timings.get(self._phase, 0.0) + now - self._phase_began
        self._phase, self._phase_began = phase, now
        if phase == "done":
            self._expected_end = now
        self.set_message(message)

    def set_message(self, message: str) -> None:
        """Set the message and notify the listener."""
        self._message = message
        self.notify()

    def update_entry(
        self, name: str, estimator: str, status: str, *, why: Sequence[Reason] = (), **facts: Any
    ) -> None:
        """Add or update an entry; `queued` resets it. Infinities and NaN become null.

        Parameters
        ----------
        why : sequence of Reason
            Why it failed, was skipped or is not used. Earlier reasons are kept if there are none.
        """
        known = None if status == "queued" else self.entries.get(name)
        empty: dict[str, Any] = dict.fromkeys(
            ("score", "spread", "fit_seconds", "predict_milliseconds_per_row", "weight", "reason")
        )
        values = (known.model_dump(exclude_unset=True) if known else empty) | facts
        values |= {"name": name, "estimator": estimator, "status": status} | (
            reason_fields(why) if why else {}
        )
        if status in ("done", "failed") and values.get("finished_seconds") is None:
            values["finished_seconds"] = round(self._clock.elapsed, 2)
        self.entries[name] = LeaderboardEntry.model_validate(finite_or_none(values))
        self.notify()

    def set_remaining(self, seconds: float) -> None:
        """Set the forecast of the remaining time; the reported end is at most that of the budget."""
        self._expected_end = min(self._expected_end, time.monotonic() + SURE_SHARE * seconds + SURE_SECONDS)

    @property
    def _left(self) -> float | None:
        """Seconds until the reported end; None without a budget and a forecast."""
        end = min(self._expected_end, self._clock.end)
        return None if end - self._clock.started >= UNLIMITED_SECONDS else max(0.0, end - time.monotonic())

    def record_omission(self, part: str, why: Reason) -> None:
        """Record a part that the report omits, and why."""
        self.omitted.append(omitted_part(part, why))

    def set_ending(self, why: Reason) -> None:
        """Set why no more models are fitted although time is left, and notify the listener."""
        self.ending = why
        self.set_message(f"Ended early: {english_text(why)}")

    def heartbeat(self) -> None:
        """Notify the listener if it was not notified for a second."""
        if time.monotonic() - self._notified_at >= SECONDS_BETWEEN:
            self.notify()

    @property
    def best(self) -> str | None:
        """Name of the best finished entry; the baseline where there is no other."""
        best: LeaderboardEntry | None = None
        for entry in self.entries.values():
            if entry.status != "done" or entry.score is None:
                continue
            if best is None or best.score is None or better(self.metric, entry.score, best.score):
                best = entry
        return best.name if best else None

    def notify(self) -> None:
        """Send the current state to the listener."""
        self._notified_at = time.monotonic()
        elapsed, left = self._clock.elapsed, self._left
        self._listener(
            TrainingProgress(
                phase=self._phase,
                elapsed_seconds=round(elapsed, 2),
                remaining_seconds=None if left is None else round(left, 2),
                leaderboard=list(self.entries.values()),
                best=self.best,
                metric=self.metric or None,
                message=self._message,
                ending=self.ending,
            )
        )


def omitted_part(part: str, *why: Reason, columns: Sequence[str] = ()) -> OmittedPart:
    """Return the report's entry for a part that is missing or incomplete, with the columns it lacks."""
    lacking = {"columns": list(columns)} if columns else {}
    return OmittedPart.model_validate({"part": part, **reason_fields(why), **lacking})
