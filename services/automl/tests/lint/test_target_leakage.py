"""Copies of the target and what gives it away, of many rows and of few."""

import random

import pytest

from tests.lint.columns import AMOUNTS, LABELS, NOISE, WEAK, N, codes

LUCK = random.Random(8)


def test_copies_of_the_target_and_what_gives_it_away(lint):
    wrong = [label if place % 100 else "yes" for place, label in enumerate(LABELS)]
    report = lint(
        "churn",
        noise=NOISE,
        code=[{"yes": 7, "no": 3}[label] for label in LABELS],
        nearly=wrong,
        churn=LABELS,
    )
    assert ("TARGET_COPY", "code") in codes(report)
    assert ("TARGET_LEAK", "nearly") in codes(report)
    assert not [found for found in report.findings if found.column == "noise"]
    [copy] = [found for found in report.findings if found.code == "TARGET_COPY"]
    assert copy.fix.model_dump() == {"op": "drop_column", "column": "code"}
    [leak] = [found for found in report.findings if found.code == "TARGET_LEAK"]
    assert leak.rows == [place + 1 for place in range(0, N, 100) if LABELS[place] == "no"]


def test_a_rare_class_that_a_column_gives_away(lint):
    labels = ["fraud" if place % 50 == 0 else "fine" for place in range(N)]
    refunds = [LUCK.random() * 90 + 10 if label == "fraud" else 0 for label in labels]
    report = lint("label", refund=refunds, noise=NOISE, label=labels)
    assert {"TARGET_COPY", "TARGET_LEAK"} & {code for code, column in codes(report) if column == "refund"}
    assert ("CLASS_IMBALANCE", "label") in codes(report)


def test_amounts_that_give_an_amount_away(lint):
    report = lint(
        "price",
        cents=[round(amount * 100) for amount in AMOUNTS],
        root=[round(amount**0.5, 5) for amount in AMOUNTS],
        weak=WEAK,
        price=AMOUNTS,
    )
    assert {("TARGET_COPY", "cents"), ("TARGET_LEAK", "root")} <= codes(report)
    assert ("TARGET_LEAK", "weak") not in codes(report)


def test_a_copy_is_reported_of_few_rows_where_it_is_not_one_by_chance(lint):
    cents = [round(amount * 100) for amount in AMOUNTS[:12]]
    assert ("TARGET_COPY", "cents") in codes(lint("price", cents=cents, b=NOISE[:12], price=AMOUNTS[:12]))
    report = lint("y", code=[7, 3] * 13, b=NOISE[:26], y=["yes", "no"] * 13)
    assert ("TARGET_COPY", "code") in codes(report)


@pytest.mark.parametrize(
    ("copy", "labels"),
    [
        # Ten rows of two classes are reported apart as well by one column in a hundred.
        (["u", "v"] * 5, ["yes", "no"] * 5),
        ([3, 7] * 5, ["yes", "no"] * 5),
        (["u"] * 25 + ["v"], ["no"] * 25 + ["yes"]),
        # Whatever differs in every row goes with whatever else does.
        ([f"k{place}" for place in range(12)], AMOUNTS[:12]),
        (AMOUNTS[:9], AMOUNTS[:9]),
    ],
)
def test_what_few_rows_have_by_chance_is_no_copy(lint, copy, labels):
    report = lint("y", copy=copy, b=NOISE[: len(labels)], y=labels)
    assert not {code for code, _ in codes(report)} & {"TARGET_COPY", "TARGET_LEAK"}


def test_columns_that_were_not_compared_with_the_target_are_counted(lint, monkeypatch):
    monkeypatch.setattr("rowcast_automl.lint.target_leakage.MAX_COLUMNS", 2)
    report = lint("churn", a=NOISE, same=["x"] * N, b=WEAK, c=AMOUNTS, code=LABELS, churn=LABELS)
    [found] = [each for each in report.findings if each.code == "COLUMNS_UNCOMPARED"]
    assert (found.column, found.params, found.severity) == ("churn", {"most": 2, "count": 2}, "info")
    assert ("TARGET_COPY", "code") not in codes(report)
    assert "COLUMNS_UNCOMPARED" not in {code for code, _ in codes(lint("churn", a=NOISE, churn=LABELS))}
