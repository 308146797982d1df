#!/bin/sh
# Writes the peers' lock files: hashes, no addresses, every platform.
set -eu
cd "$(dirname "$0")"
unset PIP_FIND_LINKS UV_FIND_LINKS
lock() {
  peer=$1
  shift
  "${UV:-uv}" pip compile "$peer.in" "$@" --output-file "$peer.lock" --quiet --universal --python-version 3.11 \
    --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links
}
# xgboost asks for 470 MB of CUDA communication code that a CPU never runs; torch cannot be imported without it.
for peer in flaml mljar xgb; do lock "$peer" --override overrides.txt; done
lock autogluon
