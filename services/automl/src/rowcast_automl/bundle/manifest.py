"""The signed list of a bundle's files."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

FORMAT = 1
MANIFEST, SIGNATURE = "manifest.json", "manifest.sig"
LIMITS = {
    "model.onnx": 1 << 30,
    "schema.json": 64 << 20,
    "report.json": 64 << 20,
    "golden.json": 64 << 20,
    "answers.json": 64 << 20,
}
OPTIONAL = frozenset({"answers.json"})
MANIFEST_LIMIT = 64 << 10


class BundleError(Exception):
    """The bundle is damaged, foreign or not signed by the expected key; the text says which."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """Size in bytes and SHA-256 (hex) of one file."""

    size: int
    sha256: str


def write_manifest(files: dict[str, bytes]) -> bytes:
    """Return the manifest's bytes. Equal files give equal bytes."""
    entries = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in files.items()
    }
    return json.dumps({"files": entries, "format": FORMAT}, sort_keys=True, separators=(",", ":")).encode()


def read_manifest(content: bytes) -> dict[str, FileEntry]:
    """Parse a manifest whose signature has been verified.

    Raises
    ------
    BundleError
        When the format is unknown or a file is missing, unexpected or too large.
    """
    try:
        parsed = json.loads(content)
        version = parsed["format"]
        entries = {
            str(name): FileEntry(int(each["bytes"]), str(each["sha256"]))
            for name, each in parsed["files"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BundleError("the manifest cannot be read") from error
    if version != FORMAT:
        raise BundleError(f"bundle format {version} is not supported")
    if not set(LIMITS) - OPTIONAL <= set(entries) <= set(LIMITS):
        raise BundleError("the manifest lists other files than a bundle has")
    for name, entry in entries.items():
        if not 0 <= entry.size <= LIMITS[name]:
            raise BundleError(f"{name} is larger than allowed")
    return entries


def bundle_hash(manifest: bytes) -> str:
    """Return the bundle's hash: the SHA-256 of its manifest, in hex."""
    return hashlib.sha256(manifest).hexdigest()
