"""Infinite cells of number columns are kept, clipped in the statistics, and reported."""

import json
import math

import pytest

from tests.ingest.columns.test_invalid_cells import table

ODD = ["inf", "-Infinity", "∞", "1e999"]
ROWS = [121, 242, 363, 484]


@pytest.mark.parametrize(
    ("write", "low", "high"),
    [
        (lambda n: f"{n % 60 + 3}", 3, 62),
        (lambda n: f"{n}.25", 0.25, 599.25),
        (lambda n: f"{n},25", 0.25, 599.25),
        (lambda n: f"${n + 1_000:,}.50", 1000.5, 1599.5),
        (lambda n: f"{n + 5}%", 5, 604),
        (lambda n: f"({n})" if n % 2 else f"{n}", -599, 598),
    ],
)
def test_infinite_cells_are_kept_and_count_as_the_range(upload, write, low, high):
    done = upload(table(write, odd=ODD))
    [finding] = done.findings("INFINITE_NUMBERS")
    assert (finding.rows, finding.lines) == (ROWS, [row + 1 for row in ROWS])
    assert finding.params == {"count": 4, "cells": '"inf", "-Infinity", "∞", "1e999"'}
    assert done.findings("INVALID_NUMBERS") == []
    [column, _] = done.profile.columns
    stored = done.table()["km"]
    clean = upload(table(write, odd=[]))
    assert column.type == clean.profile.columns[0].type
    assert (column.missing, column.min, column.max) == (0, low, high)
    assert column.histogram and all(map(math.isfinite, column.quantiles))
    assert [stored[row - 1] for row in ROWS] == [math.inf, -math.inf, math.inf, math.inf]
    json.dumps(column.model_dump(mode="json", exclude={"examples"}), allow_nan=False)


@pytest.mark.parametrize("share", [2, 3, 5])
def test_many_infinite_cells_are_numbers_too(upload, share):
    words = ["inf", "-inf", "+INF", "Infinity", "-∞", "1.#INF"]
    cells = [f"{place}.5" if place % share else words[place % 6] for place in range(1, 300)]
    done = upload("ratio,y\n" + "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells)))
    assert done.types["ratio"] == "number"
    assert [found.params["count"] for found in done.findings("INFINITE_NUMBERS")] == [299 // share]


def test_infinite_and_invalid_cells_are_reported_apart(upload):
    done = upload(table(str, odd=["inf", "unknown", "-inf", "unknown"]))
    assert [each.rows for each in done.findings("INFINITE_NUMBERS")] == [[121, 363]]
    assert [each.rows for each in done.findings("INVALID_NUMBERS")] == [[242, 484]]
    [column] = [each for each in done.profile.columns if each.name == "km"]
    assert column.missing == 2


@pytest.mark.parametrize("to", ["number", "integer", "category"])
def test_infinite_cells_of_a_pinned_column(upload, to):
    done = upload(table(str, odd=ODD), recipe=[{"op": "cast", "column": "km", "to": to}])
    kept = [done.table()["km"][row - 1] for row in ROWS]
    assert kept == (ODD if to == "category" else [math.inf, -math.inf, math.inf, math.inf])
    assert done.findings("TYPE_UNFIT") == []
    assert len(done.findings("INFINITE_NUMBERS")) == (to != "category")


def test_infinite_cells_beyond_the_sample_are_kept(upload, short_sample):
    rows = [f"{place}.5,{'x' * 20}\n" for place in range(5_000)]
    rows[2_601], rows[3_302] = "inf,y\n", "-inf,y\n"
    done = upload("km,b\n" + "".join(rows))
    [finding] = done.findings("INFINITE_NUMBERS")
    assert (finding.rows, finding.lines) == ([2_602, 3_303], [2_603, 3_304])
    assert done.table()["km"][2_601] == math.inf


@pytest.mark.parametrize(("strategy", "value"), [("mean", "150.5"), ("median", "150.0")])
def test_imputation_ignores_infinite_cells(upload, strategy, value):
    cells = [*(f"{place}.0" for place in range(1, 301)), "inf", "-inf", "inf", ""]
    rows = "".join(f"{cell},{place % 7}\n" for place, cell in enumerate(cells))
    step = {"op": "impute", "column": "km", "strategy": strategy}
    done = upload("km,b\n" + rows, recipe=[step])
    assert [each.value for each in done.profile.applied] == [value]


@pytest.mark.parametrize("word", ["inf", "-inf", "∞"])
def test_words_in_other_columns_stay_as_they_are(upload, word):
    cells = [word if place % 3 == 0 else f"high {place % 5}" for place in range(90)]
    done = upload("level,b\n" + "".join(f"{cell},{place}\n" for place, cell in enumerate(cells)))
    assert done.table()["level"] == cells
    assert done.findings("INFINITE_NUMBERS") == []
