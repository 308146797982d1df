"""Copies of the bundle under hashes of their own, as an object store holds them; prints the hashes."""

import sys
from pathlib import Path

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.bundle.keys import signing_key


def main(folder: Path, seed: str, count: int) -> None:
    """Writes into `folder/objects/bundles`."""
    key = signing_key(seed)
    _, files = read_bundle(folder / "bundle.rowcast", key.public_key())
    bundles = folder / "objects" / "bundles"
    bundles.mkdir(parents=True)
    for number in range(count):
        own = files | {"report.json": b'{"number": %d}' % number}
        name = write_bundle(folder / "next", own, key)
        (folder / "next").rename(bundles / f"{name}.rowcast")
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
