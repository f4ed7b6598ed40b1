import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noProc, usedMs } from '../support/faults/process-usage.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

const spaces = ' '.repeat(16_000);
const kept = 'Host: x\r\nConnection: close\r\n';

/** Requests like those that each once blocked the single-threaded service for a second or more. */
function costlyRequests(
  key: string,
): [name: string, bytes: string, status: number, message?: RegExp][] {
  const patch = `PATCH /v1/inventory HTTP/1.1\r\n${kept}${key}`;
  const chunked = `${patch}Transfer-Encoding: chunked\r\n\r\n`;
  const tooMany = /too many small pieces/;
  const batch = (body: string) => `${patch}Content-Length: ${body.length}\r\n\r\n${body}`;
  return [
    ['a header of spaces', `GET /healthz HTTP/1.1\r\n${kept}X: ${spaces}\x01\r\n\r\n`, 400],
    [
      'an id of spaces',
      `GET /healthz HTTP/1.1\r\n${kept}X-Request-Id:${spaces}${'x'.repeat(25_000)}`,
      431,
    ],
    [
      'tags of spaces',
      `GET /v1/inventory HTTP/1.1\r\n${kept}${key}If-None-Match: "a",${spaces}x\r\n\r\n`,
      200,
    ],
    ['thousands of headers', `GET /healthz HTTP/1.1\r\n${kept}${'a:b\r\n'.repeat(2_700)}\r\n`, 200],
    ['a chunk for every byte', chunked + '1\r\n \r\n'.repeat(100_000), 400, tooMany],
    [
      'a long remark on every chunk',
      chunked + `1;${'x'.repeat(500)}\r\n \r\n`.repeat(17_000),
      400,
      tooMany,
    ],
    ['a third of a million empty rows', batch(`[${'{},'.repeat(340_000)}{}]`), 400],
    [
      'half a million brackets and their ends',
      batch('['.repeat(500_000) + ']'.repeat(500_000)),
      400,
    ],
    ['as many values as there may be', batch(`[{"a":[${'1.0,'.repeat(49_990)}0]}]`), 400],
    ['a million digits', batch(`[${'1'.repeat(1_000_000)}]`), 400],
  ];
}

test('no request costs more than its share', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const { port, pid } = await cli.serve();
  // A slow machine also needs more processor time to start the service.
  const limitMs = Math.max(900, 1.5 * usedMs(pid));
  for (const [name, bytes, status, message = /^/] of costlyRequests(
    `Authorization: Bearer ${secret}\r\n`,
  )) {
    await t.test(name, async () => {
      const before = usedMs(pid);
      const answer = await exchangeOne(port, bytes);
      assert.equal(answer.status, status, answer.body);
      assert.match(answer.body, message);
      const used = usedMs(pid) - before;
      t.diagnostic(`${name}: ${used} ms`);
      // On an idle machine, the costliest request uses about a third of the processor time that is
      // allowed.
      assert.ok(used < limitMs, `${used} ms`);
    });
  }
});
