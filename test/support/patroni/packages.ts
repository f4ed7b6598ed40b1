import { existsSync } from 'node:fs';
import { missingPackages } from '../../../deploy/patroni/cluster.ts';
import { installPackages, notInstalled } from '../tool.ts';

/** Installs Debian's packages of Patroni and etcd if they are missing. */
export function installPatroni(): void {
  const missing = missingHere();
  if (missing.length > 0) installPackages(missing);
}

/** Returns why a test that needs Patroni is skipped, or false if it is installed. */
export function noPatroni(): string | false {
  const missing = missingHere();
  return missing.length > 0 && notInstalled(missing);
}

/** The page that the test follows uses the program `envsubst`, so that is required as well. */
function missingHere(): string[] {
  return [...missingPackages(), ...(existsSync('/usr/bin/envsubst') ? [] : ['gettext-base'])];
}
