import type { PawstockClient } from '../../../client/client.ts';
import type { DetailsUpdate } from '../../../client/inventory-types.ts';
import type { Difference } from '../../../src/import/differences.ts';
import { type ImportChoice, readImportFile } from '../../../src/import/import-file.ts';
import type { ImportAnswers } from '../../../src/import/values.ts';
import { describeError, isRefusal } from '../api/errors.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { withLatestVersion } from '../api/latest-version.ts';
import { requireSession } from '../session/session.ts';
import { details, showDetails } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { formatNumber } from '../ui/format.ts';
import { importState, isImporting, type Progress, type Skipped, setImport } from './import-state.ts';
import { KnownVersions } from './known-versions.ts';
import {
  batchesOf,
  batchRowOf,
  detailsUpdateOf,
  faultText,
  hasDetailChange,
  type ImportedFile,
  isDescription,
  type Plan,
  planImport,
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
  const plan = planImport(file, choice, read, { find: (petId) => stock.get(petId), details: details.value });
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
type Batch = { rows: Difference[]; idempotencyKey: string | undefined };

/** What is left of the import. Not part of the state: nothing renders it. */
let batches: Batch[] = [];
let freed: bigint[] = [];
let descriptions: Difference[] = [];
let versions: KnownVersions | undefined;
/** Shown at the end: with many pets, each time takes a moment. */
let storedDetails: (readonly [petId: bigint, DetailsUpdate])[] = [];

export function startImport(): Promise<void> {
  const plan = importState.value?.plan;
  if (plan === undefined || plan.isUnanswered || (plan.badLines > 0 && !plan.leavesOut)) return Promise.resolve();
  freed = [...plan.freed];
  descriptions = plan.changed.filter(isDescription);
  const changes = [...plan.changed.filter((row) => !isDescription(row)), ...plan.added];
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
    await storeEach(freed, (petId) => storeDetails(client, petId, { barcode: null }));
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      if (importState.value?.progress?.state === 'cancelling') return update({ state: 'stopped' });
      update({ state: 'running' });
      await storeBatch(client, batch, versions, note);
      batches.shift();
    }
    await storeEach(descriptions, async (row) => {
      const why = await storeDetails(client, row.petId, detailsUpdateOf(row));
      update(({ stored, skipped }) =>
        why === undefined ? { stored: stored + 1 } : { skipped: [...skipped, { petId: row.petId, why }] },
      );
    });
    if (descriptions.length > 0) return update({ state: 'stopped' });
    update({ state: 'done' });
  } catch (error) {
    update({ state: 'stopped', error: describeError(error, 'Stopped') });
  } finally {
    if (storedDetails.length > 0) showDetails(storedDetails);
    storedDetails = [];
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

const requestsAtOnce = 6;

/** Until all are stored, or the user cancels. What is not stored stays in the list. */
async function storeEach<T>(list: T[], store: (one: T) => Promise<unknown>): Promise<void> {
  const storeNext = async () => {
    while (importState.value?.progress?.state !== 'cancelling') {
      const one = list.pop();
      if (one === undefined) return;
      await store(one).catch((error: unknown) => {
        list.push(one);
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: requestsAtOnce }, storeNext));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Details are stored alone where the stock does not change: a row of a batch would write a ledger entry. Returns why the
 * pet had to be skipped.
 */
async function storeDetails(client: PawstockClient, petId: bigint, update: DetailsUpdate): Promise<string | undefined> {
  try {
    await client.updateDetails(petId, update);
  } catch (error) {
    if (isRefusal(error) && error.code === 'pet_not_found') return 'has been removed';
    if (isRefusal(error) && error.code === 'barcode_taken') return 'stays as it is: another pet has its barcode by now';
    throw error;
  }
  storedDetails.push([petId, update]);
  return undefined;
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
    storedDetails.push(...batch.rows.filter(hasDetailChange).map((row) => [row.petId, detailsUpdateOf(row)] as const));
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
function changeOf({ petId, before }: Difference, known: KnownVersions): string | undefined {
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
