import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startForeignServer } from '../client/foreign-server.ts';
import { openCliHarness, openRemoteCli } from '../support/service/cli-harness.ts';

/** No one listens on port 2. */
const env = { PAWSTOCK_URL: 'http://127.0.0.1:2/v1', PAWSTOCK_API_KEY: 'paw_x' };

describe('wrong usage of a command over HTTP exits with 2 and says why', { concurrency: 4 }, () => {
  const rows: readonly (readonly [line: string, says: RegExp])[] = [
    ['list --status gone', /--status.* available, pending, sold/],
    ['list --min -1', /A quantity is an integer from 0 to 9007199254740991/],
    ['list --max 1.5', /A quantity is/],
    ['get', /missing required argument 'pet'/],
    ['set 1 +3', /A quantity is .* use "pawstock adjust"/],
    ['set 1 -3', /A quantity is .* use "pawstock adjust"/],
    ['set 1 9007199254740992', /A quantity is/],
    ['set 1 1 --reason lost', /--reason.* arrival, return, adjustment, count, damage/],
    ['set 1 1 --if-version now', /--if-version.*whole number/],
    ['adjust 1 few', /A difference is an integer/],
    ['adjust 1 1e3', /A difference is/],
    ['adjust 1 -9007199254740992', /A difference is/],
    ['history 1 --limit 0', /--limit.*whole number, at least 1/],
    ['watch --after -1', /--after.*whole number/],
    ['get 1 --key paw_x', /unknown option '--key'/],
  ];
  for (const [line, says] of rows) {
    test(`pawstock ${line}`, async (t) => {
      const cli = openCliHarness(t);
      const run = line === 'set 1 +3' ? cli.run : cli.runShared;
      const { code, stdout, stderr } = await run(line.split(' '), { env });
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /^\s+at /m);
    });
  }
});

describe('wrong settings stop a command over HTTP with 2', { concurrency: 4 }, () => {
  const rows: readonly (readonly [env: Record<string, string>, says: RegExp])[] = [
    [{}, /^pawstock: PAWSTOCK_API_KEY must be an API key\. "pawstock keys create NAME" creates one\.\n$/],
    [{ PAWSTOCK_API_KEY: '' }, /^pawstock: PAWSTOCK_API_KEY must be [^\n]*\n$/],
    [{ PAWSTOCK_API_KEY: 'hunter 2' }, /^pawstock: PAWSTOCK_API_KEY must be an API key only[^\n]*\n$/],
    [{ PAWSTOCK_API_KEY: 'hunter\n2' }, /^pawstock: PAWSTOCK_API_KEY must be an API key only[^\n]*\n$/],
    ...[
      ...['127.0.0.1:8080/v1', 'localhost:8080/v1', 'ftp://127.0.0.1/v1', 'http://127.0.0.1:8080'],
      ...['http://till:hunter2@127.0.0.1/v1', 'http://127.0.0.1/v1?x', 'http://127.0.0.1/v1/inventory'],
    ].map((PAWSTOCK_URL) => [{ ...env, PAWSTOCK_URL }, /^pawstock: PAWSTOCK_URL must be [^\n]*\n$/] as const),
    [{ PAWSTOCK_URL: 'x' }, /^pawstock: PAWSTOCK_URL must [^\n]*\npawstock: PAWSTOCK_API_KEY must [^\n]*\n$/],
  ];
  for (const [index, [settings, says]] of rows.entries()) {
    test(JSON.stringify(settings), async (t) => {
      const cli = openCliHarness(t);
      const run = index === 0 ? cli.run : cli.runShared;
      const { code, stdout, stderr } = await run(['list'], { env: settings });
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /hunter/);
    });
  }
});

test('a service that cannot be used is a fault with advice, a line each', async (t) => {
  const { pawstock, pawstockShared } = await openRemoteCli(t, []);
  const absent = { PAWSTOCK_URL: env.PAWSTOCK_URL };
  const cannotBeReached = /cannot be reached: .*\n.*Check that the service is running and .*\n$/;
  const unknown = { PAWSTOCK_API_KEY: env.PAWSTOCK_API_KEY };
  const wrongKey = /API key.*\n.*Check that PAWSTOCK_API_KEY is right\.\n$/;
  const faults: readonly (readonly [line: string, env: Record<string, string>, says: RegExp])[] = [
    ['list', absent, cannotBeReached],
    ['set 1 1', absent, cannotBeReached],
    ['list', unknown, wrongKey],
    ['watch', unknown, wrongKey],
    ['watch --after 5', {}, /There is no change 5 yet/],
    ['get 1', {}, /There is no pet 1/],
    ['history 1', {}, /There has never been a pet 1/],
  ];
  for (const [line, settings, says] of faults) {
    const run = line === 'watch' ? pawstock : pawstockShared;
    const { code, stdout, stderr } = await run(line, settings);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, says);
    assert.match(stderr, /^(pawstock: [^\n]+\n)+$/);
    assert.doesNotMatch(stderr, /paw_/);
  }
});

test('a change whose response is lost may have been made, and the command says so', async (t) => {
  const PAWSTOCK_URL = await startForeignServer(t, ({ method, socket }, response) =>
    method === 'GET' ? response.end('[]') : socket.destroy(),
  );
  const { code, stderr } = await openCliHarness(t).run(['set', '1', '1'], { env: { ...env, PAWSTOCK_URL } });
  assert.equal(code, 1);
  assert.match(stderr, /cannot be reached: .*\n.*\n.*The change may have been made\..*\n$/);
});
