import { Observable } from './observable.ts';

/** The dialog or menu over the page. History and import have a state of their own. */
type Overlay =
  | { readonly kind: 'add'; readonly petId: string }
  | { readonly kind: 'remove' | 'name'; readonly petId: bigint }
  | { readonly kind: 'shortcuts' }
  /** `wanted`: what the key does not allow. */
  | { readonly kind: 'key'; readonly wanted: { readonly name: string; readonly scope: 'write' | 'admin' } | undefined }
  | { readonly kind: 'row-menu'; readonly petId: bigint; readonly anchor: HTMLElement };

export const overlay = new Observable<Overlay | undefined>(undefined);

export function closeOverlay(): void {
  overlay.set(undefined);
}
