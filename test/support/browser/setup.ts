import { provideChromium } from './chromium.ts';

/** Before all tests of a run that are done in a browser. */
export function globalSetup(): void {
  provideChromium();
}
