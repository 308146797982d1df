"""`predict`: the rows of a CSV file to a CSV file, in bounded memory."""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import orjson

from rowcast_automl.entrypoints.cli.data_folder import own_public_key
from rowcast_automl.ingest.dialect import CsvDialect, sniff_dialect
from rowcast_automl.ingest.source import open_source
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.serve.model import LoadedModel

CHUNK_ROWS = 2_000
NO_LIMIT = 1 << 50
SHOWN = 10


def execute(options: argparse.Namespace) -> None:
    """Writes one row for each row of the input, in order: prediction, then p_<class> for each class.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID, the file's errors, or ROW_INVALID naming fields and lines; then no file is left.
    """
    model = LoadedModel(options.bundle, own_public_key())
    notes: Counter[str] = Counter()
    partial = options.out.with_name(f".{options.out.name}.partial")
    with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
        text = open_source(options.rows, Path(folder), NO_LIMIT).path
        try:
            with text.open(encoding="utf-8-sig", newline="") as source, partial.open("w", newline="") as sink:
                count = predict_rows(model, source, sniff_dialect(text), sink, notes)
            partial.replace(options.out)
        finally:
            partial.unlink(missing_ok=True)
    for message, times in notes.most_common(SHOWN):
        sys.stderr.write(f"{message} ({times:,} rows)\n")
    if options.json:
        content = {"rows": count, "out": str(options.out), "warnings": dict(notes)}
        sys.stdout.write(orjson.dumps(content).decode() + "\n")
    else:
        sys.stderr.write(f"{count:,} predictions written to {options.out}\n")


def predict_rows(
    model: LoadedModel, source: TextIO, dialect: CsvDialect, sink: TextIO, notes: Counter[str]
) -> int:
    """Streams chunk by chunk and returns the number of rows."""
    labels = model.schema.labels
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["prediction", *(f"p_{label}" for label in labels)])
    count = 0
    for lines, rows in chunks(source, dialect):
        try:
            packed = model.pack(rows, from_text=True)
        except RowcastError as error:
            raise by_line(error, lines) from error
        answers = model.run(packed)
        for note in packed.warnings:
            notes[f"{note.code} {note.field}"] += 1
        if labels:
            chosen = answers.argmax(axis=1).tolist()
            shares = answers.tolist()
            writer.writerows([labels[best], *each] for best, each in zip(chosen, shares, strict=True))
        else:
            writer.writerows([value] for value in answers[:, 0].tolist())
        count += len(rows)
    return count


def chunks(source: TextIO, dialect: CsvDialect) -> Iterator[tuple[list[int], list[dict[str, str]]]]:
    """Line numbers and rows, 2,000 at a time; blank lines are no rows.

    Raises
    ------
    RowcastError
        ROW_INVALID for a line with too many or too few cells, HEADER_DUPLICATE, FILE_EMPTY.
    """
    escaped = dialect.escape != dialect.quote
    reader = csv.reader(
        source,
        delimiter=dialect.delimiter,
        quotechar=dialect.quote,
        doublequote=not escaped,
        escapechar=dialect.escape if escaped else None,
    )
    header = [name.strip() or f"column_{place}" for place, name in enumerate(next(reader, []), 1)]
    if not header:
        raise RowcastError("FILE_EMPTY")
    if len(set(header)) < len(header):
        raise RowcastError("HEADER_DUPLICATE")
    lines: list[int] = []
    rows: list[dict[str, str]] = []
    for cells in reader:
        if not cells and len(header) > 1:
            continue
        cells = cells or [""]
        if len(cells) != len(header):
            message = f"Line {reader.line_num} has {len(cells)} cells; the header has {len(header)}."
            raise RowcastError("ROW_INVALID", message, [field_problem("", message, line=reader.line_num)])
        lines.append(reader.line_num)
        rows.append(dict(zip(header, cells, strict=True)))
        if len(rows) == CHUNK_ROWS:
            yield lines, rows
            lines, rows = [], []
    if rows:
        yield lines, rows


def by_line(error: RowcastError, lines: list[int]) -> RowcastError:
    """The same error with lines of the file in place of rows of the chunk."""
    problems = [field_problem(each.field, each.message, line=lines[each.row or 0]) for each in error.fields]
    first = problems[0]
    message = f"Line {first.line}: {first.message} No predictions were written."
    return RowcastError("ROW_INVALID", message, problems)
