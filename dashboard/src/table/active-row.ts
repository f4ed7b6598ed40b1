import { Observable } from '../app/observable.ts';

/** The row with `tabIndex` 0. A new object each time, so that a second request for the same row is noticed. */
export const activeRow = new Observable<{ readonly petId: bigint; readonly takeFocus: boolean } | undefined>(undefined);

/** Scrolls to a pet's row and moves the focus there. */
export function focusRow(petId: bigint): void {
  activeRow.set({ petId, takeFocus: true });
}

/** For a row that has the focus already. */
export function markRowActive(petId: bigint): void {
  if (activeRow.value?.petId !== petId) activeRow.set({ petId, takeFocus: false });
}
