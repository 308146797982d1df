"""Ordered categories: the order is the one that a person gives, or one that is known; none is made up."""

from itertools import combinations

import pytest

from rowcast_automl.profile.ordinal.ordinal_scales import SCALES
from tests.ingest.columns.test_pinned_types import column_of


def ordered(column, *levels):
    return {"op": "cast", "column": column, "to": "ordinal", **({"levels": list(levels)} if levels else {})}


def table(*values, times=4):
    return "v,n\n" + "".join(f"{value},{place}\n" for place, value in enumerate(values * times))


def test_the_order_that_is_given_holds_also_for_values_that_no_cell_has(upload):
    done = upload(table("mid", "high", "low"), recipe=[ordered("v", "high", "mid", "low", "least")])
    assert (done.types["v"], column_of(done, "v").levels) == ("ordinal", ["high", "mid", "low", "least"])
    assert done.table()["v"][:3] == ["mid", "high", "low"]
    assert not [*done.findings("ORDER_UNKNOWN"), *done.findings("ORDER_INCOMPLETE")]


def test_the_order_is_that_of_the_values_which_later_steps_leave(upload):
    mended = {"op": "replace", "column": "v", "values": ["LO", "lo."], "by": "low"}
    done = upload(table("LO", "lo.", "mid", "high"), recipe=[mended, ordered("v", "low", "mid", "high")])
    assert (done.types["v"], column_of(done, "v").levels) == ("ordinal", ["low", "mid", "high"])


def test_a_value_without_a_place_keeps_its_cells_and_is_reported_with_them(upload):
    text = table("low", "mid", "high") + "odd,12\n"
    recipe = [ordered("v", "low", "mid", "high")]
    done = upload(text, recipe=recipe)
    assert (done.types["v"], column_of(done, "v").levels) == ("category", None)
    assert done.table()["v"][-1] == "odd"
    [found] = done.findings("ORDER_INCOMPLETE")
    assert (found.params, found.rows, found.lines) == ({"values": '"odd"', "count": 1}, [13], [14])
    assert found.fix.model_dump() == {"op": "replace", "column": "v", "values": ["odd"], "by": None}
    fixed = upload(text, recipe=[*recipe, found.fix.model_dump()])
    assert (fixed.types["v"], fixed.table()["v"][-1]) == ("ordinal", None)
    assert not fixed.findings("ORDER_INCOMPLETE")


@pytest.mark.parametrize("values", [("low", "high", "LOW"), ("low", "odd", "even")])
def test_another_spelling_and_most_of_the_cells_are_not_offered_to_be_emptied(upload, values):
    [found] = upload(table(*values), recipe=[ordered("v", "low", "high")]).findings("ORDER_INCOMPLETE")
    assert found.fix is None


@pytest.mark.parametrize(
    "values", [("alpha", "beta"), ("red", "green", "blue"), ("1.5 a", "1.5 b"), ("low", "medium", "mid")]
)
def test_an_order_that_is_not_known_is_not_made_up(upload, values):
    done = upload(table(*values), recipe=[ordered("v")])
    assert (done.types["v"], column_of(done, "v").levels) == ("category", None)
    [found] = done.findings("ORDER_UNKNOWN")
    assert (found.column, found.severity, found.fix) == ("v", "warning", None)
    assert (
        f'"{sorted(values)[0]}"' in found.message
        and "list all values from lowest to highest" in found.message
    )


def test_nobody_puts_a_thousand_values_in_order(upload):
    text = "v,n\n" + "".join(f"x{place},{place}\n" for place in range(1_200))
    done = upload(text, recipe=[ordered("v")])
    assert (done.types["v"], len(done.findings("ORDER_UNKNOWN"))) == ("category", 1)


@pytest.mark.parametrize(
    "levels",
    [
        ["low", "mid", "high"],
        ["Fair", "Good", "Very Good", "Premium", "Ideal"],
        ["HS-grad", "Bachelors", "Masters"],
        ["very_low", "medium", "very_high"],
        ["bajo", "medio", "alto"],
        ["malo", "regular", "bueno"],
        ["nunca", "a veces", "siempre"],
        ["pequeño", "mediano", "grande"],
        ["faible", "moyen", "élevé"],
        ["jamais", "parfois", "toujours"],
        ["pas d’accord", "d’accord", "tout à fait d’accord"],
        ["gering", "mittel", "hoch"],
        ["niedrig", "mittel", "hoch"],
        ["nie", "manchmal", "immer"],
        ["Klein", "Mittel", "Groß"],
    ],
)
def test_scales_are_known_in_four_languages_and_found_unasked(upload, levels):
    values = (levels[-1], *levels[:-1])
    for recipe in ([], [ordered("v")]):
        done = upload(table(*values), recipe=recipe)
        assert (done.types["v"], column_of(done, "v").levels) == ("ordinal", levels)


@pytest.mark.parametrize(
    "levels", [["low", "high"], ["level-1", "level-2", "level-10"], ["-3", "4", "20"], ["<30", ">30"]]
)
def test_two_words_of_a_scale_and_numbers_in_words_are_ordered_if_pinned(upload, levels):
    done = upload(table(*reversed(levels)), recipe=[ordered("v")])
    assert (done.types["v"], column_of(done, "v").levels) == ("ordinal", levels)


@pytest.mark.parametrize("levels", [["Q1 2021", "Q2 2020"], ["v1.9", "v1.10"], ["2 small", "3 large"]])
def test_numbers_that_are_not_all_in_which_values_differ_are_no_order(upload, levels):
    done = upload(table(*levels), recipe=[ordered("v")])
    assert done.types["v"] == "category" and done.findings("ORDER_UNKNOWN")


def test_all_rows_report_the_levels_and_not_a_sample(upload, monkeypatch):
    monkeypatch.setattr("rowcast_automl.profile.statistics.SAMPLE_ROWS", 10_240)
    text = "v,n\n" + "".join(f"grade {place // 2_048},{place}\n" for place in range(10 * 2_048))
    done = upload(text, recipe=[ordered("v")])
    assert column_of(done, "v").levels == [f"grade {place}" for place in range(10)]


def test_no_two_scales_contradict_each_other():
    for one, other in combinations(SCALES, 2):
        for left, right in combinations([word for word in one if word in other], 2):
            places = [(scale[left] > scale[right]) - (scale[left] < scale[right]) for scale in (one, other)]
            assert places[0] == places[1], (left, right)
