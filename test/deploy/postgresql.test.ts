import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../support/http/client.ts';
import { noDebianServer, startDebianServer } from '../support/postgres/debian-server.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

/** Follows docs/operating/postgresql.md on a server of Debian. */

/** The address that a block exports. */
const addressIn = (text: string) => /DATABASE_URL='([^']+)'/.exec(text)?.[1] ?? '';

/** What the owner of the tables may do with them, and a service may not. */
const forbidden = [
  'create table pawstock.other (n int)',
  'drop table pawstock.item',
  'alter table pawstock.item add column n int',
  'alter table pawstock.ledger disable trigger all',
  'truncate pawstock.ledger',
  'update pawstock.ledger set after = 0',
  'delete from pawstock.ledger',
  'update pawstock.store_schema set version = 0',
];

/** Requests that together write to every table. */
const requests = [
  ['PUT', '/inventory/2', { quantity: 5, status: 'available' }, 201],
  ['PATCH', '/inventory/2', { quantity: 6 }, 200],
  ['PATCH', '/inventory/2/details', { name: 'Hamster' }, 200],
  ['PUT', '/reservations/order-1', { items: [{ petId: 2, quantity: 1 }] }, 201],
  ['POST', '/reservations/order-1/sale', {}, 200],
  ['DELETE', '/inventory/2', undefined, 204],
  ['POST', '/keys', { name: 'till-4' }, 201],
  ['DELETE', '/keys/till-4', undefined, 204],
  ['POST', '/webhooks', { name: 'receiver', url: 'https://127.0.0.1/' }, 201],
  ['POST', '/webhooks/receiver/test', undefined, 200],
  ['DELETE', '/webhooks/receiver', undefined, 204],
] as const;

test('the page about PostgreSQL, in its order', { skip: noDebianServer }, async (t) => {
  const server = await startDebianServer(t, 'docs/operating/postgresql.md');
  const { here, sql, shell, blocks } = server;
  const [setUp, begin, rights, serve, dump, restore, archive, backUp, recover, ...others] = blocks.map((b) => b.text);
  assert.ok(setUp && begin && rights && serve && dump && restore && archive && backUp && recover);
  assert.deepEqual(others, [], 'blocks that no step below runs');
  const cli = openCliHarness(t);
  const expectSql = async (text: string) => {
    const { code, stderr } = await sql(text);
    assert.equal(code, 0, stderr);
  };

  // Setting it up, with an embedded store to bring along.
  await cli.stock([{ petId: 1n, quantity: 12 }]);
  await expectSql(setUp);
  const owner = { DATABASE_URL: here(addressIn(begin)) };
  const commands = begin.replace('sqlite:data/pawstock.db', `sqlite:${cli.file}`).replace(/^pawstock serve\n/m, '');
  const started = await cli.shell(`set -e; pawstock() { node bin/pawstock.js "$@"; }; ${here(commands)}`);
  assert.match(started.stdout, /^paw_\w+\n$/);
  assert.match(started.stderr, /Copied 1 pet with 1 entry/);
  const byOwner = await cli.serve([], { env: owner });
  assert.equal(await byOwner.statusFor(started.stdout.trim()), 200);
  await byOwner.signal('SIGTERM');

  // Two roles.
  await expectSql(rights);
  const env = { DATABASE_URL: here(addressIn(serve)), WEBHOOK_NETWORKS: '127.0.0.0/8' };
  assert.match(env.DATABASE_URL, /pawstock_service/);
  for (const statement of forbidden) {
    const { stderr } = await sql(statement, env.DATABASE_URL);
    assert.match(stderr, /permission denied|must be owner/, statement);
  }
  await expectRights(cli, env, owner.DATABASE_URL, expectSql);
  const key = (await cli.runShared(['keys', 'create', 'owner', '--scope', 'owner'], { env })).stdout.trim();
  const client = createClient(key);
  t.after(client.close);
  const service = await cli.serve([], { env });
  for (const [method, path, body, status] of requests) {
    const response = await client.send(service.url, { method, root: '/v1', path, body });
    assert.equal(response.status, status, `${method} ${path} ${response.body}`);
  }

  // Backup and restore.
  await expectSql('create database restored owner pawstock');
  const dumpFile = '/var/backups/pawstock.dump';
  for (const text of [dump, restore]) await shell(text.replaceAll('pawstock.dump', dumpFile));

  // Point-in-time recovery.
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
  await client.send(service.url, { method: 'DELETE', path: '/1' });
  await service.signal('SIGTERM');
  const example = '2026-11-15T09:30:00.000+00';
  assert.ok(recover.includes(example));
  await shell(recover.replace(example, unwanted.at.replace('Z', '+00')));
  const verified = await cli.run(['verify'], { env });
  assert.equal(verified.code, 0, verified.stderr);
  const again = await cli.serve([], { env });
  const { body, headers } = await client.send(again.url, { path: '/1' });
  assert.deepEqual([body, headers.etag], ['{"petId":1,"quantity":7,"status":"available"}', kept.headers.etag]);
  // The ledger goes on: a repetition of what was undone is carried out, with the number that it had.
  const repeated = await set(again.url, 99);
  const { etag, 'idempotent-replayed': replayed } = repeated.headers;
  assert.deepEqual([repeated.status, etag, replayed], [200, `"${unwanted.seq}"`, undefined]);
});

/** A role that lacks a right is told what to do, by a command and by the service. */
async function expectRights(
  cli: CliHarness,
  env: { readonly DATABASE_URL: string },
  owner: string,
  expectSql: (text: string) => Promise<void>,
): Promise<void> {
  const schema = 'schema pawstock to pawstock_service';
  const faults = [
    ['update pawstock.store_schema set version = 0', 'update pawstock.store_schema set version = 1'],
    [`revoke usage on ${schema.replace(' to ', ' from ')}`, `grant usage on ${schema}`],
    [
      'revoke select on pawstock.store_schema from pawstock_service',
      'grant select on pawstock.store_schema to pawstock_service',
    ],
  ] as const;
  for (const [fault, remedy] of faults) {
    await expectSql(`\\connect petstore\n${fault}`);
    for (const command of [
      ['keys', 'create', 'late'],
      ['serve', '--port', '0'],
    ]) {
      const { code, stderr } = await cli.runShared(command, { env: { ...env, LOG_LEVEL: 'silent' } });
      assert.equal(code, 1, fault);
      assert.match(
        stderr,
        /^pawstock: The role in DATABASE_URL lacks a right: .* run "pawstock migrate" with the role/,
      );
    }
    await expectSql(`\\connect petstore\n${remedy}`);
  }
  for (const database of [owner, env.DATABASE_URL]) {
    const { code, stderr } = await cli.runShared(['migrate', '--database', database]);
    assert.deepEqual([code, stderr], [0, 'The store has schema 1, as this version needs it.\n']);
  }
  assert.equal((await cli.runShared(['doctor'], { env })).code, 0);
}
