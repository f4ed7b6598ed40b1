import { existsSync } from 'node:fs';
import { missingPackages } from '../../../deploy/patroni/cluster.ts';
import { installPackages, notInstalled } from '../tool.ts';

/** Returns why the test is skipped, or false if Debian's packages are installed or could be installed. */
export function providePackages(): string | false {
  const missing = missingHere();
  if (missing.length === 0) return false;
  installPackages(missing);
  const left = missingHere();
  return left.length > 0 && notInstalled(left);
}

/** The page that the test follows uses the program `envsubst`, so that is required as well. */
function missingHere(): string[] {
  return [...missingPackages(), ...(existsSync('/usr/bin/envsubst') ? [] : ['gettext-base'])];
}
