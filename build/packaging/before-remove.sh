#!/bin/sh
# Said when the deb or rpm package is removed (not when it is replaced): root's scripts cannot open people's keyrings.
case "${1:-}" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac
cat <<'TEXT'
Steward is being removed. A package can't open anyone's keyring, so the secrets stay in the keyring of
each person who used Steward, and their files in ~/.local/share/steward. To remove your own, run one of
these before you remove Steward, or after you install it again:
    steward erase --yes                 the secrets
    steward erase --everything --yes    the secrets and Steward's files
TEXT
exit 0
