"""What is found before training: each thing by its code, on tables that have it and on one that has not."""

import random

import pytest

from rowcast_automl.platform.errors import RowcastError
from tests.lint.columns import AMOUNTS, LABELS, LUCK, NOISE, WEAK, N, codes


def test_a_plain_table_has_nothing_to_report(lint):
    report = lint("price", a=NOISE, b=WEAK, price=AMOUNTS)
    assert codes(report) == set()
    assert (report.task, report.target) == ("regression", "price")


def test_rows_in_order_of_time_and_rows_of_one_customer(lint):
    report = lint(
        "churn",
        day=[f"2024-01-01 {place // 60:02}:{place % 60:02}:00" for place in range(N)],
        customerId=[f"C{LUCK.randrange(60)}" for _ in range(N)],
        product_code=[f"P{LUCK.randrange(60)}" for _ in range(N)],
        churn=LABELS,
    )
    assert {("TIME_ORDER", "day"), ("GROUPS", "customerId")} <= codes(report)
    assert ("GROUPS", "product_code") not in codes(report)


@pytest.mark.parametrize("step", [1, 0.5])
def test_rows_in_order_of_an_epoch_time(lint, step):
    times = [1_700_000_000 + place * step for place in range(N)]
    report = lint("churn", noise=NOISE, timestamp=times, order=times, churn=LABELS)
    assert {column for code, column in codes(report) if code == "TIME_ORDER"} == {"timestamp"}


def test_near_duplicates_of_numbers_and_words(lint):
    country = [LUCK.choice(["Norway", "India", "Spain", "France"]) for _ in range(N)]
    report = lint(
        None,
        metres=AMOUNTS,
        feet=[round(amount * 3.28084, 2) for amount in AMOUNTS],
        country=country,
        iso=[name[:2].upper() for name in country],
        noise=NOISE,
    )
    found = {finding.column: finding.params["other"] for finding in report.findings if "NEAR" in finding.code}
    assert found == {"feet": "metres", "iso": "country"}
    assert report.task is None


def test_sensors_that_fail_together_are_no_near_duplicates(lint):
    luck = random.Random(21)
    inside, outside = (
        [-9999 if place % 100 == 7 else round(luck.gauss(20, 3), 2) for place in range(N)] for _ in range(2)
    )
    report = lint(None, inside=inside, outside=outside, kelvin=[round(each + 273.15, 2) for each in inside])
    near = [found for found in report.findings if found.code == "NEAR_DUPLICATE_COLUMN"]
    assert [(found.column, found.params["other"]) for found in near] == [("kelvin", "inside")]


def test_contradicting_rows_are_named(lint):
    report = lint("y", a=[1, 2, 1, 3] * 20, b=[1, 2, 1, 3] * 20, y=["u", "v", "w", "v"] * 20)
    [finding] = [found for found in report.findings if found.code == "CONFLICTING_ROWS"]
    assert finding.params["count"] == 39
    assert (finding.rows[:3], finding.repeats[:3]) == ([3, 5, 7], [1, 3, 1])
    assert len(finding.rows) == len(finding.repeats) == 20


def test_only_rows_that_contradict_an_earlier_one_are_counted(lint):
    report = lint("y", a=[1] * 500, b=list(range(2)) * 250, y=["u"] * 497 + ["v", "u", "u"])
    [finding] = [found for found in report.findings if found.code == "CONFLICTING_ROWS"]
    assert (finding.params["count"], finding.rows, finding.repeats) == (2, [498, 500], [2, 498])


def test_the_target_itself(lint):
    labels = ["a"] * 200 + ["b"] * 190 + ["rare"] * 5 + [""] * 5
    report = lint("y", noise=NOISE, y=labels)
    found = {finding.code: finding for finding in report.findings}
    assert found["TARGET_MISSING"].params == {"count": 5}
    assert found["TARGET_MISSING"].rows == [396, 397, 398, 399, 400]
    assert found["RARE_CLASS"].params == {"least": 10, "labels": '"rare"'}
    assert found["RARE_CLASS"].rows == [391, 392, 393, 394, 395]
    assert found["RARE_CLASS"].fix.value == "rare"


def test_several_rare_classes_go_in_one_step(lint, tmp_path):
    labels = [7, 8] * 190 + ["9"] * 8 + ["10"] * 7 + ["11"] * 5
    [finding] = [found for found in lint("y", noise=NOISE, y=labels).findings if found.code == "RARE_CLASS"]
    assert (finding.params["labels"], finding.rows) == ('"9", "10", "11"', [*range(381, 401)])
    assert finding.fix.model_dump(exclude_none=True) == {
        **{"op": "filter_rows", "column": "y", "condition": "any_of", "values": ["9", "10", "11"]}
    }
    few = lint("y", noise=NOISE, y=["a"] * 380 + ["b"] * 9 + ["c"] * 8 + ["d"] * 3)
    assert [found.fix for found in few.findings if found.code == "RARE_CLASS"] == [None]


def test_classes_are_counted_in_all_rows_since_the_step_is_about_all(lint, monkeypatch):
    monkeypatch.setattr("rowcast_automl.lint.lint_table.HEAD_ROWS", 100)
    labels = ["a", "b"] * 48 + ["c"] * 4 + ["a", "b", "c"] * 99 + ["d"] * 3
    [finding] = [each for each in lint("y", noise=NOISE, y=labels).findings if each.code == "RARE_CLASS"]
    assert (finding.params["labels"], finding.rows) == ('"d"', [398, 399, 400])
    assert lint("y", noise=NOISE, y=["no"] * 250 + ["yes"] * 150).positive == "yes"


def test_words_with_blanks_around_them_can_be_trimmed(lint):
    cities = ["Oslo", "Oslo ", " Bergen", "Bergen"] * 100
    report = lint("y", city=cities, y=LABELS)
    [finding] = [found for found in report.findings if found.code == "PADDED_CELLS"]
    assert (finding.column, finding.params, finding.rows[:3]) == ("city", {"count": 200}, [2, 3, 6])
    assert finding.fix.model_dump() == {"op": "trim", "column": "city"}


def test_spellings_of_one_value_are_reported_with_a_step_that_writes_them_alike(lint):
    paid = ["Yes"] * 150 + ["no"] * 200 + ["yes "] * 30 + ["YES"] * 15 + ["No"] * 5
    town = ["New York", "New  York", "Oslo", "new\u00a0york"] * 100
    report = lint("y", paid=paid, town=town, group=["A", "B"] * 200, y=LABELS)
    found = {finding.column: finding for finding in report.findings if finding.code == "SPELLINGS"}
    assert found.keys() == {"paid", "town"}
    reported = '"no" (200), "No" (5); "Yes" (150), "yes " (30), "YES" (15)'
    assert (found["paid"].params, found["paid"].rows) == (
        {"values": reported, "count": 50},
        [*range(351, 371)],
    )
    assert found["paid"].fix.model_dump() == {"op": "unify", "column": "paid"}
    assert found["town"].params["count"] == 200
    # The step takes the blanks off too.
    assert not [finding for finding in report.findings if finding.code == "PADDED_CELLS"]


def test_short_forms_and_words_for_unknown_are_reported_with_a_step_that_replaces_them(lint):
    paid = ["Yes"] * 150 + ["y"] * 30 + ["no"] * 200 + ["Y"] * 15 + ["N/K"] * 5
    report = lint("y", paid=paid, y=LABELS)
    short, unknown = (
        next(each for each in report.findings if each.code == code)
        for code in ("SHORT_FORMS", "PLACEHOLDERS")
    )
    assert short.params == {"value": "Yes", "values": '"y" (30); "Y" (15)', "count": 45}
    assert (short.rows[0], short.severity) == (151, "warning")
    assert short.fix.model_dump() == {"op": "replace", "column": "paid", "values": ["y", "Y"], "by": "Yes"}
    assert (unknown.params, unknown.rows) == ({"values": '"N/K" (5)', "count": 5}, [*range(396, 401)])
    assert unknown.fix.model_dump() == {"op": "replace", "column": "paid", "values": ["N/K"], "by": None}


def test_values_of_their_own_are_no_short_forms_and_none_is_emptied_where_little_is_left(lint):
    report = lint(
        "answer",
        size=["S", "M", "L", "N"] * 100,
        flag=["y", "n"] * 200,
        heat=["gas", "gas", "none", "oil"] * 100,
        known=["unknown", "known"] * 200,
        answer=["yes", "no", "unknown", "no"] * 100,
    )
    assert not [each for each in report.findings if each.code in ("SHORT_FORMS", "PLACEHOLDERS")]


def test_all_spellings_that_the_step_changes_are_reported_the_largest_first(lint):
    region = (
        ["East"] * 143 + [" East"] * 156 + ["north"] * 48 + ["North"] * 44 + ["South"] * 5 + ["West "] * 4
    )
    [finding] = [each for each in lint(None, region=region, y=LABELS).findings if each.code == "SPELLINGS"]
    reported = '" East" (156), "East" (143); "north" (48), "North" (44); "West " (4)'
    assert finding.params == {"values": reported, "count": 156 + 44 + 4}
    streets = [f"{['Road', 'road'][place % 2]} {place // 2 % 7}" for place in range(400)]
    [finding] = [each for each in lint(None, street=streets, y=LABELS).findings if each.code == "SPELLINGS"]
    assert finding.params["values"].count(";") == 4
    assert finding.params["values"].endswith("; … (+3)")


def test_spellings_in_a_wide_table_are_counted_in_all_of_it(lint):
    columns = {f"c{place}": [LUCK.choice(["red", "blue"]) for _ in range(N)] for place in range(60)}
    columns["c40"][7] = "RED"
    [finding] = [each for each in lint(None, **columns).findings if each.code == "SPELLINGS"]
    assert (finding.column, finding.rows, finding.params["count"]) == ("c40", [8], 1)


def test_spellings_behind_the_head_of_a_wide_table_are_reported_as_they_are(lint, monkeypatch):
    monkeypatch.setattr("rowcast_automl.lint.lint_table.HEAD_ROWS", 100)
    columns = {f"c{place}": [LUCK.choice(["red", "blue"]) for _ in range(N)] for place in range(60)}
    columns["c40"][300] = "RED"
    [finding] = [each for each in lint(None, **columns).findings if each.code == "SPELLINGS"]
    assert (finding.column, finding.rows, finding.params["count"]) == ("c40", [301], 1)
    assert '"RED" (1)' in finding.params["values"]


@pytest.mark.parametrize(("others", "offered"), [(1_000, True), (1_001, False)])
def test_spellings_are_written_alike_only_where_all_of_the_table_can_be(lint, monkeypatch, others, offered):
    monkeypatch.setattr("rowcast_automl.lint.lint_table.HEAD_ROWS", 200)
    usual = [f"town{place}" for place in range(others) for _ in range(2)]
    other = [f"Town{place}" for place in range(others)]
    report = lint(None, town=["town0", "Town0"] * 50 + usual + other, n=[*range(100 + 3 * others)])
    [finding] = [each for each in report.findings if each.code == "SPELLINGS"]
    assert ((finding.fix is not None), finding.params["count"]) == (offered, 50 + others)


def test_spellings_of_a_class_are_not_rare_one_by_one(lint):
    labels = ["yes"] * 200 + ["no"] * 185 + ["Yes"] * 5 + ["NO "] * 4 + ["perhaps"] * 4 + ["Perhaps"] * 2
    found = {finding.code: finding for finding in lint("y", noise=NOISE, y=labels).findings}
    assert found["RARE_CLASS"].params["labels"] == '"perhaps", "Perhaps"'
    assert found["RARE_CLASS"].fix.values == ["perhaps", "Perhaps"]
    assert found["SPELLINGS"].params["count"] == 11
    both = ["yes"] * 200 + ["no"] * 195 + ["Yes"] * 5
    assert "RARE_CLASS" not in {each.code for each in lint("y", noise=NOISE, y=both).findings}


def test_numbers_outliers_and_too_large(lint):
    far = [*NOISE[:-1], 400]
    huge = [*NOISE[:-2], "1e308", "-1e308"]
    report = lint(None, far=far, huge=huge, noise=NOISE)
    found = {finding.column: finding for finding in report.findings}
    assert (found["far"].code, found["far"].rows) == ("OUTLIERS", [400])
    assert (found["huge"].code, found["huge"].params["count"]) == ("EXTREME_VALUES", 2)
    assert found["huge"].fix.op == "clip"
    assert "noise" not in found


def only_outlier(lint, cells):
    report = lint(None, cells=cells, noise=[*NOISE, *NOISE][: len(cells)])
    found = [each for each in report.findings if each.code == "OUTLIERS"]
    assert {each.column for each in found} <= {"cells"}
    return found[0] if found else None


@pytest.mark.parametrize(
    ("wrong", "fix", "rows"),
    [
        ({7: 1_000}, {"low": None, "high": 69}, [8]),
        ({7: 1_000, 300: 2_000}, {"low": None, "high": 69}, [8, 301]),
        ({0: -500, 7: 1_000}, {"low": 20, "high": 69}, [1, 8]),
        ({399: -500}, {"low": 20, "high": None}, [400]),
    ],
)
def test_outliers_are_reported_with_rows_and_bounds(lint, wrong, fix, rows):
    ages = [wrong.get(place, 20 + place * 7 % 50) for place in range(N)]
    found = only_outlier(lint, ages)
    assert found.rows == rows
    assert found.fix.model_dump() == {"op": "clip", "column": "cells", **fix}
    assert found.params == {"count": len(rows), "low": 20, "high": 69}


def test_a_number_that_stands_for_none_is_emptied(lint):
    ages = [999 if place % 9 == 0 else 20 + place * 7 % 50 for place in range(N)]
    found = only_outlier(lint, ages)
    assert found.fix.model_dump() == {"op": "replace", "column": "cells", "values": ["999"], "by": None}
    assert found.params["count"] == ages.count(999)
    rates = [-9999.0 if place in (3, 4) else round(noise, 2) for place, noise in enumerate(NOISE)]
    assert only_outlier(lint, rates).fix.values == ["-9999"]


def dates(first, last, wrong):
    """Dates of these years in no order, with other cells in some rows."""
    years = range(first, last + 1)
    return [
        wrong.get(place) or f"{years[place * 7 % len(years)]}-{1 + place % 12:02}-{1 + place * 11 % 28:02}"
        for place in range(N)
    ]


@pytest.mark.parametrize(
    ("first", "last", "wrong", "values"),
    [
        (2019, 2024, {7: "9999-12-31"}, ["9999-12-31"]),
        (2019, 2024, dict.fromkeys(range(0, N, 2), "9999-12-31"), ["9999-12-31"]),
        (2019, 2024, {3: "1900-01-01", 9: "0001-01-01", 20: "1970-01-01"}, 3),
        (1930, 2005, dict.fromkeys(range(0, 60, 3), "1900-01-01"), ["1900-01-01"]),
        (2019, 2024, {7: "9999-12-31 23:59:59"}, ["9999-12-31 23:59:59"]),
        (1930, 2005, {7: "1900-01-01"}, None),
        (1890, 1950, dict.fromkeys(range(0, 60, 3), "1900-01-01"), None),
        (2019, 2099, {7: "2100-01-01"}, None),
        (2019, 2024, {7: "2031-05-17"}, None),
    ],
)
def test_dates_that_stand_for_none_are_emptied(lint, first, last, wrong, values):
    report = lint(None, until=dates(first, last, wrong), noise=NOISE)
    found = [each for each in report.findings if each.code == "PLACEHOLDERS"]
    if values is None:
        assert found == []
        return
    (only,) = found
    assert only.params["count"] == len(wrong)
    assert only.rows == sorted(place + 1 for place in wrong)[:20]
    assert len(only.fix.values) == values if isinstance(values, int) else only.fix.values == values
    assert only.fix.by is None


@pytest.mark.parametrize(
    "draw",
    [
        lambda luck: round(luck.lognormvariate(8, 1), 2),
        lambda luck: round(luck.lognormvariate(8, 2), 2),
        lambda luck: round(luck.expovariate(1 / 30), 1),
        lambda luck: round(luck.gammavariate(0.5, 10), 2),
        lambda luck: int(luck.expovariate(0.1)),
        lambda luck: 0 if luck.random() < 0.6 else round(luck.lognormvariate(6, 1), 1),
        lambda luck: round(luck.gauss(0, 1) / max(0.2, abs(luck.gauss(0, 1))), 3),
        lambda luck: int(luck.random() < 0.02),
        lambda luck: -round(luck.lognormvariate(3, 0.5), 2),
    ],
)
def test_numbers_that_become_seldom_by_and_by_are_not_outliers(lint, draw):
    luck = random.Random(11)
    assert only_outlier(lint, [draw(luck) for _ in range(2 * N)]) is None


def test_a_price_a_thousand_times_too_high_is_outliers_all_the_same(lint):
    luck = random.Random(12)
    prices = [round(luck.lognormvariate(8, 1), 2) for _ in range(2 * N)]
    prices[40] = 3_000_000
    found = only_outlier(lint, prices)
    assert (found.rows, found.fix.low, found.fix.high) == ([41], None, sorted(prices)[-2])


@pytest.mark.parametrize(
    "power",
    [
        lambda luck: -30 * luck.random(),
        lambda luck: -160 * luck.random(),
        lambda luck: -320 * luck.random(),
        lambda luck: -320 if luck.random() < 0.4 else -luck.random(),
    ],
)
def test_of_numbers_however_small_only_a_wrong_one_is_outliers(lint, power):
    luck = random.Random(13)
    chances = [10 ** power(luck) for _ in range(N)]
    assert only_outlier(lint, chances) is None
    found = only_outlier(lint, [*chances[:-1], -99])
    assert (found.rows, found.fix.high) == ([N], None)


def test_a_target_too_large_to_be_learned_from(lint):
    few = [*NOISE[:-2], "1e39", "2e39"]
    report = lint("few", few=few, both=[*NOISE[:-2], "-1e39", "2e39"], noise=NOISE)
    found = {finding.column: finding for finding in report.findings}
    assert (found["few"].code, found["few"].rows, found["few"].params) == (
        "EXTREME_VALUES",
        [399, 400],
        {"count": 2},
    )
    step = {"op": "filter_rows", "column": "few", "condition": "above", "value": "3.4028235e+38"}
    assert found["few"].fix.model_dump(exclude_none=True) == step
    assert found["both"].fix.op == "clip"
    report = lint("both", both=[*NOISE[:-2], "-1e39", "2e39"], noise=NOISE)
    assert [finding.fix for finding in report.findings if finding.column == "both"] == [None]


def test_a_column_of_nothing_but_numbers_too_large(lint):
    huge = [f"{place + 1}e39" for place in range(N)]
    report = lint("huge", huge=huge, other=huge, noise=NOISE)
    found = {finding.column: finding for finding in report.findings if finding.code == "EXTREME_VALUES"}
    assert {name: each.params["count"] for name, each in found.items()} == {"huge": N, "other": N}
    assert found["other"].fix.model_dump() == {"op": "drop_column", "column": "other"}
    assert found["huge"].fix is None
    classes = lint("y", y=["1e39", "2e39", "3e39", "4e39"] * 100, noise=NOISE)
    assert classes.task == "multiclass"
    assert "EXTREME_VALUES" not in {finding.code for finding in classes.findings}


@pytest.mark.parametrize(
    ("name", "values", "task", "code"),
    [
        ("churn", LABELS, "binary", "TWO_VALUES"),
        ("flag", [place % 2 for place in range(N)], "binary", "TWO_VALUES"),
        ("price", [*AMOUNTS[:-1], 90_000], "regression", "SKEWED_AMOUNTS"),
        ("temperature", NOISE, "regression", "NUMBERS"),
        ("species", ["a", "b", "c", "d"] * 100, "multiclass", "TEXT_VALUES"),
        ("all_the_same", [1] * N, None, None),
        ("label", [place % 120 for place in range(N)], "regression", "NUMBERS"),
        ("label", [*range(60, 70), *[""] * (N - 10)], "regression", "NUMBERS"),
    ],
)
def test_the_task_and_its_reason(lint, name, values, task, code):
    report = lint(name, noise=NOISE, **{name: values})
    assert report.task == task
    assert (report.reason.code if report.reason else None) == code


@pytest.mark.parametrize("name", ["rating", "class", "age", "Anzahl", "article", "grade", "y"])
@pytest.mark.parametrize(
    ("values", "task", "code"),
    [
        ([3, 5, 9] * 100, "multiclass", "WHOLE_NUMBERS"),
        (["1.0", "2.0", "", "3.0"] * 100, "multiclass", "WHOLE_NUMBERS"),
        ([place % 26 for place in range(N)], "regression", "RECURRING_NUMBERS"),
        (["0.5", "1.0", "", "3.5"] * 100, "regression", "RECURRING_NUMBERS"),
    ],
)
def test_the_name_of_the_target_does_not_decide_its_task(lint, name, values, task, code):
    report = lint(name, noise=NOISE[: len(values)], **{name: values})
    assert (report.task, report.reason.code) == (task, code)
    assert ("regression" if task == "multiclass" else "multiclass") in report.reason.message


def test_a_target_that_is_no_column(lint):
    with pytest.raises(RowcastError) as caught:
        lint("nowhere", a=NOISE, b=NOISE)
    assert caught.value.code == "TARGET_NOT_FOUND"


@pytest.mark.parametrize("name", ["x y", "place", "cell", "rowid", "goal", "value", "later", "c0"])
def test_names_are_only_names(lint, name):
    report = lint(name, **{name: LABELS}, b=NOISE, c=[place // 4 for place in range(N)])
    assert report.task == "binary"


def test_a_target_of_several_labels_is_reported(lint):
    tags = ["billing|login", "login|billing", "billing", "login|refund"] * 100
    found = {each.code: each for each in lint("tags", tags=tags, noise=NOISE).findings}[
        "TARGET_SEVERAL_LABELS"
    ]
    assert found.severity == "warning" and found.rows[:3] == [1, 2, 4]
    assert found.params == {"separator": "|", "labels": '"billing", "login", "refund"', "label": "billing"}
