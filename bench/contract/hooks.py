"""What the run needs to know beside the document."""

import itertools
import json
import os

import schemathesis

tokens = itertools.cycle(json.loads(os.environ["TOKENS"]))


@schemathesis.auth(refresh_interval=None)
class Sessions:
    """Every request under the next of several sessions, so that none meets its own limit."""

    def get(self, case: schemathesis.Case, context: schemathesis.AuthContext) -> str:
        """The next token."""
        return next(tokens)

    def set(self, case: schemathesis.Case, data: str, context: schemathesis.AuthContext) -> None:
        """Sends it along."""
        case.headers["Authorization"] = f"Bearer {data}"
