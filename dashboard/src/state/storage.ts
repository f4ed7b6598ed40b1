import { Observable } from './observable.ts';

/**
 * Values in the browser's storage. If the browser forbids storage, nothing is remembered, but all
 * else works.
 */

type Area = 'session' | 'local';

export function readStorage(area: Area, name: string): string | undefined {
  try {
    return globalThis[`${area}Storage`].getItem(`pawstock.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes the stored value if `value` is undefined. */
export function writeStorage(area: Area, name: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[`${area}Storage`].removeItem(`pawstock.${name}`);
    else globalThis[`${area}Storage`].setItem(`pawstock.${name}`, value);
  } catch {
    // The browser forbids storage or has no space left, so the value is not remembered.
  }
}

/** Reads a value that `writeJson` has stored; undefined if there is none or if it is damaged. */
export function readJson<T>(area: Area, name: string): T | undefined {
  try {
    return JSON.parse(readStorage(area, name) ?? '', (field, value) =>
      field === 'petId' ? BigInt(value) : value,
    );
  } catch {
    return undefined;
  }
}

/**
 * Stores a value as JSON, or removes it if `value` is undefined. JSON has no bigint, so IDs of pets
 * become text.
 */
export function writeJson(area: Area, name: string, value: unknown): void {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
  writeStorage(area, name, text);
}

export const themes = ['auto', 'light', 'dark'] as const;
export const theme = new Observable<(typeof themes)[number]>('auto');

/**
 * A quantity from 1 up to this threshold counts as low stock. It is a setting of the shop. This
 * device keeps the last one, so that the first screen is right before the shop's is loaded.
 */
export const lowThreshold = new Observable(5);

/**
 * Restores the theme and low-stock threshold of this device, and stores changes of them from now
 * on.
 */
export function startSettings(): void {
  theme.set(themes.find((name) => name === readStorage('local', 'theme')) ?? theme.value);
  lowThreshold.set(parseThreshold(readStorage('local', 'low') ?? '') ?? lowThreshold.value);
  const applyTheme = () => {
    document.documentElement.dataset['theme'] = theme.value;
  };
  applyTheme();
  theme.subscribe(applyTheme);
  for (const [name, setting] of Object.entries({ theme, low: lowThreshold })) {
    setting.subscribe(() => writeStorage('local', name, String(setting.value)));
  }
}

/**
 * Reads a threshold for low stock, which is at least 1: a quantity of 0 is out of stock, not low.
 */
export function parseThreshold(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
