import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The real browser that the dashboard is tested in. Nothing is downloaded from anywhere but the system's packages. */

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Whatever CHROMIUM names, or else the first one that is installed. */
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

/** Where there is no browser, gets one if this machine lets us; else says what will not be tested. */
export function provideChromium(): void {
  if (findChromium() !== undefined) return;
  const allowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (allowed) {
    console.log('Installing Chromium for the tests of the dashboard…');
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      execFileSync('apt-get', ['update'], { env, stdio: 'ignore' });
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' });
    } catch (error) {
      console.log(`Chromium could not be installed: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (findChromium() === undefined) console.log(`The dashboard is NOT tested, for want of a browser: ${howTo}.`);
}
