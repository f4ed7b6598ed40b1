import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { notInstalled, skipWithout } from '../tool.ts';

const script = fileURLToPath(new URL('./filtered.py', import.meta.url));

/** Debian's Python, for which Debian has a package of libseccomp. */
const python = '/usr/bin/python3';

/** The user that has no rights, and as whom the program runs if root runs the tests. */
const nobody = 65_534;

/** Returns why a test that runs a program under a unit's filter is skipped, or false. */
export function skipWithoutFilter(): string | false {
  const withoutSystemd = skipWithout('systemd-analyze');
  if (withoutSystemd !== false) return withoutSystemd;
  try {
    execFileSync(python, ['-c', 'import seccomp'], { stdio: 'ignore' });
    return false;
  } catch {
    return notInstalled(['python3-seccomp']);
  }
}

/**
 * Returns the beginning of a command line that runs a program with the system calls and address
 * families that a systemd unit leaves to its service. systemd itself does not have to run.
 */
export function underFilterOf(unit: string): readonly string[] {
  const rules = {
    user: nobody,
    calls: [...callsAllowedBy(valuesOf(unit, 'SystemCallFilter'))],
    errno: valuesOf(unit, 'SystemCallErrorNumber').at(-1),
    families: valuesOf(unit, 'RestrictAddressFamilies').flatMap((value) => value.split(' ')),
  };
  return [python, script, JSON.stringify(rules)];
}

/** Gives files and folders to the user as whom a filtered program runs. */
export function giveToFiltered(paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  for (const path of paths) chownSync(path, nobody, nobody);
}

function valuesOf(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/**
 * The system calls that lines of `SystemCallFilter=` allow. The first line lists what is allowed;
 * every further line adds to that list or, after `~`, takes away from it.
 */
function callsAllowedBy(lines: readonly string[]): Set<string> {
  let allowed = callsOf('@default');
  for (const line of lines) {
    const isRemoval = line.startsWith('~');
    for (const name of line.replace('~', '').split(' ')) {
      const calls = callsOf(name);
      allowed = isRemoval ? allowed.difference(calls) : allowed.union(calls);
    }
  }
  return allowed;
}

/** The system calls in a group such as `@system-service`, or the one system call of this name. */
function callsOf(name: string): Set<string> {
  if (!name.startsWith('@')) return new Set([name]);
  const text = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' });
  const members = [...text.matchAll(/^ +([@\w-]+)$/gm)].map(([, member = '']) => member);
  return new Set(members.flatMap((member) => [...callsOf(member)]));
}
