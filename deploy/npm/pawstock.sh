#!/bin/sh
# Runs Pawstock with the Node in the same folder, even if this file is called through a symbolic link.
program=$0
[ -L "$program" ] && program=$(readlink -f "$program")
for loader in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1 /lib/ld-linux-x86-64.so.2; do
  [ -e "$loader" ] && found=yes
done
if [ -z "${found:-}" ]; then
  echo 'pawstock: This system has no glibc, such as Alpine Linux. Use a Linux with glibc 2.28 or later, such as Debian.' >&2
  exit 1
fi
exec "${program%/*}/node" "${program%/*}/bin/pawstock.js" "$@"
