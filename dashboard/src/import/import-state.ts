import { Observable } from '../state/observable.ts';
import type { Plan } from './plan.ts';

/** A row that was not stored, because the pet has changed since the preview. */
export type Skipped = { readonly petId: bigint; readonly why: string };

export type Progress = {
  readonly total: number;
  /** Rows that are stored. */
  readonly stored: number;
  readonly skipped: readonly Skipped[];
  readonly state: 'preparing' | 'running' | 'cancelling' | 'stopped' | 'done';
  /** Why it stopped; undefined if the user cancelled it. */
  readonly error: string | undefined;
};

type ImportState = {
  /** The name of the file that is being read. */
  readonly reading: string | undefined;
  /** Why the file cannot be read. */
  readonly error: string | undefined;
  readonly plan: Plan | undefined;
  /** Whether the user chooses the columns. */
  readonly isMapping: boolean;
  /** Set once the import has been started. */
  readonly progress: Progress | undefined;
};

/** undefined while the dialog is closed. */
export const importState = new Observable<ImportState | undefined>(undefined);

export function openImport(): void {
  setImport({});
}

export function setImport(state: Partial<ImportState>): void {
  importState.set({
    reading: undefined,
    error: undefined,
    plan: undefined,
    isMapping: false,
    progress: undefined,
    ...state,
  });
}

export function isImporting(progress: Progress | undefined): boolean {
  return progress !== undefined && progress.state !== 'stopped' && progress.state !== 'done';
}

export function closeImport(): void {
  if (!isImporting(importState.value?.progress)) importState.set(undefined);
}
