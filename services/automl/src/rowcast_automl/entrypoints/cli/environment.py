"""Settings of a command, read from the environment and from .env."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_settings import BaseSettings

from rowcast_automl.platform.errors import RowcastError, field_problem

CHECKOUT = Path(__file__).resolve().parents[6]
Kind = TypeVar("Kind", bound=BaseSettings)


def read_settings(kind: type[Kind]) -> Kind:
    """Read settings. Error messages do not repeat values, which may be secrets.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED with the names of invalid settings.
    """
    try:
        return kind(_env_file=CHECKOUT / ".env")
    except ValidationError as error:
        invalid = {
            str(each["loc"][0]).upper(): each["msg"].removeprefix("Value error, ")
            for each in error.errors(include_input=False)
        }
        names = ", ".join(invalid)
        message = f"Settings in the environment or .env cannot be read: {names}. Correct or unset them."
        problems = [field_problem(name, f"{detail}.") for name, detail in invalid.items()]
        raise RowcastError("VALIDATION_FAILED", message, problems) from None
