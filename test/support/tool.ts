import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's packages whose names are not those of their programs. */
const packages: Readonly<Record<string, string>> = {
  '/usr/bin/node': 'nodejs',
  php: 'php-cli',
  promtool: 'prometheus',
  setpriv: 'util-linux',
  'systemd-analyze': 'systemd',
};

/** Why a test that needs this program is skipped; false where the program is installed. */
export function skipWithout(program: string, versionFlag = '--version'): string | false {
  try {
    execFileSync(program, [versionFlag], { stdio: 'ignore' });
    return false;
  } catch {
    return notInstalled([packages[program] ?? program]);
  }
}

/** Why a test is skipped. The last line of a run collects the packages from these reasons. */
export function notInstalled(names: readonly string[]): string {
  return `not installed: ${names.join(' ')}`;
}

/** Installs Debian packages where CI asks for it, and nowhere else. */
export function installPackages(names: readonly string[]): void {
  if (process.env['CI'] === undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
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
