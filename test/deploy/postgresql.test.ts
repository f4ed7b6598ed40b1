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
const faults = [
  [
    'update pawstock.pawstock_schema set version = 0',
    'update pawstock.pawstock_schema set version = 1',
  ],
  [
    'revoke usage on schema pawstock from pawstock_service',
    'grant usage on schema pawstock to pawstock_service',
  ],
  [
    'revoke select on pawstock.pawstock_schema from pawstock_service',
    'grant select on pawstock.pawstock_schema to public',
  ],
] as const;

/** Requests that together write to every table except those for webhook deliveries. */
const requests = [
  ['PUT', '/inventory/2', { quantity: 5, status: 'available' }, 201],
  ['PATCH', '/inventory/2/details', { name: 'Hamster' }, 200],
  ['PUT', '/reservations/order-1', { items: [{ petId: 2, quantity: 1 }] }, 201],
  ['POST', '/reservations/order-1/sale', {}, 200],
  ['DELETE', '/inventory/2', undefined, 204],
  ['POST', '/keys/till-3/rotation', {}, 200],
  ['POST', '/webhooks', { name: 'receiver', url: 'https://127.0.0.1/' }, 201],
  ['POST', '/webhooks/receiver/test', undefined, 200],
  ['DELETE', '/webhooks/receiver', undefined, 204],
] as const;

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
  const begun = await cli.shell(`${pawstock}${here(commands)}printf %s "$DATABASE_URL"`);
  assert.match(begun.stderr, /Copied 1 pet with 1 entry/);
  const [secret = '', owner = ''] = begun.stdout.split('\n');
  assert.equal(serve, '\n');
  const byOwner = await cli.serve([], { env: { DATABASE_URL: owner } });
  assert.equal(await byOwner.statusFor(secret), 200);
  await byOwner.signal('SIGTERM');

  // Part 2 of docs/operating/postgresql.md: separate roles for the owner and the service.
  await sql(rights);
  const inPetstore = (text: string) => sql(`\\connect petstore\n${text}`);
  const address = owner.replace('pawstock:change-me@', 'pawstock_service:change-me-too@');
  const env = { DATABASE_URL: address, WEBHOOK_NETWORKS: '127.0.0.0/8' };
  for (const statement of forbidden)
    await assert.rejects(sql(statement, address), /permission denied for|must be owner/, statement);
  for (const [fault, remedy] of faults) {
    await inPetstore(fault);
    for (const command of [
      ['keys', 'create', 'late'],
      ['migrate'],
      ['serve', '--port', '0', '--log-level', 'silent'],
    ]) {
      const { code, stderr } = await cli.runShared(command, { env });
      assert.equal(code, 1, fault);
      assert.match(
        stderr,
        /^pawstock: The role in DATABASE_URL lacks a right: .* run "pawstock migrate" with the role/,
      );
    }
    await inPetstore(remedy);
  }
  const migrated = await cli.runShared(['migrate', '--database', owner]);
  assert.equal(migrated.stderr, 'The store has schema 1, as this version needs it.\n');
  await inPetstore('revoke insert on pawstock.webhook from pawstock_service');
  assert.equal((await cli.runShared(['doctor'], { env })).code, 1);
  await inPetstore('grant insert on pawstock.webhook to pawstock_service');
  const well = await cli.runShared(['doctor'], { env: { ...env, PORT: '0' } });
  assert.equal(well.code, 0, well.stdout);
  const key = (
    await cli.runShared(['keys', 'create', 'owner', '--scope', 'owner'], { env })
  ).stdout.trim();
  const client = createClient(key);
  t.after(client.close);
  const service = await cli.serve([], { env });
  for (const [method, path, body, status] of requests) {
    const response = await client.send(service.url, { method, root: '/v1', path, body });
    assert.equal(response.status, status, `${method} ${path} ${response.body}`);
  }

  // Part 3 of docs/operating/postgresql.md: backup and restore.
  await sql("create database restored owner pawstock encoding 'UTF8' template template0");
  const inFolder = (text: string) => text.replace('pawstock.dump', '/var/backups/pawstock.dump');
  await shell(inFolder(dump));
  const [restoring = '', verifying = ''] = restore.split(/(?<=\n)(?=pawstock )/);
  await shell(inFolder(restoring));
  assert.equal((await cli.shell(pawstock + here(verifying))).code, 0);

  // Part 4 of docs/operating/postgresql.md: point-in-time recovery.
  await server.configure(archive);
  await shell(backUp);
  const set = (url: string, quantity: number) =>
    client.send(url, {
      method: 'PATCH',
      path: '/1',
      body: { quantity },
      headers: { 'idempotency-key': `${quantity}` },
    });
  const kept = await set(service.url, 7);
  assert.deepEqual([kept.status, (await set(service.url, 99)).status], [200, 200]);
  const history = await client.send(service.url, { path: '/1/history' });
  const [unwanted] = JSON.parse(history.body) as { after: number; at: string; seq: number }[];
  assert.equal(unwanted?.after, 99);
  assert.equal((await client.send(service.url, { method: 'DELETE', path: '/1' })).status, 204);
  await service.signal('SIGTERM');
  const example = '2026-11-15T09:30:00.000+00';
  assert.ok(recover.includes(example));
  await shell(recover.replace(example, unwanted.at.replace('Z', '+00')));
  const verified = await cli.run(['verify'], { env });
  assert.equal(verified.code, 0, verified.stderr);
  const again = await cli.serve([], { env });
  const { body, headers } = await client.send(again.url, { path: '/1' });
  assert.deepEqual(
    [body, headers.etag],
    ['{"petId":1,"quantity":7,"status":"available"}', kept.headers.etag],
  );
  // The recovery has undone this write. When it is sent again, it is carried out and gets the same
  // ledger sequence.
  const repeated = await set(again.url, 99);
  const { etag, 'idempotent-replayed': replayed } = repeated.headers;
  assert.deepEqual([repeated.status, etag, replayed], [200, `"${unwanted.seq}"`, undefined]);
});
