#!/bin/sh
# Runs Pawstock with the Node that is in the same folder, also through a symbolic link to this file.
program=$0
[ -L "$program" ] && program=$(readlink -f "$program")
exec "${program%/*}/node" "${program%/*}/bin/pawstock.js" "$@"
