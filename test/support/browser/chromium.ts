import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first name is Chromium without windows: the same engine, which starts and draws in half the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of the browser that CHROMIUM names, or else of the first that the system has. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macOs];
  return [...(named === undefined ? [] : [named]), ...places].find((place) => existsSync(place));
}

export const howToInstall = 'install Chromium ("apt-get install chromium"), or set CHROMIUM to where one is';

/** The reason why tests in a browser are skipped, or false if they run. If CI is set they run, and fail without a browser. */
export function noBrowser(): string | false {
  return findChromium() === undefined && process.env['CI'] === undefined && `no browser: ${howToInstall}`;
}

/** Installs Debian's Chromium if this machine has no browser and allows it. */
export function installChromium(): void {
  if (findChromium() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium for the tests of the dashboard…');
  // Ubuntu has no package called chromium-headless-shell.
  for (const name of names.slice(0, 2)) if (findChromium() === undefined) install(name);
}

function install(name: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], { env, stdio: 'ignore' });
  } catch (error) {
    console.log(`${name} could not be installed: ${error instanceof Error ? error.message : error}`);
  }
}
