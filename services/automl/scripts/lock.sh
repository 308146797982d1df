#!/bin/sh
# Writes the lock files from pyproject.toml: hashes, no addresses, every platform.
set -eu
cd "$(dirname "$0")/.."
unset PIP_FIND_LINKS UV_FIND_LINKS
lock() {
  "${UV:-uv}" pip compile pyproject.toml "$@" --quiet --universal --python-version 3.11 \
    --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links
}
lock --group dev --output-file requirements.lock
lock --constraint requirements.lock --output-file requirements-runtime.lock
lock --constraint requirements.lock --extra cluster --output-file requirements-cluster.lock
