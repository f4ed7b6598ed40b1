import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian packages whose names differ from those of their programs. */
const packages: Readonly<Record<string, string>> = {
  '/usr/bin/node': 'nodejs',
  busybox: 'busybox-static',
  php: 'php-cli',
  promtool: 'prometheus',
  setpriv: 'util-linux',
  ssh: 'openssh-client',
  'systemd-analyze': 'systemd',
};

/** Returns why a test that needs this program is skipped, or false if the program is installed. */
export function skipWithout(program: string, versionFlag = '--version'): string | false {
  try {
    execFileSync(program, [versionFlag], { stdio: 'ignore' });
    return false;
  } catch {
    return notInstalled([packages[program] ?? program]);
  }
}

/**
 * Returns the reason to skip a test. The test run collects the missing packages from these reasons.
 */
export function notInstalled(names: readonly string[]): string {
  return `not installed: ${names.join(' ')}`;
}

/** The beginning of a command line that runs a program as a user without rights. */
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** Returns why a test that runs a program as a user without rights is skipped, or false. */
export function skipWithoutOtherUser(): string | false {
  if (process.getuid?.() !== 0) return 'only root can become another user';
  return skipWithout('setpriv');
}

/** Installs Debian packages, but only in CI, as root, and where apt-get exists. */
export function installPackages(names: readonly string[]): void {
  if (
    process.env['CI'] === undefined ||
    process.getuid?.() !== 0 ||
    !existsSync('/usr/bin/apt-get')
  )
    return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: 'ignore', timeout: 300_000 } as const;
  console.log(`Installing ${names.join(', ')}…`);
  try {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], options);
  } catch (error) {
    console.log(`Not installed: ${error instanceof Error ? error.message : error}`);
  }
}
