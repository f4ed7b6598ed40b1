import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, notInstalled } from '../tool.ts';

/**
 * Browser programs by preference. chromium-headless-shell has no windows and takes half the time to
 * start and draw.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Returns the path of the browser in the environment variable CHROMIUM, or of the first one that is
 * installed.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macOs];
  return [...(named === undefined ? [] : [named]), ...places].find((place) => existsSync(place));
}

/**
 * Returns why browser tests are skipped, or false if they run. If CI is set, they run and fail
 * without a browser.
 */
export function noBrowser(): string | false {
  return (
    findChromium() === undefined && process.env['CI'] === undefined && notInstalled(['chromium'])
  );
}

/**
 * Installs Chromium if there is no browser. Ubuntu has no chromium-headless-shell, so chromium is
 * second choice.
 */
export function installChromium(): void {
  for (const name of names.slice(0, 2)) if (findChromium() === undefined) installPackages([name]);
}
