import { existsSync } from 'node:fs';
import { missingPackages } from '../../../deploy/patroni/cluster.ts';
import { installPackages, notInstalled } from '../tool.ts';

/** Why there is no test: false where Debian's packages are there, or could be installed. */
export function providePackages(): string | false {
  const missing = missingHere();
  if (missing.length === 0) return false;
  installPackages(missing);
  const left = missingHere();
  return left.length > 0 && notInstalled(left);
}

/** The page that a test follows fills in its files with `envsubst`. */
function missingHere(): string[] {
  return [...missingPackages(), ...(existsSync('/usr/bin/envsubst') ? [] : ['gettext-base'])];
}
