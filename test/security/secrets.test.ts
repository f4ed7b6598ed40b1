import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

/** Returns a function that sends a request, and returns the whole response as one text. */
function asker({ url }: ServiceProcess) {
  type Options = { key?: string; body?: string | null; headers?: Record<string, string> };
  return async (
    method: string,
    path: string,
    { key, body = null, headers }: Options = {},
  ): Promise<string> => {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const sent = { 'content-type': 'application/json', ...authorization, ...headers };
    const response = await fetch(url + path, { method, headers: sent, body });
    const said = JSON.stringify([response.status, ...response.headers]);
    if (response.headers.get('content-type') !== 'text/event-stream')
      return said + (await response.text());
    await response.body?.cancel();
    return said;
  };
}

type Ask = ReturnType<typeof asker>;

/** Calls every operation on the stock, with valid and invalid requests, and all site routes. */
async function callEverything(ask: Ask, key: string): Promise<string[]> {
  const paths = ['/1', '/x', '/1/adjustments', '/1/history', '/events', ''].map(
    (path) => `/v1/inventory${path}`,
  );
  const pages = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics', '/nothing'];
  const bodies = ['{"quantity":1,"status":"sold"}', '{', '{"delta":-99}'];

  const said: string[] = [];
  for (const method of ['PATCH', 'PUT', 'POST', 'DELETE'])
    for (const body of bodies)
      for (const path of paths) said.push(await ask(method, path, { key, body }));
  for (const path of paths.concat(pages)) said.push(await ask('GET', path, { key }));
  return said;
}

/** Sends an API key in places where no key belongs, such as the query string. */
async function misplace(ask: Ask, key: string): Promise<string[]> {
  const placed = [
    `/v1/inventory?key=${key}`,
    `/v1/inventory?access_token=${key}`,
    `/v1/${key}`,
    `/${key}`,
  ];
  const headers = [
    { 'x-api-key': key },
    { authorization: key },
    { authorization: `Basic ${key}` },
    { cookie: `key=${key}` },
    { 'x-request-id': key },
    { 'x-request-id': `till-${key}` },
  ];
  const requests = [
    placed.map((path) => ask('GET', path)),
    placed.map((path) => ask('GET', path, { key })),
    headers.map((sent) => ask('GET', '/v1/inventory', { headers: sent })),
    ask('PATCH', `/v1/inventory/${key}`, { key, body: '{"quantity":1}' }),
    ask('POST', '/v1/inventory/1/adjustments', { key, body: `{"delta":0,"${key}":1}` }),
    ask('GET', `/v1/key?${key}`, { key }),
    ask('GET', `/v1/reservations/${key}`, { key }),
  ];
  return Promise.all(requests.flat());
}

async function malformed({ port }: ServiceProcess, key: string): Promise<string[]> {
  const requests = [
    `GET / HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    `GET /${key} HTTP/9.9\r\nHost: x\r\n\r\n`,
    `${key}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${key}\r\nBad\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\n${key}: ${key}\x01\r\n\r\n`,
  ];
  const answers = await Promise.all(requests.map((request) => exchangeOne(port, request)));
  return answers.map(({ headers, body }) => JSON.stringify([...headers]) + body);
}

/** Creates a key of each kind with the command. Returns their secrets, and one of no key. */
async function createKeys(cli: CliHarness): Promise<Readonly<Record<string, string>>> {
  const create = async (name: string, scope: string) => {
    const { stdout } = await cli.runShared(['keys', 'create', name, '--scope', scope]);
    return stdout.trim();
  };
  const keys = {
    unknown: newSecret(),
    read: await create('read', 'read'),
    admin: await create('admin', 'admin'),
    revoked: await create('revoked', 'read'),
  };
  await cli.runShared(['keys', 'revoke', 'revoked']);
  return keys;
}

test('a key that is used rightly, wrongly and while the store fails', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 5 }]);
  const keys = await createKeys(cli);
  const server = await cli.serve([], { env: { LOG_LEVEL: 'debug' } });
  const ask = asker(server);

  const answers: string[] = [];
  for (const key of Object.values(keys)) {
    answers.push(...(await callEverything(ask, key)));
    answers.push(...(await misplace(ask, key)));
    answers.push(...(await malformed(server, key)));
  }
  // A failure of the store logs more details than a refused request does, so the test causes such
  // failures as well.
  renameSync(cli.file, `${cli.file}.away`);
  await until(async () => {
    answers.push(await ask('GET', '/v1/inventory', { key: keys['read'] ?? '' }));
    return /store_unavailable/.test(answers.at(-1) ?? '');
  });
  for (const key of Object.values(keys)) {
    answers.push(...(await misplace(ask, key)));
    answers.push(...(await malformed(server, key)));
  }
  renameSync(`${cli.file}.away`, cli.file);
  const { stderr, stdout } = await server.signal('SIGTERM');
  assert.match(stderr, /"code":"store_unavailable"/, 'the store has not failed');
  assert.match(stderr, /"operation":"updateInventory","status":200/, 'no write has succeeded');

  const table = await cli.runShared(['keys', 'list']);
  const json = await cli.runShared(['keys', 'list', '--json']);

  for (const [name, secret] of Object.entries(keys)) {
    const digest = digestOf(secret);

    await t.test(`is in no response: the key "${name}"`, () => {
      for (const answer of answers) {
        assert.ok(!answer.includes(secret), `the key is in ${answer.slice(0, 300)}`);
        assert.ok(!answer.includes(digest), `the digest is in ${answer.slice(0, 300)}`);
      }
    });

    await t.test(`is in no line of the log: the key "${name}"`, () => {
      const lines = stderr.split('\n');
      const telling = lines.filter((line) => line.includes(secret) || line.includes(digest));
      assert.deepEqual(telling, []);
    });

    await t.test(`is not on standard output: the key "${name}"`, () => {
      assert.ok(!stdout.includes(secret));
    });

    await t.test(`is in no file of the store: the key "${name}"`, () => {
      const files = readdirSync(cli.folder).filter((file) => file.startsWith('pawstock.db'));
      for (const file of files)
        assert.ok(!readFileSync(join(cli.folder, file), 'latin1').includes(secret), file);
    });

    await t.test(`is in no list of keys: the key "${name}"`, () => {
      for (const list of [table.stdout, json.stdout]) {
        assert.ok(!list.includes(secret), 'the key is listed');
        assert.ok(!list.includes(digest), 'the digest is listed');
      }
    });
  }
});

test('no command takes a key as an argument, which other users of the machine could read', async () => {
  const optionsOf = (command: Command): (string | undefined)[] => [
    ...command.options.map(({ long }) => long),
    ...command.commands.flatMap(optionsOf),
  ];
  const telling = optionsOf(await createProgram()).filter((name = '') =>
    /key|token|secret|password/i.test(name),
  );
  // These options take the path of a key file, never the key itself.
  assert.deepEqual(new Set(telling), new Set(['--tls-key', '--webhook-key']));
});
