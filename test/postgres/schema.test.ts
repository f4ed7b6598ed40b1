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
    test('is that of the last migration', () => {
      assert.equal(released.at(-1)?.version, schemaVersion);
    });

    test('has migrations that are numbered without a gap', () => {
      const versions = [...new Set(released.map(({ version }) => version))];
      const expected = Array.from({ length: schemaVersion }, (_, index) => index + 1);
      assert.deepEqual(versions, expected);
    });

    test('is upgraded', async (t) => {
      const database = await create();
      t.after(database.drop);
      const store = await openStore(checkDatabase(database.url));
      await addPets(store, [{ petId: 7n, quantity: 3 }]);
      await store.close();
      const next = schemaVersion + 1;
      const sql = 'alter table item add column shelf text;';
      const known = [...released, { version: next, sql }];
      const upgrades: { from: number; to: number }[] = [];
      const upgrade = async () => {
        await migrate[name]?.(database.url, known, ({ from, to }) => upgrades.push({ from, to }));
      };

      await t.test('once', async () => {
        await upgrade();
        await upgrade();
        assert.deepEqual(upgrades, [{ from: schemaVersion, to: next }]);
      });

      await t.test('to what the migration says', async () => {
        await execute(database.url, "update item set shelf = 'A' where pet_id = 7");
      });

      await t.test('without a loss of what the store holds', async () => {
        await execute(database.url, setSchema(schemaVersion));
        const again = await openStore(checkDatabase(database.url));
        t.after(() => again.close());
        const [entry] = await again.history(7n, { before: null, limit: 1 });
        assert.equal(entry?.after, 3);
      });
    });

    test('is not made by a command that only reads', async (t) => {
      const cli = openCliHarness(t);
      const nothing = await create();
      t.after(nothing.drop);

      const { stderr } = await cli.runShared(['verify'], { env: { DATABASE_URL: nothing.url } });

      assert.match(stderr, /^pawstock: There is no store [^\n]*\n$/);
    });

    /** Creates a store of this version, and makes it look as if a newer one had written it. */
    async function createNewerStore(url: string): Promise<void> {
      await openStore(checkDatabase(url)).then((store) => store.close());
      await execute(url, setSchema(99));
    }

    /** Creates what a Pawstock before its first release left. */
    async function createEarlyStore(url: string, mark: string): Promise<void> {
      const schema = new URL(url).searchParams.get('schema');
      if (name === 'postgres') await execute(url, `create schema ${schema}`);
      await execute(url, mark);
    }

    const early = (earlyMarks[name] ?? []).map((mark) => ({
      title: `that was never released (${mark})`,
      prepare: (url: string) => createEarlyStore(url, mark),
      message: /The store was written before Pawstock 1\.0\.0[^\n]*\n$/,
    }));
    const unknown = [
      {
        title: 'that is yet to come',
        prepare: createNewerStore,
        message: /The store has schema 99, [^\n]*Run the newer Pawstock that wrote it\.\n$/,
      },
      ...early,
    ];

    for (const { title, prepare, message } of unknown) {
      test(title, async (t) => {
        const database = await create();
        t.after(database.drop);
        await prepare(database.url);
        const cli = openCliHarness(t);
        const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent' };

        for (const command of ['verify', 'keys create till', 'serve --port 0']) {
          await t.test(`is refused in one line by ${command}`, async () => {
            const { code, stdout, stderr } = await cli.runShared(command.split(' '), { env });
            assert.equal(code, 1);
            assert.equal(stdout, '');
            assert.match(stderr, message);
          });
        }
      });
    }

    test('that another process has upgraded', async (t) => {
      const database = await create();
      t.after(database.drop);
      const env = { DATABASE_URL: database.url };
      const service = await startService(t, { settings: env });
      const idle = await openCliHarness(t).serve([], { env });
      const patch = (quantity: number) =>
        service.call('PATCH', '/v1/inventory/1', { body: { quantity } });
      assert.equal((await patch(3)).status, 200);
      await execute(database.url, setSchema(99));

      await t.test('refuses reads', async () => {
        const response = await service.call('GET', '/v1/inventory/1');
        assert.equal(response.status, 503);
        assert.partialDeepStrictEqual(await response.json(), { code: 'store_unavailable' });
      });

      await t.test('refuses writes', async () => {
        const response = await patch(4);
        assert.equal(response.status, 503);
        assert.partialDeepStrictEqual(await response.json(), { code: 'store_unavailable' });
      });

      await t.test('ends an instance that gets no requests', async () => {
        const { code, stderr } = await idle.ended;
        assert.equal(code, 1);
        assert.match(stderr, /The store has schema 99, [^"]*Run the newer Pawstock that wrote it/);
      });

      await t.test('has nothing of what was refused', async () => {
        await execute(database.url, setSchema(schemaVersion));
        assert.equal((await service.store.head()).seq, 2);
      });
    });
  });
}
