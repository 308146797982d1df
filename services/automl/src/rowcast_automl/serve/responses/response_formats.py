"""Answers as bytes: JSON, CSV or one JSON object a line."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any, Literal

import orjson

from rowcast_automl.features.rows.field_notes import Note

Format = Literal["json", "csv", "ndjson"]
MEDIA: dict[Format, bytes] = {
    "json": b"application/json",
    "csv": b"text/csv; charset=utf-8",
    "ndjson": b"application/x-ndjson",
}
CSV_TYPES = ("text/csv", "application/csv")
NDJSON_TYPES = ("application/x-ndjson", "application/jsonl", "application/ndjson")


def media_type(header: str) -> str:
    """The type itself, without parameters."""
    return header.partition(";")[0].strip().lower()


def format_of(accept: str) -> Format:
    """The first form in an Accept header that is spoken here; JSON where there is none."""
    for part in accept.split(","):
        kind = media_type(part)
        if kind in CSV_TYPES:
            return "csv"
        if kind in NDJSON_TYPES:
            return "ndjson"
        if kind in ("application/json", "*/*"):
            return "json"
    return "json"


def form_of(accept: str, content_type: str) -> Format:
    """The form that is asked for; without a wish, rows that came one a line are answered so."""
    if accept and accept != "*/*":
        return format_of(accept)
    if content_type == "application/json":
        return "json"
    return "ndjson" if media_type(content_type) in NDJSON_TYPES else "json"


def answer_bytes(
    predictions: list[dict[str, Any]], warnings: list[Note], form: Format = "json", separator: str = ","
) -> bytes:
    """A whole answer. CSV has no place for warnings: see `warning_counts`."""
    if form == "csv":
        return csv_bytes(predictions, separator)
    if form == "ndjson":
        return ndjson_bytes(predictions, warnings, 0)
    return orjson.dumps({"predictions": predictions, "warnings": [each.shown() for each in warnings]})


def warning_counts(warnings: list[Note]) -> str:
    """How many warnings there are, and of which kinds: the header of an answer that has no place for them."""
    kinds = sorted(Counter(each.code.lower() for each in warnings).items())
    return ";".join([str(len(warnings)), *(f"{kind}={count}" for kind, count in kinds)])


def csv_bytes(predictions: list[dict[str, Any]], separator: str) -> bytes:
    """A line for each row: the prediction, then a column for each class's probability."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator="\n")
    writer.writerow(
        ["prediction", *(f"probability_{each}" for each in predictions[0].get("probabilities", ()))]
    )
    writer.writerows([each["prediction"], *each.get("probabilities", {}).values()] for each in predictions)
    return stream.getvalue().encode()


def csv_line(cells: list[Any], separator: str) -> bytes:
    """One record."""
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator="\n").writerow(cells)
    return stream.getvalue().encode()


def ndjson_bytes(predictions: list[dict[str, Any]], warnings: list[Note], first_row: int) -> bytes:
    """A line for each row, with its number and what was noticed about it."""
    by_row: dict[int, list[dict[str, Any]]] = {}
    for note in warnings:
        content = note.shown()
        by_row.setdefault(content.pop("row"), []).append(content)
    lines = []
    for index, prediction in enumerate(predictions):
        line = {"row": first_row + index, **prediction}
        if index in by_row:
            line["warnings"] = by_row[index]
        lines.append(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
    return b"".join(lines)


def error_line(row: int, content: dict[str, Any]) -> bytes:
    """The line of a row that cannot be answered."""
    return orjson.dumps({"row": row, **content}, option=orjson.OPT_APPEND_NEWLINE)
