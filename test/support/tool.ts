import { execFileSync } from 'node:child_process';

/** Why a test that needs this program is skipped; false where the program is installed. */
export function skipWithout(program: string, versionFlag = '--version'): string | false {
  try {
    execFileSync(program, [versionFlag], { stdio: 'ignore' });
    return false;
  } catch {
    return `${program} is not installed`;
  }
}
