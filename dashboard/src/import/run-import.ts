import type { PawstockClient } from '../../../client/client.ts';
import type { DetailsUpdate } from '../../../client/inventory-types.ts';
import type { Difference } from '../../../src/import/differences.ts';
import { type ImportChoice, readImportFile } from '../../../src/import/import-file.ts';
import type { ImportAnswers } from '../../../src/import/values.ts';
import { describeError, isRefusal, isVersionMismatch } from '../api/errors.ts';
import { newIdempotencyKey, withLatestVersion, workOff } from '../api/writes.ts';
import { t } from '../messages/all.ts';
import { requireSession } from '../session/session.ts';
import { details, showDetails, titleOf } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { dispatch, type ImportEvent, importState, type Run } from './import-state.ts';
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

const fileMebibytesMax = 64;

export async function chooseFile(file: File): Promise<void> {
  const choice = {};
  dispatch({ kind: 'file-chosen', fileName: file.name, choice });
  if (file.size > fileMebibytesMax * 1024 * 1024) {
    const error = t('import.fileTooLarge', { file: file.name, max: fileMebibytesMax });
    return dispatch({ kind: 'unreadable', choice, error });
  }
  try {
    await makePlan({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, choice);
  } catch {
    dispatch({ kind: 'unreadable', choice, error: t('import.fileUnreadable', { file: file.name }) });
  }
}

/** Reads another table of the file, or with other columns, and asks about it anew. */
export function chooseTable(table: Pick<ImportChoice, 'sheet' | 'headerLine' | 'columns'>): void {
  const plan = currentPlan();
  if (plan !== undefined) readAgain(plan.file, { sheet: plan.choice.sheet, ...table });
}

export function answer(answers: ImportAnswers): void {
  const plan = currentPlan();
  if (plan !== undefined) readAgain(plan.file, { ...plan.choice, ...answers }, plan);
}

function currentPlan(): Plan | undefined {
  const open = importState.value;
  return open !== undefined && 'plan' in open ? open.plan : undefined;
}

function readAgain(file: ImportedFile, choice: ImportChoice, before?: Plan): void {
  dispatch({ kind: 'read-again', choice });
  void makePlan(file, choice, before);
}

async function makePlan(file: ImportedFile, choice: ImportChoice, before?: Plan): Promise<void> {
  const read = await readImportFile(file.bytes, choice);
  const fault = read.faults.find((one) => one.kind === 'file');
  if (fault !== undefined) {
    const at = fault.line === null ? 'file' : 'line';
    const error = t('import.fileProblem', { file: file.name, at, problem: faultText(fault) });
    return dispatch({ kind: 'unreadable', choice, error });
  }
  const known = { details: details.value, highestPetId: stock.sorted.at(-1)?.id };
  const plan = planImport(file, choice, read, { find: (petId) => stock.get(petId), ...known });
  const isUnclear = plan.columns.unclear.length > 0 || (plan.sheet !== undefined && plan.columns.line === null);
  if (before === undefined) return dispatch({ kind: 'read', choice, plan, needsColumns: isUnclear });
  // An answered question can still be answered in another way.
  const { thousands, statuses, negatives } = before.asked;
  const asked = {
    thousands: plan.asked.thousands ?? thousands,
    statuses: [...new Set([...statuses, ...plan.asked.statuses])],
    negatives: Math.max(negatives, plan.asked.negatives),
  };
  dispatch({ kind: 'read', choice, plan: { ...plan, asked, leavesOut: before.leavesOut }, needsColumns: false });
}

export function startImport(): void {
  const plan = currentPlan();
  if (plan === undefined) return;
  const isNumbered = plan.columns.positions.petId === undefined;
  start(new ImportRun(plan.file.name, [...plan.changed, ...plan.added], isNumbered ? 'numbered-import' : 'import'));
}

function start(run: ImportRun): void {
  dispatch({ kind: 'started', run, total: run.total });
  if (isCurrent(run)) void run.storeRest();
}

/** Takes back what a run has stored: a counter-import. Pets that have changed since are skipped. */
export function undoImport(run: Run): void {
  if (run instanceof ImportRun) start(new ImportRun(run.fileName, run.stored, 'undo'));
}

export function resumeImport(): void {
  const open = importState.value;
  if (open?.kind !== 'stopped') return;
  dispatch({ kind: 'resumed' });
  void open.run.storeRest();
}

function isCurrent(run: ImportRun): boolean {
  const open = importState.value;
  return open !== undefined && 'run' in open && open.run === run;
}

/** Rows that are stored together or not at all. Once sent, a batch keeps its key, so that a retry is applied once. */
type Batch = { rows: Difference[]; idempotencyKey: string | undefined };

/** Stores the differences, or takes them back. Keeps what is left, so that an import that has stopped can go on. */
class ImportRun implements Run {
  readonly isUndo: boolean;
  readonly total: number;
  readonly fileName: string;
  readonly #note: string;
  /** Whether new pets have got the next free IDs, which others may take meanwhile. */
  readonly #isNumbered: boolean;
  readonly #batches: Batch[];
  readonly #freed: bigint[];
  /** Pets to remove, because an import that is undone has added them. */
  readonly #removed: Difference[];
  /** Rows that change details and no stock. */
  readonly #descriptions: Difference[];
  #versions: KnownVersions | undefined;
  /** Shown when the run ends: with many pets, showing them takes a moment each time. */
  #storedDetails: (readonly [petId: bigint, DetailsUpdate])[] = [];
  readonly stored: Difference[] = [];

  constructor(fileName: string, differences: readonly Difference[], kind: 'import' | 'numbered-import' | 'undo') {
    this.isUndo = kind === 'undo';
    this.#isNumbered = kind === 'numbered-import';
    this.fileName = fileName;
    this.total = differences.length;
    this.#note = t('import.note', { run: kind, file: fileName }).slice(0, 100).toWellFormed();
    const changed = this.isUndo ? differences.flatMap(inverseOf) : differences;
    const entries = changed.filter((row) => !isDescription(row));
    this.#batches = batchesOf(entries).map((rows) => ({ rows, idempotencyKey: undefined }));
    this.#descriptions = changed.filter(isDescription);
    this.#removed = this.isUndo ? differences.filter(({ before }) => before === undefined) : [];
    // Pets whose barcode another pet gets lose it first, so that pets can exchange barcodes.
    const given = new Set(changed.map(({ details }) => details.barcode?.after));
    this.#freed = changed.filter(({ details }) => given.has(details.barcode?.before ?? '')).map(({ petId }) => petId);
  }

  async storeRest(): Promise<void> {
    try {
      const { client } = requireSession();
      this.#versions ??= await this.#fetchVersions(client);
      const versions = this.#versions;
      await this.#storeEach(this.#freed, (petId) => this.#storeDetails(client, petId, { barcode: null }));
      await this.#storeEach(this.#removed, async (row) => this.#settle(row, await remove(client, row, versions)));
      for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) {
        if (this.#isCancelled) return this.#dispatch({ kind: 'stopped', error: undefined });
        this.#dispatch({ kind: 'batch-begun' });
        await this.#storeBatch(client, batch, versions);
        this.#batches.shift();
      }
      await this.#storeEach(this.#descriptions, async (row) =>
        this.#settle(row, await this.#storeDetails(client, row.petId, detailsUpdateOf(row))),
      );
      if (this.#removed.length + this.#descriptions.length > 0) this.#dispatch({ kind: 'stopped', error: undefined });
      else this.#dispatch({ kind: 'finished' });
    } catch (error) {
      this.#dispatch({ kind: 'stopped', error: describeError(error, t('import.stopped')) });
    } finally {
      if (this.#storedDetails.length > 0) showDetails(this.#storedDetails);
      this.#storedDetails = [];
    }
  }

  /** A user who signs out leaves the dialog, and another one may open it for another file. */
  #dispatch(event: ImportEvent): void {
    if (isCurrent(this)) dispatch(event);
  }

  get #isCancelled(): boolean {
    return !isCurrent(this) || importState.value?.kind === 'cancelling';
  }

  /** Counts a row as stored, or as skipped for this reason. */
  #settle(row: Difference, why: string | undefined): void {
    if (why === undefined) this.#count([row]);
    else this.#dispatch({ kind: 'rows-skipped', reasons: [why] });
  }

  #count(rows: readonly Difference[]): void {
    this.stored.push(...rows);
    this.#dispatch({ kind: 'rows-stored', count: rows.length });
  }

  async #fetchVersions(client: PawstockClient): Promise<KnownVersions> {
    const removed = this.#removed.map((row) => ({ ...row, before: row.after }));
    const rows = [...this.#batches.flatMap((batch) => batch.rows), ...removed];
    const found = new KnownVersions(
      client,
      rows.map(({ petId }) => petId),
    );
    // A new pet has no version.
    await found.fetch(rows.filter(({ before }) => before !== undefined).map(({ petId }) => petId));
    return found;
  }

  /** Stores all, or those until the user cancels. The others stay in the list. */
  #storeEach<T>(list: T[], store: (one: T) => Promise<unknown>): Promise<void> {
    return workOff(list, store, () => this.#isCancelled);
  }

  /**
   * Details are stored alone where the stock does not change: a row of a batch would write a ledger entry. Returns why
   * the pet had to be skipped.
   */
  async #storeDetails(client: PawstockClient, petId: bigint, update: DetailsUpdate): Promise<string | undefined> {
    try {
      await client.updateDetails(petId, update);
    } catch (error) {
      if (isRefusal(error) && error.code === 'pet_not_found') return t('import.petRemoved', by(petId, null));
      if (isRefusal(error) && error.code === 'barcode_taken') return t('import.barcodeTaken', { pet: titleOf(petId) });
      throw error;
    }
    this.#storedDetails.push([petId, update]);
    return undefined;
  }

  /** If this throws, the batch has the rows that are left and can be stored again. */
  #storeBatch(client: PawstockClient, batch: Batch, known: KnownVersions): Promise<void> {
    return withLatestVersion(async (refusal) => {
      if (refusal !== undefined) {
        // A pet has changed since, so nothing was stored. The ledger says which.
        await known.refresh();
        if (!batch.rows.some((row) => changeOf(row, known) !== undefined)) throw refusal;
      }
      if (batch.idempotencyKey === undefined) this.#skipChanged(batch, known);
      if (batch.rows.length === 0) return;
      batch.idempotencyKey ??= newIdempotencyKey();
      const rows = batch.rows.map((row) =>
        batchRowOf(row, row.before === undefined ? 0 : known.get(row.petId)?.seq, this.#note),
      );
      await client.updateInventoryBatch(rows, { idempotencyKey: batch.idempotencyKey }).catch((error: unknown) => {
        if (isRefusal(error)) batch.idempotencyKey = undefined;
        throw error;
      });
      const described = batch.rows.filter(hasDetailChange);
      this.#storedDetails.push(...described.map((row) => [row.petId, detailsUpdateOf(row)] as const));
      this.#count(batch.rows);
      batch.rows = [];
    }, isStale);
  }

  /** Takes out the rows of pets that are no longer as the preview showed them. */
  #skipChanged(batch: Batch, known: KnownVersions): void {
    const reasons = batch.rows.flatMap((row) => changeOf(row, known, this.#isNumbered) ?? []);
    if (reasons.length === 0) return;
    batch.rows = batch.rows.filter((row) => changeOf(row, known) === undefined);
    this.#dispatch({ kind: 'rows-skipped', reasons });
  }
}

/** Nothing for a new pet, which is removed instead. */
function inverseOf({ petId, before, after, details }: Difference): Difference[] {
  if (before === undefined) return [];
  const { quantity, status } = before;
  const swapped = Object.entries(details).map(([name, one]) => [name, { before: one.after, after: one.before }]);
  return [{ petId, before: after, after: { quantity, status }, details: Object.fromEntries(swapped) }];
}

/** Returns why the pet had to be skipped. */
async function remove(client: PawstockClient, row: Difference, known: KnownVersions): Promise<string | undefined> {
  const why = changeOf({ ...row, before: row.after }, known);
  if (why !== undefined) return why;
  try {
    await client.deleteInventoryItem(row.petId, { version: known.get(row.petId)?.seq });
  } catch (error) {
    if (isVersionMismatch(error)) return t('import.petChanged', { pet: titleOf(row.petId) });
    // The response to an earlier attempt may have been lost.
    if (!isStale(error)) throw error;
  }
  return undefined;
}

function isStale(error: unknown): boolean {
  return isRefusal(error) && (error.code === 'version_mismatch' || error.code === 'pet_not_found');
}

/** What has happened to a pet since the preview; undefined if nothing has. */
function changeOf({ petId, before }: Difference, known: KnownVersions, isNumbered = false): string | undefined {
  const { level, key = null } = known.get(petId) ?? {};
  const who = by(petId, key);
  if (before === undefined && level === undefined) return undefined;
  if (before === undefined) return isNumbered ? t('import.petAddedAgain', who) : t('import.petAdded', who);
  if (level === undefined) return t('import.petRemoved', who);
  const { quantity, status } = level;
  if (quantity === before.quantity && status === before.status) return undefined;
  return t('import.petChangedTo', { ...who, quantity, status });
}

/** The pet and the key that has changed it, for a message. */
function by(petId: bigint, key: string | null) {
  return { pet: titleOf(petId), by: key === null ? 'unknown' : 'known', key: key ?? '' };
}
