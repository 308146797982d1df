import pytest

from automl.results import Cell, Result
from automl.summary import average_ranks, complete_tables, mean_scores, near_best, ranks


def result(peer: str, table: str, score: float | None, seed: int = 0) -> Result:
    error = "exit code 1" if score is None else None
    return Result(Cell(peer, table, seed, 60), "v1", score, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, error)


def test_higher_auc_and_lower_loss_rank_first() -> None:
    assert ranks({"a": 0.9, "b": 0.8, "c": 0.7}, "auc") == {"a": 1, "b": 2, "c": 3}
    assert ranks({"a": 0.9, "b": 0.8, "c": 0.7}, "rmse") == {"a": 3, "b": 2, "c": 1}


def test_equal_scores_share_the_mean_of_their_ranks() -> None:
    assert ranks({"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.1}, "logloss") == {"a": 3, "b": 3, "c": 3, "d": 1}


def test_failures_are_last_together() -> None:
    assert ranks({"a": None, "b": 10.0, "c": None}, "rmse") == {"a": 2.5, "b": 1, "c": 2.5}


def test_scores_are_averaged_over_seeds_before_they_are_ranked() -> None:
    scores = mean_scores([result("a", "t", 1.0), result("a", "t", 4.0, seed=1), result("b", "t", 2.0)])
    assert scores == {"t": {"a": 2.5, "b": 2.0}}


def test_a_failure_on_one_seed_is_a_failure_on_the_table() -> None:
    assert mean_scores([result("a", "t", 1.0), result("a", "t", None, seed=1)]) == {"t": {"a": None}}


def test_ranks_are_averaged_over_tables_that_all_peers_were_run_on() -> None:
    scores = mean_scores(
        [
            result("a", "first", 0.9),
            result("b", "first", 0.8),
            result("a", "second", 5.0),
            result("b", "second", 4.0),
            result("a", "third", 0.1),
        ]
    )
    assert complete_tables(scores) == ["first", "second"]
    assert average_ranks(scores, {"first": "auc", "second": "rmse", "third": "auc"}) == {"a": 1.5, "b": 1.5}


@pytest.mark.parametrize(
    ("metric", "scores", "near"),
    [
        ("auc", {"a": 0.8, "b": 0.797, "c": 0.795}, {"a", "b"}),
        ("rmse", {"a": 100.0, "b": 100.4, "c": 100.6}, {"a", "b"}),
        ("logloss", {"a": None, "b": 0.3}, {"b"}),
        ("auc", {"a": None}, set()),
    ],
)
def test_near_the_best_means_within_half_a_percent(
    metric: str, scores: dict[str, float | None], near: set[str]
) -> None:
    assert near_best(scores, metric) == near
