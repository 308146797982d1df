"""Texts that exceed the length that models use."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.features.tokenizer import MAX_WORDS, is_cut, words
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding

# For all columns together; takes about a second.
MAX_SCANNED_CHARACTERS = 20_000_000
BATCH_ROWS = 200


def truncation_findings(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """Yield a finding for each text column with truncated texts."""
    names = [each.name for each in table.profile.columns if each.type == "text" and each.name != target]
    for name in names:
        count, rows = count_truncated(table, name, MAX_SCANNED_CHARACTERS // len(names))
        if count:
            yield finding("TEXT_CUT", name, rows=rows, most=MAX_WORDS, count=count)


def count_truncated(table: LintTable, name: str, most_read: int) -> tuple[int, list[int]]:
    """Count truncated texts in the head, and list the first rows.

    If there are too many texts to check, the count is extrapolated.
    """
    cells = f"SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {table.head}"
    # A word has at least one character.
    long = f"FROM ({cells}) WHERE length(cell) >= {MAX_WORDS}"
    total = (table.connection.execute(f"SELECT count(*) {long}").fetchone() or (0,))[0]
    table.connection.execute(f"SELECT place, cell {long}")
    checked, read, rows = 0, 0, list[int]()
    while read < most_read and (batch := table.connection.fetchmany(BATCH_ROWS)):
        for place, cell in batch:
            checked, read = checked + 1, read + len(cell)
            if is_cut(cell, words(cell)):
                rows.append(place)
    return round(len(rows) * total / max(1, checked)), rows[:MAX_EVIDENCE_ROWS]
