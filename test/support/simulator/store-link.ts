import { isDeepStrictEqual } from 'node:util';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { DomainError, outcomeUnknown } from '../../../src/domain/errors.ts';
import { appliedEntries } from '../../../src/domain/write.ts';
import { historyOf } from '../../../src/sqlite/history.ts';
import { highestPetId } from '../../../src/sqlite/store.ts';
import { contentsOf } from '../../../src/store/contents.ts';
import { type Engine, sharedStore } from '../../../src/store/engine.ts';
import { entriesAfter, entriesBetween } from '../../../src/store/statements.ts';
import type { Store } from '../../../src/store/store.ts';
import type { TransactionRequest } from '../../../src/store/transaction-requests.ts';
import { runTransaction } from '../../../src/store/transactions.ts';
import type { Random } from '../random.ts';
import type { Database } from './database.ts';
import type { Faults } from './faults.ts';
import type { Machine, Scheduler } from './scheduler.ts';

type LinkOptions = {
  readonly scheduler: Scheduler;
  readonly machine: Machine;
  readonly database: Database;
  readonly databaseMachine: Machine;
  readonly faults: Faults;
  readonly random: Random;
  /** Called when a transaction is on its way to the database. */
  readonly onSend?: (request: TransactionRequest) => void;
  /** Called when a transaction has reached the database, and not begun. */
  readonly onTransaction?: (request: TransactionRequest) => void;
  /** Called when the database has committed a transaction, before anything else happens. */
  readonly onCommit?: (request: TransactionRequest, reply: unknown) => void;
  /** The same for a transaction that may take long, such as an import. */
  readonly onLongCommit?: () => void;
};

const usualMs = 3;
const slowMs = 3_000;

/**
 * An instance's connection to the database. Each call arrives, and is answered, in a step of its
 * own, so that other calls may come between. Any call may be slow, fail before it takes effect, or
 * lose its answer.
 */
export function linkedStore(options: LinkOptions): Store {
  const { scheduler, machine, database, databaseMachine, faults, random } = options;
  const { onSend, onTransaction, onCommit, onLongCommit } = options;
  let server = database.server;
  const checkpoint = new Checkpoint();

  function latencyMs(): number {
    const isSlow = faults.happens('slow answer of the store', random);
    return (random.below(usualMs * 1000) / 1000) * (isSlow ? slowMs / usualMs : 1);
  }

  function call<T>(name: string, isWrite: boolean, work: () => T | Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const answer = (settle: () => void) =>
      scheduler.schedule(machine, latencyMs(), `answer to ${name}`, settle);
    const fail = (error: Error) => void answer(() => reject(error));
    const arrive = async () => {
      const isRefused = faults.happens('store unavailable before a call', random);
      if (isRefused || !database.isUp) return fail(unavailable());
      // After a failover the old connection is gone, and a new one looks for the last known entry.
      if (server !== database.server) {
        server = database.server;
        checkpoint.check((seq) => database.connection.select(entriesBetween(seq, seq))[0]);
        if (random.below(2) === 0) return fail(unavailable());
      }
      try {
        const result = await work();
        const lost = isWrite ? 'outcome of a commit unknown' : 'store unavailable after a read';
        if (faults.happens(lost, random)) {
          return fail(isWrite ? outcomeUnknown('the connection was cut') : unavailable());
        }
        const answeredBy = database.server;
        answer(() => {
          if (answeredBy === database.server) resolve(result);
          else reject(isWrite ? outcomeUnknown('the server has failed over') : unavailable());
        });
      } catch (error) {
        fail(error as Error);
      }
    };
    scheduler.schedule(
      databaseMachine,
      latencyMs(),
      `${machine.name}: ${name}`,
      () => void arrive(),
    );
    return promise;
  }

  const engine: Engine = {
    limits: database.connection.limits,
    head: () =>
      call('head', false, () => ({
        ...database.connection.head(),
        hasLostEntries: checkpoint.isLost,
        connection: server,
      })),
    select: (query) => call('select', false, () => database.connection.select(query)),
    selectAside: (query) => call('slow select', false, () => database.connection.select(query)),
    selectForReport: (query) => call('report', false, () => database.connection.select(query)),
    highestPetId,
    stoppable: (condition) => condition,
    transact: (request) => {
      onSend?.(request as TransactionRequest);
      return call(request.kind, true, async () => {
        const { connection } = database;
        onTransaction?.(request as TransactionRequest);
        const { result } = await connection.transaction(() => runTransaction(connection, request));
        onCommit?.(request as TransactionRequest, result);
        return result;
      });
    },
    transactForLong: (work) =>
      call('long transaction', true, async () => {
        const { connection } = database;
        const { result } = await connection.transaction(() => work(connection));
        onLongCommit?.();
        return result;
      }),
    isLockWait: () => false,
  };

  /** Reads everything in one step, as in a transaction that sees one moment. */
  const readAll: Store['readAll'] = (work) =>
    call('read all', false, () => {
      const { connection } = database;
      const select: Engine['select'] = async (query) => connection.select(query);
      return work(contentsOf(connection.head(), select, highestPetId));
    });

  const shared = sharedStore(engine);
  return {
    ...shared,
    entriesAfter: async (seq, limit) => {
      const entries = await engine.select(entriesAfter(seq, limit));
      checkpoint.advance(entries);
      return entries;
    },
    commit: async (writes) => {
      const outcomes = await shared.commit(writes);
      checkpoint.advance(appliedEntries(outcomes));
      return outcomes;
    },
    history: (petId, page) => engine.select(historyOf(petId, page)),
    readAll,
    reload: (work) =>
      readAll(async (contents) => {
        const result = await work(contents);
        const { seq } = contents.head;
        checkpoint.reset(database.connection.select(entriesBetween(seq, seq))[0]);
        return result;
      }),
    bytes: async () => 0,
    missingRights: async () => [],
    reconnect: () => {
      server = -1;
    },
    close: async () => undefined,
  };
}

/** Knows the last ledger entry that an instance has seen, as the PostgreSQL engine does. */
class Checkpoint {
  #last: LedgerEntry | undefined;
  isLost = false;

  advance(entries: readonly LedgerEntry[]): void {
    const last = entries.at(-1);
    if (!this.isLost && last !== undefined && last.seq > (this.#last?.seq ?? 0)) this.#last = last;
  }

  check(entryAt: (seq: number) => LedgerEntry | undefined): void {
    const last = this.#last;
    if (last !== undefined && !isDeepStrictEqual(entryAt(last.seq), last)) this.isLost = true;
  }

  reset(last: LedgerEntry | undefined): void {
    this.isLost = false;
    this.#last = last;
  }
}

const unavailable = () =>
  new DomainError('store_unavailable', 'The store cannot be reached. Try again later.');
