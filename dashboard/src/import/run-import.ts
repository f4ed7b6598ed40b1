import type { PawstockClient } from '../../../client/client.ts';
import type { ColumnChoice } from '../../../src/import/columns.ts';
import { describeError, isRefusal } from '../api/errors.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { withLatestVersion } from '../api/latest-version.ts';
import { requireSession } from '../session/session.ts';
import { nameOf, showNames } from '../stock/names.ts';
import { stock } from '../stock/store.ts';
import { formatNumber } from '../ui/format.ts';
import { importState, isImporting, type Progress, type Skipped, setImport } from './import-state.ts';
import { KnownVersions } from './known-versions.ts';
import { batchesOf, batchRowOf, type ImportedFile, planImport, type Row } from './plan.ts';

const fileBytesMax = 64 * 1024 * 1024;

export async function chooseFile(file: File): Promise<void> {
  if (file.size > fileBytesMax) {
    return setImport({ error: `${file.name} is larger than 64 MiB. Use "pawstock import" for it.` });
  }
  setImport({ reading: file.name });
  try {
    makePlan({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, {});
  } catch {
    setImport({ error: `${file.name} cannot be read.` });
  }
}

/** Reads the file again with other columns. */
export function chooseColumns(choice: ColumnChoice): void {
  const plan = importState.value?.plan;
  if (plan !== undefined) makePlan(plan.file, choice);
}

function makePlan(file: ImportedFile, choice: ColumnChoice): void {
  const plan = planImport(file, choice, { find: (petId) => stock.get(petId), nameOf });
  setImport({ plan, isMapping: plan.columns.unclear.length > 0 });
}

/** Rows that are stored together or not at all. Once sent, a batch keeps its key, so that a retry is applied once. */
type Batch = { rows: Row[]; idempotencyKey: string | undefined };

/** What is left of the import. Not part of the state: nothing renders it. */
let batches: Batch[] = [];
let versions: KnownVersions | undefined;
/** Shown at the end: with many pets, each time takes a moment. */
let storedNames: (readonly [petId: bigint, name: string])[] = [];

export function startImport(): Promise<void> {
  const plan = importState.value?.plan;
  if (plan === undefined || plan.errors.length > 0) return Promise.resolve();
  batches = batchesOf(plan).map((rows) => ({ rows, idempotencyKey: undefined }));
  versions = undefined;
  const total = plan.added.length + plan.changed.length;
  setImport({ plan, progress: { total, stored: 0, skipped: [], state: 'preparing', error: undefined } });
  return resumeImport();
}

/** Continues with the first batch that is not stored yet. */
export async function resumeImport(): Promise<void> {
  update({ state: 'preparing', error: undefined });
  const note = `Import of ${importState.value?.plan?.file.name ?? 'a file'}`.slice(0, 100).toWellFormed();
  try {
    const { client } = requireSession();
    versions ??= await fetchVersions(client);
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      if (importState.value?.progress?.state === 'cancelling') return update({ state: 'stopped' });
      update({ state: 'running' });
      await storeBatch(client, batch, versions, note);
      batches.shift();
    }
    update({ state: 'done' });
  } catch (error) {
    update({ state: 'stopped', error: describeError(error, 'Stopped') });
  } finally {
    if (storedNames.length > 0) showNames(storedNames);
    storedNames = [];
  }
}

/** Takes effect after the batch that is being stored. */
export function cancelImport(): void {
  if (isImporting(importState.value?.progress)) update({ state: 'cancelling' });
}

async function fetchVersions(client: PawstockClient): Promise<KnownVersions> {
  const rows = batches.flatMap((batch) => batch.rows);
  const found = new KnownVersions(
    client,
    rows.map(({ petId }) => petId),
  );
  // A new pet has none.
  await found.fetch(rows.filter(({ before }) => before !== undefined).map(({ petId }) => petId));
  return found;
}

/** If it throws, the batch has the rows that are left and can be stored again. */
function storeBatch(client: PawstockClient, batch: Batch, known: KnownVersions, note: string): Promise<void> {
  return withLatestVersion(async (refusal) => {
    if (refusal !== undefined) {
      // A pet has changed since, so nothing was stored. The ledger says which.
      await known.refresh();
      if (!batch.rows.some((row) => changeOf(row, known) !== undefined)) throw refusal;
    }
    if (batch.idempotencyKey === undefined) skipChanged(batch, known);
    if (batch.rows.length === 0) return;
    batch.idempotencyKey ??= newIdempotencyKey();
    const rows = batch.rows.map((row) =>
      batchRowOf(row, row.before === undefined ? 0 : known.get(row.petId)?.seq, note),
    );
    await client.updateInventoryBatch(rows, { idempotencyKey: batch.idempotencyKey }).catch((error: unknown) => {
      if (isRefusal(error)) batch.idempotencyKey = undefined;
      throw error;
    });
    const { length } = batch.rows;
    storedNames.push(...batch.rows.flatMap(({ petId, name }) => (name === undefined ? [] : [[petId, name] as const])));
    batch.rows = [];
    update(({ stored }) => ({ stored: stored + length }));
  }, isStale);
}

function isStale(error: unknown): boolean {
  return isRefusal(error) && (error.code === 'version_mismatch' || error.code === 'pet_not_found');
}

/** Takes out the rows of pets that are no longer as the preview showed them. */
function skipChanged(batch: Batch, known: KnownVersions): void {
  const skipped = batch.rows.flatMap((row): Skipped[] => {
    const why = changeOf(row, known);
    return why === undefined ? [] : [{ petId: row.petId, why }];
  });
  if (skipped.length === 0) return;
  batch.rows = batch.rows.filter((row) => changeOf(row, known) === undefined);
  update((progress) => ({ skipped: [...progress.skipped, ...skipped] }));
}

/** What has happened to a pet since the preview; undefined if nothing has. */
function changeOf({ petId, before }: Row, known: KnownVersions): string | undefined {
  const found = known.get(petId);
  const { level, key = null } = found ?? {};
  const by = key === null ? '' : ` by ${key}`;
  if (before === undefined) return level === undefined ? undefined : `has been added${by}`;
  if (level === undefined) return `has been removed${by}`;
  if (level.quantity === before.quantity && level.status === before.status) return undefined;
  return `has been changed to ${formatNumber(level.quantity)}, ${level.status}${by}`;
}

function update(change: Partial<Progress> | ((progress: Progress) => Partial<Progress>)): void {
  const open = importState.value;
  if (open?.progress === undefined) return;
  const changed = typeof change === 'function' ? change(open.progress) : change;
  importState.set({ ...open, progress: { ...open.progress, ...changed } });
}
