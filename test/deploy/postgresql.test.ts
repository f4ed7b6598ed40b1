import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../support/http/client.ts';
import { noDebianServer, startDebianServer } from '../support/postgres/debian-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** Follows docs/operating/postgresql.md on a PostgreSQL server from Debian. */

/** Statements that the owner of the tables may execute, and the service's role may not. */
const forbidden = [
  'create table pawstock.other (n int)',
  'drop table pawstock.item',
  'alter table pawstock.ledger disable trigger all',
  'truncate pawstock.ledger',
  'update pawstock.ledger set after = 0',
  'delete from pawstock.ledger',
  'update pawstock.pawstock_schema set version = 0',
];

/**
 * Faults in the service's permissions or in the schema, each with the statement that repairs it.
 */
const faults: readonly {
  readonly title: string;
  readonly statement: string;
  readonly remedy: string;
}[] = [
  {
    title: 'an old schema',
    statement: 'update pawstock.pawstock_schema set version = 0',
    remedy: 'update pawstock.pawstock_schema set version = 1',
  },
  {
    title: 'a schema that it may not use',
    statement: 'revoke usage on schema pawstock from pawstock_service',
    remedy: 'grant usage on schema pawstock to pawstock_service',
  },
  {
    title: 'a version that it may not read',
    statement: 'revoke select on pawstock.pawstock_schema from pawstock_service',
    remedy: 'grant select on pawstock.pawstock_schema to public',
  },
];

/** Requests that together write to every table except those for webhook deliveries. */
const requests: readonly {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly status: number;
}[] = [
  {
    method: 'PUT',
    path: '/inventory/2',
    body: { quantity: 5, status: 'available' },
    status: 201,
  },
  { method: 'PATCH', path: '/inventory/2/details', body: { name: 'Hamster' }, status: 200 },
  {
    method: 'PUT',
    path: '/reservations/order-1',
    body: { items: [{ petId: 2, quantity: 1 }] },
    status: 201,
  },
  { method: 'POST', path: '/reservations/order-1/sale', body: {}, status: 200 },
  { method: 'DELETE', path: '/inventory/2', status: 204 },
  { method: 'POST', path: '/keys/till-3/rotation', body: {}, status: 200 },
  {
    method: 'POST',
    path: '/webhooks',
    body: { name: 'receiver', url: 'https://127.0.0.1/' },
    status: 201,
  },
  { method: 'POST', path: '/webhooks/receiver/test', status: 200 },
  { method: 'DELETE', path: '/webhooks/receiver', status: 204 },
];

test('the page about PostgreSQL, in its order', { skip: noDebianServer }, async (t) => {
  const server = await startDebianServer(t, 'docs/operating/postgresql.md');
  const { sql, shell, here, blocks } = server;
  const [setUp = '', first = '', rights = '', dump = '', restore = '', ...pointInTime] = blocks;
  const [archive = '', backUp = '', recover = '', ...others] = pointInTime;
  assert.deepEqual(others, [], 'blocks that no step below runs');
  const cli = openCliHarness(t);

  // Part 1 of docs/operating/postgresql.md: set up the database, and copy an embedded store into
  // it.
  await cli.stock([{ petId: 1n, quantity: 12 }]);
  await sql(setUp);
  const pawstock = `set -e\npawstock() { "${process.execPath}" bin/pawstock.js "$@"; }\n`;
  const [commands = '', serve] = first
    .replace('sqlite:data/pawstock.db', `sqlite:${cli.file}`)
    .split('pawstock serve');
  assert.equal(serve, '\n');
  const begun = await cli.shell(`${pawstock}${here(commands)}printf %s "$DATABASE_URL"`);
  const [secret = '', owner = ''] = begun.stdout.split('\n');

  await t.test('copies an embedded store into a new database', () => {
    assert.match(begun.stderr, /Copied 1 pet with 1 entry/);
  });

  await t.test('lets a service use that database', async () => {
    const service = await cli.serve([], { env: { DATABASE_URL: owner } });
    assert.equal(await service.statusFor(secret), 200);
    await service.signal('SIGTERM');
  });

  // Part 2 of docs/operating/postgresql.md: separate roles for the owner and the service.
  await sql(rights);
  const inPetstore = (text: string) => sql(`\\connect petstore\n${text}`);
  const address = owner.replace('pawstock:change-me@', 'pawstock_service:change-me-too@');
  const env = { DATABASE_URL: address, WEBHOOK_NETWORKS: '127.0.0.0/8' };

  for (const statement of forbidden) {
    await t.test(`gives the service a role that may not "${statement}"`, async () => {
      await assert.rejects(sql(statement, address), /permission denied for|must be owner/);
    });
  }

  for (const { title, statement, remedy } of faults) {
    await t.test(`is named as the remedy by commands that find ${title}`, async () => {
      await inPetstore(statement);

      for (const line of ['keys create late', 'migrate', 'serve --port 0 --log-level silent']) {
        const { code, stderr } = await cli.runShared(line.split(' '), { env });
        assert.equal(code, 1, line);
        assert.match(
          stderr,
          /^pawstock: The role in DATABASE_URL lacks a right: .* run "pawstock migrate" with the role/,
        );
      }

      await inPetstore(remedy);
    });
  }

  await t.test('migrates the store with the role of the owner', async () => {
    const { stderr } = await cli.runShared(['migrate', '--database', owner]);
    assert.equal(stderr, 'The store has schema 1, as this version needs it.\n');
  });

  await t.test('gives the service a right without which doctor finds something to do', async () => {
    await inPetstore('revoke insert on pawstock.webhook from pawstock_service');
    assert.equal((await cli.runShared(['doctor'], { env })).code, 1);
    await inPetstore('grant insert on pawstock.webhook to pawstock_service');
  });

  await t.test('leaves doctor nothing to find', async () => {
    const { code, stdout } = await cli.runShared(['doctor'], { env: { ...env, PORT: '0' } });
    assert.equal(code, 0, stdout);
  });

  const created = await cli.runShared(['keys', 'create', 'owner', '--scope', 'owner'], { env });
  const client = createClient(created.stdout.trim());
  t.after(client.close);
  const service = await cli.serve([], { env });

  for (const { method, path, body, status } of requests) {
    await t.test(`gives the service the rights for ${method} ${path}`, async () => {
      const response = await client.send(service.url, { method, root: '/v1', path, body });
      assert.equal(response.status, status, response.body);
    });
  }

  await t.test('restores a dump that can be verified', async () => {
    // Part 3 of docs/operating/postgresql.md: backup and restore.
    await sql("create database restored owner pawstock encoding 'UTF8' template template0");
    const inFolder = (text: string) => text.replace('pawstock.dump', '/var/backups/pawstock.dump');
    await shell(inFolder(dump));
    const [restoring = '', verifying = ''] = restore.split(/(?<=\n)(?=pawstock )/);
    await shell(inFolder(restoring));

    assert.equal((await cli.shell(pawstock + here(verifying))).code, 0);
  });

  // Part 4 of docs/operating/postgresql.md: point-in-time recovery.
  await server.configure(archive);
  await shell(backUp);
  const set = (url: string, quantity: number) => {
    const headers = { 'idempotency-key': `${quantity}` };
    return client.send(url, { method: 'PATCH', path: '/1', headers, body: { quantity } });
  };
  const kept = await set(service.url, 7);
  assert.equal(kept.status, 200);
  assert.equal((await set(service.url, 99)).status, 200);
  const history = await client.send(service.url, { path: '/1/history' });
  const [unwanted] = JSON.parse(history.body) as { after: number; at: string; seq: number }[];
  assert.ok(unwanted?.after === 99, 'the newest change is another one');
  assert.equal((await client.send(service.url, { method: 'DELETE', path: '/1' })).status, 204);
  await service.signal('SIGTERM');
  const example = '2026-11-15T09:30:00.000+00';
  assert.ok(recover.includes(example));
  await shell(recover.replace(example, unwanted.at.replace('Z', '+00')));

  await t.test('recovers a store that can be verified', async () => {
    const { code, stderr } = await cli.run(['verify'], { env });
    assert.equal(code, 0, stderr);
  });

  const again = await cli.serve([], { env });

  await t.test('recovers the stock as it was before the unwanted change', async () => {
    const { body, headers } = await client.send(again.url, { path: '/1' });
    assert.equal(body, '{"petId":1,"quantity":7,"status":"available"}');
    assert.equal(headers.etag, kept.headers.etag);
  });

  await t.test('lets a change that the recovery has undone be made again', async () => {
    const { status, headers } = await set(again.url, 99);
    assert.equal(status, 200);
    assert.equal(headers['idempotent-replayed'], undefined, 'it was not carried out');
    assert.equal(headers.etag, `"${unwanted.seq}"`);
  });
});
