"""The context of one training: inputs, output, resources, clock and leaderboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.contracts.generated import TableProfile, TrainingConfig, TrainingProgress
from rowcast_automl.run import preload
from rowcast_automl.run.clock import UNLIMITED_SECONDS, Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard

MayContinue = Callable[[float], bool]


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
    max_rows : int or None
        How many labelled rows an earlier training had room for, to learn from the same ones again.
    """

    threads: int
    compute_url: str | None = None
    pace: float | None = None
    memory_bytes: int | None = None
    max_rows: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """All steps of a training have these in common.

    Parameters
    ----------
    table : Path
        Parquet file whose columns have the types that `profile` pins.
    out : Path
        The bundle's file; beside it is room for what is read meanwhile.
    key : Ed25519PrivateKey
        Signs the bundle.
    """

    table: Path
    profile: TableProfile
    config: TrainingConfig
    out: Path
    key: Ed25519PrivateKey
    resources: Resources
    clock: Clock
    leaderboard: Leaderboard

    @classmethod
    def start(
        cls,
        table: Path,
        profile: TableProfile,
        config: TrainingConfig,
        *,
        out: Path,
        key: Ed25519PrivateKey,
        resources: Resources,
        started: float,
        listener: Callable[[TrainingProgress], None],
        stop: StopSignal,
    ) -> TrainingRun:
        """Start the clock and load the learning libraries."""
        clock = Clock(UNLIMITED_SECONDS if config.reproducible else config.time_budget_seconds, started, stop)
        leaderboard = Leaderboard(clock, listener)
        leaderboard.phase("loading", "Reading the table")
        # A process forked while another thread imports a module would wait for its import lock forever.
        preload.load()
        return cls(
            table=table,
            profile=profile,
            config=config,
            out=out,
            key=key,
            resources=resources,
            clock=clock,
            leaderboard=leaderboard,
        )

    def within(self, share: float) -> MayContinue:
        """Whether a step that has taken so many seconds is still within its share of the time left."""

        def may_continue(seconds: float) -> bool:
            self.leaderboard.heartbeat()
            return not self.clock.stop.requested and seconds < share * self.clock.left

        return may_continue
