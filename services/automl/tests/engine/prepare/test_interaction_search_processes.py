"""Interaction search in forked processes: stopped at its time limit, skipped where it fails."""

from __future__ import annotations

import time

import pytest

from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare import interaction_search
from rowcast_automl.prepare.interaction_search import InteractionTarget
from tests.engine.prepare.test_interaction_search import looked_for, ratio_rows

pytestmark = [pytest.mark.full_derivation, pytest.mark.own_processes]


def test_it_is_given_up_when_it_may_not_go_on() -> None:
    X, y = ratio_rows(600)
    begun = time.monotonic()
    chosen, why = looked_for(X, y, may_continue=lambda seconds: seconds == 0)
    assert len(chosen) == 0
    assert why == reason("PAIRS_UNENDED")
    assert time.monotonic() - begun < 5


def test_splits_whose_search_does_not_end_are_left_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    choice_of = interaction_search.choose_on_split

    def slow(
        X: Array,
        slots: int,
        learning: InteractionTarget,
        split: tuple[Array, Array],
        seed: int,
        numbers: None,
    ) -> interaction_search.SplitChoice:
        if split[1][0]:
            time.sleep(60)
        return choice_of(X, slots, learning, split, seed, numbers)

    monkeypatch.setattr(interaction_search, "choose_on_split", slow)
    chosen, why = looked_for(*ratio_rows(600), may_continue=lambda seconds: seconds < 5, threads=2)
    assert {("divide", 0, 1), ("divide", 1, 0)} & set(chosen.listed())
    assert why is None


def test_a_child_that_fails_leaves_the_table_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr(interaction_search, "best_pairs", fail)
    chosen, why = looked_for(*ratio_rows(600))
    assert len(chosen) == 0
    assert why == reason("PAIRS_UNENDED")
