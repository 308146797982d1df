"""The settings of a command, read from the environment and from .env, as the product reads them."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_settings import BaseSettings

from rowcast_automl.platform.errors import RowcastError, field_problem

CHECKOUT = Path(__file__).resolve().parents[6]
Kind = TypeVar("Kind", bound=BaseSettings)


def read_settings(kind: type[Kind]) -> Kind:
    """The settings of this kind, of which no value is repeated: it may be a secret.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED, naming the settings that cannot be read.
    """
    try:
        return kind(_env_file=CHECKOUT / ".env")
    except ValidationError as error:
        wrong = {
            str(each["loc"][0]).upper(): each["msg"].removeprefix("Value error, ")
            for each in error.errors(include_input=False)
        }
        message = (
            f"Settings in the environment or .env cannot be read: {', '.join(wrong)}. Correct or unset them."
        )
        problems = [field_problem(name, f"{said}.") for name, said in wrong.items()]
        raise RowcastError("VALIDATION_FAILED", message, problems) from None
