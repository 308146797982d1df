"""A CSV file as a DuckDB relation of string columns c0 to cN."""

from collections.abc import Collection, Sequence
from pathlib import Path

from rowcast_automl.ingest.csv.dialect import CsvDialect
from rowcast_automl.platform.database.quoting import literal

# DuckDB stores rejected rows in memory outside its limit.
MAX_REJECTS = 100_000


def csv_relation(path: Path, dialect: CsvDialect, markers: Sequence[str]) -> str:
    """Return SQL of the relation. Empty cells and cells in `markers` become null.

    Columns with their own missing markers use these instead of `markers`.

    Rejected rows are recorded in the tables reject_errors and reject_scans.
    """
    names = [f"c{index}" for index in range(len(dialect.header))]
    columns = ", ".join(f"'{name}': 'VARCHAR'" for name in names)
    rules = dialect.missing if markers else {}
    # DuckDB applies its list to all columns.
    common = [marker for marker in markers if all(marker in rule for rule in rules.values())]
    nulls = ", ".join(literal(marker) for marker in ("", *common))
    relation = (
        f"read_csv({literal(str(path))}, auto_detect = false, header = true, skip = {dialect.rows_above}, "
        f"delim = {literal(dialect.delimiter)}, quote = {literal(dialect.quote)}, "
        f"escape = {literal(dialect.escape)}, columns = {{{columns}}}, nullstr = [{nulls}], "
        f"max_line_size = 4194304, store_rejects = true, rejects_limit = {MAX_REJECTS})"
    )
    if not dialect.padded and not rules:
        return relation
    cells = []
    for name in names:
        cell = f"trim({name})" if dialect.padded else name
        own = ", ".join(literal(marker) for marker in ("", *rules.get(name, markers)))
        cells.append(f"CASE WHEN {cell} NOT IN ({own}) THEN {cell} END AS {name}")
    return f"(SELECT {', '.join(cells)} FROM {relation})"


def table_relation(
    path: Path, dialect: CsvDialect, markers: Sequence[str], dropped_rows: Collection[int]
) -> str:
    """Return SQL of `csv_relation` in which all cells of rows that are dropped later are null."""
    names = [f"c{index}" for index in range(len(dialect.header))]
    return without_cells(csv_relation(path, dialect, markers), names, dropped_rows)


def without_cells(relation: str, names: Sequence[str], rows: Collection[int]) -> str:
    """Return SQL of the relation in which all cells of `rows`, counted from 1, are null."""
    if not rows:
        return relation
    cells = ", ".join(f"CASE WHEN NOT is_dropped THEN {name} END AS {name}" for name in names)
    listed = ", ".join(map(str, sorted(rows)))
    return (
        f"(SELECT {cells} FROM (SELECT place IN ({listed}) AS is_dropped, * "
        f"FROM (SELECT row_number() OVER () AS place, * FROM {relation})))"
    )
