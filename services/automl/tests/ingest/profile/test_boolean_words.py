"""Words that say yes or no, in a table as in a row that is sent."""

import unicodedata

import pytest

from rowcast_automl.features.rows.cells import CellError, read_boolean, read_category
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.profile.columns.boolean_words import parse_yes_no

PAIRS = [
    *(("yes", "no"), ("Y", "N"), ("True", "F"), ("on", "off"), ("ja", "nein"), ("Wahr", "Falsch")),
    *(("oui", "non"), ("VRAI", "FAUX"), ("sí", "no"), ("SI", "NO"), ("verdadero", "falso")),
    (unicodedata.normalize("NFD", "sí"), "no"),
]
OTHERS = [
    *(("s", "n"), ("o", "n"), ("m", "f"), ("x", ""), ("yes", "maybe"), ("si", "nein"), ("ja", "non")),
    *(("yes", "YES"), ("w", "f"), ("v", "f")),
]


def column_of(upload, cells, **changes):
    done = upload("b,a\n" + "".join(f"{place % 7},{cell}\n" for place, cell in enumerate(cells)), **changes)
    return done.table()["a"], done.profile.columns[1]


@pytest.mark.parametrize(("yes", "no"), PAIRS)
def test_a_word_for_yes_and_one_for_no_are_known(upload, yes, no):
    assert (parse_yes_no(yes), parse_yes_no(f" {no} ")) == (True, False)
    assert (read_boolean(yes), read_boolean(no)) == (1.0, 0.0)
    chosen = [{"op": "cast", "column": "a", "to": "boolean"}]
    assert column_of(upload, [yes, no, no] * 20, recipe=chosen)[0] == [True, False, False] * 20


@pytest.mark.parametrize(("yes", "no"), [("ja", "nein"), ("OUI", "NON"), ("Sí", "No"), ("Y", "N")])
def test_the_values_stay_as_they_are_and_are_reported(upload, yes, no):
    stored, column = column_of(upload, [yes, no, no] * 20)
    assert stored == [yes, no, no] * 20
    assert (column.type, column.yes_no.yes, column.yes_no.no) == ("category", yes, no)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_other_pairs_say_neither(upload, one, other):
    assert column_of(upload, [one, other, other] * 20)[1].yes_no is None


def test_a_third_value_is_neither_yes_nor_no(upload):
    assert column_of(upload, ["ja", "nein", "vielleicht"] * 20)[1].yes_no is None


@pytest.mark.parametrize("word", ["x", "o", "", "perhaps", "njet", "2"])
def test_other_words_are_rejected_as_truth_values(word):
    assert parse_yes_no(word) is None
    with pytest.raises(CellError):
        read_boolean(word)


def read(sent, categories):
    fields = (InputField("a", "category", 0, categories=categories), InputField("b", "number", 0))
    packed = RowReader(ServingSchema("binary", "t", ("u", "v"), "text", fields)).read([{"a": sent, "b": 1}])
    return packed.tensors.texts[0, 0], [each.code for each in packed.warnings]


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        (True, "ja"),
        (False, "nein"),
        ("true", "ja"),
        ("Nein", "nein"),
        ("yes", "ja"),
        ("N", "nein"),
        (" ja ", "ja"),
    ],
)
def test_a_request_may_say_yes_otherwise_than_the_table(sent, read_as):
    assert read(sent, ("nein", "ja")) == (read_as, [])


@pytest.mark.parametrize(
    ("sent", "categories"),
    [(True, ("m", "f")), (True, ("ja", "nein", "weiß nicht")), ("maybe", ("ja", "nein")), ("no", ("n", "s"))],
)
def test_nothing_else_is_guessed(sent, categories):
    assert read(sent, categories)[1] == ["UNSEEN_CATEGORY"]


def test_a_category_that_is_known_is_itself():
    assert read_category("no", frozenset(("no", "on"))) == "no"
