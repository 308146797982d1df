"""What the values and the name of a column say of it is shown, but for what identifies people."""

import pytest


def table(name, cells):
    return f"{name},n\n" + "".join(f"{cell},{place % 3}\n" for place, cell in enumerate(cells))


@pytest.mark.parametrize("cell", ["x", "7", "2.5", "true", "2024-01-02"])
def test_the_only_value_of_a_column_is_displayed(upload, cell):
    [found] = upload(table("a", [cell] * 60)).findings("CONSTANT_COLUMN")
    assert found.params == {"cell": cell}
    assert found.message == f'Every cell is "{cell}". The column has no predictive value.'


def test_identifiers_are_displayed_with_how_many_differ(upload):
    [found] = upload(table("key", [f"K-{max(1, place)}" for place in range(50)])).findings(
        "IDENTIFIER_COLUMN"
    )
    assert found.params == {"values": '"K-1", "K-10", "K-11", …', "share": 0.98}


def test_the_most_common_of_many_categories_are_displayed(upload):
    cells = [f"v{place % 150:03}" for place in range(300)] + ["v042"] * 5
    [found] = upload(table("v", cells)).findings("HIGH_CARDINALITY")
    assert found.params == {"count": 150, "values": '"v042", "v000", "v001", …'}


def test_what_identifies_people_is_displayed_with_most_of_it_hidden(upload):
    done = upload(table("contact", [f"p{place}@example.org" for place in range(60)]))
    [found] = done.findings("IDENTIFIER_COLUMN")
    assert "•" in found.params["values"] and "example" not in found.message


@pytest.mark.parametrize("name", ["Target", "Ziel", "Ergebnis", "cible", "Réponse", "objetivo", "clase"])
def test_a_column_that_is_called_a_target_is_suggested_as_one(upload, name):
    rows = "".join(f"{place % 7},{place % 2},{place % 5}\n" for place in range(60))
    profile = upload(f"Price,{name},b\n{rows}").profile
    assert (profile.suggested_target, profile.suggested_target_reason) == (name, "name")


@pytest.mark.parametrize(
    ("header", "suggested", "reason"),
    [("Sale_Price,a,b", "Sale_Price", "name"), ("price_per_day,a,b", "b", "last_column")],
)
def test_the_last_column_is_suggested_unless_another_has_the_name_of_an_outcome(
    upload, header, suggested, reason
):
    rows = "".join(f"{place % 7},{place % 2},{place % 5}\n" for place in range(60))
    profile = upload(f"{header}\n{rows}").profile
    assert (profile.suggested_target, profile.suggested_target_reason) == (suggested, reason)
