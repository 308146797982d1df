"""Texts that are longer than what a model reads of one."""

from __future__ import annotations

from collections.abc import Iterator

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.features.tokenizer import MAX_WORDS, is_cut, words
from rowcast_automl.lint.lint_table import LintTable
from rowcast_automl.platform.database.quoting import quoted
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding

# Of all columns together, which takes about a second.
MOST_READ = 20_000_000
BATCH = 200


def cut_texts(table: LintTable, target: str | None) -> Iterator[LintFinding]:
    """A finding for each column of texts of which some are not read to their end."""
    names = [each.name for each in table.profile.columns if each.type == "text" and each.name != target]
    for name in names:
        count, rows = cut_in(table, name, MOST_READ // len(names))
        if count:
            yield finding("TEXT_CUT", name, rows=rows, most=MAX_WORDS, count=count)


def cut_in(table: LintTable, name: str, most_read: int) -> tuple[int, list[int]]:
    """How many texts of the head are cut, and the first rows of those.

    Where they are too long to read them all, the others are taken to be cut as often.
    """
    cells = f"SELECT row_number() OVER () AS place, {quoted(name)} AS cell FROM {table.head}"
    # A word has a character at least.
    long = f"FROM ({cells}) WHERE length(cell) >= {MAX_WORDS}"
    total = (table.connection.execute(f"SELECT count(*) {long}").fetchone() or (0,))[0]
    table.connection.execute(f"SELECT place, cell {long}")
    looked, read, rows = 0, 0, list[int]()
    while read < most_read and (batch := table.connection.fetchmany(BATCH)):
        for place, cell in batch:
            looked, read = looked + 1, read + len(cell)
            if is_cut(cell, words(cell)):
                rows.append(place)
    return round(len(rows) * total / max(1, looked)), rows[:MAX_EVIDENCE_ROWS]
