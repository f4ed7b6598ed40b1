import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { openAudit } from '../support/hostile/audit.ts';
import { assertProper, exchange } from '../support/http/raw-socket.ts';
import { long } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { startService } from '../support/service/service.ts';

const runs = long ? 100_000 : 800;

/** Returns one valid request of each kind, as bytes. Hostile requests are mutations of these. */
function validRequests(secret: string): string[] {
  const key = `Host: shop.example\r\nAuthorization: Bearer ${secret}\r\n`;
  const json = (line: string, body: string, headers = '') =>
    `${line} HTTP/1.1\r\n${key}${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const plain = (line: string, headers = '') => `${line} HTTP/1.1\r\n${key}${headers}\r\n`;
  return [
    plain('GET /v1/inventory'),
    plain('GET /v1/inventory', 'Accept-Encoding: gzip\r\nIf-None-Match: W/"1"\r\n'),
    plain('GET /v1/inventory?status=available&minQuantity=1&maxQuantity=9&limit=2&after=-1'),
    plain('GET /v1/inventory/1', 'X-Request-Id: till-3\r\n'),
    plain('HEAD /v1/inventory/1'),
    json('PATCH /v1/inventory/1', '{"quantity":5}'),
    json(
      'PATCH /v1/inventory/1',
      '{"quantity": 5.0, "reason": "count", "note": "ünï\\u00e7ode"}',
      'If-Match: *\r\n',
    ),
    json('PATCH /v1/inventory/2', '{"quantity":7}', 'Idempotency-Key: "abc"\r\n'),
    json(
      'POST /v1/inventory/3/adjustments',
      '{"delta":-1,"reason":"damage"}',
      'If-Match: "3", W/"4"\r\n',
    ),
    json('POST /v1/inventory/2/adjustments', '{"delta":1}'),
    json(
      'PATCH /v1/inventory',
      '[{"petId":1,"quantity":2},{"petId":9223372036854775807,"quantity":3,"version":4}]',
    ),
    json('PUT /v1/inventory/-5', '{"quantity":1,"status":"pending"}'),
    plain('DELETE /v1/inventory/-5'),
    plain('GET /v1/inventory/1/history?limit=2&before=5'),
    plain('GET /v1/inventory/events?after=0', 'Last-Event-ID: 1\r\n'),
    `PATCH /v1/inventory/1 HTTP/1.1\r\n${key}Transfer-Encoding: chunked\r\n\r\n4;x=y\r\n{"qu\r\na\r\nantity":8}\r\n0\r\nTrailer: t\r\n\r\n`,
    json(
      'PATCH /v1/inventory/1',
      '{"quantity":9}',
      'Expect: 100-continue\r\nConnection: keep-alive\r\n',
    ),
    `GET http://shop.example/v1/inventory/1 HTTP/1.0\r\n${key}Connection: keep-alive\r\n\r\n`,
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /docs HTTP/1.1\r\nHost: x\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  ];
}

/** Texts that a mutation may insert into a request, such as headers, JSON values and escapes. */
const tokens = [
  '\r\n',
  '\r\n\r\n',
  '%00',
  '%2f',
  'E9',
  '00',
  '-0',
  '9'.repeat(20),
  'null',
  'true',
  'NaN',
  '\\u0000',
  '\\ud800',
  '\xc3\x28',
  '\xed\xa0\x80',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '<script>',
  '../',
  '$' + '{x}',
  'a'.repeat(300),
  ' '.repeat(300),
  '{"quantity":1}',
  ',"quantity":-1',
  '0\r\n\r\n',
  'ffffffff\r\n',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'GET ',
  'PATCH ',
  'DELETE ',
  'HEAD ',
  '/v1/inventory',
  'Content-Length: 3\r\n',
  'Content-Length: 99999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Host: y\r\n',
  'Connection: close\r\n',
  'If-Match: "1"\r\n',
  'Idempotency-Key: k\r\n',
  'Expect: 100-continue\r\n',
];

const place = fc.double({ min: 0, max: 1, noNaN: true });

/** A fragment to insert: a special token, any byte, a part of the request itself, or nothing. */
const piece = fc.oneof(
  fc.constantFrom(...tokens).map((token) => () => token),
  fc.nat({ max: 255 }).map((byte) => () => String.fromCharCode(byte)),
  fc.tuple(place, place).map((ends) => (text: string) => {
    const [start, end] = ends.map((end) => Math.floor(end * text.length)).sort((a, b) => a - b);
    return text.slice(start, end);
  }),
  fc.constant(() => ''),
);

/** Replaces some characters of a request, or all characters from a position on, with a fragment. */
const mutation = fc
  .tuple(place, fc.constantFrom(0, 0, 0, 1, 1, 8, Number.POSITIVE_INFINITY), piece)
  .map(([at, removed, pieceOf]) => (text: string) => {
    const index = Math.floor(at * text.length);
    return text.slice(0, index) + pieceOf(text) + text.slice(index + removed);
  });

function hostileBytes(requests: readonly string[]): fc.Arbitrary<string> {
  const picked = fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(picked, fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([texts, mutations]) => mutations.reduce((text, mutate) => mutate(text), texts.join('')));
}

test(`${runs} mutations of valid requests`, async (t) => {
  const pets = [1n, 2n, 3n, 9223372036854775807n].map((petId) => ({ petId, quantity: 10 }));
  const service = await startService(t, { pets });
  const audit = await openAudit(service.store);
  // Latin-1 turns each byte into a character of its own, so a mutation can split a UTF-8 character.
  const requests = validRequests(service.secret).map((text) =>
    Buffer.from(text).toString('latin1'),
  );

  await t.test('get no fault of ours and no silence, and each change is told', async (t) => {
    const answered = new Map<number, number>();
    let changes = 0;

    await fc.assert(
      fc.asyncProperty(hostileBytes(requests), async (bytes) => {
        const answers = await exchange(service.port, bytes);
        audit.record(answers);
        for (const answer of answers) {
          assertProper(answer);
          answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
        }
        changes += await audit.reconcile();
      }),
      { numRuns: runs, seed: seedFor(t), endOnFailure: true },
    );

    const counts = [...answered].map(([status, count]) => `${count} × ${status}`);
    t.diagnostic(`${counts.join(', ')}; ${changes} changes, each of them answered 2xx`);
  });

  await t.test('leave a ledger that accounts for the stock', async () => {
    const { differences } = await verify(service.store, () => undefined);

    assert.deepEqual(differences, []);
  });
});
