import { importInSteps, insertContents } from './contents.ts';
import { type ReservationStatements, reservationsFrom } from './reservations.ts';
import type { Select, WriteSession } from './session.ts';
import * as statements from './statements.ts';
import type { Store } from './store.ts';
import type { Query } from './tables.ts';
import { applyWrites, type TransactionName } from './transactions.ts';

/** What a database has to offer, so that most of a store is the same for both engines. */
export type Engine = {
  /** For what responses wait for. */
  readonly select: Select;
  /** For queries that may take a while. */
  readonly selectSlowly: Select;
  readonly reservations: ReservationStatements;
  /** Runs one of the `transactions`. It is durable when this resolves. */
  readonly transact: <Name extends TransactionName>(
    name: Name,
    ...args: Parameters<Store[Name]>
  ) => ReturnType<Store[Name]>;
  /** One that may take as long as it needs. */
  readonly transactForLong: <T>(work: (session: WriteSession) => Promise<T>) => Promise<T>;
};

export type SharedStore = Omit<
  Store,
  'head' | 'history' | 'ledgerSums' | 'bytes' | 'readAll' | 'reload' | 'reconnect' | 'close'
>;

export function sharedStore(engine: Engine): SharedStore {
  const { select, selectSlowly, reservations, transact } = engine;
  /** For a query that always returns one row. */
  const selectOne = async <T>(query: Query<T>) => (await selectSlowly(query))[0] ?? query.fromRow({});
  return {
    entriesAfter: (seq, limit) => select(statements.entriesAfter(seq, limit)),
    findEntries: (query) => selectSlowly(statements.foundEntries(query)),
    timeOf: (seq) => selectOne(statements.timeOf(seq)),
    detailsChangedAfter: (revision, limit) => select(statements.detailsChangedAfter(revision, limit)),
    reservations: async (query) => reservationsFrom(await select(reservations.select(query))),
    reservedStock: () => select(reservations.reservedStock),
    keysChangedAfter: (revision) => select(statements.keysChangedAfter(revision)),
    keys: async () => select(statements.keysChangedAfter(0)),
    actions: async (limit) => selectSlowly(statements.latestActions(limit)),
    webhooks: async () => {
      const lease = await selectOne(statements.webhookLease);
      return { lease, webhooks: await selectSlowly(statements.allWebhooks) };
    },
    attempts: async (name) => selectSlowly(statements.attemptsOf(name)),

    commit: (...args) => transact('commit', ...args),
    deleteIdempotencyRecords: () => transact('deleteIdempotencyRecords'),
    deleteExpiredReservations: () => transact('deleteExpiredReservations'),
    perform: (...args) => transact('perform', ...args),
    recordKeyUses: (...args) => transact('recordKeyUses', ...args),
    takeWebhookLease: (...args) => transact('takeWebhookLease', ...args),
    saveWebhooks: (...args) => transact('saveWebhooks', ...args),

    importItems: (commands, options) =>
      engine.transactForLong((session) => importInSteps(commands, options, (step) => applyWrites(session, step))),
    restore: (contents, onProgress) =>
      engine.transactForLong(async (session) => {
        const head = await session.lockHead();
        if (head.seq > 0 || (await session.select(statements.anyKeyInUse)).length > 0) return false;
        await insertContents(session, head, contents, onProgress);
        return true;
      }),
  };
}
