#!/bin/sh
# Runs a program with the secrets that the `secrets` service shared with this container, if it did.
set -eu
file=${SECRETS_FILE:-/run/rowcast/env}
if [ -r "$file" ]; then
  set -a
  . "$file"
  set +a
fi
exec "$@"
