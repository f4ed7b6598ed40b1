import type { PetId } from '@pawstock/shared/item.ts';
import { announcedRowsMin, importEndsInMs } from '../domain/announced-import.ts';
import { DomainError, entriesLost, isUnavailable } from '../domain/errors.ts';
import { reservationAt } from '../domain/reservation.ts';
import { storeTime } from '../domain/store-clock.ts';
import { importOutcome, type Write, withoutBarcode } from '../domain/write.ts';
import { secondsOf } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import { contentsOf, insertContents } from './contents.ts';
import { petSums, quarterSums, type Stoppable } from './report-sums.ts';
import {
  reservationOf,
  reservationPage,
  reservationPageFrom,
  reservationsFrom,
  reservationTotals,
  reservedStock,
} from './reservations.ts';
import type { Awaitable, Select, WriteSession } from './session.ts';
import * as statements from './statements.ts';
import type { Head, ImportPlan, ImportTotals, Store } from './store.ts';
import type { Query } from './tables.ts';
import type {
  TransactionKind,
  TransactionReply,
  TransactionRequest,
} from './transaction-requests.ts';
import { applyWrites } from './transactions.ts';
import { allWebhooks } from './webhook-reads.ts';

/**
 * What a database engine must provide. `sharedStore` builds most methods of a store on it, for both
 * engines.
 */
export type Engine = {
  readonly limits: Limits;
  readonly head: () => Awaitable<Head>;
  /** Runs short queries that responses wait for. */
  readonly select: Select;
  /**
   * Runs longer queries on another thread or connection, so that short queries do not wait for
   * them.
   */
  readonly selectAside: <T>(query: Query<T>) => Promise<T[]>;
  /** Runs queries that take seconds, one at a time, on a thread or connection of their own. */
  readonly selectForReport: <T>(query: Query<T>) => Promise<T[]>;
  /** Makes a condition of a slow query one at which the query can be ended. */
  readonly stoppable: Stoppable;
  /** Finds the highest petId of the ledger by an index. */
  readonly highestPetId: Query<PetId | null>;
  /**
   * Runs a transaction. Its changes are durable when the promise resolves. SQLite sends the request
   * to a thread.
   */
  readonly transact: <Kind extends TransactionKind>(
    request: TransactionRequest<Kind>,
  ) => Promise<TransactionReply<Kind>>;
  /** Whether a transaction may have failed because another one held the lock for too long. */
  readonly isLockWait: (failure: DomainError) => boolean;
  /** Runs a transaction that may take long, such as an import. */
  readonly transactForLong: <T>(work: (session: WriteSession) => Promise<T>) => Promise<T>;
};

/** The methods of a store that are the same for both engines. */
export function sharedStore(engine: Engine) {
  const { limits, select, selectAside, selectForReport, stoppable, head } = engine;
  /** Runs a query that always returns one row. */
  const selectOne = async <T>(query: Query<T>, from: Select = select) =>
    (await from(query))[0] ?? query.fromRow({});

  const transact: Engine['transact'] = async (request) => {
    try {
      return await engine.transact(request);
    } catch (error) {
      throw isUnavailable(error) && engine.isLockWait(error) ? await explained(error) : error;
    }
  };

  /** If an import holds up the writes, an error that says so, and how long it is likely to take. */
  async function explained(failure: DomainError): Promise<DomainError> {
    try {
      const announced = await selectOne(statements.announcedImport);
      const endsInMs = importEndsInMs(announced, (await head()).clockMs);
      if (endsInMs === undefined) return failure;
      const seconds = secondsOf(endsInMs);
      const message = `An import of ${announced.rows.toLocaleString('en')} rows is being stored, and other changes wait for it. Try again in about ${seconds} s.`;
      return new DomainError('store_unavailable', message, {
        cause: failure.cause,
        retryAfterSeconds: seconds,
      });
    } catch {
      return failure;
    }
  }
  return {
    head,
    entriesAfter: (seq, limit) => select(statements.entriesAfter(seq, limit)),
    findEntries: (query) => selectAside(statements.foundEntries(query)),
    timeOf: async (seq) => {
      const [atMs] = await select(statements.timeOf(seq));
      if (atMs === undefined) throw entriesLost();
      return atMs;
    },
    petSums: (span) => selectForReport(petSums(span, stoppable)),
    quarterSums: (span) => selectForReport(quarterSums(span, stoppable)),
    detailsOfPet: async (petId) => (await select(statements.detailsOfPet(petId)))[0],
    detailsOfBarcode: async (key) => (await select(statements.detailsOfBarcode(key)))[0],
    detailsChangedAfter: (revision, limit) =>
      select(statements.detailsChangedAfter(revision, limit)),
    reservation: async (id) => {
      const [now, rows] = await Promise.all([head(), select(reservationOf(id))]);
      const [stored] = reservationsFrom(rows);
      return stored && reservationAt(stored, storeTime(now), limits);
    },
    reservations: async (query) => {
      const nowMs = storeTime(await head());
      return reservationPageFrom(await selectAside(reservationPage(query, nowMs)));
    },
    reservedStock: async (query) =>
      selectOne(reservedStock(query, storeTime(await head())), selectAside),
    reservationTotals: async () =>
      selectOne(reservationTotals(storeTime(await head())), selectAside),
    highestPetId: async () => (await select(engine.highestPetId))[0] ?? null,
    identity: () => selectOne(statements.storeIdentity),
    shop: () => selectOne(statements.shopSettings),
    mailStatus: () => selectOne(statements.mailStatus),
    mailProgress: async (day) => select(statements.mailProgressOf(day)),
    keys: async () => select(statements.allKeys),
    actions: async (limit) => select(statements.latestActions(limit)),
    webhooks: async () => {
      const lease = await selectOne(statements.webhookLease);
      return { lease, webhooks: await allWebhooks(select) };
    },
    attempts: async (name) => select(statements.attemptsOf(name)),
    commit: (writes) => transact({ kind: 'commit', writes }),
    sweep: () => transact({ kind: 'sweep' }),
    beginMails: (attempt) => transact({ kind: 'beginMails', attempt }),
    recordMail: (record) => transact({ kind: 'recordMail', record }),
    recordKeyUses: (uses) => transact({ kind: 'recordKeyUses', uses }),
    perform: (action) => transact({ kind: 'perform', action }),
    addAttempts: (attempts) => transact({ kind: 'addAttempts', attempts }),
    takeWebhookLease: (seen, holder) => transact({ kind: 'takeWebhookLease', seen, holder }),
    saveWebhooks: (holder, progress, { nextHolder = holder, attempts = [] } = {}) =>
      transact({ kind: 'saveWebhooks', holder, nextHolder, progress, attempts }),
    importItems: async (plan, onProgress, rowsExpected) => {
      if (rowsExpected >= announcedRowsMin) {
        await engine.transactForLong(async (session) => {
          const { clockMs } = await session.lockHead();
          const announced = { rows: rowsExpected, startedAtMs: clockMs };
          session.write(statements.announceImport(announced));
        });
      }
      return engine.transactForLong(async (session) => {
        const contents = contentsOf(
          await session.lockHead(),
          (query) => session.select(query),
          engine.highestPetId,
        );
        const totals = await importInSteps(session, await plan(contents), onProgress);
        session.write(statements.announceImport({ rows: 0, startedAtMs: 0 }));
        return totals;
      });
    },
    restore: (contents, onProgress) =>
      engine.transactForLong(async (session) => {
        const head = await session.lockHead();
        if (head.seq > 0 || (await session.select(statements.anyKeyInUse)).length > 0) return false;
        await insertContents(session, head, contents, onProgress);
        return true;
      }),
  } satisfies Partial<Store>;
}

const rowsPerStep = 2_000;

async function importInSteps(
  session: WriteSession,
  { commands, freed = [] }: ImportPlan,
  onProgress: (done: number) => void,
): Promise<ImportTotals> {
  const totals = { added: 0, replaced: 0, unchanged: 0, details: 0 };
  const freeing = freed.map((petId): Write => ({ kind: 'import', command: withoutBarcode(petId) }));
  if (freeing.length > 0) await applyWrites(session, freeing);
  for (let done = 0; done < commands.length; ) {
    const step = commands.slice(done, done + rowsPerStep);
    const writes = step.map((command): Write => ({ kind: 'import', command }));
    const { outcomes, details } = await applyWrites(session, writes);
    for (const outcome of outcomes) totals[importOutcome(outcome)]++;
    totals.details += details;
    done += writes.length;
    onProgress(done);
  }
  return totals;
}
