import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { limits } from '../../src/limits.ts';
import { SharedConnection } from '../../src/postgres/connection.ts';
import { migrate as migratePostgres } from '../../src/postgres/migrate.ts';
import { checkDatabase } from '../../src/settings.ts';
import { SqliteConnection } from '../../src/sqlite/connection.ts';
import { migrate as migrateSqlite } from '../../src/sqlite/migrate.ts';
import { WriteAheadLog } from '../../src/sqlite/write-ahead-log.ts';
import { migrationsIn, type OnUpgrade, schemaVersion } from '../../src/store/migrations.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { addPets } from '../support/service/store-contents.ts';
import { storeEngines } from '../support/store/engines.ts';

/** Tests how a store's schema is upgraded, and what happens to a store with an unknown schema. */

type Migrations = ReturnType<typeof migrationsIn>;

/** Opens a store with a list of migrations that differs from the engine's own. */
const migrate: Record<
  string,
  (url: string, known: Migrations, onUpgrade: OnUpgrade) => Promise<void>
> = {
  sqlite: async (url, known, onUpgrade) => {
    const file = url.slice('sqlite:'.length);
    using db = new SqliteConnection(file, { limits });
    using log = new WriteAheadLog(db, file);
    await migrateSqlite(db, log, onUpgrade, known);
  },
  postgres: async (url, known, onUpgrade) => {
    const address = checkDatabase(url);
    assert.ok(address.engine === 'postgres');
    const connection = new SharedConnection(address, limits);
    await migratePostgres(connection, address.schema, onUpgrade, known).finally(() =>
      connection.close(),
    );
  },
};

/** SQL statements, each of which makes a store look as if it was written before version 1.0.0. */
const earlyMarks: Record<string, readonly string[]> = {
  sqlite: [0x50617773, 0x50617731].map(
    (id) => `create table item (pet_id integer); pragma application_id = ${id}`,
  ),
  postgres: [
    'create table schema_version (version bigint)',
    'create table store_schema (version bigint)',
  ],
};

for (const { name, create, execute, setSchema } of storeEngines) {
  const released = migrationsIn(new URL(`../../src/${name}/migrations/`, import.meta.url));

  describe(`the schema of ${name}`, () => {
    test('is that of the last migration, and migrations are numbered without a gap', () => {
      assert.deepEqual(
        [...new Set(released.map(({ version }) => version))],
        Array.from({ length: schemaVersion }, (_, index) => index + 1),
      );
    });

    test('is upgraded once, and keeps what the store holds', async (t) => {
      const database = await create();
      t.after(database.drop);
      const store = await openStore(checkDatabase(database.url));
      await addPets(store, [{ petId: 7n, quantity: 3 }]);
      await store.close();
      const next = schemaVersion + 1;
      const known = [
        ...released,
        { version: next, sql: 'alter table item add column shelf text;' },
      ];
      const upgrades: unknown[] = [];
      const onUpgrade: OnUpgrade = ({ from, to }) => upgrades.push([from, to]);
      for (const _ of [1, 2]) await migrate[name]?.(database.url, known, onUpgrade);
      assert.deepEqual(upgrades, [[schemaVersion, next]]);
      await execute(database.url, "update item set shelf = 'A' where pet_id = 7 and quantity = 3");
      await execute(database.url, setSchema(schemaVersion));
      const again = await openStore(checkDatabase(database.url));
      assert.deepEqual((await again.history(7n, { before: null, limit: 1 }))[0]?.after, 3);
      await again.close();
    });

    test('that is yet to come, or was never released, is refused in one line', async (t) => {
      const cli = openCliHarness(t);
      const nothing = await create();
      t.after(nothing.drop);
      const { stderr } = await cli.runShared(['verify'], { env: { DATABASE_URL: nothing.url } });
      assert.match(
        stderr,
        /^pawstock: There is no store [^\n]*\n$/,
        'a command that only reads makes none',
      );
      for (const [prepare, message] of [
        [setSchema(99), /The store has schema 99, [^\n]*Run the newer Pawstock that wrote it\.\n$/],
        ...(earlyMarks[name] ?? []).map(
          (mark) => [mark, /The store was written before Pawstock 1\.0\.0[^\n]*\n$/] as const,
        ),
      ] as const) {
        const database = await create();
        t.after(database.drop);
        if (prepare === setSchema(99))
          await openStore(checkDatabase(database.url)).then((store) => store.close());
        else if (name === 'postgres') {
          const schema = new URL(database.url).searchParams.get('schema');
          await execute(database.url, `create schema ${schema}`);
        }
        await execute(database.url, prepare);
        for (const command of [['verify'], ['keys', 'create', 'till'], ['serve', '--port', '0']]) {
          const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent' };
          const { code, stdout, stderr } = await cli.runShared(command, { env });
          assert.deepEqual([code, stdout], [1, ''], command.join(' '));
          assert.match(stderr, message, command.join(' '));
        }
      }
    });

    test('is looked at by a running service: it stops when another process has upgraded the store', async (t) => {
      const database = await create();
      t.after(database.drop);
      const service = await startService(t, { settings: { DATABASE_URL: database.url } });
      const cli = openCliHarness(t);
      const idle = await cli.serve([], { env: { DATABASE_URL: database.url } });
      assert.equal(
        (await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 3 } })).status,
        200,
      );
      await execute(database.url, setSchema(99));
      for (const method of ['GET', 'PATCH']) {
        const response = await service.call(
          method,
          '/v1/inventory/1',
          method === 'GET' ? {} : { body: { quantity: 4 } },
        );
        const { code } = (await response.json()) as { code: string };
        assert.deepEqual([response.status, code], [503, 'store_unavailable']);
      }
      // An instance that gets no requests notices the newer schema as well, and exits.
      const { code, stderr } = await idle.ended;
      assert.equal(code, 1);
      assert.match(stderr, /The store has schema 99, [^"]*Run the newer Pawstock that wrote it/);
      await execute(database.url, setSchema(schemaVersion));
      assert.equal((await service.store.head()).seq, 2);
    });
  });
}
