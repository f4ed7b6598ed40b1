import { Observable } from './observable.ts';

/**
 * The dashboard's screens. The fragment of the URL names the current screen, so that reloading and
 * the Back button work. A question mark and the screen's filter may follow the name.
 */
export const screens = ['sell', 'stock', 'receiving', 'count', 'activity', 'reports'] as const;
/** The settings have no link in the header: they are in the menu, because only owners need them. */
export type Screen = (typeof screens)[number] | 'settings';

export const screen = new Observable<Screen>('stock');

export const urlHash = new Observable('');

/** Shows the screen that the URL names, now and whenever the URL changes. */
export function followUrl(): void {
  readUrl();
  window.addEventListener('hashchange', readUrl);
}

function readUrl(): void {
  const [name] = location.hash.slice(1).split('?', 1);
  urlHash.set(location.hash);
  screen.set(name === 'settings' ? name : (screens.find((known) => known === name) ?? 'stock'));
}

/**
 * Changes the fragment of the URL, such as a screen's filter, without a new entry in the browser's
 * history.
 */
export function replaceHash(hash: string): void {
  history.replaceState(history.state, '', hash);
  readUrl();
}

/** The ID of the input field on each screen that the key `/` moves the focus to. */
export const searchInputId = 'search';

/**
 * The open dialog or menu. Separate variables store whether a pet's history or the import dialog is
 * open.
 */
type Overlay =
  | {
      readonly kind: 'add';
      readonly petId?: string;
      readonly barcode?: string;
      /** Whether the new pet becomes a line of the delivery that is being entered. */
      readonly isDelivered?: boolean;
    }
  | { readonly kind: 'remove' | 'details'; readonly petId: bigint }
  | { readonly kind: 'shortcuts' | 'sign-out' | 'waiting' }
  /** The dialogs about the people whom this device knows. */
  | { readonly kind: 'people' | 'keep-person' | 'new-person' }
  /** The dialog about the user's API key. `wanted` is the action that the key does not allow. */
  | {
      readonly kind: 'key';
      readonly wanted: { readonly name: string; readonly scope: 'write' | 'admin' } | undefined;
    }
  | { readonly kind: 'main-menu'; readonly anchor: HTMLElement }
  | { readonly kind: 'language-menu'; readonly anchor: HTMLElement }
  | { readonly kind: 'webhook-menu'; readonly name: string; readonly anchor: HTMLElement }
  | { readonly kind: 'row-menu'; readonly petId: bigint; readonly anchor: HTMLElement };

export type OverlayOf<Kind extends Overlay['kind']> = Overlay & { readonly kind: Kind };

export const overlay = new Observable<Overlay | undefined>(undefined);

export function closeOverlay(): void {
  overlay.set(undefined);
}
