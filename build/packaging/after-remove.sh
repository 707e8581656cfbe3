#!/bin/sh
# Takes away what the deb or rpm package made beside its files, when it goes and not when a newer version takes its place:
# an rpm runs this of the old version after the new one was put there. The packager fills in the names.
case "${1:-}" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac
if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}' || true
else
  rm -f '/usr/bin/${executable}'
fi
profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  # Taken out of the running kernel too, except where a system is only being put together.
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
exit 0
