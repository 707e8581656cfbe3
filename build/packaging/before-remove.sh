#!/bin/sh
# Said when the deb or rpm package is removed (not when it is replaced): root's scripts cannot open people's keyrings.
case "${1:-}" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac
cat <<'TEXT'
Steward is being removed. Its secrets stay in the keyring of each person who used it, and its files in
~/.local/share/steward: a package cannot open anybody's keyring. Each person removes their own, before
Steward goes or after installing it again, with
    steward erase --yes                 the secrets
    steward erase --everything --yes    the secrets and Steward's files
TEXT
exit 0
