"""Columns that write one number in several ways are labels, unless they are measurements."""

from __future__ import annotations

import random

import pytest

WAYS = [("1.1", "1.10", "2.0"), ("1E3", "1000", "30"), ("0.5", ".5", "1"), ("+1", "1", "2.5")]


def column(cells: list[str]) -> str:
    return "x,n\n" + "".join(f"{place},{cell}\n" for place, cell in enumerate(cells))


@pytest.mark.parametrize("cells", WAYS)
def test_recurring_spellings_of_a_number_are_kept(upload, cells):
    done = upload(column([*cells] * 20))
    assert set(done.table()["n"]) == {*cells}
    [found] = done.findings("NUMBER_SPELLINGS")
    assert set(found.params["cells"].replace('"', "").split(", ")) == {*cells[:2]}
    pinned = upload(column([*cells] * 20), recipe=[found.fix.model_dump(exclude_none=True)])
    assert set(pinned.table()["n"]) == {*map(float, cells)}


def test_measurements_and_slips_stay_numbers(upload):
    luck = random.Random(3)
    measured = [f"{luck.uniform(0, 90):.{luck.choice([1, 2])}f}" for _ in range(300)] + ["1.5", "1.50"] * 3
    assert not upload(column(measured)).findings("NUMBER_SPELLINGS")
    slip = upload(column(["1.5", "2.5", "3.5"] * 30 + ["1.50"]))
    assert not slip.findings("NUMBER_SPELLINGS") and set(slip.table()["n"]) == {1.5, 2.5, 3.5}
    assert not upload(column(["1.0", "2.0", "", "3.5"] * 30)).findings("NUMBER_SPELLINGS")
