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
    """Return the signing key for a base64 seed of 32 bytes. Raise ValueError if it is invalid."""
    return Ed25519PrivateKey.from_private_bytes(require_key_bytes(encoded))


def public_key(encoded: str) -> Ed25519PublicKey:
    """Return the public key for its 32 bytes in base64. Raise ValueError if it is invalid."""
    return Ed25519PublicKey.from_public_bytes(require_key_bytes(encoded))


def encode_public_key(key: Ed25519PublicKey) -> str:
    """Return the key in the form of BUNDLE_PUBLIC_KEY."""
    return base64.b64encode(key.public_bytes_raw()).decode()


def stored_signing_key(folder: Path) -> Ed25519PrivateKey:
    """Return the signing key of a data folder.

    It is created on first use, in a file that only its owner can read.

    Parameters
    ----------
    folder : Path
        Folder for secrets; created with mode 0700.
    """
    path = folder / KEY_FILE
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        create_key_file(path)
    return signing_key(path.read_text().strip())


def create_key_file(path: Path) -> None:
    """Create a key file atomically, unless another process has created it."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".new-") as file:
        file.write(base64.b64encode(os.urandom(KEY_BYTES)).decode() + "\n")
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)
