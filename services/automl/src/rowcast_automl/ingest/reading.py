"""The text as a DuckDB relation of strings, c0 to cN, whatever is in it."""

from collections.abc import Sequence
from pathlib import Path

from rowcast_automl.ingest.dialect import CsvDialect
from rowcast_automl.platform.sql import literal

# DuckDB keeps each in memory, outside its limit.
MOST_REJECTS = 100_000


def csv_relation(path: Path, dialect: CsvDialect, markers: Sequence[str]) -> str:
    """SQL of the relation; cells that are one of `markers` become null, as empty ones always do.

    Rows that do not fit the header are left out and noted in the tables reject_errors and reject_scans.
    """
    columns = ", ".join(f"'c{index}': 'VARCHAR'" for index in range(len(dialect.header)))
    nulls = ", ".join(literal(marker) for marker in ("", *markers))
    return (
        f"read_csv({literal(str(path))}, auto_detect = false, header = true, skip = {dialect.above}, "
        f"delim = {literal(dialect.delimiter)}, quote = {literal(dialect.quote)}, "
        f"escape = {literal(dialect.escape)}, columns = {{{columns}}}, nullstr = [{nulls}], "
        f"max_line_size = 4194304, store_rejects = true, rejects_limit = {MOST_REJECTS})"
    )
