import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
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
  const calls = ['PATCH', 'PUT', 'POST', 'DELETE'].flatMap((method) =>
    ['{"quantity":1,"status":"sold"}', '{', '{"delta":-99}'].flatMap((body) =>
      paths.map((path) => () => ask(method, path, { key, body })),
    ),
  );
  const pages = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics', '/nothing'];
  calls.push(...[...paths, ...pages].map((path) => () => ask('GET', path, { key })));
  const said: string[] = [];
  for (const call of calls) said.push(await call());
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
  return Promise.all([
    ...placed.map((path) => ask('GET', path)),
    ...placed.map((path) => ask('GET', path, { key })),
    ...headers.map((sent) => ask('GET', '/v1/inventory', { headers: sent })),
    ask('PATCH', `/v1/inventory/${key}`, { key, body: '{"quantity":1}' }),
    ask('POST', '/v1/inventory/1/adjustments', { key, body: `{"delta":0,"${key}":1}` }),
    ask('GET', `/v1/key?${key}`, { key }),
    ask('GET', `/v1/reservations/${key}`, { key }),
  ]);
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

test('no key is in any answer, log line, figure or file, whatever is done with it', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 5 }]);
  const keys: Record<string, string> = { unknown: newSecret() };
  for (const name of ['read', 'admin', 'revoked']) {
    const scope = name === 'admin' ? 'admin' : 'read';
    keys[name] = (await cli.runShared(['keys', 'create', name, '--scope', scope])).stdout.trim();
  }
  await cli.runShared(['keys', 'revoke', 'revoked']);
  const server = await cli.serve([], { env: { LOG_LEVEL: 'debug' } });
  const ask = asker(server);
  const said: string[] = [];
  for (const key of Object.values(keys)) {
    said.push(
      ...(await callEverything(ask, key)),
      ...(await misplace(ask, key)),
      ...(await malformed(server, key)),
    );
  }
  // A failure of the store logs more details than a refused request does, so the test causes such
  // failures as well.
  renameSync(cli.file, `${cli.file}.away`);
  await until(async () => {
    said.push(await ask('GET', '/v1/inventory', { key: keys['read'] ?? '' }));
    return /store_unavailable/.test(said.at(-1) ?? '');
  });
  for (const key of Object.values(keys))
    said.push(...(await misplace(ask, key)), ...(await malformed(server, key)));
  renameSync(`${cli.file}.away`, cli.file);
  const { stderr, stdout } = await server.signal('SIGTERM');
  assert.match(stderr, /"code":"store_unavailable"/);
  assert.match(stderr, /"operation":"updateInventory","status":200/);

  const files = readdirSync(cli.folder).filter((name) => name.startsWith('pawstock.db'));
  const stored = files.map((name) => readFileSync(join(cli.folder, name), 'latin1')).join('');
  const lists = await Promise.all(
    [[], ['--json']].map((flags) => cli.runShared(['keys', 'list', ...flags])),
  );
  const listed = lists.map((list) => list.stdout).join('');
  for (const [name, key] of Object.entries(keys)) {
    for (const answer of said)
      assert.ok(!answer.includes(key), `the key ${name} is in an answer: ${answer.slice(0, 300)}`);
    const lines = stderr
      .split('\n')
      .filter((line) => line.includes(key) || line.includes(digestOf(key)));
    assert.deepEqual(lines, [], `the key ${name} is in the log`);
    for (const [where, text] of Object.entries({ stdout, stored, listed })) {
      assert.ok(!text.includes(key), `the key ${name} is in ${where}`);
    }
    assert.ok(!listed.includes(digestOf(key)) && !said.join('').includes(digestOf(key)));
  }
});

test('no command takes a key as an argument, which anybody on the machine could read', async () => {
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
