import { Observable } from '../observable.ts';

/** What lies over the page, besides history and import, which have a state of their own. */
export type Overlay =
  | { readonly kind: 'add'; readonly petId: string }
  | { readonly kind: 'remove'; readonly petId: bigint }
  | { readonly kind: 'keys' }
  | { readonly kind: 'row-menu'; readonly petId: bigint; readonly anchor: HTMLElement };

export const overlay = new Observable<Overlay | undefined>(undefined);

export function closeOverlay(): void {
  overlay.set(undefined);
}
