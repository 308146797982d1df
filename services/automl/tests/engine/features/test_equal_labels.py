"""Spellings of one class are merged, and cells with several labels are recognized."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rowcast_automl.features.target.target import Target, read_target
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.columns.several_labels import find_several_labels
from tests.engine.training import config, typed_table

TAGS = ("billing|login", "login|billing", "billing", "login|refund", "refund|login|billing", "login|billing")


def target_of(folder: Path, cells: list[str], **settings: Any) -> Target:
    rows = [f'{place / 7:.3f},"{cell}"' for place, cell in enumerate(cells * 12)]
    source = folder / "labels.csv"
    source.write_text("\n".join(["x,target", *rows]) + "\n", encoding="utf-8")
    table, profile = typed_table(source, folder)
    return read_target(table, profile, config(**settings))


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (["yes", "Yes", "yes", "YES", "no"], {"yes", "no"}),
        (["yes ", " yes", "yes", "yes", "no", "no"], {"yes", "no"}),
        (["New  York", "New York", "new york", "New York", "Rome", "Oslo"], {"New York", "Rome", "Oslo"}),
        (["AA", "Aa", "aa"], {"AA", "Aa", "aa"}),
        (["A", "a", "b"], {"A", "a", "b"}),
        (["mW", "MW", "kW"], {"mW", "MW", "kW"}),
        ([*TAGS], {"login|billing", "billing", "login|refund", "refund|login|billing"}),
        (["a word; or", "or; a word", "or", "or; a word"], {"or; a word", "or"}),
        (["H/A", "A/H", "H/H", "A/A"], {"H/A", "A/H", "H/H", "A/A"}),
    ],
)
def test_spellings_of_one_class_are_merged(tmp_path: Path, cells: list[str], labels: set[str]) -> None:
    target = target_of(tmp_path, cells)
    assert set(target.labels) == labels
    merged = [each for each in target.why if each.code == "LABELS_MERGED"]
    assert len(merged) == (len(set(cells)) > len(labels))


def test_one_model_per_label(tmp_path: Path) -> None:
    target = target_of(tmp_path, [*TAGS], targetLabel="billing")
    assert (target.task, target.labels) == ("binary", ("no", "yes"))
    assert target.values[:6].tolist() == [1, 1, 1, 0, 1, 1]


@pytest.mark.parametrize(
    ("cells", "said"),
    [(TAGS, 'Choose one of "billing", "login", "refund"'), (("a", "b"), "not hold several labels")],
)
def test_a_label_that_no_cell_has(tmp_path: Path, cells: tuple[str, ...], said: str) -> None:
    with pytest.raises(RowcastError) as refused:
        target_of(tmp_path, [*cells], targetLabel="nothing")
    assert refused.value.code == "VALIDATION_FAILED"
    assert refused.value.fields[0].field == "targetLabel" and said in refused.value.message


@pytest.mark.parametrize("separator", ["|", ";", ", ", " / ", "+"])
def test_cells_of_several_labels(separator: str) -> None:
    cells = [separator.join(cell.split("|")) for cell in TAGS]
    found = find_several_labels(Counter(cells))
    assert found is not None and found.separator == separator.strip()
    assert found.labels == {"billing": 5, "login": 5, "refund": 2}


@pytest.mark.parametrize(
    "cells",
    [
        ["Paris, France", "Lyon, France", "Rome, Italy", "Milan, Italy"],
        ["Food", "Food/Fruit", "Food/Vegetables", "Tools/Hand", "Tools"],
        ["1/2", "2/1", "1/1"],
        ["A/G", "G/A", "A/A", "G/G"],
        ["A+", "AB+", "O+", "O-"],
        ["C++", "C", "C#"],
        ["yes", "no", "N/A"],
        ["Smith, John", "Smith, Ann", "Doe, John"],
    ],
)
def test_separators_within_single_labels(cells: list[str]) -> None:
    assert find_several_labels(Counter(cells * 5)) is None


def test_too_many_combinations_name_the_labels(tmp_path: Path) -> None:
    tags = [f"tag{letter}" for letter in "abcdefgh"]
    cells = ["|".join(tags[place] for place in range(8) if number >> place & 1) for number in range(1, 256)]
    with pytest.raises(RowcastError) as refused:
        target_of(tmp_path, cells)
    assert refused.value.code == "TARGET_TOO_MANY_CLASSES" and "one model per label" in refused.value.message
