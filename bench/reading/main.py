"""What packing the rows of a request takes, plain and odd, in microseconds: the best of seven rounds.

services/automl/.venv/bin/python bench/reading/main.py
"""

from __future__ import annotations

import random
import time
from typing import Any

from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.requests.request_reader import RequestReader

ROUNDS, SECONDS = 7, 0.2
Row = dict[str, Any]


def schema_of(numbers: int, categories: int) -> ServingSchema:
    """Numbers from 0 to 100, and categories of 10 to 38 values."""
    fields = [InputField(f"n{at}", "number", at, minimum=0.0, maximum=100.0) for at in range(numbers)]
    for at in range(categories):
        values = tuple(f"v{value}" for value in range(10 + 4 * at))
        fields.append(InputField(f"c{at}", "category", at, categories=values))
    return ServingSchema("binary", "target", ("0", "1"), "integer", tuple(fields))


def make_row(schema: ServingSchema, chance: random.Random, odd: bool) -> Row:
    """A plain row, or one of which two cells are missing."""
    row: Row = {
        each.name: chance.choice(each.categories) if each.categories else 100 * chance.random()
        for each in schema.fields
    }
    return row | {each.name: None for each in chance.sample(schema.fields, 2)} if odd else row


def microseconds(reader: RequestReader, rows: list[Row], from_text: bool) -> float:
    """A call's time; garbage and other programs only ever add to it."""
    best = float("inf")
    for _ in range(ROUNDS):
        count, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS / ROUNDS:
            reader.read(rows, from_text)
            count += 1
        best = min(best, spent / count)
    return 1e6 * best


def main() -> None:
    """Prints the table."""
    chance = random.Random(7)  # noqa: S311 - no secret
    print(f"{'fields':>7} {'rows':>5} {'of them odd':>12} {'JSON':>9} {'CSV':>9}")
    for numbers, categories, cases in (
        (6, 8, ((1, 0), (1, 1), (100, 0), (100, 5), (100, 50), (100, 100))),
        (750, 0, ((1, 0), (1, 1))),
    ):
        schema = schema_of(numbers, categories)
        reader = RequestReader(schema)
        for count, odd in cases:
            rows = [make_row(schema, chance, place < odd) for place in range(count)]
            written = [
                {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows
            ]
            times = (microseconds(reader, rows, False), microseconds(reader, written, True))
            print(f"{numbers + categories:>7} {count:>5} {odd:>12} {times[0]:>9.1f} {times[1]:>9.1f}")


if __name__ == "__main__":
    main()
