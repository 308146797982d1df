"""Encoding of responses: JSON, CSV or NDJSON."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any, Literal

import orjson

from rowcast_automl.features.rows.field_notes import Note

Format = Literal["json", "csv", "ndjson"]
MEDIA_TYPES: dict[Format, bytes] = {
    "json": b"application/json",
    "csv": b"text/csv; charset=utf-8",
    "ndjson": b"application/x-ndjson",
}
CSV_TYPES = ("text/csv", "application/csv")
NDJSON_TYPES = ("application/x-ndjson", "application/jsonl", "application/ndjson")


def media_type(header: str) -> str:
    """Return the media type without parameters."""
    return header.partition(";")[0].strip().lower()


def negotiate_format(accept: str) -> Format:
    """Return the first supported format of an Accept header; JSON by default."""
    for part in accept.split(","):
        kind = media_type(part)
        if kind in CSV_TYPES:
            return "csv"
        if kind in NDJSON_TYPES:
            return "ndjson"
        if kind in ("application/json", "*/*"):
            return "json"
    return "json"


def response_format_of(accept: str, content_type: str) -> Format:
    """Return the format of the response. Without an Accept header, NDJSON requests get NDJSON."""
    if accept and accept != "*/*":
        return negotiate_format(accept)
    if content_type == "application/json":
        return "json"
    return "ndjson" if media_type(content_type) in NDJSON_TYPES else "json"


def encode_response(
    predictions: list[dict[str, Any]],
    warnings: list[Note],
    response_format: Format = "json",
    separator: str = ",",
) -> bytes:
    """Encode a response. CSV does not contain warnings; see `warning_counts`."""
    if response_format == "csv":
        return encode_csv(predictions, separator)
    if response_format == "ndjson":
        return encode_ndjson(predictions, warnings, 0)
    return orjson.dumps({"predictions": predictions, "warnings": [each.shown() for each in warnings]})


def warning_counts(warnings: list[Note]) -> str:
    """Header value with the number of warnings, in total and by kind."""
    kinds = sorted(Counter(each.code.lower() for each in warnings).items())
    return ";".join([str(len(warnings)), *(f"{kind}={count}" for kind, count in kinds)])


def encode_csv(predictions: list[dict[str, Any]], separator: str) -> bytes:
    """Encode CSV: the prediction, then one column of probabilities per class."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator="\n")
    writer.writerow(
        ["prediction", *(f"probability_{each}" for each in predictions[0].get("probabilities", ()))]
    )
    writer.writerows([each["prediction"], *each.get("probabilities", {}).values()] for each in predictions)
    return stream.getvalue().encode()


def encode_csv_row(cells: list[Any], separator: str) -> bytes:
    """Encode one CSV record."""
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator="\n").writerow(cells)
    return stream.getvalue().encode()


def encode_ndjson(predictions: list[dict[str, Any]], warnings: list[Note], first_row: int) -> bytes:
    """Encode one line per row, with its index and warnings."""
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


def encode_error_line(row: int, content: dict[str, Any]) -> bytes:
    """Encode the line of a row with an error."""
    return orjson.dumps({"row": row, **content}, option=orjson.OPT_APPEND_NEWLINE)
