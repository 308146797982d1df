"""How many examples the property-based tests draw."""

from __future__ import annotations

import os

from hypothesis import settings

DEFAULT_EXAMPLES, NIGHTLY_EXAMPLES = 50, 200

settings.register_profile("default", max_examples=DEFAULT_EXAMPLES)
settings.register_profile("nightly", max_examples=NIGHTLY_EXAMPLES)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")
settings.load_profile(PROFILE)


def examples(nightly: int) -> int:
    """So many under the profile `nightly`, which HYPOTHESIS_PROFILE names, and at most 50 otherwise."""
    return nightly if PROFILE == "nightly" else min(nightly, DEFAULT_EXAMPLES)
