"""`train` refuses columns that can be read in two ways, with the options that choose one."""

from pathlib import Path

import pytest

from rowcast_automl.clean.recipe import Step
from rowcast_automl.contracts.generated import CastStep, ParseDatesStep
from rowcast_automl.entrypoints.cli.ambiguous_columns import refuse_ambiguous_columns
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from tests.cli.program import call

DATES = [f"{1 + place % 12:02}/{1 + place % 11:02}/2024" for place in range(60)]
POINTS = [f"{1 + place % 9}.{(place * 37) % 1000:03}" for place in range(60)]
NUMBERS = [str(place % 7) for place in range(60)]


def write(folder: Path, **columns: list[str]) -> Path:
    source = folder / "t.csv"
    rows = [",".join(cells) for cells in zip(*columns.values(), strict=True)]
    source.write_text("\n".join([",".join(columns), *rows, ""]), encoding="utf-8")
    return source


def check(folder: Path, columns: dict[str, list[str]], recipe: list[Step], excluded: list[str]) -> None:
    ingested = read_file(write(folder, **columns), Storage(folder.as_uri()), folder, 1, recipe)
    refuse_ambiguous_columns(ingested.profile, "n", excluded)


def test_the_terminal_names_the_options_of_each_column(tmp_path: Path) -> None:
    source = write(tmp_path, day=DATES, price=POINTS, n=NUMBERS)
    done = call("train", source, "--target", "price", "--out", tmp_path / "m", data=tmp_path / "d")
    assert done.returncode == 6
    _, printed = done.stderr.split("COLUMNS_AMBIGUOUS: ")
    assert 'Add --type "day=datetime:%d/%m/%Y" or --type "day=datetime:%m/%d/%Y", or' in printed
    assert 'Add --type "price=number:." or --type "price=number:,".' in printed
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("columns", [{"day": DATES}, {"price": POINTS}])
def test_an_ambiguous_column_is_refused(tmp_path: Path, columns: dict[str, list[str]]) -> None:
    with pytest.raises(RowcastError, match="two ways") as refused:
        check(tmp_path, {**columns, "n": NUMBERS}, [], [])
    assert (refused.value.code, len(refused.value.fields)) == ("COLUMNS_AMBIGUOUS", 1)


@pytest.mark.parametrize(
    ("columns", "recipe", "excluded"),
    [
        ({"day": DATES}, [ParseDatesStep(op="parse_dates", column="day", formats=["%d/%m/%Y"])], []),
        ({"price": POINTS}, [CastStep(op="cast", column="price", to="number", decimal=",")], []),
        ({"day": DATES, "price": POINTS}, [], ["day", "price"]),
        ({"day": [*DATES[:-1], "31/12/2023"]}, [], []),
        ({"price": [*POINTS[:-1], "12.5"]}, [], []),
        ({"day": ["01/02/2024"] * 60}, [], []),
    ],
)
def test_chosen_excluded_and_clear_columns_are_accepted(
    tmp_path: Path, columns: dict[str, list[str]], recipe: list[Step], excluded: list[str]
) -> None:
    check(tmp_path, {**columns, "n": NUMBERS}, recipe, excluded)
