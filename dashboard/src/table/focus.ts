import { Observable } from '../observable.ts';

/** The row that the keyboard is at. Each wish to go there is a new object, even if it is the same pet. */
export const activePet = new Observable<{ readonly id: bigint; readonly grab: boolean } | undefined>(undefined);

/** Moves the focus to a pet's row, wherever it is. */
export function focusPet(id: bigint): void {
  activePet.set({ id, grab: true });
}

/** Its row has the focus already. */
export function markActive(id: bigint): void {
  if (activePet.value?.id !== id) activePet.set({ id, grab: false });
}
