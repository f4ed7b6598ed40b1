import { failureOf } from '../edit/failure.ts';
import { Observable } from '../observable.ts';
import { access } from '../session/access.ts';
import { stock } from '../stock/shop.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { type Plan, planImport } from './plan.ts';
import { type Skipped, writePiece } from './writer.ts';

export type Progress = {
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly skipped: readonly Skipped[];
  readonly state: 'writing' | 'stopped' | 'done';
  /** Why it stopped before the end. */
  readonly failure: string | undefined;
};

export type Importing = {
  readonly plan: Plan | undefined;
  /** From the moment that something is written. */
  readonly progress: Progress | undefined;
  readonly failure: string | undefined;
};

export const importing = new Observable<Importing | undefined>(undefined);

/** What is not written yet; kept outside the state, since it is worked off and never drawn. */
let pieces: Piece[] = [];

export function openImport(): void {
  importing.set({ plan: undefined, progress: undefined, failure: undefined });
}

export function closeImport(): void {
  if (importing.value?.progress?.state !== 'writing') importing.set(undefined);
}

const fileBytesMax = 64 * 1024 * 1024;

export async function chooseFile(file: File): Promise<void> {
  if (file.size > fileBytesMax) return fail(`${file.name} is larger than 64 MiB. Use "pawstock import" for it.`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    const plan = planImport(file.name, text, (id) => stock.get(id));
    importing.set({ plan, progress: undefined, failure: undefined });
  } catch {
    fail(`${file.name} cannot be read as text in UTF-8.`);
  }
}

function fail(failure: string): void {
  importing.set({ plan: undefined, progress: undefined, failure });
}

export function startImport(): Promise<void> {
  const plan = importing.value?.plan;
  if (plan === undefined || plan.faults.length > 0) return Promise.resolve();
  pieces = piecesOf(plan);
  const total = plan.added.length + plan.changed.length;
  const progress: Progress = { total, added: 0, changed: 0, skipped: [], state: 'writing', failure: undefined };
  importing.set({ plan, progress, failure: undefined });
  return resumeImport();
}

/** Goes on with the first piece that is not settled. */
export async function resumeImport(): Promise<void> {
  advance(() => ({ state: 'writing', failure: undefined }));
  const note = `Import of ${importing.value?.plan?.name ?? 'a file'}`.slice(0, 200);
  try {
    for (let piece = pieces[0]; piece !== undefined; piece = pieces[0]) {
      await writePiece(access().client, piece, note, {
        onWritten: (rows) =>
          advance(({ added, changed }) => {
            const fresh = rows.filter(({ before }) => before === undefined).length;
            return { added: added + fresh, changed: changed + rows.length - fresh };
          }),
        onSkipped: (one) => advance(({ skipped }) => ({ skipped: [...skipped, one] })),
      });
      pieces.shift();
    }
    advance(() => ({ state: 'done' }));
  } catch (error) {
    advance(() => ({ state: 'stopped', failure: failureOf(error, 'Stopped') }));
  }
}

function advance(how: (progress: Progress) => Partial<Progress>): void {
  const open = importing.value;
  if (open?.progress === undefined) return;
  importing.set({ ...open, progress: { ...open.progress, ...how(open.progress) } });
}
