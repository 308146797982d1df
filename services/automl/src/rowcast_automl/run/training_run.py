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
    """Processors and memory for a training.

    Parameters
    ----------
    threads : int
        Number of fits that run at once.
    compute_url : str or None
        URL of the cluster that runs the fits; None for this machine.
    pace : float or None
        Seconds that earlier fits took on this machine per second of the reference machine.
    memory_bytes : int or None
        Memory limit of this process and its fits; a low one reduces the number of rows.
    max_rows : int or None
        Number of labelled rows that an earlier training used, to reproduce it.
    """

    threads: int
    compute_url: str | None = None
    pace: float | None = None
    memory_bytes: int | None = None
    max_rows: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """The context that all stages of a training share.

    Parameters
    ----------
    table : Path
        Parquet file whose columns have the types that `profile` pins.
    out : Path
        The bundle's file; its folder also holds temporary files.
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
        """Return a function that checks whether a step is within its fraction of the remaining time."""

        def may_continue(seconds: float) -> bool:
            self.leaderboard.heartbeat()
            return not self.clock.stop.requested and seconds < share * self.clock.left

        return may_continue
