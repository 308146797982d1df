"""Ed25519 keys that sign bundles."""

from __future__ import annotations

import base64
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rowcast_automl.platform.config import KEY_BYTES, require_key_bytes

KEY_FILE = "bundle-signing.key"


def signing_key(encoded: str) -> Ed25519PrivateKey:
    """The key behind a base64 seed of 32 bytes; ValueError when it is none."""
    return Ed25519PrivateKey.from_private_bytes(require_key_bytes(encoded))


def public_key(encoded: str) -> Ed25519PublicKey:
    """The public key behind 32 bytes in base64; ValueError when it is none."""
    return Ed25519PublicKey.from_public_bytes(require_key_bytes(encoded))


def encoded(key: Ed25519PublicKey) -> str:
    """The key as BUNDLE_PUBLIC_KEY takes it."""
    return base64.b64encode(key.public_bytes_raw()).decode()


def kept_signing_key(folder: Path) -> Ed25519PrivateKey:
    """The key of this data folder, made at first use in a file that only its owner can read.

    Parameters
    ----------
    folder : Path
        Folder for secrets; created with mode 0700.
    """
    path = folder / KEY_FILE
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        make_key(path)
    return signing_key(path.read_text().strip())


def make_key(path: Path) -> None:
    """Writes a new key, whole from the moment it is there, unless another process was faster."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".new-") as file:
        file.write(base64.b64encode(os.urandom(KEY_BYTES)).decode() + "\n")
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)
