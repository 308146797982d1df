"""What a person should know about a table before training on it."""

from collections.abc import Iterator, Sequence

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.platform.engine import quoted
from rowcast_automl.profile.personal import personal_data
from rowcast_automl.profile.statistics import SAMPLE, Statistics

EVIDENCE = 20
MOSTLY = 0.5
MANY_CATEGORIES = 100
STRONG_SKEW = 5.0
VALUES_LOOKED_AT = 100
# A table may have a column named file_row_number, which then hides DuckDB's own.
PLACE = "row_number() OVER ()"


def column_findings(
    connection: duckdb.DuckDBPyConnection, statistics: Statistics, kind: str, rows: int
) -> Iterator[LintFinding]:
    """Findings about one column of type `kind` in a table of `rows` rows."""
    name, missing = statistics.name, rows - statistics.present
    if kind == "constant":
        what = "Every cell is empty" if statistics.present == 0 else "Every cell has the same value"
        yield about(name, "CONSTANT_COLUMN", f"{what}, so the column cannot help a model.")
    elif missing > MOSTLY * rows:
        yield about(name, "MOSTLY_MISSING", f"{missing / rows:.0%} of the cells are missing.", "warning")
    if kind == "identifier":
        yield about(
            name, "IDENTIFIER_COLUMN", "The values look like an identifier: nearly all of them differ."
        )
    if kind == "category" and statistics.distinct > MANY_CATEGORIES:
        yield about(name, "HIGH_CARDINALITY", f"The column has {statistics.distinct:,} different values.")
    if kind in ("number", "integer") and abs(statistics.skewness) > STRONG_SKEW:
        side = "large" if statistics.skewness > 0 else "small"
        yield about(name, "SKEWED", f"A few very {side} values stand far from the others.")
    if statistics.storage == "VARCHAR" and kind != "constant":
        cell = quoted(name)
        query = f"SELECT DISTINCT {cell} FROM {SAMPLE} WHERE {cell} IS NOT NULL LIMIT {VALUES_LOOKED_AT}"
        if found := personal_data([row[0] for row in connection.execute(query).fetchall()]):
            message = f"The column seems to hold {found}. Leave it out unless you need it."
            yield about(name, "PERSONAL_DATA", message, "warning")


def duplicate_rows(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics], rows: int
) -> tuple[int, list[LintFinding]]:
    """How many rows repeat an earlier one, and the finding where there are any."""
    most_varied = sorted(columns, key=lambda column: column.distinct, reverse=True)[:2]
    if distinct_rows(connection, relation, hashed(most_varied)) == rows:
        return 0, []
    whole = hashed(columns)
    repeated = rows - distinct_rows(connection, relation, whole)
    if not repeated:
        return 0, []
    evidence = connection.execute(
        f"SELECT max(place) FROM (SELECT {PLACE} AS place, {whole} AS cells FROM {relation}) "
        f"GROUP BY cells HAVING count(*) > 1 ORDER BY 1 LIMIT {EVIDENCE}"
    ).fetchall()
    noun = "row repeats" if repeated == 1 else "rows repeat"
    finding = LintFinding(
        code="DUPLICATE_ROWS",
        severity="warning" if repeated > rows / 100 else "info",
        column=None,
        message=f"{repeated:,} {noun} an earlier one.",
        rows=[place for (place,) in evidence],
        lines=[],
    )
    return repeated, [finding]


def hashed(columns: Sequence[Statistics]) -> str:
    """SQL of one number for the cells of `columns` in a row."""
    return f"hash({', '.join(quoted(column.name) for column in columns)})"


def distinct_rows(connection: duckdb.DuckDBPyConnection, relation: str, value: str) -> int:
    """How many different `value` there are."""
    row = connection.execute(f"SELECT count(DISTINCT {value}) FROM {relation}").fetchone()
    return int(row[0]) if row else 0


def duplicate_columns(
    connection: duckdb.DuckDBPyConnection, relation: str, columns: Sequence[Statistics]
) -> Iterator[LintFinding]:
    """A finding for each column that equals an earlier one in every row."""
    first_of = dict[tuple[object, ...], Statistics]()
    for column in columns:
        if column.distinct <= 1:
            continue
        top = tuple((value.value, value.count) for value in column.top_values)
        looks = (
            column.storage,
            column.present,
            column.distinct,
            column.minimum,
            column.maximum,
            column.mean,
            top,
        )
        earlier = first_of.setdefault(looks, column)
        if earlier is column:
            continue
        differ = f"{quoted(earlier.name)} IS DISTINCT FROM {quoted(column.name)}"
        if not connection.execute(f"SELECT 1 FROM {relation} WHERE {differ} LIMIT 1").fetchone():
            yield about(
                column.name,
                "DUPLICATE_COLUMN",
                f'The column equals "{earlier.name}" in every row.',
                "warning",
            )


def mixed_types(connection: duckdb.DuckDBPyConnection, relation: str, name: str) -> Iterator[LintFinding]:
    """A finding where a column that is mostly numbers was kept as text because of some cells."""
    cell, odd = quoted(name), "cell IS NOT NULL AND try_cast(cell AS DOUBLE) IS NULL"
    rows = connection.execute(
        f"SELECT place, cell FROM (SELECT {PLACE} AS place, {cell} AS cell FROM {relation}) "
        f"WHERE {odd} LIMIT {EVIDENCE}"
    ).fetchall()
    if rows:
        shown = ", ".join(dict.fromkeys(f'"{value[:40]}"' for _, value in rows[:5]))
        message = f"Most cells are numbers but some are not, such as {shown}; the column was read as text."
        finding = about(name, "MIXED_TYPES", message, "warning")
        yield finding.model_copy(update={"rows": [place for place, _ in rows]})


def about(column: str, code: str, message: str, severity: str = "info") -> LintFinding:
    """A finding about `column` without rows as evidence."""
    return LintFinding.model_validate(
        {"code": code, "severity": severity, "column": column, "message": message, "rows": [], "lines": []}
    )
