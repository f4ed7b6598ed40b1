import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser that the dashboard is tested in. It comes from nowhere but the system's packages. */

/** Chromium without its windows is the same engine, and starts and draws in half the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The one that CHROMIUM names, or else the first that is installed. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macOs];
  return [...(named === undefined ? [] : [named]), ...places].find((place) => existsSync(place));
}

const howTo = 'install Chromium ("apt-get install chromium"), or set CHROMIUM to where one is';

/** Why tests in a browser are skipped; false where they run. Where CI is set they run, and fail without one. */
export function noBrowser(): string | false {
  return findChromium() === undefined && process.env['CI'] === undefined && `no browser: ${howTo}`;
}

/** Where there is no browser, installs Debian's if this machine allows it; else says what will not be tested. */
export function provideChromium(): void {
  const allowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (findChromium() === undefined && allowed) {
    console.log('Installing Chromium for the tests of the dashboard…');
    // Ubuntu has no package for the first.
    for (const name of names.slice(0, 2)) if (findChromium() === undefined) install(name);
  }
  if (findChromium() === undefined) console.log(`The dashboard is NOT tested, for want of a browser: ${howTo}.`);
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
