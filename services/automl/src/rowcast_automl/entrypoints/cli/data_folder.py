"""Keys of this installation, shared with the product that `npm start` runs."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rowcast_automl.bundle.keys import KEY_FILE, kept_signing_key, public_key, signing_key
from rowcast_automl.entrypoints.cli.environment import CHECKOUT, read_settings
from rowcast_automl.platform.config import KeySettings
from rowcast_automl.platform.errors import RowcastError


def own_signing_key() -> Ed25519PrivateKey:
    """BUNDLE_SIGNING_KEY, else the key kept in the data folder (ROWCAST_DATA), made at first use.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED for a key that is none.
    """
    given = read_settings(KeySettings)
    if given.bundle_signing_key:
        return signing_key(given.bundle_signing_key.get_secret_value())
    return kept_signing_key(secrets_folder(given))


def own_public_key() -> Ed25519PublicKey:
    """BUNDLE_PUBLIC_KEY, else the one that belongs to the signing key; reading never makes a key.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID when this installation has signed nothing yet; VALIDATION_FAILED for a key
        that is none.
    """
    given = read_settings(KeySettings)
    if given.bundle_public_key:
        return public_key(given.bundle_public_key)
    if not given.bundle_signing_key and not (secrets_folder(given) / KEY_FILE).exists():
        message = "No bundle was signed with this data folder. Name the right one in ROWCAST_DATA."
        raise RowcastError("BUNDLE_INVALID", message)
    return own_signing_key().public_key()


def secrets_folder(given: KeySettings) -> Path:
    """Where the keys lie."""
    return (given.rowcast_data or CHECKOUT / "data").expanduser() / "secrets"
