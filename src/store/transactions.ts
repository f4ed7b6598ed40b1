import { type ActionChange, decideAction } from '../domain/action.ts';
import { decideBatch, namedIn } from '../domain/decide-batch.ts';
import {
  type Idempotency,
  idempotencyRecordName,
  latestForgottenRecordMs,
} from '../domain/idempotency.ts';
import { beginMails, latestForgottenMailMs } from '../domain/mail-progress.ts';
import { latestExpiredMs } from '../domain/reservation.ts';
import { storeTime } from '../domain/store-clock.ts';
import type { Attempt } from '../domain/webhook-attempt.ts';
import { callerOf, type Write } from '../domain/write.ts';
import {
  actionEffectOf,
  effectOf,
  storedActionEffect,
  storedEffect,
} from './idempotency-records.ts';
import {
  detailsByBarcode,
  detailsByPet,
  heldByPet,
  idempotencyRecordsByKey,
  itemsByPet,
  reservationsById,
} from './lookups.ts';
import {
  activeItemCount,
  deleteForgottenReservations,
  noteExpiredReservations,
  reservationsFrom,
  storeReservations,
} from './reservations.ts';
import type { WriteSession } from './session.ts';
import * as statements from './statements.ts';
import type { Head } from './store.ts';
import {
  actionTable,
  attemptTable,
  detailsTable,
  idempotencyRecordTable,
  keyTable,
  mailProgressTable,
  type Scalar,
  type StoredIdempotencyRecord,
  sql,
  storedDetails,
  webhookProgressTable,
  webhookTable,
} from './tables.ts';
import type {
  TransactionKind,
  TransactionReply,
  TransactionRequest,
} from './transaction-requests.ts';
import { allWebhooks } from './webhook-reads.ts';
import { progressRow, settingsRow } from './webhook-rows.ts';

/** How each transaction is carried out. */
type Handlers = {
  readonly [Kind in TransactionKind]: (
    session: WriteSession,
    request: TransactionRequest<Kind>,
  ) => Promise<TransactionReply<Kind>>;
};

const handlers: Handlers = {
  async commit(session, { writes }) {
    return (await applyWrites(session, writes)).outcomes;
  },

  async sweep(session) {
    const head = await session.lockHead();
    const atMs = storeTime(head);
    const forgottenMs = latestForgottenRecordMs(atMs, session.limits);
    const { sweepRowsMax } = session.limits;
    const records = await session.run(statements.deleteForgottenRecords(forgottenMs, sweepRowsMax));
    const expired = await noteExpiredReservations(session, atMs, sweepRowsMax);
    const forgotten = await deleteForgottenReservations(session, atMs, sweepRowsMax);
    // The store's time is stored, so that it cannot go back: an expired reservation must not become
    // active again.
    if (records + expired + forgotten > 0) session.setHead({ ...head, atMs });
    const isDone = Math.max(records, expired, forgotten) < sweepRowsMax;
    return { expired, forgotten, isDone };
  },

  async recordKeyUses(session, { uses }) {
    for (const { digest, usedAtMs } of uses) {
      // An earlier use of an API key never replaces a later use that another instance has stored.
      session.write(sql`
        update api_key set last_used_at_ms = ${usedAtMs}
        where digest = ${digest} and coalesce(last_used_at_ms, 0) < ${usedAtMs}`);
    }
  },

  async perform(session, { action }) {
    const { kind, name, requestId, by, idempotency } = action;
    const [head, allKeys, webhooks, records] = await Promise.all([
      session.lockHead(),
      session.select(statements.allKeys),
      allWebhooks((query) => session.select(query)),
      findIdempotencyRecords(session, idempotency === null ? [] : [idempotency]),
    ]);
    const { limits } = session;
    const atMs = storeTime(head);
    const record = records.find(
      ({ atMs: madeMs }) => madeMs > latestForgottenRecordMs(atMs, limits),
    );
    const idempotencyRecord = record && {
      fingerprint: record.fingerprint,
      effect: actionEffectOf(record),
    };
    const actionsRevision = nextActionsRevision(head, atMs);
    const { outcome, change } = decideAction(action, {
      keys: allKeys,
      webhooks,
      lastSeq: head.seq,
      revision: actionsRevision,
      atMs,
      limits,
      idempotencyRecord,
    });
    if (outcome.result !== 'applied' || change === null) return outcome;
    storeChange(session, change, { revision: actionsRevision, atMs });
    session.insert(actionTable, [
      { kind, name, atMs, requestId, key: by?.name ?? null, keyId: by?.keyId ?? null },
    ]);
    session.write(
      sql`delete from owner_action where id <= (select max(id) - ${limits.actionsMax} from owner_action)`,
    );
    if (idempotency !== null) {
      const effect = storedActionEffect(outcome.effect);
      const newRecord = { ...idempotency, ...effect, firstSeq: 1, lastSeq: 0, atMs };
      session.insert(idempotencyRecordTable, [newRecord]);
    }
    session.setHead({ ...head, atMs, actionsRevision });
    return outcome;
  },

  async beginMails(session, { attempt }) {
    const { day, nowMs } = attempt;
    const [, known] = await Promise.all([
      session.lockHead(),
      session.select(statements.mailProgressOf(day)),
    ]);
    const begun = beginMails(attempt, known, session.limits);
    session.insert(mailProgressTable, begun);
    session.write(sql`delete from mail_progress where at_ms <= ${latestForgottenMailMs(nowMs)}`);
    return begun;
  },

  async recordMail(session, { record: { result, progress } }) {
    session.insert(mailProgressTable, progress);
    session.write(
      result.result === 'sent'
        ? sql`update mail_status set last_sent_at_ms = ${result.atMs}, last_error = null`
        : sql`update mail_status set last_error = ${result.error}`,
    );
  },

  async addAttempts(session, { attempts }) {
    storeAttempts(session, attempts);
  },

  async takeWebhookLease(session, { seen, holder }) {
    const taken = await session.run(sql`
      update head set lease_holder = ${holder}, lease_renewal = lease_renewal + 1
      where lease_holder = ${seen.holder} and lease_renewal = ${seen.renewal}`);
    return taken === 1;
  },

  async saveWebhooks(session, { holder, nextHolder, progress, attempts }) {
    const [{ seq }, renewed, stored] = await Promise.all([
      session.lockHead(),
      session.run(sql`
        update head set lease_holder = ${nextHolder}, lease_renewal = lease_renewal + 1
        where lease_holder = ${holder}`),
      session.select(statements.allWebhookSettings),
    ]);
    if (renewed === 0) return undefined;
    const ids = new Set(stored.map(({ id }) => id));
    // A failover may shorten the ledger. Progress of webhooks beyond its end is not stored: it
    // would skip new entries.
    const saved = progress.filter(({ webhookId, cursor }) => ids.has(webhookId) && cursor <= seq);
    session.insert(webhookProgressTable, saved.map(progressRow));
    if (attempts.length > 0) storeAttempts(session, attempts);
    return saved.map(({ webhookId }) => webhookId);
  },
};

/** Carries out what a request asks for, within the transaction of the session. */
export function runTransaction<Kind extends TransactionKind>(
  session: WriteSession,
  request: TransactionRequest<Kind>,
): Promise<TransactionReply<Kind>> {
  return handlers[request.kind](session, request);
}

/** Stores what an action has changed. */
function storeChange(
  session: WriteSession,
  change: ActionChange,
  { revision, atMs }: { readonly revision: number; readonly atMs: number },
): void {
  switch (change.kind) {
    case 'keys': {
      const keys = change.keys.map((key) => ({ ...key, revision }));
      session.insert(keyTable, keys);
      session.write(statements.trimKeys(atMs, session.limits.endedKeysMax));
      break;
    }
    case 'webhook.added':
      session.insert(webhookTable, [settingsRow(change.webhook.settings)]);
      session.insert(webhookProgressTable, [progressRow(change.webhook.progress)]);
      break;
    case 'webhook.changed':
      // The progress belongs to the instance that delivers.
      session.insert(webhookTable, [settingsRow(change.webhook.settings)]);
      break;
    case 'webhook.removed':
      session.write(sql`delete from webhook where id = ${change.webhookId}`);
      session.write(sql`delete from webhook_progress where webhook_id = ${change.webhookId}`);
      break;
    case 'shop.changed':
      session.write(sql`update shop set low_at = ${change.shop.lowAt}`);
      break;
  }
}

/** Stores delivery attempts, and deletes those that are too many. */
function storeAttempts(session: WriteSession, attempts: readonly Attempt[]): void {
  session.insert(attemptTable, attempts);
  session.write(statements.trimAttempts(session.limits.webhookAttemptsMax));
}

/**
 * By this number, instances notice that API keys, webhooks or settings of the shop have changed, and
 * a new API key has it as its id. It follows the clock, so that no number is used again after a
 * failover that has lost some.
 */
function nextActionsRevision({ actionsRevision }: Head, atMs: number): number {
  return Math.max(actionsRevision + 1, atMs);
}

/**
 * Reads what the writes refer to, lets the domain accept or refuse each write, and stores the
 * resulting changes.
 */
export async function applyWrites(session: WriteSession, writes: readonly Write[]) {
  const { petIds, takenFrom, reservationIds, reserves, describedPetIds, barcodeKeys } =
    namedIn(writes);
  const idempotencies = writes.flatMap((write) => callerOf(write)?.idempotency ?? []);
  const [head, items, reservationRowsRead, detailsOfPets, detailsOfBarcodes, records] =
    await Promise.all([
      session.lockHead(),
      session.find(itemsByPet, petIds.map(asKey)),
      session.find(reservationsById, reservationIds.map(asKey)),
      session.find(detailsByPet, describedPetIds.map(asKey)),
      session.find(detailsByBarcode, barcodeKeys.map(asKey)),
      findIdempotencyRecords(session, idempotencies),
    ]);
  const atMs = storeTime(head);
  const named = reservationsFrom(reservationRowsRead);
  const reservedPetIds = named.flatMap((reservation) =>
    reservation.items.map(({ petId }) => petId),
  );
  const taken = takenFrom.map((petId) => [petId, latestExpiredMs(atMs)]);
  const [held, [rowCount = 0], reservedItems] = await Promise.all([
    session.find(heldByPet, taken),
    reserves ? session.select(activeItemCount(atMs)) : [],
    session.find(itemsByPet, reservedPetIds.map(asKey)),
  ]);
  const replayable = records.filter(
    (record) => record.atMs > latestForgottenRecordMs(atMs, session.limits),
  );
  const decision = decideBatch(writes, {
    items: new Map([...items, ...reservedItems].map((item) => [item.petId, item])),
    details: [...detailsOfPets, ...detailsOfBarcodes],
    reservations: { named, held, rowCount, revision: head.reservationsRevision },
    idempotencyRecords: await withEntries(session, replayable),
    lastSeq: head.seq,
    atMs,
    limits: session.limits,
  });
  const { entries, details, reservations, newIdempotencyRecords, outcomes } = decision;
  session.append(entries);
  const detailsRevision = head.detailsRevision + Math.min(1, details.size);
  const revisedDetails = [...details.values()].map((some) =>
    storedDetails({ ...some, revision: detailsRevision }),
  );
  session.insert(detailsTable, revisedDetails);
  storeReservations(session, [...reservations.changed.values()]);
  const storedRecords = newIdempotencyRecords.map(({ effect, ...record }) => ({
    ...record,
    ...storedEffect(effect),
    atMs,
  }));
  session.insert(idempotencyRecordTable, storedRecords);
  const isChanged = entries.length > 0 || details.size > 0 || reservations.changed.size > 0;
  const seq = entries.at(-1)?.seq ?? head.seq;
  if (isChanged)
    session.setHead({
      ...head,
      seq,
      atMs,
      detailsRevision,
      reservationsRevision: reservations.revision,
    });
  return { outcomes, details: details.size };
}

const asKey = (value: Scalar): Scalar[] => [value];

function findIdempotencyRecords(session: WriteSession, idempotencies: readonly Idempotency[]) {
  const keys = idempotencies.map(({ caller, key }) => [caller, key]);
  return session.find(idempotencyRecordsByKey, keys);
}

/**
 * Reads the ledger entries of idempotency records. Repeated requests are rare enough for a further
 * round trip.
 */
async function withEntries(session: WriteSession, records: readonly StoredIdempotencyRecord[]) {
  const replayed = records.map(async (record) => {
    const entries = await session.select(
      statements.entriesBetween(record.firstSeq, record.lastSeq),
    );
    const { fingerprint } = record;
    return [
      idempotencyRecordName(record),
      { fingerprint, effect: effectOf(record, entries) },
    ] as const;
  });
  return new Map(await Promise.all(replayed));
}
