import { describeError } from '../app/api.ts';
import { Observable } from '../app/observable.ts';
import { requireSession } from '../session/session.ts';
import { stock } from '../stock/store.ts';
import { type Chunk, chunksOf, type Plan } from './plan.ts';
import { type Skipped, writeChunk } from './writer.ts';

export type Progress = {
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly state: 'running' | 'stopped' | 'done';
  /** Why it stopped. */
  readonly error: string | undefined;
};

type ImportState = {
  readonly plan: Plan | undefined;
  /** Set once the import has been started. */
  readonly progress: Progress | undefined;
  /** Why the file cannot be read. */
  readonly error: string | undefined;
};

/** undefined while the dialog is closed. */
export const importState = new Observable<ImportState | undefined>(undefined);

/** The chunks that are not written yet. Not part of the state: nothing renders them. */
let chunks: Chunk[] = [];

export function openImport(): void {
  importState.set({ plan: undefined, progress: undefined, error: undefined });
}

export function closeImport(): void {
  if (importState.value?.progress?.state !== 'running') importState.set(undefined);
}

const fileBytesMax = 64 * 1024 * 1024;

export async function chooseFile(file: File): Promise<void> {
  if (file.size > fileBytesMax) return reject(`${file.name} is larger than 64 MiB. Use "pawstock import" for it.`);
  try {
    // Loaded on demand: the reader of spreadsheets is a seventh of the dashboard.
    const { planImport } = await import('./read-file.ts');
    const plan = planImport(file.name, new Uint8Array(await file.arrayBuffer()), (id) => stock.get(id));
    importState.set({ plan, progress: undefined, error: undefined });
  } catch {
    reject(`${file.name} cannot be read.`);
  }
}

function reject(error: string): void {
  importState.set({ plan: undefined, progress: undefined, error });
}

export function startImport(): Promise<void> {
  const plan = importState.value?.plan;
  if (plan === undefined || plan.errors.length > 0) return Promise.resolve();
  chunks = chunksOf(plan);
  const total = plan.added.length + plan.changed.length;
  const progress: Progress = { total, added: 0, changed: 0, skipped: [], state: 'running', error: undefined };
  importState.set({ plan, progress, error: undefined });
  return resumeImport();
}

/** Continues with the first chunk that is not written yet. */
export async function resumeImport(): Promise<void> {
  update(() => ({ state: 'running', error: undefined }));
  const note = `Import of ${importState.value?.plan?.name ?? 'a file'}`.slice(0, 200);
  try {
    for (let chunk = chunks[0]; chunk !== undefined; chunk = chunks[0]) {
      await writeChunk(requireSession().client, chunk, note, {
        onWritten: (rows) =>
          update(({ added, changed }) => {
            const newRows = rows.filter(({ before }) => before === undefined).length;
            return { added: added + newRows, changed: changed + rows.length - newRows };
          }),
        onSkipped: (one) => update(({ skipped }) => ({ skipped: [...skipped, one] })),
      });
      chunks.shift();
    }
    update(() => ({ state: 'done' }));
  } catch (error) {
    update(() => ({ state: 'stopped', error: describeError(error, 'Stopped') }));
  }
}

function update(change: (progress: Progress) => Partial<Progress>): void {
  const open = importState.value;
  if (open?.progress === undefined) return;
  importState.set({ ...open, progress: { ...open.progress, ...change(open.progress) } });
}
