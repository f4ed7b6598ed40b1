import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Operation } from '../../src/http/operation.ts';
import { operations } from '../../src/http/operations/operations.ts';
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

/**
 * Sends requests to a service that logs at this level, and returns its log. Only two operations
 * take any time, by the clock that the service measures with: a change 12 ms, and `GET /v1/key`
 * more than a second.
 */
async function logOfRequests(t: TestContext, level: 'info' | 'debug') {
  const durationsMs = new Map([
    ['updateInventory', 12],
    ['getCurrentKey', 1_001],
  ]);
  let clockMs = 0;
  const timed = operations.map((operation) => ({
    ...operation,
    handle: (...request: Parameters<Operation['handle']>) => {
      clockMs += durationsMs.get(operation.operationId) ?? 0;
      return operation.handle(...request);
    },
  }));
  const { lines, logs } = memoryLog(level);
  const monotonicMs = () => clockMs;
  const { url, call, secret } = await startService(t, { logs, operations: timed, monotonicMs });

  await call('GET', '/healthz');
  await call('GET', '/v1/inventory');
  const headers = { 'x-request-id': 'mine' };
  await call('PATCH', '/v1/inventory/1', { body: { quantity: 5 }, headers });
  await call('PATCH', '/v1/inventory/2', { body: { quantity: 5 } });
  await call('GET', `/v1/nowhere?key=${secret}`);
  await fetch(`${url}/v1/inventory`);
  await call('GET', '/v1/key');

  const text = lines.join('');
  const requests = linesOf(text).filter(({ msg }) => msg === 'request');
  return { text, requests, secret };
}

const whatWasRequested = ({ key, operation, status }: Line) => [key, operation, status];

test('at the level debug each request is a line', async (t) => {
  const { requests } = await logOfRequests(t, 'debug');

  assert.deepEqual(requests.map(whatWasRequested), [
    [undefined, 'site', 200],
    ['admin', 'listInventory', 200],
    ['admin', 'updateInventory', 200],
    ['admin', 'updateInventory', 404],
    ['admin', 'none', 404],
    [undefined, 'listInventory', 401],
    ['admin', 'getCurrentKey', 200],
  ]);
});

test('the request log at the level info', async (t) => {
  const { text, requests, secret } = await logOfRequests(t, 'info');
  const [change] = requests;
  const slowRead = requests.at(-1);

  await t.test('has changes, refusals and slow reads, but no other reads', () => {
    assert.deepEqual(requests.map(whatWasRequested), [
      ['admin', 'updateInventory', 200],
      ['admin', 'updateInventory', 404],
      ['admin', 'none', 404],
      [undefined, 'listInventory', 401],
      ['admin', 'getCurrentKey', 200],
    ]);
  });

  await t.test('has the id that the caller gave to the request', () => {
    assert.equal(change?.['requestId'], 'mine');
  });

  await t.test('has the time that a request took', () => {
    assert.equal(change?.['ms'], 12);
    assert.equal(slowRead?.['ms'], 1_001);
  });

  await t.test('never has the secret of a key, not even one in a URL', () => {
    assert.ok(!text.includes(secret));
  });
});

test('at the level warn no request is a line', () => {
  const { requests } = createLogs('warn', limits);

  assert.equal(requests, undefined);
});

test('at the level warn only warnings and errors are lines', () => {
  const { events } = createLogs('warn', limits);

  assert.equal(events.isLevelEnabled('info'), false);
  assert.equal(events.isLevelEnabled('warn'), true);
});

test('at the level silent nothing is a line', () => {
  const { requests, events } = createLogs('silent', limits);

  assert.equal(requests, undefined);
  assert.equal(events.isLevelEnabled('fatal'), false);
});

test('an outage', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { lines, logs } = memoryLog();
  const refuse = (times: number, code = 'store_unavailable') => {
    for (let time = 0; time < times; time++) logs.outages.count(code, 'refused');
  };
  /** Returns what was logged since the last call. */
  const logged = () =>
    linesOf(lines.splice(0).join('')).map(({ code, requests, msg }) => [code, requests, msg]);

  await t.test('is one line when it begins', () => {
    refuse(900);

    assert.deepEqual(logged(), [['store_unavailable', undefined, 'requests are refused']]);
  });

  await t.test('is the number of refused requests after each minute', () => {
    t.mock.timers.tick(60_000);

    assert.deepEqual(logged(), [
      ['store_unavailable', 900, 'requests were refused in the last minute'],
    ]);
  });

  await t.test('is told apart from another one at the same time', () => {
    refuse(100);
    refuse(1, 'overloaded');
    t.mock.timers.tick(60_000);

    assert.deepEqual(logged(), [
      ['overloaded', undefined, 'requests are refused'],
      ['store_unavailable', 100, 'requests were refused in the last minute'],
      ['overloaded', 1, 'requests were refused in the last minute'],
    ]);
  });

  await t.test('is one line when it is over', () => {
    t.mock.timers.tick(600_000);

    assert.deepEqual(logged(), [
      ['store_unavailable', undefined, 'requests are no longer refused'],
      ['overloaded', undefined, 'requests are no longer refused'],
    ]);
  });

  await t.test('is a line again when it comes back', () => {
    refuse(1);

    assert.deepEqual(logged(), [['store_unavailable', undefined, 'requests are refused']]);
  });
});

test('refusals at the start do not hide why requests are refused later', () => {
  const { lines, logs } = memoryLog();

  // During the start, a request is refused for no known cause.
  logs.outages.count('store_unavailable', undefined);
  for (let time = 0; time < 2; time++)
    logs.outages.count('store_unavailable', 'connection refused');

  const causes = linesOf(lines.join('')).map(({ cause }) => cause);
  assert.deepEqual(causes, [undefined, 'connection refused']);
});

test('causes that keep changing do not fill the log', () => {
  const { lines, logs } = memoryLog();

  for (let port = 1; port < 100; port++)
    logs.outages.count('store_unavailable', `timeout at port ${port}`);

  const causes = linesOf(lines.join('')).map(({ cause }) => cause);
  assert.equal(causes[0], 'timeout at port 1');
  assert.ok(causes.length <= 5, `${causes.length} lines`);
});

test('a standard error that no process reads', async (t) => {
  const cli = openCliHarness(t);
  const server = await cli.serve([], { limits: { logBytesMax: 64 * 1024 } });
  let requests = 0;
  const refuse = async (path: string) => {
    requests++;
    return (await fetch(`${server.url}/v1/${path}`)).status;
  };

  await t.test('holds up no request', async () => {
    // The test stops reading the service's standard error, so the pipe fills up.
    server.child.stderr?.pause();

    // These requests log 1.2 MB, which is more than the operating system buffers for a reader.
    for (let request = 0; request < 300; request++)
      assert.equal(await refuse('x'.repeat(4_000)), 401);
  });

  await t.test('gets lines again as soon as it is read', async () => {
    server.child.stderr?.resume();

    await until(async () => {
      await refuse('last');
      return server.stderr().includes('/v1/last"');
    });
  });

  await t.test('loses lines, whose number the log says', async () => {
    const { code, stderr } = await server.signal('SIGTERM');
    assert.equal(code, 0);

    const lines = linesOf(stderr);
    const dropped = lines.reduce((sum, line) => sum + Number(line['lines'] ?? 0), 0);
    const logged = lines.filter(({ msg }) => msg === 'request').length;
    assert.ok(dropped > 0, 'the pipe and the room beyond it were not full');
    assert.equal(logged + dropped, requests);
  });
});

describe('a log line on a terminal', () => {
  const time = '2026-01-02T03:04:05.678Z';
  const shown = (fields: object) => readableLine(`${JSON.stringify(fields)}\n`);

  test('begins with the time, the level and the message', () => {
    const line = shown({ level: 40, time, status: 503, msg: 'refused' });

    assert.equal(line, '03:04:05 warn refused {"status":503}\n');
  });

  for (const { title, value, displayed } of [
    { title: 'an escape sequence', value: 'r\u001b[2J', displayed: 'r\\u001b[2J' },
    { title: 'a control character of Latin-1', value: 'a\u009bb', displayed: 'a b' },
  ]) {
    test(`does not obey ${title} in what a caller sent`, () => {
      const line = shown({ level: 40, time, path: value, msg: 'refused' });

      assert.equal(line, `03:04:05 warn refused {"path":"${displayed}"}\n`);
    });
  }

  test('has the stack of an error below it', () => {
    const err = { stack: 'Error: x\n at y' };
    const lines = shown({ level: 50, time, err, msg: 'failed' });

    assert.equal(lines, '03:04:05 error failed {}\nError: x\n at y\n');
  });
});

test('a service whose log cannot be written', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const port = await freePort();
  const command = `exec "${process.execPath}" src/main.ts serve --port ${port} 2>/dev/full`;
  const service = cli.launchProgram('bash', ['-c', command], {});
  const statusFor = async (key: string) => {
    const headers = { authorization: `Bearer ${key}`, connection: 'close' };
    const response = await fetch(`http://127.0.0.1:${port}/v1/inventory`, { headers });
    return response.status;
  };
  const isServing = () =>
    statusFor(secret).then(
      (status) => status === 200,
      () => false,
    );

  await t.test('starts', () => until(isServing));

  await t.test('answers requests that it would log', async () => {
    for (let request = 0; request < 20; request++) assert.equal(await statusFor('wrong'), 401);
    assert.equal(await statusFor(secret), 200);
  });

  await t.test('ends with exit code 0', async () => {
    assert.equal((await service.signal('SIGTERM')).code, 0);
  });
});
