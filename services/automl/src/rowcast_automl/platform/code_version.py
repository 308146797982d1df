"""Version of the running code."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import rowcast_automl


@cache
def code_version() -> str:
    """Return the package's version with a hash of its source, such as 0.1.0+3f2a9c1d7e60."""
    package = Path(rowcast_automl.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{version('rowcast-automl')}+{digest.hexdigest()[:12]}"
