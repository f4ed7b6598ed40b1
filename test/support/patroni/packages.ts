import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missingPackages } from '../../../deploy/patroni/cluster.ts';

/** Why there is no test: false where Debian's packages are there, or could be installed. */
export function providePackages(): string | false {
  const missing = missingHere();
  if (missing.length === 0) return false;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(', ')}…`);
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: 300_000,
    } as const;
    try {
      execFileSync('apt-get', ['update'], options);
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options);
    } catch (error) {
      console.log(`They could not be installed: ${error instanceof Error ? error.message : error}`);
    }
  }
  const left = missingHere();
  return left.length > 0 && `Failover is NOT tested: as root, apt-get install ${left.join(' ')}`;
}

/** The page that a test follows fills in its files with `envsubst`. */
function missingHere(): string[] {
  return [...missingPackages(), ...(existsSync('/usr/bin/envsubst') ? [] : ['gettext-base'])];
}
