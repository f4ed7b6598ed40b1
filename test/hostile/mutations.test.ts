import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Audit } from '../support/hostile/audit.ts';
import { validRequests } from '../support/hostile/valid-requests.ts';
import { assertProper, exchange } from '../support/http/raw-socket.ts';
import { long } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { startService, type TestService } from '../support/service/service.ts';

const runs = long ? 100_000 : 800;

/** Pieces that mean something to a parser of HTTP, JSON or queries. */
const tokens = [
  ...[
    ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', ':', ',', ';', '"', '\\', '%', '%00', '%2f', '/', '?', '&'],
    ...['=', '#'],
  ],
  ...['{', '}', '[', ']', '-', '+', '.', 'e', 'E9', '0', '00', '1', '9'.repeat(20), '-0', 'null', 'true', 'NaN'],
  ...['\x7f', '\x80', '\xa0', '\xff', '\xc3\x28', '\xed\xa0\x80', '\\u0000', '\\ud800', '__proto__', 'constructor'],
  ...[
    'Content-Length: 3\r\n',
    'Content-Length: 99999999\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Connection: close\r\n',
  ],
  ...[
    'Host: y\r\n',
    'If-Match: "1"\r\n',
    'Idempotency-Key: k\r\n',
    'Expect: 100-continue\r\n',
    'X-Request-Id: \x01\r\n',
  ],
  ...[
    ...['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'GET ', 'PATCH ', 'DELETE ', 'HEAD ', '/v1/inventory', '0\r\n\r\n'],
    'ffffffff\r\n',
  ],
  ...[
    "' or 1=1 --",
    '<script>',
    '../',
    '$' + '{x}',
    'a'.repeat(300),
    ' '.repeat(300),
    '{"quantity":1}',
    ',"quantity":-1',
  ],
];

const place = fc.double({ min: 0, max: 1, noNaN: true });

/** Each turns one text into another. */
const mutation: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...tokens)).map(
    ([at, token]) =>
      (text: string) =>
        spliced(text, at, 0, token),
  ),
  fc.tuple(place, fc.nat({ max: 8 })).map(
    ([at, count]) =>
      (text: string) =>
        spliced(text, at, count, ''),
  ),
  fc.tuple(place, fc.nat({ max: 255 })).map(
    ([at, byte]) =>
      (text: string) =>
        spliced(text, at, 1, String.fromCharCode(byte)),
  ),
  fc.tuple(place, place, place).map(([from, to, at]) => (text: string) => {
    const [start, end] = [from, to].map((part) => Math.floor(part * text.length)).sort((a, b) => a - b);
    return spliced(text, at, 0, text.slice(start, end));
  }),
  place.map((at) => (text: string) => text.slice(0, Math.floor(at * text.length))),
);

function spliced(text: string, at: number, remove: number, insert: string): string {
  const index = Math.floor(at * text.length);
  return text.slice(0, index) + insert + text.slice(index + remove);
}

function hostileBytes(requests: readonly string[]): fc.Arbitrary<string> {
  const picked = fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(picked, fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([texts, mutations]) => mutations.reduce((text, mutate) => mutate(text), texts.join('')));
}

async function attack(t: TestContext, service: TestService): Promise<void> {
  const audit = await Audit.open(service.store);
  // As bytes, so that a character of two bytes can be torn apart.
  const requests = validRequests(service.secret).map((text) => Buffer.from(text).toString('latin1'));
  const answered = new Map<number, number>();
  let run = 0;
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(hostileBytes(requests), async (bytes) => {
      const answers = await exchange(service.port, bytes);
      audit.record(answers);
      for (const answer of answers) {
        assertProper(answer);
        answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
      }
      run++;
      changes += await audit.reconcile();
    }),
    { numRuns: runs, seed: seedFor(t), endOnFailure: true },
  );
  await audit.verify();
  const counts = [...answered].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  t.diagnostic(`${run} mutated connections: ${counts.join(', ')}; ${changes} changes, each of them answered 2xx`);
}

test(`${runs} mutations of valid requests: never a fault of ours, a hang, or a change that was not told`, async (t) => {
  const pets = [1n, 2n, 3n, 9223372036854775807n].map((petId) => ({ petId, quantity: 10 }));
  await attack(t, await startService(t, { pets }));
});
