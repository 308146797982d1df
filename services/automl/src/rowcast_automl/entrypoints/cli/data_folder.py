"""Keys of this installation, shared with the product that `npm start` runs."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from rowcast_automl.bundle.keys import kept_signing_key, public_key, signing_key

CHECKOUT = Path(__file__).resolve().parents[6]


def own_signing_key() -> Ed25519PrivateKey:
    """BUNDLE_SIGNING_KEY, else the key kept in the data folder (ROWCAST_DATA), made at first use."""
    given = os.environ.get("BUNDLE_SIGNING_KEY")
    if given:
        return signing_key(given)
    folder = Path(os.environ.get("ROWCAST_DATA") or CHECKOUT / "data").expanduser()
    return kept_signing_key(folder / "secrets")


def own_public_key() -> Ed25519PublicKey:
    """BUNDLE_PUBLIC_KEY, else the one that belongs to the signing key."""
    given = os.environ.get("BUNDLE_PUBLIC_KEY")
    return public_key(given) if given else own_signing_key().public_key()
