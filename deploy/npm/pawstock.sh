#!/bin/sh
# Runs Pawstock with the Node in the same folder, even if this file is called through a symbolic link.
program=$0
[ -L "$program" ] && program=$(readlink -f "$program")
exec "${program%/*}/node" "${program%/*}/bin/pawstock.js" "$@"
