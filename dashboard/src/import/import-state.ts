import type { Difference } from '@pawstock/shared/import/differences.ts';
import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import { Observable } from '../state/observable.ts';
import type { Plan, PlanChoice } from './plan.ts';

export type Run = {
  readonly fileName: string;
  /** The reason of the changes, which is also that of undoing them. */
  readonly reason: Reason;
  /** Whether this run undoes an earlier import, instead of importing a file. */
  readonly isUndo: boolean;
  readonly total: number;
  readonly stored: readonly Difference[];
  /** Starts or resumes the import: stores the rows that are not stored yet. */
  readonly storeRest: () => Promise<void>;
  /**
   * The rows that are not stored, whose pets lost their barcode to this run because another pet has
   * it by now.
   */
  readonly withoutBarcode: () => readonly Difference[];
};

/**
 * The sheet, columns and answers with which the file is being read. A result for earlier choices is
 * ignored.
 */
type Reading = { readonly reading: PlanChoice | undefined };

type Progress = {
  readonly run: Run;
  readonly stored: number;
  /**
   * For each skipped row, a sentence that says why, such as a change of its pet since the preview.
   */
  readonly skipped: readonly string[];
};

type RunningImport = Progress & { readonly kind: 'preparing' | 'storing' | 'cancelling' };
export type StartedImport =
  | RunningImport
  | (Progress & { readonly kind: 'done' })
  /** `error` is undefined if the user has cancelled the import. */
  | (Progress & { readonly kind: 'stopped'; readonly error: string | undefined });

export type ImportState =
  | (Reading & {
      readonly kind: 'choosing';
      readonly fileName: string;
      readonly error: string | undefined;
    })
  /** The user chooses the columns of the file ("mapping"), or sees what will change ("preview"). */
  | (Reading & { readonly kind: 'mapping' | 'preview'; readonly plan: Plan })
  | StartedImport;

export type ImportEvent =
  | { readonly kind: 'opened' | 'closed' | 'signed-out' | 'columns-wanted' }
  | { readonly kind: 'file-chosen'; readonly fileName: string; readonly choice: PlanChoice }
  | { readonly kind: 'read-again'; readonly choice: PlanChoice }
  | {
      readonly kind: 'read';
      readonly choice: PlanChoice;
      readonly plan: Plan;
      readonly needsColumns: boolean;
    }
  | { readonly kind: 'unreadable'; readonly choice: PlanChoice; readonly error: string }
  | { readonly kind: 'lines-left-out'; readonly leavesOut: boolean }
  | { readonly kind: 'started'; readonly run: Run }
  | { readonly kind: 'batch-begun' | 'cancelled' | 'resumed' | 'finished' }
  | { readonly kind: 'rows-stored'; readonly count: number }
  | { readonly kind: 'rows-skipped'; readonly reasons: readonly string[] }
  | { readonly kind: 'stopped'; readonly error: string | undefined };

/**
 * The only function that decides the next state of the import. Events that do not fit the state
 * change nothing.
 */
export function reduceImport(
  open: ImportState | undefined,
  event: ImportEvent,
): ImportState | undefined {
  if (event.kind === 'signed-out') return undefined;
  if (open !== undefined && 'run' in open) return afterStart(open, event);
  if (open === undefined && event.kind === 'started' && event.run.isUndo) return preparing(event);
  if (event.kind === 'opened') return choosing(undefined);
  if (open === undefined || event.kind === 'closed') return undefined;
  switch (event.kind) {
    case 'file-chosen':
      return {
        kind: 'choosing',
        fileName: event.fileName,
        reading: event.choice,
        error: undefined,
      };
    case 'read-again':
      return { ...open, reading: event.choice };
    case 'unreadable':
      return open.reading === event.choice ? choosing(event.error) : open;
    case 'read':
      if (open.reading !== event.choice) return open;
      return {
        kind: event.needsColumns ? 'mapping' : 'preview',
        plan: event.plan,
        reading: undefined,
      };
    case 'columns-wanted':
      return open.kind === 'preview' ? { ...open, kind: 'mapping' } : open;
    case 'lines-left-out':
      return open.kind === 'preview'
        ? { ...open, plan: { ...open.plan, leavesOut: event.leavesOut } }
        : open;
    case 'started':
      return canStart(open) && !event.run.isUndo ? preparing(event) : open;
    default:
      return open;
  }
}

/** Whether the preview shows what an import now would store. */
function canStart(open: ImportState): boolean {
  return open.kind === 'preview' && open.reading === undefined && !isBlocked(open.plan);
}

function preparing({
  run,
  stored = 0,
  skipped = [],
}: Partial<Progress> & { readonly run: Run }): ImportState {
  return { kind: 'preparing', run, stored, skipped };
}

function choosing(error: string | undefined): ImportState {
  return { kind: 'choosing', fileName: '', reading: undefined, error };
}

/**
 * Whether the user must answer a question, or leave out lines with errors, before the import can
 * start.
 */
export function isBlocked({ isUnanswered, badLines, leavesOut }: Plan): boolean {
  return isUnanswered || (badLines > 0 && !leavesOut);
}

function afterStart(open: StartedImport, event: ImportEvent): ImportState | undefined {
  if (!isImporting(open)) {
    if (event.kind === 'started' && event.run.isUndo) return preparing(event);
    if (event.kind === 'resumed' && open.kind === 'stopped') return preparing(open);
    return event.kind === 'closed' ? undefined : open;
  }
  switch (event.kind) {
    case 'batch-begun':
      return open.kind === 'preparing' ? { ...open, kind: 'storing' } : open;
    case 'rows-stored':
      return { ...open, stored: open.stored + event.count };
    case 'rows-skipped':
      return { ...open, skipped: [...open.skipped, ...event.reasons] };
    case 'cancelled':
      return { ...open, kind: 'cancelling' };
    case 'stopped':
      return { ...open, kind: 'stopped', error: event.error };
    case 'finished':
      return { ...open, kind: 'done' };
    default:
      return open;
  }
}

export function isImporting(open: ImportState | undefined): open is RunningImport {
  return open?.kind === 'preparing' || open?.kind === 'storing' || open?.kind === 'cancelling';
}

/** The state of the import dialog; undefined while it is closed. */
export const importState = new Observable<ImportState | undefined>(undefined);

export function dispatch(event: ImportEvent): void {
  importState.set(reduceImport(importState.value, event));
}

export function openImport(): void {
  dispatch({ kind: 'opened' });
}
