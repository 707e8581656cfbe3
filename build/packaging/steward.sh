#!/bin/sh
# `steward` on the command line of macOS: starts the program of the bundle this file lies in, also through links to it.
set -eu
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
contents=$(cd "$(dirname "$self")/../.." && pwd -P)
exec "$contents/MacOS/Steward" "$@"
