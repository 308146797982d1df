"""Keys of this installation, shared with the product that `npm start` runs."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rowcast_automl.bundle.keys import KEY_FILE, kept_signing_key, public_key, signing_key
from rowcast_automl.platform.errors import RowcastError

CHECKOUT = Path(__file__).resolve().parents[6]


def own_signing_key() -> Ed25519PrivateKey:
    """BUNDLE_SIGNING_KEY, else the key kept in the data folder (ROWCAST_DATA), made at first use."""
    given = os.environ.get("BUNDLE_SIGNING_KEY")
    if given:
        return signing_key(given)
    return kept_signing_key(secrets_folder())


def own_public_key() -> Ed25519PublicKey:
    """BUNDLE_PUBLIC_KEY, else the one that belongs to the signing key; reading never makes a key.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID when this installation has signed nothing yet.
    """
    given = os.environ.get("BUNDLE_PUBLIC_KEY")
    if given:
        return public_key(given)
    if "BUNDLE_SIGNING_KEY" not in os.environ and not (secrets_folder() / KEY_FILE).exists():
        message = "No bundle was signed with this data folder. Name the right one in ROWCAST_DATA."
        raise RowcastError("BUNDLE_INVALID", message)
    return own_signing_key().public_key()


def secrets_folder() -> Path:
    """Where the keys lie."""
    return Path(os.environ.get("ROWCAST_DATA") or CHECKOUT / "data").expanduser() / "secrets"
