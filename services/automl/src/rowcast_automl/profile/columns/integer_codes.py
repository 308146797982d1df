"""Detection of integer codes: columns with a code-like name and few distinct values."""

import re
from collections.abc import Iterator

from rowcast_automl.contracts.generated import CastStep, LintFinding
from rowcast_automl.profile.columns.column_names import ends_with_word, split_words
from rowcast_automl.profile.finding import finding
from rowcast_automl.profile.statistics import Statistics

# Columns with these names have no order.
CODES = (
    "codes?|zip|zipcode|postcode|pincode|pin|plz|postleitzahl|postal|naics|sic|icd(9|10)?|fips|iata|msa|"
    "kennziffer|kennung|schl[üu]ssel|c[óo]digo|clave"
)
CATEGORIES = (
    "ids?|uid|guid|identifiant|type|kind|category|status|region|country|state|city|district|department|dept|branch|store|shop|sector|"
    "segment|cluster|channel|vendor|carrier|airline|brand|manufacturer|race|religion|ethnicity|occupation|"
    "marital( status)?|nationality|language|currency|"
    "typ|art|kategorie|land|bundesland|stadt|kreis|abteilung|filiale|branche|hersteller|marke|beruf|sprache|"
    "cat[ée]gorie|statut|r[ée]gion|pays|ville|d[ée]partement|secteur|magasin|marque|profession|langue|"
    "tipo|categor[íi]a|estado|regi[óo]n|pa[íi]s|ciudad|provincia|departamento|sector|tienda|marca"
)
# These may be ordered; only gaps between their values show that they are codes.
CLASSES = "class|subclass|group|klasse|gruppe|classe|groupe|clase|grupo"
CODE_NAME, CATEGORY_NAME, CLASS_NAME = (
    ends_with_word(CODES),
    ends_with_word(CATEGORIES),
    ends_with_word(CLASSES),
)
# In French and Spanish the noun comes first.
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
MIN_VALUES, MAX_CATEGORIES, MAX_CODES = 3, 100, 1_000
MIN_ROWS_PER_VALUE = 2
VALUES_SHOWN = 3
# The range is at least this many times the number of values.
MIN_GAP_FACTOR = 2


def code_findings(statistics: Statistics) -> Iterator[LintFinding]:
    """Yield a finding if an integer column has a code-like name and values that may be codes."""
    low, high, distinct = statistics.minimum, statistics.maximum, statistics.distinct
    if statistics.storage != "BIGINT" or low is None or high is None or low < 0:
        return
    if distinct < MIN_VALUES or distinct * MIN_ROWS_PER_VALUE > statistics.present:
        return
    words = split_words(statistics.name).replace("_", " ").strip()
    has_gaps = high - low + 1 >= MIN_GAP_FACTOR * distinct
    max_values = 0
    if CODE_NAME.search(words) or CODE_FIRST.search(words):
        max_values = MAX_CODES
    elif CATEGORY_NAME.search(words) or (has_gaps and CLASS_NAME.search(words)):
        max_values = MAX_CATEGORIES
    if distinct <= max_values and not QUANTITY.search(words):
        fix = CastStep(op="cast", column=statistics.name, to="category")
        shown = ", ".join(each.value for each in statistics.top_values[:VALUES_SHOWN])
        yield finding("CODES_AS_NUMBERS", statistics.name, fix=fix, count=distinct, values=shown)
