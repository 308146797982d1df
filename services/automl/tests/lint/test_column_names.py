"""Columns that are known by their names in English, Spanish, French and German."""

import random

import pytest

from tests.lint.columns import NOISE, N, codes

LUCK = random.Random(9)


@pytest.mark.parametrize(
    "name",
    [
        *("Kunde", "Kundennummer", "Kunden-ID", "Nutzer", "Patient", "Patienten_Nr", "Gerät", "Schüler"),
        *("cliente", "id_cliente", "usuario", "paciente", "código de cliente", "vehículo"),
        *("client", "numéro client", "utilisateur", "patiente", "appareil", "employé"),
    ],
)
def test_entities_are_known_by_their_names_in_four_languages(lint, name):
    report = lint(None, **{name: [f"E{LUCK.randrange(60)}" for _ in range(N)]}, b=NOISE)
    assert ("GROUPS", name) in codes(report)


@pytest.mark.parametrize("name", ["Kunden", "unidad", "compte", "Altersgruppe", "personas", "Firmensitz"])
def test_words_that_count_or_sort_as_well_name_no_entity(lint, name):
    report = lint(None, **{name: [f"E{LUCK.randrange(60)}" for _ in range(N)]}, b=NOISE)
    assert "GROUPS" not in {code for code, _ in codes(report)}


@pytest.mark.parametrize(
    "name",
    [
        "Bestelldatum",
        "Jahr",
        "Monat",
        "año",
        "mes",
        "fecha_alta",
        "día",
        "année",
        "mois",
        "date de naissance",
    ],
)
def test_times_are_known_by_their_names_in_four_languages(lint, name):
    times = [1_700_000_000 + place for place in range(N)]
    assert ("TIME_ORDER", name) in codes(lint(None, **{name: times}, b=NOISE))
    assert ("TIME_ORDER", "hole_dia") not in codes(lint(None, hole_dia=times, b=NOISE))
