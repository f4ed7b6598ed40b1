import { Observable } from './observable.ts';

/** What this browser remembers of its user's taste. Never the key. */

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const lowDefault = 5;

export const theme = new Observable<Theme>(themes.find((name) => name === read('theme')) ?? 'auto');
export const lowThreshold = new Observable<number>(asThreshold(read('low')) ?? lowDefault);

applyTheme();

export function chooseTheme(next: Theme): void {
  theme.set(next);
  write('theme', next);
  applyTheme();
}

export function chooseLowThreshold(next: number): void {
  lowThreshold.set(next);
  write('low', String(next));
}

/** A whole number from 1 on; what is only out of stock has a filter of its own. */
export function asThreshold(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}

/** Storage may be forbidden. Then nothing is remembered, and all else works. */
function read(name: string): string | null {
  try {
    return localStorage.getItem(`pawstock.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`pawstock.${name}`, value);
  } catch {
    // Not remembered, then.
  }
}
