"""Dependent rows: in time order, or grouped by an entity such as a customer."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import ColumnProfile, LintFinding
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.columns.column_names import ends_with_word, is_time_name, split_words
from rowcast_automl.profile.finding import finding

# Excludes words for counts and measures, such as unidad, compte and persons.
ENTITY = ends_with_word(
    "(customer|client|user|patient|subject|person|member|employee|student|account|household|device|machine|"
    "engine|unit|sensor|vehicle|session|visitor|store|shop|hotel|group|family|company|seller|vendor|driver|"
    "player|"
    "cliente|usuari[oa]|paciente|persona|miembro|emplead[oa]|estudiante|alumn[oa]|hogar|dispositivo|aparato|"
    "maquina|motor|vehiculo|sesion|visitante|tienda|grupo|familia|empresa|vendedora?|proveedora?|conductora?|"
    "jugadora?|"
    "utilisat(eur|rice)|patiente|personne|membre|employee?|etudiante?|menage|appareil|moteur|capteur|"
    "vehicule|visiteur|magasin|boutique|groupe|famille|entreprise|societe|vendeur|fournisseur|conducteur|"
    "chauffeur|joueur|"
    "kund(e|in)|(be)?nutzer|proband|mitglied|mitarbeiter|schuler|konto|haushalt|ger(a|ae)t|maschine|fahrzeug|"
    "sitzung|besucher|filiale|gruppe|familie|firma|unternehmen|verk(a|ae)ufer|lieferant|fahrer|spieler|"
    # As the first part of a word.
    "(kunden|patienten|probanden|personen|studenten|mitglieds|haushalts|ger(a|ae)te|maschinen|sitzungs|"
    "filial(en)?|gruppen|familien|firmen|unternehmens|lieferanten)(?=[ _-]?(id|no|nr|nummer|name|kennung)$))"
    "([ _-]?(id|no|nr|num|number|nummer|numero|key|code|codigo|name|nombre|nom|kennung))?"
    "|[a-z]+[ _-]id"
)
NUMERIC_TIME_TYPES = ("integer", "number", "identifier")
MIN_TIMES = 10
MAX_DISORDER = 0.01
MIN_ENTITIES = 5
MIN_GROUP_SIZE = 1.5
# Fewer groups are mostly categories, such as blood groups, that new rows belong to as well.
MIN_GROUPS_FOR_WARNING = 50


def time_order_findings(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield a finding for the first time column by which the rows are sorted."""
    for column in table.profile.columns:
        numeric = column.type in NUMERIC_TIME_TYPES and column.min is not None
        named = numeric and is_time_name(column.name)
        if column.name == target or column.distinct < MIN_TIMES or not (column.type == "datetime" or named):
            continue
        cell = quoted(column.name)
        row = table.connection.execute(
            f"SELECT count(*) FILTER (later < earlier), count(*) FILTER (later > earlier), count(earlier) "
            f"FROM (SELECT {cell} AS later, lag({cell}) OVER () AS earlier FROM {table.head})"
        ).fetchone()
        back, forth, pairs = row or (0, 0, 0)
        if pairs and min(back, forth) <= MAX_DISORDER * pairs and max(back, forth) >= MIN_TIMES - 1:
            yield finding("TIME_ORDER", column.name)
            return


def group_findings(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield a finding for each column of entities that occur in several rows."""
    for column in table.profile.columns:
        if column.name != target and is_entity_column(column):
            present = table.profile.rows - column.missing
            size = present / max(1, column.distinct)
            if column.distinct >= MIN_ENTITIES and MIN_GROUP_SIZE <= size < present / MIN_ENTITIES:
                largest, rows = largest_group(table, column.name)
                yield finding(
                    "GROUPS",
                    column.name,
                    warning=column.distinct >= MIN_GROUPS_FOR_WARNING,
                    rows=rows,
                    count=column.distinct,
                    size=round(size, 1),
                    largest=largest,
                )


def largest_group(table: LintTable, name: str) -> tuple[int, list[int]]:
    """Return the size of the largest group and its first rows."""
    cell = quoted(name)
    row = table.connection.execute(
        f"SELECT hash({cell}), count(*) FROM {table.whole} WHERE {cell} IS NOT NULL "
        "GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1"
    ).fetchone()
    value, count = row or (0, 0)
    return count, table.rows_where(name, f"cell IS NOT NULL AND hash(cell) = {value}", table.whole)


def is_entity_column(column: ColumnProfile) -> bool:
    """Whether the column identifies an entity, by its type and name."""
    kinds = ("category", "identifier", "integer", "text")
    return column.type in kinds and bool(ENTITY.search(split_words(column.name)))
