#!/bin/sh
# Writes the lock file: hashes, no addresses, every platform.
set -eu
cd "$(dirname "$0")"
unset PIP_FIND_LINKS UV_FIND_LINKS
"${UV:-uv}" pip compile schemathesis.in --output-file schemathesis.lock --quiet --universal --python-version 3.11 \
  --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links
