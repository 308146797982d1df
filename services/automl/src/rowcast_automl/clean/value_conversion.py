"""Conversion of values in cleaning steps to the type of their column."""

import re

import duckdb

from rowcast_automl.contracts.generated import FilterRowsStep
from rowcast_automl.ingest.dates.date_format import PLAIN_ISO
from rowcast_automl.platform.database.quoting import literal, quoted
from rowcast_automl.platform.errors import RowcastError, field_problem

NUMERIC = ("BIGINT", "DOUBLE")
ORDERED = (*NUMERIC, "TIMESTAMP")


def filter_condition(connection: duckdb.DuckDBPyConnection, step: FilterRowsStep, storage: str) -> str:
    """Return SQL that is true for the rows to drop."""
    cell = quoted(step.column)
    if step.condition == "missing":
        return f"{cell} IS NULL"
    if step.condition == "any_of":
        listed = [comparison_value(connection, step.column, value, storage) for value in step.values or []]
        if not listed:
            raise not_applicable(step.column, "The step has no values to compare with.")
        return " OR ".join(f"{cell} = {value}" for value in listed)
    if step.condition != "equals" and storage not in ORDERED:
        raise not_applicable(step.column, "Only numbers and dates can be above or below a value.")
    sign = {"equals": "=", "below": "<", "above": ">"}[step.condition]
    if step.value is None:
        raise not_applicable(step.column, "The step has no value to compare with.")
    return f"{cell} {sign} {comparison_value(connection, step.column, step.value, storage)}"


def comparison_value(connection: duckdb.DuckDBPyConnection, column: str, value: str, storage: str) -> str:
    """Return SQL of a value for comparison; decimals are allowed for integer columns."""
    if storage == "BIGINT" and lossless_value(connection, value, storage) is None:
        storage = "DOUBLE"
    return typed_value(connection, column, value, storage)


def typed_value(connection: duckdb.DuckDBPyConnection, column: str, value: str | None, storage: str) -> str:
    """Return SQL of a value in the type of the column; it may be rounded."""
    converted = f"TRY_CAST({literal(value or '')} AS {storage})"
    row = connection.execute(f"SELECT {converted} IS NULL").fetchone()
    if value is None or (row and row[0]):
        raise not_applicable(column, f'"{(value or "")[:40]}" does not match the type of the column.')
    return converted


def exact_value(connection: duckdb.DuckDBPyConnection, column: str, value: str, storage: str) -> str:
    """SQL of a value in the type of the column. Raises STEP_NOT_APPLICABLE if the conversion changes it."""
    converted = lossless_value(connection, value, storage)
    if converted is None:
        raise not_applicable(column, f'"{value[:40]}" does not match the type of the column.')
    if storage == "TIMESTAMP" and (value.startswith("0000") or not re.fullmatch(PLAIN_ISO, value)):
        raise not_applicable(
            column,
            f'"{value[:40]}" must be a date such as 2026-01-31 or 2026-01-31 23:59, in UTC.',
        )
    return converted


def lossless_value(connection: duckdb.DuckDBPyConnection, value: str, storage: str) -> str | None:
    """Return SQL of a value in `storage`, or None if the conversion changes it."""
    converted, number = (f"TRY_CAST({literal(value)} AS {kind})" for kind in (storage, "DOUBLE"))
    same = (
        f"isfinite({number}) AND {number} = {converted}" if storage in NUMERIC else f"{converted} IS NOT NULL"
    )
    row = connection.execute(f"SELECT {same}").fetchone()
    return converted if row and row[0] else None


def not_applicable(column: str, why: str) -> RowcastError:
    """Return the error for a step that does not apply to its column."""
    return RowcastError(
        "STEP_NOT_APPLICABLE",
        f'A step does not fit the column "{column[:100]}": {why} Change the step or take it out.',
        [field_problem(column, why)],
    )
