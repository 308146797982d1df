"""Conversion of JSON Lines, or of a JSON array of objects, to CSV. Numbers keep their spelling."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from rowcast_automl.ingest.columns.declared_types import TEXT, Declared
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.decompression import bounded_csv
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError

MAX_DOCUMENT_BYTES = 256 << 20
MAX_DEPTH = 8
CORRECT_ADVICE = "Fix it or save the table as CSV, and upload it again."


class Number(str):
    """A number in its original spelling."""


class DuplicateKey(Exception):
    """An object contains this key twice."""


def unique_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of the key-value pairs. Raise DuplicateKey if a key occurs twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise DuplicateKey(next(key for key in found if counts[key] > 1))
    return found


DECODER = json.JSONDecoder(
    parse_float=Number, parse_int=Number, parse_constant=Number, object_pairs_hook=unique_object
)


def json_to_csv(path: Path, target: Path, max_bytes: int) -> tuple[Literal["json", "jsonl"], Declared]:
    """Write the objects as CSV rows, with their keys as columns in order of appearance.

    Nested objects become columns such as `address.city`; lists stay JSON.

    Returns
    -------
    format : {"json", "jsonl"}
    declared : Declared
        The columns that are text.

    Raises
    ------
    RowcastError
        FILE_NOT_A_TABLE with the line, ENCODING_UNKNOWN, TOO_MANY_COLUMNS, or FILE_INFLATES_TOO_LARGE if the
        CSV exceeds `max_bytes`.
    """
    kind: Literal["json", "jsonl"] = "jsonl"
    try:
        columns, numbers, count = collect_columns(read_lines(path))
        # A single object may be a row, or a document that contains the rows.
        if count == 1:
            raise NotJsonLines
    except NotJsonLines:
        kind = "json"
        columns, numbers, _ = collect_columns(read_document(path))
    records = read_lines(path) if kind == "jsonl" else read_document(path)
    with target.open("w", encoding="utf-8", newline="") as sink:
        writer = bounded_csv(sink, max_bytes)
        writer.writerow(map(encodable, columns))
        writer.writerows([record.get(name, "") for name in columns] for record in records)
    types = {place: TEXT for place, name in enumerate(columns) if name not in numbers}
    return kind, Declared(types, len(numbers))


class NotJsonLines(Exception):
    """The first line is not an object, so the file may be one JSON document."""


def collect_columns(records: Iterator[dict[str, str]]) -> tuple[list[str], set[str], int]:
    """Return the keys of all records, the keys with numbers, and the number of records.

    Raises
    ------
    RowcastError
        TOO_MANY_COLUMNS.
    """
    names, numbers, count = dict[str, None](), set[str](), 0
    for record in records:
        count += 1
        names.update(dict.fromkeys(record))
        numbers.update([name for name, cell in record.items() if type(cell) is Number])
        if len(names) > MAX_COLUMNS:
            raise file_error(
                "TOO_MANY_COLUMNS", file_problem("KEYS_MOST", most=MAX_COLUMNS), "Remove some keys."
            )
    return list(names), numbers, count


def read_lines(path: Path) -> Iterator[dict[str, str]]:
    """Yield one record per non-blank line. Raise NotJsonLines if the first line is not an object."""
    first = True
    with path.open(encoding="utf-8-sig", newline="\n") as stream:
        try:
            for number, line in enumerate(stream, 1):
                if not line.strip():
                    continue
                try:
                    yield to_record(DECODER.decode(line), number)
                except (json.JSONDecodeError, RecursionError):
                    if first:
                        raise NotJsonLines from None
                    raise json_error("JSON_LINE", number) from None
                except DuplicateKey as found:
                    raise duplicate_key_error(found, number) from None
                first = False
        except UnicodeDecodeError:
            raise RowcastError("ENCODING_UNKNOWN") from None


def read_document(path: Path) -> Iterator[dict[str, str]]:
    """Yield the objects of an array. The array is the whole document or the only list in its object."""
    if path.stat().st_size > MAX_DOCUMENT_BYTES:
        raise json_error("JSON_LARGE", None, "Save it as JSON Lines.", most=MAX_DOCUMENT_BYTES >> 20)
    try:
        value = DECODER.decode(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise RowcastError("ENCODING_UNKNOWN") from None
    except (json.JSONDecodeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise json_error("JSON_INVALID", line) from None
    except DuplicateKey as found:
        raise duplicate_key_error(found, None) from None
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        value = lists[0] if len(lists) == 1 else None
    if not isinstance(value, list):
        raise json_error("JSON_NO_LIST", None, "Save the rows as JSON Lines or as CSV.")
    for item in value:
        yield to_record(item, None)


def to_record(value: Any, line: int | None) -> dict[str, str]:
    """Return the texts of an object by column. Raise RowcastError if it is not an object."""
    if isinstance(value, list) and line is not None:
        raise NotJsonLines
    if not isinstance(value, dict):
        raise json_error("JSON_ROW", line)
    record = dict[str, str]()
    flatten(value, "", record, MAX_DEPTH, line)
    return record


def flatten(value: dict[str, Any], prefix: str, record: dict[str, str], depth: int, line: int | None) -> None:
    """Add the values of nested objects to `record`, with dotted paths as names."""
    for key, item in value.items():
        name = prefix + key
        if isinstance(item, dict) and item and depth:
            flatten(item, f"{name}.", record, depth - 1, line)
            continue
        if name in record:
            raise duplicate_key_error(DuplicateKey(name), line)
        record[name] = value_to_text(item)


def value_to_text(value: Any) -> str:
    """Return a value as the text of a cell."""
    if value is None:
        return ""
    if type(value) is Number:
        return value
    if isinstance(value, bool):
        return str(value).lower()
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return encodable(text)


def encodable(text: str) -> str:
    """Return `text` without NUL characters and unpaired surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def duplicate_key_error(found: DuplicateKey, line: int | None) -> RowcastError:
    """Return the error for a duplicate key."""
    return json_error("JSON_TWICE", line, given=encodable(str(found))[:100])


def json_error(code: str, line: int | None, advice: str = CORRECT_ADVICE, **parts: str | int) -> RowcastError:
    """Return a FILE_NOT_A_TABLE error with its cause and line."""
    return file_error("FILE_NOT_A_TABLE", file_problem(code, "file", line, **parts), advice)
