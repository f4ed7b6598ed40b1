import assert from 'node:assert/strict';
import { allWebhookProgress, entriesAfter } from '../../../src/store/statements.ts';
import { itemTable } from '../../../src/store/tables.ts';
import type { Database } from './database.ts';
import type { Entry, State } from './reference.ts';

const items = itemTable.query`select * from item where quantity is not null order by pet_id`;

/** Compares the stock and the new ledger entries in the database with what they must be. */
export function compareWithStore(database: Database, before: State, after: State): void {
  if (before === after) return;
  const { connection } = database;
  const stored = connection.select(entriesAfter(before.last?.seq ?? 0, 1_000));
  const expected: Entry[] = [];
  for (let entry = after.last; entry !== undefined && entry !== before.last; entry = entry.previous)
    expected.unshift(entry);
  assert.deepEqual(
    stored.map(
      ({ seq, petId, kind, before: was, after: is, atMs, requestId, key, reservation }) => ({
        seq,
        petId: Number(petId),
        kind,
        before: was,
        after: is,
        atMs,
        requestId,
        key,
        reservation,
      }),
    ),
    expected.map(({ previous, ...entry }) => entry),
    'the new entries of the ledger',
  );
  assert.deepEqual(
    connection
      .select(items)
      .map(({ petId, quantity, status, version }) => [
        Number(petId),
        { quantity, status, version },
      ]),
    [...after.items].sort(([one], [other]) => one - other),
    'the stock',
  );
}

/** No endpoint may have got an entry that is not in the ledger: it would not get the next ones. */
export function checkProgress({ connection }: Database, { last }: State): void {
  for (const { webhookId, cursor } of connection.select(allWebhookProgress))
    assert.ok(cursor <= (last?.seq ?? 0), `${webhookId} has got entry ${cursor}, which is lost`);
}
