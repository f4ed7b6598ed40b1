import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../src/http/operations/operations.ts';
import type { Context } from '../../src/http/request/context.ts';
import { limits } from '../../src/limits.ts';
import { createLogs, readableLine } from '../../src/observability/log.ts';
import { freePort } from '../support/free-port.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { memoryLog } from '../support/service/memory-log.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

type Line = Readonly<Record<string, string | number | undefined>>;

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('at debug every request is a line, at info changes, refusals and slow reads are, with nothing secret in them', async (t) => {
  // A handler of a GET request that takes a second by the clock with which the service measures
  // slow reads.
  const slowly = async (context: Context) => {
    const endMs = performance.now() + 1_000;
    await until(() => performance.now() > endMs);
    return context.json(200, '{}');
  };
  const withSlowRead = operations.map((one) =>
    one.operationId === 'getCurrentKey' ? { ...one, handle: slowly } : one,
  );
  const everyLine = [
    [undefined, 'site', 200],
    ['admin', 'listInventory', 200],
    ['admin', 'updateInventory', 200],
    ['admin', 'updateInventory', 404],
    ['admin', 'none', 404],
    [undefined, 'listInventory', 401],
    ['admin', 'getCurrentKey', 200],
  ];
  for (const [level, logged] of [
    ['info', everyLine.slice(2)],
    ['debug', everyLine],
  ] as const) {
    const { lines, logs } = memoryLog(level);
    const { url, call, secret } = await startService(t, { logs, operations: withSlowRead });
    const headers = { 'x-request-id': 'mine' };
    await call('GET', '/healthz');
    await call('GET', '/v1/inventory');
    await call('PATCH', '/v1/inventory/1', { body: { quantity: 5 }, headers });
    await call('PATCH', '/v1/inventory/2', { body: { quantity: 5 } });
    await call('GET', `/v1/nowhere?key=${secret}`);
    await fetch(`${url}/v1/inventory`);
    await call('GET', '/v1/key');
    const requests = linesOf(lines.join('')).filter(({ msg }) => msg === 'request');
    const logLines = requests.map(({ key, operation, status }) => [key, operation, status]);
    assert.deepEqual(logLines, logged);
    const change = requests.find(
      ({ operation, status }) => operation === 'updateInventory' && status === 200,
    );
    assert.equal(change?.['requestId'], 'mine');
    assert.ok(Number(change?.['ms']) > 0 && Number(requests.at(-1)?.['ms']) > 1_000);
    assert.ok(!lines.join('').includes(secret));
  }
});

test('at warn and silent no request is a line, and at silent nothing is', () => {
  const [warn, silent] = [createLogs('warn', limits), createLogs('silent', limits)];
  assert.deepEqual([warn.requests, silent.requests], [undefined, undefined]);
  assert.deepEqual(
    [warn.events.isLevelEnabled('info'), warn.events.isLevelEnabled('warn')],
    [false, true],
  );
  assert.equal(silent.events.isLevelEnabled('fatal'), false);
});

test('an outage is a line when it begins and when it is over, and a number every minute', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { lines, logs } = memoryLog();
  const refuse = (times: number, code = 'store_unavailable') => {
    for (let time = 0; time < times; time++) logs.outages.count(code, 'refused');
  };
  refuse(900);
  t.mock.timers.tick(60_000);
  refuse(100);
  refuse(1, 'overloaded');
  t.mock.timers.tick(60_000);
  t.mock.timers.tick(600_000);
  refuse(1);
  assert.deepEqual(
    linesOf(lines.join('')).map(({ msg, code, requests }) => [code, requests, msg]),
    [
      ['store_unavailable', undefined, 'requests are refused'],
      ['store_unavailable', 900, 'requests were refused in the last minute'],
      ['overloaded', undefined, 'requests are refused'],
      ['store_unavailable', 100, 'requests were refused in the last minute'],
      ['overloaded', 1, 'requests were refused in the last minute'],
      ['store_unavailable', undefined, 'requests are no longer refused'],
      ['overloaded', undefined, 'requests are no longer refused'],
      ['store_unavailable', undefined, 'requests are refused'],
    ],
  );
});

test('refusals at the start do not hide why requests are refused later', () => {
  const { lines, logs } = memoryLog();
  // During the start, a request is refused for no known cause. Later requests are refused for many
  // causes.
  logs.outages.count('store_unavailable', undefined);
  for (let time = 0; time < 2; time++)
    logs.outages.count('store_unavailable', 'connection refused');
  for (let port = 1; port < 100; port++)
    logs.outages.count('store_unavailable', `timeout at port ${port}`);
  const causes = linesOf(lines.join('')).map(({ cause }) => cause);
  assert.deepEqual(causes.slice(0, 3), [undefined, 'connection refused', 'timeout at port 1']);
  assert.ok(causes.length <= 5, `${causes.length} lines`);
});

test('a standard error that nobody reads holds up no caller, and what is dropped is counted', async (t) => {
  const cli = openCliHarness(t);
  const server = await cli.serve([], { limits: { logBytesMax: 64 * 1024 } });
  // The test stops reading the service's standard error, so the pipe fills up.
  server.child.stderr?.pause();
  const refused = (path: string) => fetch(`${server.url}/v1/${path}`);
  let requests = 0;
  // These requests log 1.2 MB, which is more than the operating system buffers for a reader.
  for (; requests < 300; requests++) assert.equal((await refused('x'.repeat(4_000))).status, 401);
  server.child.stderr?.resume();
  await until(async () => {
    await refused('last');
    requests++;
    return server.stderr().includes('/v1/last"');
  });
  const { code, stderr } = await server.signal('SIGTERM');
  assert.equal(code, 0);
  const lines = linesOf(stderr);
  const dropped = lines.reduce((sum, line) => sum + Number(line['lines'] ?? 0), 0);
  assert.ok(dropped > 0, 'the pipe and the room beyond it were full');
  assert.equal(lines.filter(({ msg }) => msg === 'request').length + dropped, requests);
});

test('on a terminal a line is for reading, and obeys nobody else', () => {
  const json =
    '{"level":40,"time":"2026-01-02T03:04:05.678Z","requestId":"r\\u001b[2J","status":503,"msg":"refused"}\n';
  assert.equal(
    readableLine(json),
    '03:04:05 warn refused {"requestId":"r\\u001b[2J","status":503}\n',
  );
  const failed = readableLine(
    '{"level":50,"time":"2026-01-02T03:04:05.678Z","path":"a\u009bb","err":{"stack":"Error: x\\n at y"},"msg":"failed"}',
  );
  assert.equal(failed, '03:04:05 error failed {"path":"a b"}\nError: x\n at y\n');
});

test('the service goes on although its log cannot be written', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const port = await freePort();
  const command = `exec "${process.execPath}" src/main.ts serve --port ${port} 2>/dev/full`;
  const service = cli.launchProgram('bash', ['-c', command], {});
  const statusFor = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    return (
      await fetch(`http://127.0.0.1:${port}/v1/inventory`, { headers }).catch(() => undefined)
    )?.status;
  };
  await until(async () => (await statusFor(secret)) === 200);
  // The service logs each refused request. In this test, every such write to the log fails: its
  // disk is full.
  for (let request = 0; request < 20; request++) assert.equal(await statusFor('wrong'), 401);
  assert.equal(await statusFor(secret), 200);
  assert.equal((await service.signal('SIGTERM')).code, 0);
});
