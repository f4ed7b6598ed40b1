import { Observable } from './observable.ts';
import { readStorage, writeStorage } from './storage.ts';

/** Settings of this browser, kept in localStorage. */

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const lowThresholdDefault = 5;

export const theme = new Observable<Theme>(themes.find((name) => name === readStorage('local', 'theme')) ?? 'auto');

/** A quantity from 1 up to this counts as low stock. */
export const lowThreshold = new Observable<number>(
  parseThreshold(readStorage('local', 'low') ?? '') ?? lowThresholdDefault,
);

applyTheme();

export function setTheme(next: Theme): void {
  theme.set(next);
  writeStorage('local', 'theme', next);
  applyTheme();
}

export function setLowThreshold(next: number): void {
  lowThreshold.set(next);
  writeStorage('local', 'low', String(next));
}

/** At least 1: a quantity of 0 is out of stock, not low. */
export function parseThreshold(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}
