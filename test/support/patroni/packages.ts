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

/**
 * One test follows deploy/patroni/README.md, which uses the program `envsubst`, so that program is
 * also required.
 */
function missingHere(): string[] {
  return [...missingPackages(), ...(existsSync('/usr/bin/envsubst') ? [] : ['gettext-base'])];
}
