import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withClient } from '../postgres/client.ts';
import { createDatabase, type TestDatabase } from '../postgres/database.ts';
import { type Dump, postgresDump, sqliteDump } from './dump.ts';

/** Both engines, for tests that are the same for each, with what the version of schema 3 wrote. */
export type StoreEngine = {
  readonly name: 'sqlite' | 'postgres';
  readonly dump: Dump;
  readonly create: () => Promise<TestDatabase>;
  /** Appends an entry of pet 1 for each time to the store of the fixture. */
  readonly entriesOfSchema3: (times: readonly number[]) => string;
  /** With a connection that stays open, and stores an entry as that version did. */
  readonly withWriterOfSchema3: (address: string, work: (write: () => Promise<void>) => Promise<void>) => Promise<void>;
};

/** Of the last entry of pet 1 in the fixture, and of the last entry of all. */
const fixture = { version: 7, quantity: 11, seq: 10 };

const valuesOf = (times: readonly number[]) =>
  times.map((atMs, index) => `(${fixture.seq + 1 + index}, ${fixture.quantity + index}, ${atMs})`).join();

const levelAfter = (times: readonly number[]) =>
  `update item set quantity = ${fixture.quantity + times.length}, version = ${fixture.seq + times.length} where pet_id = 1;`;

const writeOfSchema3 = [
  'begin',
  'select seq from head for update',
  'select caller, fingerprint, first_seq, last_seq from remembered where at_ms > 0',
  'update head set seq = seq + 1',
  "insert into ledger (seq, pet_id, kind, before, after, status, at_ms) select seq, 1, 'set', 1, 1, 'sold', 0 from head",
  'commit',
];

export const storeEngines: readonly StoreEngine[] = [
  {
    name: 'sqlite',
    dump: sqliteDump,
    create: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pawstock-test-'));
      return { url: `sqlite:${join(folder, 'store.db')}`, drop: async () => rmSync(folder, { recursive: true }) };
    },
    entriesOfSchema3: (times) => `
      insert into ledger (seq, pet_id, previous, kind, before, after, status, at_ms)
      select column1, 1, case column1 when ${fixture.seq + 1} then ${fixture.version} else column1 - 1 end, 'adjust',
        column2, column2 + 1, 'available', column3
      from (values ${valuesOf(times)}) order by 1;
      ${levelAfter(times)}`,
    withWriterOfSchema3: async (address, work) => {
      using db = new DatabaseSync(address.slice('sqlite:'.length));
      const insert = db.prepare(`
        insert into ledger (seq, pet_id, kind, before, after, status, at_ms, previous)
        select max(seq) + 1, 1, 'set', 1, 1, 'available', 0, null from ledger`);
      await work(async () => {
        insert.run();
      });
    },
  },
  {
    name: 'postgres',
    dump: postgresDump,
    create: createDatabase,
    entriesOfSchema3: (times) => `
      insert into ledger (seq, pet_id, kind, before, after, status, at_ms)
      select seq, 1, 'adjust', before, before + 1, 'available', at_ms
      from (values ${valuesOf(times)}) as entry (seq, before, at_ms);
      ${levelAfter(times)}
      update head set seq = ${fixture.seq + times.length};`,
    withWriterOfSchema3: (address, work) =>
      withClient(address, (client) =>
        work(async () => {
          for (const text of writeOfSchema3) await client.query({ text, name: text.slice(0, 60) });
        }),
      ),
  },
];
