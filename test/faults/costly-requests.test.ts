import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noProc, usedMs } from '../support/faults/process-usage.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

const spaces = ' '.repeat(16_000);
const kept = 'Host: x\r\nConnection: close\r\n';

type Costly = {
  readonly title: string;
  readonly bytes: string;
  readonly status: number;
  readonly message?: RegExp;
};

/** Requests like those that each once blocked the single-threaded service for a second or more. */
function costlyRequests(key: string): Costly[] {
  const patch = `PATCH /v1/inventory HTTP/1.1\r\n${kept}${key}`;
  const chunked = `${patch}Transfer-Encoding: chunked\r\n\r\n`;
  const batch = (body: string) => `${patch}Content-Length: ${body.length}\r\n\r\n${body}`;
  return [
    {
      title: 'a header of spaces',
      bytes: `GET /healthz HTTP/1.1\r\n${kept}X: ${spaces}\x01\r\n\r\n`,
      status: 400,
    },
    {
      title: 'an id of spaces',
      bytes: `GET /healthz HTTP/1.1\r\n${kept}X-Request-Id:${spaces}${'x'.repeat(25_000)}`,
      status: 431,
    },
    {
      title: 'tags of spaces',
      bytes: `GET /v1/inventory HTTP/1.1\r\n${kept}${key}If-None-Match: "a",${spaces}x\r\n\r\n`,
      status: 200,
    },
    {
      title: 'thousands of headers',
      bytes: `GET /healthz HTTP/1.1\r\n${kept}${'a:b\r\n'.repeat(2_700)}\r\n`,
      status: 200,
    },
    {
      title: 'a chunk for every byte',
      bytes: chunked + '1\r\n \r\n'.repeat(100_000),
      status: 400,
      message: /too many small pieces/,
    },
    {
      title: 'a long remark on every chunk',
      bytes: chunked + `1;${'x'.repeat(500)}\r\n \r\n`.repeat(17_000),
      status: 400,
      message: /too many small pieces/,
    },
    {
      title: 'a third of a million empty rows',
      bytes: batch(`[${'{},'.repeat(340_000)}{}]`),
      status: 400,
    },
    {
      title: 'half a million brackets and their ends',
      bytes: batch('['.repeat(500_000) + ']'.repeat(500_000)),
      status: 400,
    },
    {
      title: 'as many values as there may be',
      bytes: batch(`[{"a":[${'1.0,'.repeat(49_990)}0]}]`),
      status: 400,
    },
    {
      title: 'a million digits',
      bytes: batch(`[${'1'.repeat(1_000_000)}]`),
      status: 400,
    },
  ];
}

test('no request costs more than its share', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const { port, pid } = await cli.serve();
  // A slow machine also needs more processor time to start the service.
  const limitMs = Math.max(900, 1.5 * usedMs(pid));

  for (const { title, bytes, status, message = /^/ } of costlyRequests(
    `Authorization: Bearer ${secret}\r\n`,
  )) {
    await t.test(title, async (t) => {
      const before = usedMs(pid);

      const answer = await exchangeOne(port, bytes);

      const used = usedMs(pid) - before;
      t.diagnostic(`${title}: ${used} ms`);

      assert.equal(answer.status, status, answer.body);
      assert.match(answer.body, message);
      // On an idle machine, the costliest request uses about a third of the processor time that is
      // allowed.
      assert.ok(used < limitMs, `${used} ms of the processor, of ${limitMs} ms`);
    });
  }
});
