"""What a bundle says about its own making."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import ValidationError

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.bundle.manifest import BundleError
from rowcast_automl.contracts.generated import FieldProblem, RebuildFacts
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.errors import RowcastError, field_problem


def open_bundle(path: Path, key: Ed25519PublicKey) -> tuple[str, dict[str, bytes]]:
    """The hash and the files of a verified bundle.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID.
    """
    try:
        return read_bundle(path, key)
    except BundleError as error:
        raise RowcastError("BUNDLE_INVALID", f"The model bundle cannot be used: {error}.") from error


def facts_of(files: dict[str, bytes]) -> RebuildFacts:
    """Data hash, settings, seed and versions.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID when an older version made the bundle.
    """
    try:
        return RebuildFacts.model_validate(json.loads(files["report.json"]).get("rebuild"))
    except ValidationError as error:
        message = "The bundle does not say how it was made; an older version made it. Train again."
        raise RowcastError("BUNDLE_INVALID", message) from error


def stopped_early(files: dict[str, bytes]) -> bool:
    """Whether the training was stopped before it had tried everything."""
    return bool(json.loads(files["report.json"]).get("stoppedEarly"))


def by_clock(facts: RebuildFacts, stopped: bool) -> list[FieldProblem]:
    """Says so where seconds decided how much was tried, which is different every time."""
    if facts.config.get("reproducible"):
        message = "The training was stopped early. Train again to its end to get the same bundle again."
        return [field_problem("stoppedEarly", message)] if stopped else []
    message = "The clock decided what was tried. Train with --reproducible to get the same bundle again."
    return [field_problem("config.reproducible", message)]


def changed_versions(facts: RebuildFacts) -> list[FieldProblem]:
    """The code and the libraries that are not those of then."""
    then = {**facts.versions, "code": facts.code_version}
    now = {name: version_now(name) for name in then}
    return [
        field_problem(f"versions.{name}", f"{name} was {then[name]}; here it is {now[name]}.")
        for name in then
        if then[name] != now[name]
    ]


def version_now(name: str) -> str:
    """The version here of a library, of Python or of this code."""
    if name == "python":
        return platform.python_version()
    if name == "code":
        return code_version()
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
