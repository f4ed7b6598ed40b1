import assert from 'node:assert/strict';
import { chmodSync, chownSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { parseAddress } from '../../src/store/postgres-address.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

type Finding = {
  readonly check: string;
  readonly ok: boolean;
  readonly value: string;
  readonly source?: string;
  readonly advice: string | null;
};

describe('pawstock doctor', () => {
  test('finds nothing to do for a store that is well, and says where each setting comes from', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([{ petId: 1n, quantity: 1 }]);
    const { code, stdout } = await cli.run(['doctor', '--json'], { env: { PORT: '9090' } });
    const findings = JSON.parse(stdout) as Finding[];
    assert.deepEqual(
      findings.filter(({ ok }) => !ok),
      [],
    );
    assert.equal(code, 0);
    const found = new Map(
      findings.map(({ check, value, source }) => [check, source === undefined ? value : `${value} (${source})`]),
    );
    assert.equal(found.get('PORT'), '9090 (environment)');
    assert.equal(found.get('HOST'), '127.0.0.1 (default)');
    assert.match(found.get('store') ?? '', /^sqlite, schema 1, .* last change 1$/);
    for (const check of ['clock', 'disk', 'open files', 'certificate', 'webhook key'])
      assert.ok(found.has(check), check);
    const table = await cli.runShared(['doctor']);
    assert.match(table.stdout, /^STATE +CHECK +FOUND\nok +PORT +8080 \(default\)/);
  });

  test('says what to do, with exit code 1', async (t) => {
    const cli = openCliHarness(t);
    const adviceOf = async (env: Record<string, string>) => {
      const { code, stdout } = await cli.runShared(['doctor', '--json'], { env });
      assert.equal(code, 1);
      return (JSON.parse(stdout) as Finding[])
        .filter(({ ok }) => !ok)
        .map(({ check, advice }) => `${check}: ${advice}`);
    };
    assert.match((await adviceOf({})).join(), /^store: There is no store at /);
    const store = await openStore({ engine: 'sqlite', file: cli.file });
    await addEndpoint(store, 'https://shop.example/', { key: Buffer.alloc(32, 1) });
    await store.close();
    assert.deepEqual(await adviceOf({}), ['webhook key: The secret is encrypted. Set WEBHOOK_KEY.']);
    const wrong = await adviceOf({ PORT: 'http', LOG_LEVEL: 'loud' });
    assert.equal(wrong.length, 2);
    assert.match(wrong.join(), /PORT must be .*LOG_LEVEL must be/);
    const unreachable = { DATABASE_URL: 'postgres://user:secret-word@127.0.0.1:1/pets' };
    const { stdout } = await cli.runShared(['doctor'], { env: unreachable });
    assert.doesNotMatch(stdout, /secret-word/);
    assert.match(stdout, /postgres:\/\/…@127\.0\.0\.1:1\/pets \(environment\)/);
  });

  test('names the cause where PostgreSQL cannot be used, and what to do', async (t) => {
    const cli = openCliHarness(t);
    const { url, drop } = await createDatabase();
    t.after(drop);
    const store = await openStore({ engine: 'postgres', ...parseAddress(url) });
    await store.close();
    const { host, pathname } = new URL(url);
    const causes: Readonly<Record<string, readonly [string, RegExp]>> = {
      'a wrong password': [
        url.replace(':pawstock@', ':secret-word@'),
        /^password authentication failed for user "postgres"\. Correct the user and the password in DATABASE_URL/,
      ],
      'no such database': [
        `postgres://postgres:pawstock@${host}/nowhere`,
        /^database "nowhere" does not exist\. Create this database, or correct its name in DATABASE_URL\.$/,
      ],
      'a closed port': [
        `postgres://postgres:secret-word@127.0.0.1:${await freePort()}${pathname}`,
        /^connect ECONNREFUSED [^ ]+\. Start PostgreSQL, correct host and port in DATABASE_URL, or open/,
      ],
      'two addresses': [
        `postgres://postgres:secret-word@localhost:${await freePort()}${pathname}`,
        /^connect ECONNREFUSED .*\. Start PostgreSQL, correct host and port in DATABASE_URL, or open/,
      ],
      'no such host': [
        'postgres://postgres:secret-word@nowhere.invalid/pets',
        /^getaddrinfo .*\. Start PostgreSQL, correct host and port in DATABASE_URL, or open/,
      ],
      'no TLS': [
        `${url}&sslmode=require`,
        /^The server does not support SSL connections\. Turn on ssl in postgresql\.conf, or set sslmode=disable/,
      ],
      'only reads': [
        `${url}&default_transaction_read_only=on`,
        /^\. The database can only be read\. Name the primary in DATABASE_URL, and a role that may write there\.$/,
      ],
    };
    for (const [name, [database, says]] of Object.entries(causes)) {
      const { code, stdout } = await cli.runShared(['doctor', '--json', '--database', database]);
      assert.equal(code, 1, name);
      assert.doesNotMatch(stdout, /secret-word/, name);
      const findings = JSON.parse(stdout) as Finding[];
      const { value, advice } = findings.find(({ ok }) => !ok) ?? {};
      assert.match(`${value}. ${advice}`, says, name);
    }
  });

  const noOtherUser = process.getuid?.() === 0 ? skipWithout('setpriv') : 'only root can become another user';
  test('does not call a store fine that can only be read', { skip: noOtherUser }, async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    chmodSync(cli.file, 0o400);
    for (const path of [cli.folder, cli.file]) chownSync(path, 65_534, 65_534);
    const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    const args = [...asNobody, process.execPath, 'bin/pawstock.js', 'doctor'];
    const { code, stdout } = await cli.program('setpriv', args, {});
    assert.equal(code, 1, stdout);
    assert.match(
      stdout,
      /to do +store +You may not open .*pawstock\.db\. Run this as the user that owns it and its folder\./,
    );
  });

  test('says of a folder that is missing only that there is no store', async (t) => {
    const cli = openCliHarness(t);
    const { stdout } = await cli.runShared(['doctor', '--database', `sqlite:${cli.folder}/a/b/pawstock.db`]);
    assert.doesNotMatch(stdout, /ENOENT/);
    assert.match(stdout, /to do +store +There is no store at /);
  });
});

test('a service without a key prints a link that creates the first one, until there is one', async (t) => {
  const cli = openCliHarness(t);
  /** Each start prints another link; it is complete when the service has ended. */
  const linkOf = async () => {
    const server = await cli.serve();
    await until(async () => {
      const store = await openStore({ engine: 'sqlite', file: cli.file });
      const keys = await store.keys().finally(() => store.close());
      return keys.length > known.length;
    });
    const { stdout } = await server.signal('SIGTERM');
    const secret = /#setup=(paw_\w+)\n/.exec(stdout)?.[1] ?? '';
    known.push(secret);
    return secret;
  };
  const known: string[] = [];
  const links = [await linkOf(), await linkOf()];
  const server = await cli.serve();
  const create = async (key: string, name: string) => {
    const response = await fetch(`${server.url}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, scope: 'owner' }),
    });
    return response.status;
  };
  assert.equal(await create(links[0] ?? '', 'anna'), 201);
  for (const link of links) assert.equal(await create(link, 'eve'), 401);
  await server.signal('SIGTERM');
  const last = await cli.serve();
  const { stdout } = await last.signal('SIGTERM');
  assert.equal(stdout, '', 'there is a key now');
});
