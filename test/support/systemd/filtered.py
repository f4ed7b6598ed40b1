"""Runs a program under a filter for system calls, as systemd runs a service with SystemCallFilter
and RestrictAddressFamilies.

usage: filtered.py RULES PROGRAM ARGUMENT...

RULES is JSON: {"user": 65534, "calls": ["read"], "errno": "EPERM", "families": ["AF_UNIX"]}
"""

import errno
import json
import os
import socket
import sys

import seccomp

rules = json.loads(sys.argv[1])
program = sys.argv[2:]

# The unit names a user without rights, so the program must not run as root.
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(rules["user"])
    os.setuid(rules["user"])

# A system call that is not listed fails with this error.
calls = seccomp.SyscallFilter(seccomp.ERRNO(getattr(errno, rules["errno"])))
for name in rules["calls"]:
    try:
        calls.add_rule(seccomp.ALLOW, name)
    except RuntimeError:
        pass  # The system call exists on another kind of processor only.

# A socket of any other address family fails as if the system did not know the family.
families = seccomp.SyscallFilter(seccomp.ALLOW)
allowed = {getattr(socket, name) for name in rules["families"]}
for family in range(64):
    if family not in allowed:
        refused = seccomp.Arg(0, seccomp.EQ, family)
        families.add_rule(seccomp.ERRNO(errno.EAFNOSUPPORT), "socket", refused)

# The filter of system calls comes last, because it refuses to load another one.
families.load()
calls.load()
os.execvp(program[0], program)
