import { execFileSync } from 'node:child_process';

/** For tests that need a program which not every machine has: a reason to skip them, or false where it is there. */
export function skipWithout(program: string, versionFlag = '--version'): string | false {
  try {
    execFileSync(program, [versionFlag], { stdio: 'ignore' });
    return false;
  } catch {
    return `there is no ${program} here`;
  }
}
