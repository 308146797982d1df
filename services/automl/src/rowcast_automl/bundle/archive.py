"""Reading and writing of `.rowcast` bundles. Content is parsed only after verification."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rowcast_automl.bundle.checksum import PLACEHOLDER, verify_checksum, write_checksum
from rowcast_automl.bundle.manifest import (
    LIMITS,
    MANIFEST,
    MANIFEST_LIMIT,
    OPTIONAL,
    SIGNATURE,
    BundleError,
    bundle_hash,
    read_manifest,
    write_manifest,
)

SIGNATURE_BYTES = 64
EPOCH = (1980, 1, 1, 0, 0, 0)
STORED_BELOW = 4_096
# Other methods cannot be decompressed with a size limit.
SUPPORTED_COMPRESSION = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def write_bundle(path: Path, files: dict[str, bytes], key: Ed25519PrivateKey) -> str:
    """Write a signed bundle.

    Parameters
    ----------
    files : dict
        Content by name: model.onnx, schema.json, report.json, golden.json and, optionally, answers.json.

    Returns
    -------
    str
        The bundle's hash. Equal files and key give equal bytes.
    """
    manifest = write_manifest(files)
    read_manifest(manifest)
    content = {MANIFEST: manifest, SIGNATURE: key.sign(manifest), **files}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_STORED if len(data) < STORED_BELOW else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=1)
        archive.comment = PLACEHOLDER
    write_checksum(path)
    return bundle_hash(manifest)


def read_bundle(source: Path | bytes, key: Ed25519PublicKey) -> tuple[str, dict[str, bytes]]:
    """Verify a bundle and return its hash and files.

    Checksum, names, sizes, signature and hashes are checked in this order. Each file is decompressed up
    to its signed size.

    Raises
    ------
    BundleError
        Something differs from what was signed.
    """
    stream = io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")
    try:
        with stream:
            verify_checksum(stream)
            return read_archive(stream, key)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        OSError,
    ) as error:
        raise BundleError("the file is not a readable bundle") from error


def read_archive(stream: BinaryIO, key: Ed25519PublicKey) -> tuple[str, dict[str, bytes]]:
    """Implementation of `read_bundle`."""
    with zipfile.ZipFile(stream) as archive:
        names = check_names(archive)
        manifest = read_entry(archive, MANIFEST, MANIFEST_LIMIT)
        signature = read_entry(archive, SIGNATURE, SIGNATURE_BYTES)
        try:
            key.verify(signature, manifest)
        except InvalidSignature:
            raise BundleError("the signature does not match the installation's key") from None
        files = {}
        entries = read_manifest(manifest)
        if {MANIFEST, SIGNATURE, *entries} != names:
            raise BundleError("it holds other files than were signed")
        for name, entry in entries.items():
            files[name] = read_entry(archive, name, entry.size)
            if len(files[name]) != entry.size or hashlib.sha256(files[name]).hexdigest() != entry.sha256:
                raise BundleError(f"{name} is not the file that was signed")
    return bundle_hash(manifest), files


def check_names(archive: zipfile.ZipFile) -> set[str]:
    """Check that the archive contains the files of a bundle, each once, and return their names."""
    names = [info.filename for info in archive.infolist()]
    required = {MANIFEST, SIGNATURE, *LIMITS} - OPTIONAL
    if any(info.compress_type not in SUPPORTED_COMPRESSION for info in archive.infolist()):
        raise BundleError("it is packed in a way that a bundle is not")
    if len(set(names)) < len(names) or not required <= set(names) <= {*required, *OPTIONAL}:
        raise BundleError("it holds other files than a bundle has")
    return set(names)


def read_entry(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """Read a file, decompressed up to `limit` bytes."""
    info = archive.getinfo(name)
    if info.file_size > limit:
        raise BundleError(f"{name} is larger than allowed")
    with archive.open(info) as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise BundleError(f"{name} is larger than allowed")
    return content
