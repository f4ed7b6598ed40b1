import { findChromium, howToInstall, installChromium } from './chromium.ts';

/** Runs before all tests of a run that use a browser. */
export function globalSetup(): void {
  installChromium();
}

export function globalTeardown(): void {
  if (findChromium() === undefined)
    console.log(`SKIPPED for want of a browser: test/browser. To run it, ${howToInstall}.`);
}
