"""JSON Lines, or one JSON array of objects, as CSV: every number as it was written."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from rowcast_automl.ingest.columns.declared_types import TEXT, Declared
from rowcast_automl.ingest.csv.header import MAX_COLUMNS
from rowcast_automl.ingest.decompression import bounded_csv
from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.platform.errors import RowcastError

WHOLE_BYTES = 256 << 20
DEEPEST = 8
MENDED = "Fix it or save the table as CSV, and upload it again."


class Number(str):
    """A number as it was written."""


class Twice(Exception):
    """An object has two values for the key that this is raised with."""


def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values; raises Twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise Twice(next(key for key in found if counts[key] > 1))
    return found


DECODER = json.JSONDecoder(
    parse_float=Number, parse_int=Number, parse_constant=Number, object_pairs_hook=as_object
)


def json_to_csv(path: Path, target: Path, max_bytes: int) -> tuple[Literal["json", "jsonl"], Declared]:
    """Writes the objects at `path` as rows, their keys as columns in order of appearance; which are text.

    Objects in objects become columns such as `address.city`; lists stay JSON. Raises RowcastError
    FILE_NOT_A_TABLE with the line, ENCODING_UNKNOWN, TOO_MANY_COLUMNS, or FILE_INFLATES_TOO_LARGE where the
    rows, each with a cell for every key, take more than `max_bytes`.
    """
    kind: Literal["json", "jsonl"] = "jsonl"
    try:
        columns, numbers, count = columns_of(lines(path))
        # One object may be a row, or a page that holds the rows.
        if count == 1:
            raise NotLines
    except NotLines:
        kind = "json"
        columns, numbers, _ = columns_of(whole(path))
    records = lines(path) if kind == "jsonl" else whole(path)
    with target.open("w", encoding="utf-8", newline="") as sink:
        writer = bounded_csv(sink, max_bytes)
        writer.writerow(map(storable, columns))
        writer.writerows([record.get(name, "") for name in columns] for record in records)
    types = {place: TEXT for place, name in enumerate(columns) if name not in numbers}
    return kind, Declared(types, len(numbers))


class NotLines(Exception):
    """The first line alone is no object: the whole file may be one JSON value."""


def columns_of(records: Iterator[dict[str, str]]) -> tuple[list[str], set[str], int]:
    """The keys of all records, those with a number, and how many records there are.

    Raises RowcastError TOO_MANY_COLUMNS.
    """
    names, numbers, count = dict[str, None](), set[str](), 0
    for record in records:
        count += 1
        names.update(dict.fromkeys(record))
        numbers.update([name for name, cell in record.items() if type(cell) is Number])
        if len(names) > MAX_COLUMNS:
            raise refusal("TOO_MANY_COLUMNS", file_note("KEYS_MOST", most=MAX_COLUMNS), "Remove some keys.")
    return list(names), numbers, count


def lines(path: Path) -> Iterator[dict[str, str]]:
    """One record for each line that is not blank; raises NotLines where the first one is no object."""
    first = True
    with path.open(encoding="utf-8-sig", newline="\n") as stream:
        try:
            for number, line in enumerate(stream, 1):
                if not line.strip():
                    continue
                try:
                    yield record_of(DECODER.decode(line), number)
                except (json.JSONDecodeError, RecursionError):
                    if first:
                        raise NotLines from None
                    raise refused("JSON_LINE", number) from None
                except Twice as found:
                    raise twice(found, number) from None
                first = False
        except UnicodeDecodeError:
            raise RowcastError("ENCODING_UNKNOWN") from None


def whole(path: Path) -> Iterator[dict[str, str]]:
    """One record for each object of the array that is the file, or that is its object's only list."""
    if path.stat().st_size > WHOLE_BYTES:
        raise refused("JSON_LARGE", None, "Save it as JSON Lines.", most=WHOLE_BYTES >> 20)
    try:
        value = DECODER.decode(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise RowcastError("ENCODING_UNKNOWN") from None
    except (json.JSONDecodeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise refused("JSON_INVALID", line) from None
    except Twice as found:
        raise twice(found, None) from None
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        value = lists[0] if len(lists) == 1 else None
    if not isinstance(value, list):
        raise refused("JSON_NO_LIST", None, "Save the rows as JSON Lines or as CSV.")
    for item in value:
        yield record_of(item, None)


def record_of(value: Any, line: int | None) -> dict[str, str]:
    """The object's values as text by column; raises RowcastError where it is no object."""
    if isinstance(value, list) and line is not None:
        raise NotLines
    if not isinstance(value, dict):
        raise refused("JSON_ROW", line)
    record = dict[str, str]()
    flatten(value, "", record, DEEPEST, line)
    return record


def flatten(value: dict[str, Any], prefix: str, record: dict[str, str], depth: int, line: int | None) -> None:
    """Puts the values of nested objects under their path."""
    for key, item in value.items():
        name = prefix + key
        if isinstance(item, dict) and item and depth:
            flatten(item, f"{name}.", record, depth - 1, line)
            continue
        if name in record:
            raise twice(Twice(name), line)
        record[name] = as_text(item)


def as_text(value: Any) -> str:
    """A value as a cell."""
    if value is None:
        return ""
    if type(value) is Number:
        return value
    if isinstance(value, bool):
        return str(value).lower()
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return storable(text)


def storable(text: str) -> str:
    """`text` without what no file of text can hold: zero bytes and halves of characters."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def twice(found: Twice, line: int | None) -> RowcastError:
    """The error that names the key."""
    return refused("JSON_TWICE", line, given=storable(str(found))[:100])


def refused(code: str, line: int | None, advice: str = MENDED, **parts: str | int) -> RowcastError:
    """FILE_NOT_A_TABLE with what is wrong and where."""
    return refusal("FILE_NOT_A_TABLE", file_note(code, "file", line, **parts), advice)
