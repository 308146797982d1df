"""What one training is asked for, where its result goes, and who is told of its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.contracts.generated import TableProfile, TrainingConfig
from rowcast_automl.run.clock import Clock
from rowcast_automl.run.leaderboard import Board

MayGoOn = Callable[[float], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
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
    clock: Clock
    board: Board

    def within(self, share: float) -> MayGoOn:
        """Whether a step that has taken so many seconds is still within its share of the time left."""

        def may_go_on(seconds: float) -> bool:
            self.board.heartbeat()
            return not self.clock.stop.asked and seconds < share * self.clock.left

        return may_go_on
