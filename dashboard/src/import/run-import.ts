import type { Difference } from '@pawstock/shared/import/differences.ts';
import { type FileKind, reasonOf } from '@pawstock/shared/import/file-kind.ts';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import type { ImportChoice } from '@pawstock/shared/import/table.ts';
import type { ImportAnswers } from '@pawstock/shared/import/values.ts';
import { type PetId, petIdMax } from '@pawstock/shared/item.ts';
import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import type { PawstockClient } from 'pawstock-client/client.ts';
import type { DetailsUpdate } from 'pawstock-client/inventory-types.ts';
import { describeError, hasCode, isRefusal } from '../api/describe-error.ts';
import { newIdempotencyKey, repeatIfRefused, workOff } from '../api/writes.ts';
import { newOnList } from '../counter/sheets.ts';
import { t } from '../messages/all.ts';
import { withoutMarks } from '../messages/format.ts';
import { requireSession } from '../session/session.ts';
import { details, showDetails, titleOf } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import {
  batchesOf,
  batchRowOf,
  detailsUpdateOf,
  hasDetailChange,
  isDescription,
} from './batches.ts';
import { dispatch, type ImportEvent, importState, type Run } from './import-state.ts';
import { type KnownVersions, knownVersions } from './known-versions.ts';
import { faultText, type ImportedFile, type Plan, type PlanChoice, planImport } from './plan.ts';

const fileMebibytesMax = 64;

export async function chooseFile(file: File | undefined, kind: FileKind): Promise<void> {
  if (file === undefined) return;
  const choice = { kind };
  dispatch({ kind: 'file-chosen', fileName: file.name, choice });
  if (file.size > fileMebibytesMax * 1024 * 1024) {
    const error = t('import.fileTooLarge', { file: file.name, max: fileMebibytesMax });
    return dispatch({ kind: 'unreadable', choice, error });
  }
  try {
    await makePlan({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, choice);
  } catch {
    dispatch({
      kind: 'unreadable',
      choice,
      error: t('import.fileUnreadable', { file: file.name }),
    });
  }
}

/** Reads another sheet of the file, or other columns, and asks the user all questions again. */
export function chooseTable(
  plan: Plan,
  table: Pick<ImportChoice, 'sheet' | 'headerLine' | 'columns'>,
): void {
  const { sheet, kind, updatesNames } = plan.choice;
  readAgain(plan.file, { sheet, kind, updatesNames, ...table });
}

export function answer(
  plan: Plan,
  answers: ImportAnswers & Pick<PlanChoice, 'location' | 'updatesNames'>,
): void {
  readAgain(plan.file, { ...plan.choice, ...answers }, plan);
}

function readAgain(file: ImportedFile, choice: PlanChoice, before?: Plan): void {
  dispatch({ kind: 'read-again', choice });
  void makePlan(file, choice, before);
}

async function makePlan(file: ImportedFile, choice: PlanChoice, before?: Plan): Promise<void> {
  const read = await readImportFile(file.bytes, choice);
  const fault = read.faults.find((one) => one.kind === 'file');
  if (fault !== undefined) {
    const at = fault.line === null ? 'file' : 'line';
    const error = t('import.fileProblem', { file: file.name, at, problem: faultText(fault) });
    return dispatch({ kind: 'unreadable', choice, error });
  }
  let highestPetId: PetId;
  try {
    highestPetId = await fetchHighestPetId();
  } catch (failure) {
    const error = describeError(failure, t('error.notLoaded'));
    return dispatch({ kind: 'unreadable', choice, error });
  }
  const known = { details: details.value, highestPetId };
  const plan = planImport(file, choice, read, { find: (petId) => stock.get(petId), ...known });
  const isUnclear =
    plan.columns.unclear.length > 0 || (plan.sheet !== undefined && plan.columns.line === null);
  if (before === undefined)
    return dispatch({ kind: 'read', choice, plan, needsColumns: isUnclear });
  // Answered questions stay on the screen, so that the user can change an answer.
  const { thousands, statuses, negatives, locations } = before.asked;
  const asked = {
    thousands: plan.asked.thousands ?? thousands,
    statuses: [...new Set([...statuses, ...plan.asked.statuses])],
    negatives: Math.max(negatives, plan.asked.negatives),
    locations: locations.length > 0 ? locations : plan.asked.locations,
  };
  dispatch({
    kind: 'read',
    choice,
    plan: { ...plan, asked, leavesOut: before.leavesOut },
    needsColumns: false,
  });
}

/**
 * The highest petId that the ledger ever had, or that a new pet on the list of a delivery has: new
 * pets of the file get the IDs after it.
 */
async function fetchHighestPetId(): Promise<PetId> {
  const next = await requireSession().client.getNextPetId();
  const highest = next === null ? petIdMax : next - 1n;
  return newOnList().reduce((one, other) => (one > other ? one : other), highest);
}

export function startImport(plan: Plan): void {
  const isNumbered = plan.columns.positions.petId === undefined;
  start(
    newRun(
      plan.file.name,
      [...plan.changed, ...plan.added],
      isNumbered ? 'numbered-import' : 'import',
      reasonOf(plan.choice.kind ?? 'stock') ?? 'adjustment',
    ),
  );
}

function start(run: Run): void {
  dispatch({ kind: 'started', run });
  if (isCurrent(run)) void run.storeRest();
}

/**
 * Undoes an import by a second import with the opposite changes. Skips pets that have changed since
 * the first.
 */
export function undoImport({ fileName, reason, stored, withoutBarcode }: Run): void {
  start(newRun(fileName, stored, 'undo', reason, withoutBarcode()));
}

export function resumeImport(): void {
  const open = importState.value;
  if (open?.kind !== 'stopped') return;
  dispatch({ kind: 'resumed' });
  void open.run.storeRest();
}

function isCurrent(run: Run): boolean {
  const open = importState.value;
  return open !== undefined && 'run' in open && open.run === run;
}

/**
 * Rows that are stored together or not at all. A sent batch keeps its Idempotency-Key, so a retry
 * is applied once.
 */
type Batch = { rows: Difference[]; idempotencyKey: string | undefined };

/**
 * Prepares a run, which stores the changes of an import or undoes them, and can go on after an
 * interruption. In a numbered import the file has no IDs: new pets get the next free IDs, which
 * other users may take in the meantime.
 */
function newRun(
  fileName: string,
  differences: readonly Difference[],
  kind: 'import' | 'numbered-import' | 'undo',
  reason: Reason,
  withoutBarcode: readonly Difference[] = [],
) {
  const isUndo = kind === 'undo';
  const note = withoutMarks(t('import.note', { run: kind, file: fileName }))
    .slice(0, 100)
    .toWellFormed();
  const changed = isUndo ? differences.flatMap(inverseOf) : differences;
  const withLevels = changed.filter((row) => !isDescription(row));
  const batches = batchesOf(withLevels).map((rows): Batch => ({ rows, idempotencyKey: undefined }));
  /** Rows that change only details, and neither quantity nor status. */
  const descriptions = changed.filter(isDescription);
  /** Pets that the undone import has added. This run removes them. */
  const removed = isUndo ? differences.filter(({ before }) => before === undefined) : [];
  // A pet loses a barcode before another pet gets it, so that two pets can exchange their barcodes.
  const given = new Set(changed.map(({ details }) => details.barcode?.after));
  const exchanged = changed.filter(({ details }) => given.has(details.barcode?.before ?? ''));
  /** Rows whose pets may have lost their barcode to this run, or to the import that it undoes. */
  const cleared = new Set(withoutBarcode);
  /**
   * Details that have been stored but not shown yet: updating the table takes a moment each time.
   */
  let storedDetails: (readonly [petId: bigint, DetailsUpdate])[] = [];
  let known: KnownVersions | undefined;
  const stored: Difference[] = [];
  const run: Run = {
    fileName,
    reason,
    isUndo,
    total: differences.length,
    stored,
    storeRest,
    withoutBarcode: () => unstored(cleared),
  };
  return run;

  async function storeRest(): Promise<void> {
    // The client works even if another tab signs out meanwhile.
    const { client } = requireSession();
    try {
      known ??= await fetchVersions(client);
      const versions = known;
      // Stored rows leave the lists of rows to store. If the user cancels, the next call of
      // storeRest stores the rest.
      if (mayFree()) await workOff(unstored(exchanged), (row) => free(client, row), isCancelled);
      await workOff(
        removed,
        async (row) => markStoredOrSkipped(row, await remove(client, row, versions)),
        isCancelled,
      );
      for (let batch = batches[0]; batch !== undefined && !isCancelled(); batch = batches[0]) {
        emit({ kind: 'batch-begun' });
        await storeBatch(client, batch, versions);
        batches.shift();
      }
      const describe = async (row: Difference) =>
        markStoredOrSkipped(row, await storeDetails(client, row.petId, detailsUpdateOf(row)));
      await workOff(descriptions, describe, isCancelled);
      await restoreBarcodes(client);
      const isDone = batches.length + removed.length + descriptions.length === 0;
      emit(isDone ? { kind: 'finished' } : { kind: 'stopped', error: undefined });
    } catch (error) {
      await restoreBarcodes(client).catch(() => undefined);
      emit({ kind: 'stopped', error: describeError(error, t('import.stopped')) });
    } finally {
      if (storedDetails.length > 0) showDetails(storedDetails);
      storedDetails = [];
    }
  }

  /**
   * While a batch lacks a response, barcodes stay as they are: the batch may have given them to
   * other pets.
   */
  function mayFree(): boolean {
    return batches[0]?.idempotencyKey === undefined;
  }

  function unstored(rows: Iterable<Difference>): Difference[] {
    const done = new Set(stored);
    return [...rows].filter((row) => !done.has(row));
  }

  async function free(client: PawstockClient, row: Difference): Promise<void> {
    // The row counts as cleared before the request is sent, because the response may be lost.
    cleared.add(row);
    await storeDetails(client, row.petId, { barcode: null });
  }

  /**
   * If a row was not stored, its pet gets its barcode back, unless another pet has this barcode by
   * now.
   */
  async function restoreBarcodes(client: PawstockClient): Promise<void> {
    const restore = async (row: Difference) => {
      const why = await storeDetails(client, row.petId, { barcode: row.details.barcode?.before });
      if (why === undefined) cleared.delete(row);
    };
    if (mayFree()) await workOff(unstored(cleared), restore);
  }

  /**
   * Ignores events of an abandoned import: another user may have signed in and opened another file.
   */
  function emit(event: ImportEvent): void {
    if (isCurrent(run)) dispatch(event);
  }

  function isCancelled(): boolean {
    return !isCurrent(run) || importState.value?.kind === 'cancelling';
  }

  /** Counts a row as stored or, if there is a reason, as skipped for that reason. */
  function markStoredOrSkipped(row: Difference, why: string | undefined): void {
    if (why === undefined) markStored([row]);
    else emit({ kind: 'rows-skipped', reasons: [why] });
  }

  function markStored(rows: readonly Difference[]): void {
    stored.push(...rows);
    emit({ kind: 'rows-stored', count: rows.length });
  }

  async function fetchVersions(client: PawstockClient): Promise<KnownVersions> {
    const rows = [
      ...batches.flatMap((batch) => batch.rows),
      ...removed.map((row) => ({ ...row, before: row.after })),
    ];
    const versions = knownVersions(client, new Set(rows.map(({ petId }) => petId)));
    // Pets that the import adds have no version yet.
    await versions.fetch(
      rows.filter(({ before }) => before !== undefined).map(({ petId }) => petId),
    );
    return versions;
  }

  /**
   * Stores a pet's details without a ledger entry. Returns the reason if the pet is skipped, else
   * undefined.
   */
  async function storeDetails(client: PawstockClient, petId: bigint, update: DetailsUpdate) {
    try {
      await client.updateDetails(petId, update);
    } catch (error) {
      if (hasCode(error, 'pet_not_found')) return t('import.petRemoved', by(petId, null));
      if (hasCode(error, 'barcode_taken')) return t('import.barcodeTaken', { pet: titleOf(petId) });
      throw error;
    }
    storedDetails.push([petId, update]);
    return undefined;
  }

  /**
   * Stores a batch, without the rows whose pets have changed. If this fails, a later call can try
   * again.
   */
  function storeBatch(
    client: PawstockClient,
    batch: Batch,
    versions: KnownVersions,
  ): Promise<void> {
    const isStale = (refusal: unknown) => hasCode(refusal, 'version_mismatch', 'pet_not_found');
    return repeatIfRefused(async (refusal) => {
      if (refusal !== undefined) {
        // A pet of the batch has changed, so nothing was stored. The ledger tells which pet that
        // is.
        await versions.refresh();
        if (!batch.rows.some((row) => changeOf(row, versions) !== undefined)) throw refusal;
      }
      if (batch.idempotencyKey === undefined) skipChanged(batch, versions);
      if (batch.rows.length === 0) return;
      batch.idempotencyKey ??= newIdempotencyKey();
      const rows = batch.rows.map((row) =>
        batchRowOf(row, row.before === undefined ? 0 : versions.get(row.petId)?.seq, {
          reason,
          note,
        }),
      );
      await client
        .updateInventoryBatch(rows, { idempotencyKey: batch.idempotencyKey })
        .catch((error: unknown) => {
          if (isRefusal(error)) batch.idempotencyKey = undefined;
          throw error;
        });
      const described = batch.rows.filter(hasDetailChange);
      storedDetails.push(...described.map((row) => [row.petId, detailsUpdateOf(row)] as const));
      markStored(batch.rows);
      batch.rows = [];
    }, isStale);
  }

  /** Takes out the rows of a batch whose pets have changed since the preview. */
  function skipChanged(batch: Batch, versions: KnownVersions): void {
    const reasons = batch.rows.flatMap(
      (row) => changeOf(row, versions, kind === 'numbered-import') ?? [],
    );
    if (reasons.length === 0) return;
    batch.rows = batch.rows.filter((row) => changeOf(row, versions) === undefined);
    emit({ kind: 'rows-skipped', reasons });
  }
}

/** The row that undoes a row of an import. An added pet has none, because it is removed instead. */
function inverseOf({ petId, before, after, details }: Difference): Difference[] {
  if (before === undefined) return [];
  const { quantity, status } = before;
  const swapped = Object.entries(details).map(([name, one]) => [
    name,
    { before: one.after, after: one.before },
  ]);
  return [
    { petId, before: after, after: { quantity, status }, details: Object.fromEntries(swapped) },
  ];
}

/** Removes a pet that the undone import has added. Returns why the pet is skipped, if it is. */
async function remove(
  client: PawstockClient,
  row: Difference,
  known: KnownVersions,
): Promise<string | undefined> {
  const why = changeOf({ ...row, before: row.after }, known);
  if (why !== undefined) return why;
  try {
    await client.deleteInventoryItem(row.petId, { version: known.get(row.petId)?.seq });
  } catch (error) {
    if (hasCode(error, 'version_mismatch'))
      return t('import.petChanged', { pet: titleOf(row.petId) });
    // An earlier attempt may have removed the pet already, and its response may have been lost.
    if (!hasCode(error, 'pet_not_found')) throw error;
  }
  return undefined;
}

/** Says how a pet has changed since the preview; undefined if it has not. */
function changeOf(
  { petId, before }: Difference,
  known: KnownVersions,
  isNumbered = false,
): string | undefined {
  const { level, key = null } = known.get(petId) ?? {};
  if (level?.quantity === before?.quantity && level?.status === before?.status) return undefined;
  const who = by(petId, key);
  if (level === undefined) return t('import.petRemoved', who);
  if (before !== undefined) return t('import.petChangedTo', { ...who, ...level });
  return t(isNumbered ? 'import.petAddedAgain' : 'import.petAdded', who);
}

/**
 * The values in a sentence for the user: the pet, and the API key that has changed it, if that key
 * is known.
 */
function by(petId: bigint, key: string | null) {
  return { pet: titleOf(petId), by: key === null ? 'unknown' : 'known', key: key ?? '' };
}
