"""Missing markers that are values of their column, such as NA for North America."""

from collections.abc import Mapping, Sequence

import duckdb

from rowcast_automl.contracts.generated import LintFinding, MissingMarkersStep
from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.ingest.columns.missing_markers import ALL_MARKERS, Markers
from rowcast_automl.ingest.sample import SAMPLE_TABLE
from rowcast_automl.platform.database.quoting import literal
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding, quoted_list

# Markers that are also codes, words or signs. Nobody writes the others, such as <NA>, as a value.
MAYBE_VALUES = ("NA", "N/A", "-", "NaN", "nan", "NaT", "null", "NULL", "None")
WORDS = ("null", "NULL", "None")
SIGNS = set("+-±")
MAX_VALUES = 1_000
MIN_OTHER_VALUES = 2


def kept_markers(values: Sequence[str], found: Sequence[str], *, has_blanks: bool) -> list[str]:
    """Return the markers among `found` that are values of a column. `values` are its other values."""
    return [
        marker
        for marker in found
        if marker in MAYBE_VALUES and are_similar(marker, values, has_blanks=has_blanks)
    ]


def are_similar(marker: str, values: Sequence[str], *, has_blanks: bool) -> bool:
    """Whether the marker looks like the codes, words or signs in the column.

    Except for signs, the column must also have blank cells. They show that missing cells are not written as
    the marker.
    """
    if marker == "-":
        return bool(values) and all(SIGNS.issuperset(value) for value in values)
    if not has_blanks or len(values) < MIN_OTHER_VALUES:
        return False
    style = case_of(marker)
    if any(case_of(value) != style for value in values):
        return False
    if marker in WORDS and all(is_word(value) for value in values):
        return True
    return all(len(value) == len(marker) for value in values)


def case_of(text: str) -> str:
    """Whether letters are upper case, lower case or capitalized."""
    if text.isupper():
        return "upper"
    if text.islower():
        return "lower"
    return "capitalized" if text[:1].isupper() else "other"


def is_word(text: str) -> bool:
    """Whether the text is a word or a name."""
    return text.replace(" ", "").replace("-", "").replace("'", "").isalpha()


def missing_rules(
    connection: duckdb.DuckDBPyConnection,
    names: Sequence[str],
    markers: Sequence[Markers],
    chosen: Mapping[str, Sequence[str]],
) -> tuple[dict[str, tuple[str, ...]], list[LintFinding]]:
    """Return the markers of columns that differ from the default, by source, and findings about kept markers.

    Parameters
    ----------
    chosen : mapping
        By name, the markers that the user chose.
    """
    rules, findings = dict[str, tuple[str, ...]](), list[LintFinding]()
    for index, (name, found) in enumerate(zip(names, markers, strict=True)):
        source = f"c{index}"
        if name in chosen:
            rules[source] = tuple(chosen[name])
        elif set(found.values) & {*MAYBE_VALUES}:
            values, has_blanks = values_of(connection, source)
            kept = kept_markers(values, found.values, has_blanks=has_blanks)
            if kept:
                rules[source] = tuple(marker for marker in MISSING_MARKERS if marker not in kept)
                findings.append(kept_finding(connection, name, source, kept, found.values, values))
    return rules, findings


def values_of(connection: duckdb.DuckDBPyConnection, source: str) -> tuple[list[str], bool]:
    """Return the most frequent values of the sample except markers, and whether some cells are blank."""
    rows = connection.execute(
        f"SELECT {source} FROM {SAMPLE_TABLE} WHERE {source} NOT IN ({ALL_MARKERS}) "
        f"GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT {MAX_VALUES}"
    ).fetchall()
    blanks = connection.execute(f"SELECT 1 FROM {SAMPLE_TABLE} WHERE {source} IS NULL LIMIT 1").fetchone()
    return [value for (value,) in rows], blanks is not None


def kept_finding(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    source: str,
    kept: Sequence[str],
    found: Sequence[str],
    values: Sequence[str],
) -> LintFinding:
    """Return a finding about markers that were kept as values, with a step that treats them as missing."""
    listed = ", ".join(map(literal, kept))
    count, rows = connection.execute(
        f"SELECT count(*), min(place, {MAX_EVIDENCE_ROWS}) FROM {SAMPLE_TABLE} WHERE {source} IN ({listed})"
    ).fetchone() or (0, None)
    return finding(
        "MARKERS_KEPT",
        name,
        rows=rows or [],
        fix=MissingMarkersStep(op="missing_markers", column=name, markers=list(found)),
        markers=quoted_list(kept, len(kept)),
        values=quoted_list(values, 3),
        count=count,
    )


def clear_chosen_markers(connection: duckdb.DuckDBPyConnection, rules: Mapping[str, Sequence[str]]) -> None:
    """Remove the markers that the user chose from the sample table."""
    for source, markers in rules.items():
        if others := [marker for marker in markers if marker not in MISSING_MARKERS]:
            listed = ", ".join(map(literal, others))
            connection.execute(f"UPDATE {SAMPLE_TABLE} SET {source} = NULL WHERE {source} IN ({listed})")
