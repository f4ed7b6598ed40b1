import type { PawstockClient } from '../../../client/client.ts';
import { type ImportChoice, readImportFile } from '../../../src/import/import-file.ts';
import type { ImportAnswers } from '../../../src/import/values.ts';
import { describeError, isRefusal } from '../api/errors.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { withLatestVersion } from '../api/latest-version.ts';
import { requireSession } from '../session/session.ts';
import { nameOf, showDetails } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { formatNumber } from '../ui/format.ts';
import { importState, isImporting, type Progress, type Skipped, setImport } from './import-state.ts';
import { KnownVersions } from './known-versions.ts';
import {
  batchesOf,
  batchRowOf,
  faultText,
  type ImportedFile,
  isRename,
  type Plan,
  planImport,
  type Row,
} from './plan.ts';

const fileBytesMax = 64 * 1024 * 1024;

export async function chooseFile(file: File): Promise<void> {
  if (file.size > fileBytesMax) {
    const advice = 'Split it into smaller files and import one after the other.';
    return setImport({ error: `${file.name} is larger than 64 MiB, the most that can be imported here. ${advice}` });
  }
  setImport({ reading: file.name });
  try {
    await makePlan({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, {});
  } catch {
    setImport({ error: `${file.name} cannot be read.` });
  }
}

/** Reads another table of the file, or with other columns, and asks about it anew. */
export function chooseTable(choice: Pick<ImportChoice, 'sheet' | 'headerLine' | 'columns'>): void {
  const plan = importState.value?.plan;
  if (plan !== undefined) void makePlan(plan.file, { sheet: plan.choice.sheet, ...choice });
}

/** Reads the file again with an answer to a question about it. */
export function answer(answers: ImportAnswers): void {
  const plan = importState.value?.plan;
  if (plan !== undefined) void makePlan(plan.file, { ...plan.choice, ...answers }, plan);
}

export function leaveOut(leavesOut: boolean): void {
  const plan = importState.value?.plan;
  if (plan !== undefined) setImport({ plan: { ...plan, leavesOut } });
}

/** The last reading that was asked for; the result of an earlier one is no longer wanted. */
let readings = 0;

async function makePlan(file: ImportedFile, choice: ImportChoice, before?: Plan): Promise<void> {
  const reading = ++readings;
  const read = await readImportFile(file.bytes, choice);
  if (reading !== readings || importState.value === undefined) return;
  const fault = read.faults.find(({ kind }) => kind === 'file');
  if (fault !== undefined)
    return setImport({ error: `${file.name}${fault.line === null ? ': ' : ', '}${faultText(fault)}.` });
  const plan = planImport(file, choice, read, { find: (petId) => stock.get(petId), nameOf });
  const isMapping = plan.columns.unclear.length > 0 || (plan.sheet !== undefined && plan.columns.line === null);
  if (before === undefined) return setImport({ plan, isMapping });
  // An answered question can still be answered in another way.
  const { thousands, statuses, negatives } = before.asked;
  const asked = {
    thousands: plan.asked.thousands ?? thousands,
    statuses: [...new Set([...statuses, ...plan.asked.statuses])],
    negatives: Math.max(negatives, plan.asked.negatives),
  };
  setImport({ plan: { ...plan, asked, leavesOut: before.leavesOut } });
}

/** Rows that are stored together or not at all. Once sent, a batch keeps its key, so that a retry is applied once. */
type Batch = { rows: Row[]; idempotencyKey: string | undefined };

/** What is left of the import. Not part of the state: nothing renders it. */
let batches: Batch[] = [];
let renames: Row[] = [];
let versions: KnownVersions | undefined;
/** Shown at the end: with many pets, each time takes a moment. */
let storedNames: (readonly [petId: bigint, { readonly name: string }])[] = [];

export function startImport(): Promise<void> {
  const plan = importState.value?.plan;
  if (plan === undefined || plan.isUnanswered || (plan.badLines > 0 && !plan.leavesOut)) return Promise.resolve();
  renames = plan.changed.filter(isRename);
  const changes = [...plan.changed.filter((row) => !isRename(row)), ...plan.added];
  batches = batchesOf(changes).map((rows) => ({ rows, idempotencyKey: undefined }));
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
    await storeNames(client);
    if (renames.length > 0) return update({ state: 'stopped' });
    update({ state: 'done' });
  } catch (error) {
    update({ state: 'stopped', error: describeError(error, 'Stopped') });
  } finally {
    if (storedNames.length > 0) showDetails(storedNames);
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

const namesAtOnce = 6;

/** Names are stored alone: a row of a batch would write a ledger entry for a stock that does not change. */
async function storeNames(client: PawstockClient): Promise<void> {
  const storeNext = async () => {
    while (importState.value?.progress?.state !== 'cancelling') {
      const row = renames.pop();
      if (row === undefined) return;
      await storeName(client, row).catch((error: unknown) => {
        renames.push(row);
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: namesAtOnce }, storeNext));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function storeName(client: PawstockClient, { petId, name = '' }: Row): Promise<void> {
  try {
    await client.updateDetails(petId, { name });
  } catch (error) {
    if (!(isRefusal(error) && error.code === 'pet_not_found')) throw error;
    return update(({ skipped }) => ({ skipped: [...skipped, { petId, why: 'has been removed' }] }));
  }
  storedNames.push([petId, { name }]);
  update(({ stored }) => ({ stored: stored + 1 }));
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
    storedNames.push(
      ...batch.rows.flatMap(({ petId, name }) => (name === undefined ? [] : [[petId, { name }] as const])),
    );
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
