import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
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
