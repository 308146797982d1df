"""Keys of this installation, shared with the product that `npm start` runs."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rowcast_automl.bundle.keys import KEY_FILE, public_key, signing_key, stored_signing_key
from rowcast_automl.entrypoints.cli.environment import CHECKOUT, read_settings
from rowcast_automl.platform.config import KeySettings
from rowcast_automl.platform.errors import RowcastError


def installation_signing_key() -> Ed25519PrivateKey:
    """Return BUNDLE_SIGNING_KEY, or else the key in the data folder (ROWCAST_DATA), created on first use.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for an invalid key.
    """
    settings = read_settings(KeySettings)
    if settings.bundle_signing_key:
        return signing_key(settings.bundle_signing_key.get_secret_value())
    return stored_signing_key(secrets_folder(settings))


def installation_public_key() -> Ed25519PublicKey:
    """Return BUNDLE_PUBLIC_KEY, or else the public key of the signing key. Never creates a key.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID if this installation has not signed a bundle yet; VALIDATION_FAILED for a key
        that is none.
    """
    settings = read_settings(KeySettings)
    if settings.bundle_public_key:
        return public_key(settings.bundle_public_key)
    if not settings.bundle_signing_key and not (secrets_folder(settings) / KEY_FILE).exists():
        message = "No bundle was signed with this data folder. Name the right one in ROWCAST_DATA."
        raise RowcastError("BUNDLE_INVALID", message)
    return installation_signing_key().public_key()


def secrets_folder(settings: KeySettings) -> Path:
    """Return the folder of the keys."""
    return (settings.rowcast_data or CHECKOUT / "data").expanduser() / "secrets"
