"""Facts in a bundle about its training: data hash, settings, seed and versions."""

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
    """Read and verify a bundle; return its hash and files.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID.
    """
    try:
        return read_bundle(path, key)
    except BundleError as error:
        raise RowcastError("BUNDLE_INVALID", f"The model bundle cannot be used: {error}.") from error


def parse_facts(files: dict[str, bytes]) -> RebuildFacts:
    """Parse the facts about the training.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID for bundles of older versions.
    """
    try:
        return RebuildFacts.model_validate(json.loads(files["report.json"]).get("rebuild"))
    except ValidationError as error:
        message = "The bundle does not say how it was made; an older version made it. Train again."
        raise RowcastError("BUNDLE_INVALID", message) from error


def stopped_early(files: dict[str, bytes]) -> bool:
    """Whether the training was stopped early."""
    return bool(json.loads(files["report.json"]).get("stoppedEarly"))


def time_dependence(facts: RebuildFacts, stopped: bool) -> list[FieldProblem]:
    """Return a problem if the training depended on time, which makes it irreproducible."""
    if facts.config.get("reproducible"):
        message = "The training was stopped early. Train again to its end to get the same bundle again."
        return [field_problem("stoppedEarly", message)] if stopped else []
    message = "The clock decided what was tried. Train with --reproducible to get the same bundle again."
    return [field_problem("config.reproducible", message)]


def changed_versions(facts: RebuildFacts) -> list[FieldProblem]:
    """Return problems for code and libraries whose versions differ."""
    original = {**facts.versions, "code": facts.code_version}
    installed = {name: installed_version(name) for name in original}
    return [
        field_problem(f"versions.{name}", f"{name} was {original[name]}; here it is {installed[name]}.")
        for name in original
        if original[name] != installed[name]
    ]


def installed_version(name: str) -> str:
    """Return the installed version of a library, of Python or of this code."""
    if name == "python":
        return platform.python_version()
    if name == "code":
        return code_version()
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
