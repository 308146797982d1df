#!/bin/sh
# Writes the lock file of each peer from its .in: hashes, no addresses.
set -eu
cd "$(dirname "$0")"
unset PIP_FIND_LINKS UV_FIND_LINKS
for peer in fastapi mlflow bentoml mlserver; do
  "${UV:-uv}" pip compile "$peer.in" --output-file "$peer.lock" --quiet --python-version 3.11 \
    --override overrides.txt --generate-hashes --no-annotate --no-header --no-emit-index-url
done
