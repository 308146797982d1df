"""Letters whose accents stand apart are the letters with them."""

import json
import unicodedata

import pytest

from rowcast_automl.features.rows.cells import read_category
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.ingest.encoding.unicode_composition import CHUNK, has_decomposed_letters
from rowcast_automl.serve.requests.request_reader import RequestReader


def apart(text):
    return unicodedata.normalize("NFD", text)


ROWS = [("Zürich", "é"), (apart("Zürich"), "e"), ("Genève", "e"), (apart("Genève"), "é")] * 15
TEXT = "Straße,größe,b\n" + "".join(f"{city},{sign},{row}\n" for row, (city, sign) in enumerate(ROWS))


def test_words_that_differ_by_the_form_of_their_accents_are_one(upload):
    done = upload(TEXT.replace("größe", apart("größe")))
    assert set(done.table()["Straße"]) == {"Zürich", "Genève"}
    assert [*done.table()] == ["Straße", "größe", "b"]
    [found] = done.findings("ACCENTS_JOINED")
    assert (found.params, found.lines[:3]) == ({"count": 31}, [1, 3, 5])


def test_rows_of_json_are_joined_too(upload):
    done = upload(json.dumps([{apart("größe"): apart(city), "b": row} for row, (city, _) in enumerate(ROWS)]))
    assert set(done.table()["größe"]) == {"Zürich", "Genève"}
    assert [found.lines for found in done.findings("ACCENTS_JOINED")] == [[]]


def test_steps_of_a_recipe_mean_what_the_table_says(upload):
    step = {"op": "replace", "column": apart("größe"), "values": [apart("é")], "by": apart("ü")}
    assert set(upload(TEXT.replace("größe", apart("größe")), recipe=[step]).table()["größe"]) == {"ü", "e"}


@pytest.mark.parametrize("place", [-1, 0, 1])
def test_accents_are_found_in_lines_of_any_length(tmp_path, place):
    path = tmp_path / "text"
    for accent, apart_from in (("\u0301", True), ("é", False)):
        path.write_bytes(b"a" * (CHUNK + place) + b"e" + accent.encode() + b"\r" + b"a" * 9)
        assert has_decomposed_letters(path) is apart_from
    path.write_bytes("é".encode() * CHUNK)
    assert not has_decomposed_letters(path)


def test_a_category_of_an_older_model_is_known_with_blanks_around_it():
    assert read_category(f" {apart('Zürich')} ", frozenset({apart("Zürich"), "x"})) == apart("Zürich")


@pytest.mark.parametrize("text", ["a,b\nx,1\ny,2\n", "a,b\nZürich,1\nGenève,2\n", "a,b\n日本,1\nгород,2\n"])
def test_nothing_is_said_of_other_letters(upload, text):
    assert not upload(text).findings("ACCENTS_JOINED")


@pytest.mark.parametrize("from_text", [False, True])
def test_a_row_that_is_sent_is_read_as_the_table_was(from_text):
    fields = (
        InputField("größe", "category", 0, categories=("Zürich", "Genève")),
        InputField("b", "number", 0, minimum=0, maximum=9),
    )
    reader = RequestReader(ServingSchema("binary", "t", ("u", "v"), "text", fields))
    number = "1" if from_text else 1
    for name in ("größe", apart("größe")):
        packed = reader.read([{name: apart("Zürich"), "b": number}], from_text)
        assert (packed.tensors.texts[0, 0], packed.warnings, packed.problems) == ("Zürich", [], [])
    both = reader.read([{"größe": "Genève", apart("größe"): "Zürich", "b": number}], from_text)
    assert both.tensors.texts[0, 0] == "Genève"
    assert [each.code for each in both.warnings] == ["UNKNOWN_FIELD"]
