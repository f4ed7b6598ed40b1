import { Observable } from './observable.ts';

/** The screen is in the fragment of the URL, so that it survives a reload and the Back button of a phone works. */
export const screens = ['stock', 'delivery', 'count', 'activity'] as const;
export type Screen = (typeof screens)[number];

export const screenNames: Readonly<Record<Screen, string>> = {
  stock: 'Stock',
  delivery: 'Receive',
  count: 'Count',
  activity: 'Activity',
};

export const screen = new Observable<Screen>(screenFromUrl());

window.addEventListener('hashchange', () => screen.set(screenFromUrl()));

export function showScreen(next: Screen): void {
  location.hash = next;
}

function screenFromUrl(): Screen {
  return screens.find((name) => name === location.hash.slice(1)) ?? 'stock';
}
