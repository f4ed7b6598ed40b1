import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { parseAddress } from '../../src/store/postgres-address.ts';
import { mountSmallDisk } from '../support/faults/small-disk.ts';
import { freePort } from '../support/free-port.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { createDatabase, createWholeDatabase } from '../support/postgres/database.ts';
import type { CommandResult } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { sharedProcess } from '../support/service/shared-process.ts';
import { executeSql } from '../support/store/file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { asNobody, skipWithoutOtherUser } from '../support/tool.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

type Finding = {
  readonly check: string;
  readonly ok: boolean;
  readonly value: string;
  readonly advice: string | null;
};

/** Runs `pawstock doctor` where something must be done, and returns what. */
async function adviceOf(cli: CliHarness, env: Readonly<Record<string, string>>): Promise<string[]> {
  const { code, stdout } = await cli.runShared(['doctor', '--json'], {
    env: { PORT: '0', ...env },
  });
  assert.equal(code, 1, stdout);

  const findings = JSON.parse(stdout) as Finding[];
  return findings.filter(({ ok }) => !ok).map(({ check, advice }) => `${check}: ${advice}`);
}

/** Overwrites the first page of a table. */
function damagePageOf(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const { page_size: pageBytes } = database.prepare('pragma page_size').get() ?? {};
  const { rootpage } =
    database.prepare('select rootpage from sqlite_schema where name = ?').get(table) ?? {};
  database.close();

  const end = Number(pageBytes) * Number(rootpage);
  writeFileSync(file, readFileSync(file).fill(255, end - Number(pageBytes), end));
}

/** Asserts that the command found something to do, which a line of its table says. */
function assertFinds({ code, stdout }: CommandResult, line: RegExp): void {
  assert.equal(code, 1, `nothing to do was found:\n${stdout}`);
  assert.match(stdout, line);
}

describe('pawstock doctor', () => {
  test('a store that is well', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([{ petId: 1n, quantity: 1 }]);
    const port = await freePort();

    const { code, stdout } = await cli.runShared(['doctor'], { env: { PORT: String(port) } });

    await t.test('needs nothing to be done', () => {
      assert.equal(code, 0, stdout);
      assert.doesNotMatch(stdout, /^to do/m);
    });

    await t.test('is found with its engine, its schema and its last change', () => {
      assert.match(stdout, /^ok +store +sqlite, schema 1, .* last change 1$/m);
    });

    await t.test('is found with its identity', () => {
      assert.match(stdout, /^ok +identity +[0-9a-f]{32}$/m);
    });

    await t.test('is listed below settings, with where each of them comes from', () => {
      const head = '^STATE +CHECK +FOUND\n';
      const fromEnvironment = `ok +PORT +${port} \\(environment\\)\n`;
      const byDefault = 'ok +HOST +127\\.0\\.0\\.1 \\(default\\)';
      assert.match(stdout, new RegExp(head + fromEnvironment + byDefault));
    });

    await t.test('is listed with the versions of Pawstock, Node and SQLite', () => {
      assert.match(stdout, /^ok +versions +Pawstock \S+, Node \d+\.\S+, SQLite 3\.\S+$/m);
    });

    for (const check of ['port', 'clock', 'disk', 'open files', 'certificate', 'webhook key']) {
      await t.test(`has a line for the ${check}`, () => {
        assert.match(stdout, new RegExp(`^ok +${check} `, 'm'));
      });
    }
  });

  test('finds that no backup was made in a folder that is missing', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);

    const toDo = await adviceOf(cli, { BACKUP_FOLDER: `${cli.folder}/none` });

    assert.match(toDo.join(), /backups: Start the service, or look in its log/);
  });

  test('finds that there is no store', async (t) => {
    const cli = openCliHarness(t);

    const toDo = await adviceOf(cli, { DATABASE_URL: `sqlite:${cli.folder}/a/b/pawstock.db` });

    assert.match(toDo.join(), /^store: There is no store at [^,]*$/);
  });

  test('finds that an encrypted secret needs WEBHOOK_KEY', async (t) => {
    const cli = openCliHarness(t);
    const key = Buffer.alloc(32, 1);
    await cli.inStore((store) => addEndpoint(store, 'https://shop.example/', { key }));

    const toDo = await adviceOf(cli, {});

    assert.deepEqual(toDo, ['webhook key: The secret is encrypted. Set WEBHOOK_KEY.']);
  });

  test('names every setting that is wrong', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);

    const toDo = await adviceOf(cli, { PORT: 'http', LOG_LEVEL: 'loud' });

    assert.match(toDo.join(), /PORT must be .*LOG_LEVEL must be/);
  });

  test('finds that the store is damaged', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    // A damaged page of the table `head`: the error's code begins with "E", like those of a server
    // that is away.
    damagePageOf(cli.file, 'head');

    const [damage = ''] = await adviceOf(cli, {});

    assert.match(
      damage,
      /^store: .*pawstock\.db is damaged: .*, and restore a backup with "pawstock/,
    );
  });

  test('finds that the newest backup is damaged', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const folder = temporaryFolder(t);
    const { id } = await cli.inStore((store) => store.identity());
    const name = `pawstock-${id.slice(0, 8)}-20260101T000000Z.db`;
    const backup = join(folder, name);
    assert.equal((await cli.runShared(['backup', backup])).code, 0);
    writeFileSync(backup, readFileSync(backup).fill(255, 5_000, 9_000));

    const found = await cli.runShared(['doctor'], { env: { BACKUP_FOLDER: folder } });

    assertFinds(found, new RegExp(`^to do +backups +the last one, ${name}, is damaged: `, 'm'));
  });

  test("takes no other store's backup for its own", async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'pawstock-00000000-20260101T000000Z.db'), '');

    const found = await cli.runShared(['doctor'], { env: { BACKUP_FOLDER: folder } });

    assertFinds(found, /^to do +backups +none of this store, beside those of 1 other store\. /m);
  });

  test('finds that no backup was made for two days', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const folder = temporaryFolder(t);
    const { id } = await cli.inStore((store) => store.identity());
    const madeAt = new Date(Date.now() - 49 * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
    const backup = join(folder, `pawstock-${id.slice(0, 8)}-${madeAt}.db`);
    assert.equal((await cli.runShared(['backup', backup])).code, 0);

    const found = await cli.runShared(['doctor'], { env: { BACKUP_FOLDER: folder } });

    assertFinds(found, /^to do +backups +the last one was made at .*look in its log/m);
    assert.match(found.stdout, /^ok +backup space +14 backups of this size take [\d.]+ MiB$/m);
  });

  test('finds a program that uses the port', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const server = createServer((_, response) => response.end('ok'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;

    const found = await cli.runShared(['doctor'], { env: { PORT: String(port) } });

    const expected = `^to do +port +nothing can listen on 127.0.0.1:${port} .*Choose another PORT`;
    assertFinds(found, new RegExp(expected, 'm'));
  });

  test('finds nothing to do where the service itself has the port', async (t) => {
    const cli = openCliHarness(t);
    const { url } = await cli.serve();
    const { port } = new URL(url);

    const { code, stdout } = await cli.runShared(['doctor'], { env: { PORT: port } });

    assert.equal(code, 0, stdout);
    assert.match(stdout, new RegExp(`^ok +port +a service runs on ${port}$`, 'm'));
  });

  test('finds that the clock was ahead, with the time that changes get until then', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([{ petId: 1n, quantity: 1 }]);
    const aheadMs = Date.now() + 3_600_000;
    executeSql(cli.file, `update head set at_ms = ${aheadMs}`);

    const found = await cli.runShared(['doctor'], { env: { PORT: '0' } });

    const time = RegExp.escape(new Date(aheadMs).toISOString());
    assertFinds(found, new RegExp(`^to do +clock +it was ahead once, .*${time} until then`, 'm'));
  });

  test('finds a disk that is nearly full', async (t) => {
    const disk = mountSmallDisk(t, async () => undefined);
    if (disk === undefined) return;
    const cli = openCliHarness(t);
    const store = join(disk.folder, 'pawstock.db');
    const env = { DATABASE_URL: `sqlite:${store}`, PORT: '0' };
    assert.equal((await cli.runShared(['keys', 'create', 'till-1'], { env })).code, 0);

    const found = await cli.runShared(['doctor'], { env });

    assertFinds(found, /^to do +disk +0\.0 GiB free\. Free some space, or writes will fail\.$/m);
  });

  test('finds a certificate that is about to expire', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const { cert, key } = createCertificate(cli.folder, { days: 5 });
    const env = { TLS_CERT: cert, TLS_KEY: key, PORT: '0' };

    const found = await cli.runShared(['doctor'], { env });

    assertFinds(found, /^to do +certificate +4 days left\. Renew the certificate, then /m);
  });

  test('finds a PostgreSQL database that is not in UTF-8', async (t) => {
    const cli = openCliHarness(t);
    const latin = "template template0 encoding 'LATIN1' locale 'C'";
    const url = await createWholeDatabase(t, latin);

    const found = await cli.runShared(['doctor', '--database', url]);

    assertFinds(found, /^to do +store +.*has the encoding LATIN1, .*encoding 'UTF8'/m);
  });

  test('names a key that is about to expire', async (t) => {
    const cli = openCliHarness(t);
    const create = ['keys', 'create', 'till-1', '--expires', '3d'];
    assert.equal((await cli.runShared(create)).code, 0);

    const found = await cli.runShared(['doctor']);

    assertFinds(found, /^to do +keys +soon to expire: till-1 at \S+\. Rotate the key /m);
  });

  test('names a webhook endpoint that is disabled', async (t) => {
    const cli = openCliHarness(t);
    await cli.inStore((store) => addEndpoint(store, 'https://shop.example/'));
    executeSql(
      cli.file,
      `update webhook_progress set state = 'disabled', failing_since_ms = 1, disabled_at_ms = 1`,
    );

    const found = await cli.runShared(['doctor']);

    assertFinds(found, /^to do +webhooks +disabled: \S+\. Repair the receiver, then run /m);
  });

  test('finds a setting that is misspelt', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);

    const found = await cli.runShared(['doctor'], { env: { DATABSE_URL: 'x' } });

    assertFinds(found, /^to do +settings +DATABSE_URL is no setting .* Is DATABASE_URL meant\?$/m);
  });

  test('finds that the mail server is away', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const port = await freePort();
    const env = {
      MAIL_URL: `smtp://shop:secret-word@127.0.0.1:${port}`,
      MAIL_FROM: 'a@b.example',
      MAIL_TO: 'c@d.example',
    };

    const found = await cli.runShared(['doctor'], { env });

    assertFinds(
      found,
      new RegExp(`^to do +mail +127.0.0.1:${port} takes no mail: .*ECONNREFUSED`, 'm'),
    );
    assert.doesNotMatch(found.stdout, /secret-word/, 'the password of the mail server is shown');
  });

  test('names what a killed restore has left beside the store', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const left = `${cli.file}.restoring-7`;
    writeFileSync(left, '');

    const found = await cli.runShared(['doctor']);

    assertFinds(
      found,
      new RegExp(`^to do +leftovers +${RegExp.escape(left)}\\. A restore was`, 'm'),
    );
  });

  test('finds a backup folder on a disk that is read-only', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const disk = mountSmallDisk(t, async () => undefined);
    if (disk === undefined) return;
    disk.makeReadOnly();

    const found = await cli.runShared(['doctor'], {
      env: { BACKUP_FOLDER: disk.folder },
    });

    assertFinds(found, /^to do +backups +\S+ cannot be written \(EROFS\)\. .*ReadWritePaths=/m);
  });

  test('finds a backup folder in which the user may not write', {
    skip: skipWithoutOtherUser(),
  }, async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const folder = join(cli.folder, 'backups');
    mkdirSync(folder);
    chmodSync(cli.folder, 0o755);

    const { stdout } = await sharedProcess(asNobody)(['doctor'], {
      DATABASE_URL: `sqlite:${cli.file}`,
      BACKUP_FOLDER: folder,
    });

    assert.match(stdout, /^to do +backups +\S+ cannot be written \(EACCES\)\. Let the user /m);
  });

  test('leaves nothing in a backup folder that can be written', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const folder = temporaryFolder(t);

    const { stdout } = await cli.runShared(['doctor'], { env: { BACKUP_FOLDER: folder } });

    assert.match(stdout, /^to do +backups +none yet\. Start the service/m);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('a DATABASE_URL that does not lead to a usable PostgreSQL database', async (t) => {
    const cli = openCliHarness(t);
    const { url, drop } = await createDatabase();
    t.after(drop);
    const store = await openStore({ engine: 'postgres', ...parseAddress(url) });
    await store.close();
    const { host, pathname } = new URL(url);
    const unusedPort = await freePort();
    const printed: string[] = [];
    const start = 'Start PostgreSQL, correct host and port in DATABASE_URL, or open';

    for (const { title, database, value, advice } of [
      {
        title: 'a wrong password',
        database: url.replace(':pawstock@', ':secret-word@'),
        value: /^password authentication failed for user "postgres"$/,
        advice: 'Correct the user and the password in DATABASE_URL',
      },
      {
        title: 'a database that does not exist',
        database: `postgres://postgres:pawstock@${host}/nowhere`,
        value: /^database "nowhere" does not exist$/,
        advice: 'Create this database, or correct its name in DATABASE_URL.',
      },
      {
        title: 'a port on which no server listens',
        database: `postgres://postgres:secret-word@localhost:${unusedPort}${pathname}`,
        value: /^connect ECONNREFUSED /,
        advice: start,
      },
      {
        title: 'a name that no host has',
        database: 'postgres://postgres:secret-word@nowhere.invalid/pets',
        value: /^getaddrinfo /,
        advice: start,
      },
      {
        title: 'a server without encryption',
        database: `${url}&sslmode=require`,
        value: /^The server does not support SSL connections$/,
        advice: 'Turn on ssl in postgresql.conf, or set sslmode=disable',
      },
      {
        title: 'a database that can only be read',
        database: `${url}&default_transaction_read_only=on`,
        value: /^$/,
        advice:
          'The database can only be read. Name the primary in DATABASE_URL, and a role that may ' +
          'write there.',
      },
    ]) {
      await t.test(`${title} is found with what to do`, async () => {
        const args = ['doctor', '--json', '--database', database];
        const { code, stdout } = await cli.runShared(args, { env: { PORT: '0' } });
        printed.push(stdout);

        assert.equal(code, 1);
        const findings = JSON.parse(stdout) as Finding[];
        const toDo = findings.find(({ ok }) => !ok);
        assert.match(toDo?.value ?? 'nothing was found', value);
        assert.ok(toDo?.advice?.startsWith(advice), `the advice is: ${toDo?.advice}`);
      });
    }

    await t.test('is always shown without its password', () => {
      for (const output of printed) {
        assert.match(output, /"postgres:\/\/…@/);
        assert.doesNotMatch(output, /secret-word/);
      }
    });
  });
});
