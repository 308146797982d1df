"""Policies and options in the query string and the headers of a predict request."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

import orjson
from starlette.datastructures import Headers

from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.options.value_policy import (
    CACHE_SIZE,
    DEFAULT,
    Policy,
    combine,
    parse_policy,
    reject_unknown_fields,
)

API_POLICY, CALL_POLICY = "x-rowcast-api-policy", "x-rowcast-policy"


def parse_call_options(
    api_policy: bytes, policy: bytes, query: str, schema: ServingSchema
) -> tuple[Policy, dict[str, Any] | None]:
    """Parse the policy for unexpected values and the options of a request.

    Parameters
    ----------
    api_policy : bytes
        The header `x-rowcast-api-policy`, set by the owner of the API; it may name fields of another model.
    policy : bytes
        The header `x-rowcast-policy`. It takes precedence over `policy` in the query string.
    query : str
        The query string.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for an invalid policy, or for one that names unknown fields.
    """
    if not policy and not query and not api_policy:
        return DEFAULT, None
    in_query, options = parse_query(query)
    api, text = parse_policy(header_text(api_policy)), header_text(policy) or in_query
    if api.is_strict or not text:
        return api, options
    asked = parse_policy(text)
    reject_unknown_fields(asked, schema)
    return combine(api, asked), options


def header_text(value: bytes) -> str:
    """Decode a header value as UTF-8, or as Latin-1 as in older HTTP."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def policy_headers(headers: Headers) -> tuple[bytes, bytes]:
    """Return the headers with the policies of the API and of the client; empty if missing."""
    api, asked = (headers.get(name, "").encode("latin-1") for name in (API_POLICY, CALL_POLICY))
    return api, asked


@lru_cache(maxsize=CACHE_SIZE)
def parse_query(query: str) -> tuple[str, dict[str, Any] | None]:
    """Return the policy and the options in the query string. Options are validated later."""
    named = dict(parse_qsl(query, keep_blank_values=True))
    policy = named.pop("policy", "")
    return policy, {name: parse_value(text) for name, text in named.items()} or None


def parse_value(text: str) -> Any:
    """Parse JSON; other text stays text."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
