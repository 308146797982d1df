"""Errors for tables that cannot be split by group or time."""

from __future__ import annotations

from rowcast_automl.platform.errors import RowcastError, field_problem


def refused(message: str, *settings: str) -> RowcastError:
    """Create the error for settings that do not fit the table."""
    return RowcastError("VALIDATION_FAILED", message, [field_problem(each, message) for each in settings])


def too_few(found: int, needed: int) -> RowcastError:
    """Create the error for too few groups."""
    return refused(
        f"The rows that score a model need groups of their own: {found} groups can be kept apart, and at "
        f"least {needed} are needed. A group that alone has some class is always learned from. Choose a "
        "column with more groups, or none.",
        "groupColumn",
    )


def none_is_new(group: str, time: str) -> RowcastError:
    """Create the error for a split by group and time in which no group starts late."""
    return refused(
        f'With the group column "{group}" and the time column "{time}", models are scored on later rows of '
        "groups that were not there before, and there are none. To predict for known groups, name only "
        f'"{time}"; to predict for new ones at any time, only "{group}".',
        "groupColumn",
        "timeColumn",
    )


def too_short() -> RowcastError:
    """Create the error for a split by time in which every later row is the first of its class."""
    return refused(
        "Each of the later rows is the first of its class, so that none is left to score models by. Hold out "
        "more rows, or name no time column.",
        "timeColumn",
    )


def one_time(time: str) -> RowcastError:
    """Create the error for a time that is the same in all rows."""
    return refused(
        f'All rows have the same value in "{time}", so that none is later than another. Name another time '
        "column, or none.",
        "timeColumn",
    )


def no_class_twice() -> RowcastError:
    """Create the error for a target without two training rows of any class."""
    return RowcastError(
        "TOO_FEW_LABELLED_ROWS",
        "Of each class at most one row is left to learn from, so that none scores the models while they are "
        "chosen. Hold out fewer rows, or add rows to the table.",
        [field_problem("testSize", "So large a test size leaves at most one row of each class.")],
    )
