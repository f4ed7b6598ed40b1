import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { openStore } from '../../src/engines.ts';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { checkDatabase } from '../../src/settings.ts';
import { reservationTable } from '../../src/store/tables.ts';
import { inForm } from '../support/long-form.ts';
import { withClient } from '../support/postgres/client.ts';
import type { TestDatabase } from '../support/postgres/database.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { type Dump, sqliteDump } from '../support/store/dump.ts';
import { storeEngines } from '../support/store/engines.ts';
import { addEndpoint, endpointIn } from '../support/webhooks/endpoint.ts';

/**
 * Stores that released versions wrote are kept in test/fixtures and opened with today's code. UPDATE=1 adds what a new
 * schema lacks there, and never touches what is there: see docs/releasing.md.
 */

const fixtures = new URL('../fixtures/', import.meta.url);
const update = process.env['UPDATE'] === '1';

for (const { name, dump, create } of storeEngines) {
  const files = readdirSync(fixtures).filter((file) => file.startsWith('schema-') && file.endsWith(`.${name}.sql`));
  const newest = Math.max(...migrationsOf(name).map((file) => Number.parseInt(file, 10)));

  describe(`the ${name} store`, () => {
    for (const file of files) {
      test(`of ${file} is brought up to date with all that it holds`, async (t) => {
        const sql = readFileSync(new URL(file, fixtures), 'utf8');
        const database = await create();
        await dump.read(database.url, sql);
        const [, secret = '', writtenAt = ''] = /^-- key (\S+), written (\S+)$/m.exec(sql) ?? [];
        // Requests are remembered for a day, and that day is not over.
        const now = () => Date.parse(writtenAt) + 3_600_000;
        const service = await startService(t, { settings: { DATABASE_URL: database.url }, pets: [], now, secret });
        t.after(database.drop);
        await expectContents(service, Number.parseInt(file.slice('schema-'.length), 10));
        assert.deepEqual((await verify(service.store, () => undefined)).differences, []);
      });
    }

    test(`of the first schema with ${inForm({ short: '5,000', long: 'a million' })} pets is brought up to date`, async (t) => {
      const count = inForm({ short: 5_000, long: 1_000_000 });
      const database = await create();
      t.after(database.drop);
      await dump.read(database.url, readFileSync(new URL(`schema-1.${name}.sql`, fixtures), 'utf8'));
      await dump.read(database.url, manyPets[name]?.(count) ?? '');
      const startedMs = performance.now();
      const store = await openStore(checkDatabase(database.url));
      t.diagnostic(`opened in ${Math.round(performance.now() - startedMs)} ms`);
      const { entries, items, differences } = await verify(store, () => undefined).finally(() => store.close());
      assert.deepEqual({ entries, items, differences }, { entries: 10 + count, items: 4 + count, differences: [] });
    });

    test('of the newest schema is kept for the versions to come', async (t) => {
      const file = new URL(`schema-${newest}.${name}.sql`, fixtures);
      if (update && !existsSync(file)) writeFileSync(file, await writeStore(t, await create(), dump));
      assert.ok(existsSync(file), `run this with UPDATE=1, and commit ${file.pathname}`);
    });

    test('of an earlier schema is left as it is by commands that only read, and upgraded by others, which say so', async (t) => {
      const cli = openCliHarness(t);
      const database = await create();
      t.after(database.drop);
      await dump.read(database.url, readFileSync(new URL(`schema-3.${name}.sql`, fixtures), 'utf8'));
      const env = { DATABASE_URL: database.url };
      const copied = `sqlite:${join(cli.folder, 'copy.db')}`;
      const file = join(cli.folder, 'pets.csv');
      writeFileSync(file, 'petId,quantity,status\n1,1,sold\n');
      for (const command of [
        ['verify'],
        ['export'],
        ['keys', 'list'],
        ['webhooks', 'list'],
        ['webhooks', 'test', 'shop'],
        ['import', file, '--dry-run'],
        ['copy', '--to', copied],
      ]) {
        const { code, stdout, stderr } = await cli.runShared(command, { env });
        assert.deepEqual([code, stdout], [1, ''], command.join(' '));
        assert.match(
          stderr,
          /^pawstock: (?:\S+: )?The store has schema 3, [^\n]*"pawstock serve" upgrades the store\.\n$/,
        );
        assert.equal(await schemaOf(database.url), 3, command.join(' '));
      }
      const writing = await cli.runShared(['import', file], { env });
      assert.match(
        writing.stderr,
        new RegExp(`^Upgraded the store from schema 3 to schema ${newest} in [\\d.]+ s\\.$`, 'm'),
      );
      assert.equal(await schemaOf(database.url), newest);
      for (const command of [['verify'], ['export'], ['keys', 'list'], ['webhooks', 'list']]) {
        assert.deepEqual((await cli.runShared(command, { env })).code, 0, command.join(' '));
      }
    });

    test('that does not exist yet is not created by a command that only reads', async (t) => {
      const cli = openCliHarness(t);
      const database = await create();
      t.after(database.drop);
      const { code, stderr } = await cli.runShared(['verify'], { env: { DATABASE_URL: database.url } });
      assert.equal(code, 1);
      assert.match(stderr, /^pawstock: There is no store [^\n]*\n$/);
    });

    test('that a service upgrades is logged, with how long that took', async (t) => {
      const cli = openCliHarness(t);
      const database = await create();
      t.after(database.drop);
      await dump.read(database.url, readFileSync(new URL(`schema-3.${name}.sql`, fixtures), 'utf8'));
      const service = await cli.serve([], { env: { DATABASE_URL: database.url } });
      assert.match(
        service.stderr(),
        new RegExp(`"from":3,"to":${newest},"durationMs":\\d+,"msg":"the store was upgraded`),
      );
    });

    test('of a schema that is yet to come is refused in one line, and left as it is', async (t) => {
      const cli = openCliHarness(t);
      const database = await create();
      t.after(database.drop);
      const env = { DATABASE_URL: database.url };
      assert.equal((await cli.runShared(['keys', 'create', 'till'], { env })).code, 0);
      const statement = name === 'sqlite' ? 'pragma user_version = 99' : 'update schema_version set version = 99';
      await dump.read(env.DATABASE_URL, statement);
      for (const command of ['serve', 'verify']) {
        const { code, stdout, stderr } = await cli.runShared(
          [command, ...(command === 'serve' ? ['--port', '0'] : [])],
          {
            env: { ...env, LOG_LEVEL: 'silent' },
          },
        );
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(
          stderr,
          /^pawstock: (?:\S+: )?The store has schema 99, and this Pawstock knows [^\n]*newer Pawstock[^\n]*\n$/,
        );
      }
      assert.match(await dump.write(env.DATABASE_URL), /user_version = 99|into schema_version values \('true', '99'\)/);
    });
  });
}

test('a backup keeps the schema of the store', async (t) => {
  const cli = openCliHarness(t);
  await sqliteDump.read(`sqlite:${cli.file}`, readFileSync(new URL('schema-1.sqlite.sql', fixtures), 'utf8'));
  const backup = `sqlite:${join(cli.folder, 'backup.db')}`;
  assert.equal((await cli.run(['backup', backup.slice('sqlite:'.length)])).code, 0);
  for (const url of [`sqlite:${cli.file}`, backup]) assert.match(await sqliteDump.write(url), /user_version = 1;/);
});

async function schemaOf(url: string): Promise<number> {
  if (url.startsWith('sqlite:')) {
    using db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
    return Number(db.prepare('pragma user_version').get()?.['user_version']);
  }
  const { rows } = await withClient(url, (client) => client.query('select version from schema_version'));
  return Number(rows[0]?.version);
}

/** Adds so many pets to the store of the first schema, each with its ledger entry. */
const manyPets: Readonly<Record<string, (count: number) => string>> = {
  sqlite: (count) => `
    create temp table number as with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count}) select n from number;
    insert into ledger select 10 + n, 1000 + n, null, 'import', null, 1, 'sold', null, null, null, null, 0 from number order by n;
    insert into item select 1000 + n, 1, 'sold', 10 + n from number;`,
  postgres: (count) => `
    insert into ledger select 10 + n, 1000 + n, 'import', null, 1, 'sold', null, null, null, null, 0 from generate_series(1, ${count}) as n;
    insert into item select 1000 + n, 1, 'sold', 10 + n from generate_series(1, ${count}) as n;
    update head set seq = 10 + ${count};`,
};

test('a released migration is as it was', () => {
  const file = new URL('released-migrations.json', fixtures);
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const present = Object.fromEntries(
    storeEngines.flatMap(({ name }) =>
      migrationsOf(name).map((migration) => {
        const path = `src/${name}/migrations/${migration}`;
        return [path, hash('sha256', readFileSync(new URL(`../../${path}`, import.meta.url)))];
      }),
    ),
  );
  for (const [path, digest] of Object.entries(recorded)) {
    assert.equal(present[path], digest, `${path} is released. Leave it as it was, and add the next number`);
  }
  if (update) writeFileSync(file, `${JSON.stringify({ ...present, ...recorded }, null, 2)}\n`);
  else assert.deepEqual(Object.keys(present), Object.keys(recorded), 'record a new migration: run this with UPDATE=1');
});

function migrationsOf(engine: string): string[] {
  return readdirSync(new URL(`../../src/${engine}/migrations/`, import.meta.url));
}

/** Something of everything that a store can hold, by the way that callers take. */
async function writeStore(t: TestContext, { url, drop }: TestDatabase, dump: Dump): Promise<string> {
  const pets = [1n, 2n, 9223372036854775807n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { settings: { DATABASE_URL: url }, pets });
  t.after(drop);
  const write = async (method: string, path: string, body: unknown, headers = {}) => {
    const response = await service.call(method, `/v1/inventory${path}`, { body, headers });
    assert.ok(response.ok, await response.text());
  };
  await write('PATCH', '/1', { quantity: 12, reason: 'count', note: 'it\'s "two" 🐹' });
  await write('POST', '/1/adjustments', { delta: -2 }, { 'idempotency-key': 'delivery-1' });
  await write('PATCH', '', [
    { petId: 2, quantity: 7, note: 'both' },
    { petId: 1, quantity: 11 },
  ]);
  await write('PUT', '/-5', { quantity: 3, status: 'sold' });
  await write('PUT', '/77', { quantity: 1, status: 'pending' });
  await write('PATCH', '/77/details', { name: 'Gone', barcode: '77' });
  await write('DELETE', '/77', undefined);
  await write('PATCH', '/1/details', { name: 'O\'Malley "Tom" 🐈' });
  const items = [{ petId: 2, quantity: 3 }];
  await service.call('PUT', '/v1/reservations/order-1', { body: { items, note: 'kept' } });
  await createKey(service.store, { name: 'ended' });
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'ended' }));
  // Nothing listens there.
  await addEndpoint(service.store, 'http://127.0.0.1:9/hook', { low: 2, events: ['changed', 'low'] });
  const head = `-- A store as Pawstock wrote it. The key is of use nowhere else.\n-- key ${service.secret}, written ${new Date().toISOString()}`;
  return `${head}\n\n${await dump.write(url)}\n`;
}

async function expectContents(service: TestService, schema: number): Promise<void> {
  const json = async (path: string) => (await service.call('GET', `/v1/inventory${path}`)).text();
  assert.equal(
    await json(''),
    '[{"petId":-5,"quantity":3,"status":"sold"},{"petId":1,"quantity":11,"status":"available"},' +
      '{"petId":2,"quantity":7,"status":"available"},{"petId":9223372036854775807,"quantity":10,"status":"available"}]',
  );
  const entries = JSON.parse(await json('/1/history')) as Record<string, unknown>[];
  assert.deepEqual(
    entries.map(({ seq, kind, before, after, reason, note, key }) => [seq, kind, before, after, reason, note, key]),
    [
      [7, 'set', 10, 11, null, null, 'admin'],
      [5, 'adjust', 12, 10, null, null, 'admin'],
      [4, 'set', 10, 12, 'count', 'it\'s "two" 🐹', 'admin'],
      [1, 'import', null, 10, null, null, null],
    ],
  );
  const removed = JSON.parse(await json('/77/history')) as { kind: string }[];
  assert.deepEqual(
    removed.map(({ kind }) => kind),
    ['delete', 'put'],
  );
  const repeated = { body: { delta: -2 }, headers: { 'idempotency-key': 'delivery-1' } };
  const replayed = await service.call('POST', '/v1/inventory/1/adjustments', repeated);
  assert.deepEqual(
    [replayed.status, replayed.headers.get('idempotent-replayed'), replayed.headers.get('etag')],
    [200, 'true', '"5"'],
  );
  const named = (petId: number, name: string) => ({ petId, name, barcode: null, lowAt: null });
  const kept = schema < 2 ? [] : [named(1, 'O\'Malley "Tom" 🐈')];
  assert.equal(await json('/details'), JSON.stringify(kept));
  assert.equal((await service.call('PATCH', '/v1/inventory/2/details', { body: { name: 'New' } })).status, 200);
  assert.equal(await json('/details'), JSON.stringify([...kept, named(2, 'New')]));
  if (schema >= 3) {
    const { url, low, events, cursor, secret } = await endpointIn(service.store);
    assert.deepEqual([url, low, events, cursor], ['http://127.0.0.1:9/hook', 2, ['changed', 'low'], 10]);
    assert.match(secret, /^whsec_/);
  }
  const reserved = await service.store.readAll(({ rows }) => rows(reservationTable));
  const order = ['order-1', 2n, 3, 'admin', 'kept'];
  assert.deepEqual(
    reserved.map(({ id, petId, quantity, key, note }) => [id, petId, quantity, key, note]),
    schema >= 4 ? [order] : [],
  );
  const written = await service.call('PATCH', '/v1/inventory/2', { body: { quantity: 8 } });
  assert.deepEqual([written.status, written.headers.get('etag')], [200, '"11"']);
  const names = (await service.store.keys()).map(({ name, revokedAtMs }) => [name, revokedAtMs === null]);
  assert.deepEqual(names.sort(), [
    ['admin', true],
    ['ended', false],
  ]);
}
