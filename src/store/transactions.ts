import { decideAction } from '../domain/action.ts';
import {
  decideBatch,
  detailsNamedIn,
  idempotencyRecordName,
  petIdsIn,
  reservationsNamedIn,
} from '../domain/decide-batch.ts';
import type { Item } from '../domain/item.ts';
import { latestExpiredMs } from '../domain/reservation.ts';
import { storeTime } from '../domain/store-clock.ts';
import type { Idempotency, IdempotencyRecord, Write } from '../domain/write.ts';
import type { Applied } from './contents.ts';
import {
  activeRows,
  deleteExpired,
  deleteReservation,
  heldByPet,
  reservationRows,
  reservationsById,
  reservationsFrom,
} from './reservations.ts';
import type { WriteSession } from './session.ts';
import * as statements from './statements.ts';
import type { Head, Store } from './store.ts';
import {
  actionTable,
  attemptTable,
  detailsTable,
  idempotencyRecordTable,
  itemTable,
  keyRevisionTable,
  Lookup,
  reservationTable,
  type StoredIdempotencyRecord,
  webhookTable,
} from './tables.ts';

export type TransactionName =
  | 'commit'
  | 'deleteExpiredReservations'
  | 'deleteIdempotencyRecords'
  | 'perform'
  | 'recordKeyUses'
  | 'saveWebhooks'
  | 'takeWebhookLease';

/** What each of these methods of a store does, within a transaction of its own. */
export const transactions: {
  readonly [Name in TransactionName]: (
    session: WriteSession,
    ...args: Parameters<Store[Name]>
  ) => ReturnType<Store[Name]>;
} = {
  async commit(session, writes) {
    return [...(await applyWrites(session, writes)).outcomes];
  },

  async deleteIdempotencyRecords(session) {
    session.write(statements.deleteIdempotencyRecords(oldestRecordMs(session, await session.lockHead())));
  },

  async deleteExpiredReservations(session) {
    const positions = await session.select(deleteExpired(storeTime(await session.lockHead())));
    return positions.filter((position) => position === 0).length;
  },

  async recordKeyUses(session, uses) {
    for (const use of uses) session.write(statements.updateKeyUse(use));
  },

  async perform(session, action) {
    const { kind, name, requestId, by, idempotency } = action;
    const [head, allKeys, webhooks, records] = await Promise.all([
      session.lockHead(),
      session.select(statements.keysChangedAfter(0)),
      session.select(statements.allWebhooks),
      findIdempotencyRecords(session, idempotency === null ? [] : [idempotency]),
    ]);
    const { limits } = session;
    const atMs = storeTime(head);
    const idempotencyRecord = records.find((record) => record.atMs > oldestRecordMs(session, head));
    const state = { keys: allKeys, webhooks, lastSeq: head.seq, atMs, limits, idempotencyRecord };
    const { outcome, keys = [], webhook, removedWebhookId } = decideAction(action, state);
    if (outcome.result !== 'applied') return outcome;
    const revisedKeys = keys.map((key, index) => ({ ...key, revision: head.keysRevision + index + 1 }));
    session.insert(keyRevisionTable, revisedKeys);
    const trimmed = keys.length === 0 ? [] : await session.select(statements.trimKeys(atMs, limits.endedKeysMax));
    if (webhook !== undefined) session.insert(webhookTable, [webhook]);
    if (removedWebhookId !== undefined) session.write(statements.deleteWebhook(removedWebhookId));
    session.insert(actionTable, [{ kind, name, atMs, requestId, key: by?.name ?? null }]);
    session.write(statements.trimActions(limits.actionsMax));
    // No entries of the ledger belong to an action: its response is what is stored.
    const record = idempotency && { ...idempotency, firstSeq: 1, lastSeq: 0, atMs, created: false, body: outcome.body };
    if (record !== null) session.insert(idempotencyRecordTable, [record]);
    session.setHead({
      ...head,
      atMs,
      keysRevision: head.keysRevision + keys.length,
      keysTrimmed: Math.max(head.keysTrimmed, ...trimmed),
      webhooksRevision: head.webhooksRevision + Number(kind.startsWith('webhook.')),
    });
    return outcome;
  },

  async takeWebhookLease(session, seen, holder) {
    return (await session.run(statements.takeWebhookLease(seen, holder))) === 1;
  },

  async saveWebhooks(session, holder, progress, { nextHolder = holder, attempts = [] } = {}) {
    const [{ seq }, renewed] = await Promise.all([
      session.lockHead(),
      session.run(statements.renewWebhookLease(holder, nextHolder)),
    ]);
    if (renewed === 0) return undefined;
    // A failover can lose what was delivered: then the ledger ends before the cursor, and other changes will follow.
    const known = progress.filter(({ cursor }) => cursor <= seq);
    const updated = await Promise.all(known.map((update) => session.run(statements.updateProgress(update))));
    session.insert(attemptTable, attempts);
    if (attempts.length > 0) session.write(statements.trimAttempts(session.limits.webhookAttemptsMax));
    return known.filter((_, index) => updated[index] === 1).map(({ id }) => id);
  },
};

const itemsByPet = new Lookup(itemTable, 'petId');
const detailsByPet = new Lookup(detailsTable, 'petId');
const detailsByBarcode = new Lookup(detailsTable, 'barcode');
const idempotencyRecordsByKey = new Lookup(idempotencyRecordTable, 'caller', 'key');

/** Reads what the writes name, decides them, and stores the decision. */
export async function applyWrites(session: WriteSession, writes: readonly Write[]): Promise<Applied> {
  const named = reservationsNamedIn(writes);
  const { petIds, barcodes } = detailsNamedIn(writes);
  const [head, items, namedRows, detailsOfPets, detailsOfBarcodes, records] = await Promise.all([
    session.lockHead(),
    session.find(
      itemsByPet,
      petIdsIn(writes).map((petId) => [petId]),
    ),
    session.find(
      reservationsById,
      (named?.ids ?? []).map((id) => [id]),
    ),
    session.find(
      detailsByPet,
      petIds.map((petId) => [petId]),
    ),
    session.find(
      detailsByBarcode,
      barcodes.map((barcode) => [barcode]),
    ),
    findIdempotencyRecords(
      session,
      writes.flatMap(({ idempotency }) => idempotency ?? []),
    ),
  ]);
  const atMs = storeTime(head);
  const [held, [rows = 0], reservedItems] = await Promise.all([
    session.find(
      heldByPet,
      (named?.petIds ?? []).map((petId) => [petId, latestExpiredMs(atMs)]),
    ),
    named?.reserves ? session.select(activeRows(atMs)) : [],
    session.find(
      itemsByPet,
      namedRows.map(({ petId }) => [petId]),
    ),
  ]);
  const replayable = records.filter((record) => record.atMs > oldestRecordMs(session, head));
  const decision = decideBatch(writes, {
    items: itemsById([...items, ...reservedItems]),
    details: [...detailsOfPets, ...detailsOfBarcodes],
    reservations: { named: reservationsFrom(namedRows), held, rows },
    idempotencyRecords: await withEntries(session, replayable),
    lastSeq: head.seq,
    atMs,
    limits: session.limits,
  });
  const { entries, details, reservations, newIdempotencyRecords, outcomes } = decision;
  session.append(entries);
  const detailsRevision = head.detailsRevision + Math.min(1, details.size);
  session.insert(
    detailsTable,
    [...details.values()].map((some) => ({ ...some, revision: detailsRevision })),
  );
  for (const id of reservations.keys()) session.write(deleteReservation(id));
  session.insert(reservationTable, reservationRows(reservations.values()));
  session.insert(
    idempotencyRecordTable,
    newIdempotencyRecords.map((record) => ({ ...record, atMs })),
  );
  const isChanged = entries.length > 0 || details.size > 0 || reservations.size > 0;
  if (isChanged) session.setHead({ ...head, seq: entries.at(-1)?.seq ?? head.seq, atMs, detailsRevision });
  return { outcomes, details: details.size };
}

/** SQLite keeps a row without a quantity for a pet that was removed. */
function itemsById(found: readonly Item[]): Map<Item['petId'], Item> {
  return new Map(found.filter(({ quantity }) => quantity !== null).map((item) => [item.petId, item]));
}

function findIdempotencyRecords(session: WriteSession, idempotencies: readonly Idempotency[]) {
  return session.find(
    idempotencyRecordsByKey,
    idempotencies.map(({ caller, key }) => [caller, key]),
  );
}

/** Records of this time and before are no longer replayed. */
function oldestRecordMs({ limits }: WriteSession, head: Head): number {
  return storeTime(head) - limits.idempotencyRecordMs;
}

/** A replay is rare enough for a round trip of its own. */
async function withEntries(
  session: WriteSession,
  records: readonly StoredIdempotencyRecord[],
): Promise<Map<string, IdempotencyRecord>> {
  const replayed = records.map(async (record) => {
    const { fingerprint, firstSeq, lastSeq, created, body } = record;
    const entries = await session.select(statements.entriesBetween(firstSeq, lastSeq));
    return [idempotencyRecordName(record), { fingerprint, entries, created, body }] as const;
  });
  return new Map(await Promise.all(replayed));
}
