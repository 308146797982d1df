"""Whole numbers that are codes: their name says so, and few of them differ."""

import re
from collections.abc import Iterator

from rowcast_automl.contracts.generated import CastStep, LintFinding
from rowcast_automl.profile.columns.column_names import last_word, spaced
from rowcast_automl.profile.finding import finding
from rowcast_automl.profile.statistics import Statistics

# What is named so has no order.
CODES = (
    "codes?|zip|zipcode|postcode|pincode|pin|plz|postleitzahl|postal|naics|sic|icd(9|10)?|fips|iata|msa|"
    "kennziffer|kennung|schl[üu]ssel|c[óo]digo|clave"
)
KINDS = (
    "ids?|uid|guid|identifiant|type|kind|category|status|region|country|state|city|district|department|dept|branch|store|shop|sector|"
    "segment|cluster|channel|vendor|carrier|airline|brand|manufacturer|race|religion|ethnicity|occupation|"
    "marital( status)?|nationality|language|currency|"
    "typ|art|kategorie|land|bundesland|stadt|kreis|abteilung|filiale|branche|hersteller|marke|beruf|sprache|"
    "cat[ée]gorie|statut|r[ée]gion|pays|ville|d[ée]partement|secteur|magasin|marque|profession|langue|"
    "tipo|categor[íi]a|estado|regi[óo]n|pa[íi]s|ciudad|provincia|departamento|sector|tienda|marca"
)
# Such may well count up from the least to the most: only gaps show that they do not.
CLASSES = "class|subclass|group|klasse|gruppe|classe|groupe|clase|grupo"
CODE_NAME, KIND_NAME, CLASS_NAME = last_word(CODES), last_word(KINDS), last_word(CLASSES)
# In French and Spanish the word stands first.
CODE_FIRST = re.compile(
    r"^(code|c[óo]digo)[ _-](de[ _-])?(postale?|insee|pays|r[ée]gion|commune|ape|naf|produit|client|"
    r"d[ée]partement|pa[íi]s|regi[óo]n|provincia|producto|municipio|cliente)s?$",
    re.I,
)
QUANTITY = re.compile(
    r"(^|[^a-z])(n|no|nb|num|nr|number|count|total|sum|mean|avg|average|max|min|per|days?|years?|hours?|"
    r"anzahl|nombre|n[úu]mero|cantidad|source ?lines|lines)([^a-z]|$)",
    re.I,
)
FEWEST, MOST_KINDS, MOST_CODES = 3, 100, 1_000
ROWS_EACH = 2
SHOWN = 3
# As many whole numbers again between the least and the most are none of the values.
GAPS = 2


def code_findings(statistics: Statistics) -> Iterator[LintFinding]:
    """A finding where a column of whole numbers holds codes by its name, and its values do not deny it."""
    low, high, distinct = statistics.minimum, statistics.maximum, statistics.distinct
    if statistics.storage != "BIGINT" or low is None or high is None or low < 0:
        return
    if distinct < FEWEST or distinct * ROWS_EACH > statistics.present:
        return
    words = spaced(statistics.name).replace("_", " ").strip()
    gaps = high - low + 1 >= GAPS * distinct
    most = 0
    if CODE_NAME.search(words) or CODE_FIRST.search(words):
        most = MOST_CODES
    elif KIND_NAME.search(words) or (gaps and CLASS_NAME.search(words)):
        most = MOST_KINDS
    if distinct <= most and not QUANTITY.search(words):
        fix = CastStep(op="cast", column=statistics.name, to="category")
        shown = ", ".join(each.value for each in statistics.top_values[:SHOWN])
        yield finding("CODES_AS_NUMBERS", statistics.name, fix=fix, count=distinct, values=shown)
