"""What a predict call asks for in its address and headers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

import orjson
from starlette.datastructures import Headers

from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.options.value_policy import (
    DEFAULT,
    MOST_KEPT,
    Policy,
    agreed,
    read_policy,
    require_fields,
)

API_POLICY, CALL_POLICY = "x-rowcast-api-policy", "x-rowcast-policy"


def call_options(
    kept: bytes, policy: bytes, query: str, schema: ServingSchema
) -> tuple[Policy, dict[str, Any] | None]:
    """The policy for odd values, and the options that stand in the address.

    Parameters
    ----------
    kept : bytes
        The header `x-rowcast-api-policy`: what the API's owner set, perhaps for fields of another model.
    policy : bytes
        The header `x-rowcast-policy`; before `policy` in the address.
    query : str
        The address after its question mark.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for a policy that cannot be read, or that names what is no field.
    """
    if not policy and not query and not kept:
        return DEFAULT, None
    in_query, options = read_query(query)
    own, text = read_policy(header_text(kept)), header_text(policy) or in_query
    if own.is_strict or not text:
        return own, options
    asked = read_policy(text)
    require_fields(asked, schema)
    return agreed(own, asked), options


def header_text(value: bytes) -> str:
    """A header's value, in UTF-8 as callers write it or in Latin-1 as HTTP once had it."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def policies_of(headers: Headers) -> tuple[bytes, bytes]:
    """The headers with the API's policy and with the caller's; empty without one."""
    own, asked = (headers.get(name, "").encode("latin-1") for name in (API_POLICY, CALL_POLICY))
    return own, asked


@lru_cache(maxsize=MOST_KEPT)
def read_query(query: str) -> tuple[str, dict[str, Any] | None]:
    """The policy, and all else as options: what is no option's name or no JSON is refused with them."""
    named = dict(parse_qsl(query, keep_blank_values=True))
    policy = named.pop("policy", "")
    return policy, {name: plain(text) for name, text in named.items()} or None


def plain(text: str) -> Any:
    """JSON's own value, else the text."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
