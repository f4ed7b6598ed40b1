import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';

const lineOf = (bytes: number) => `GET /${'a'.repeat(bytes - 'GET / HTTP/1.1'.length)} HTTP/1.1`;
const headersOf = (bytes: number) =>
  `\r\n${host}${close}X: ${'a'.repeat(bytes - `\r\n${host}${close}X: `.length)}`;
const largest = `GET /healthz HTTP/1.1${headersOf(limits.headerBytesMax)}`;

const chunked = 'Transfer-Encoding: chunked\r\n';

const get = (headers: string) => `GET /healthz HTTP/1.1\r\n${headers}\r\n`;

const patch = ({ secret }: TestService, headers: string, body = '') =>
  `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}Authorization: Bearer ${secret}\r\n${headers}\r\n${body}`;

/** Sends bytes, and asserts that the response is an error as specified. */
async function assertRefused(
  { port }: TestService,
  bytes: string,
  expected: { readonly status: number; readonly code: string },
): Promise<void> {
  const { headers, body, status } = await exchangeOne(port, bytes);
  const { message, ...error } = JSON.parse(body) as Record<string, unknown>;
  assert.equal(status, expected.status, String(message));
  assert.deepEqual(error, expected);
  assert.equal(typeof message, 'string');
  assert.equal(headers.get('content-type'), 'application/json');
  assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/);
}

test('bytes that are no proper request are refused:', async (t) => {
  const service = await startService(t);
  const malformed: Readonly<Record<string, string>> = {
    'no HTTP at all': 'hello\r\n\r\n',
    TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'no Host': get(''),
    'an empty Host': get('Host:\r\n'),
    'a Host that is none': get('Host: a b/c?\r\n'),
    'a Host that no URL can have': get('Host: 192.168.1.300:8080\r\n'),
    'another HTTP': `GET /healthz HTTP/2.0\r\n${host}\r\n`,
    'two Hosts': get(`${host}Host: other\r\n`),
    'a header on two lines': get(`${host}X-A: b\r\n folded\r\n`),
    'a control character in the path': `GET /\x7f HTTP/1.1\r\n${host}\r\n`,
    'a target that is no path': `GET nonsense HTTP/1.1\r\n${host}\r\n`,
    'a chunk without a size': patch(service, chunked, 'xyz\r\n'),
  };
  for (const [name, bytes] of Object.entries(malformed)) {
    await t.test(name, () =>
      assertRefused(service, bytes, { status: 400, code: 'invalid_request' }),
    );
  }
});

test('a request that is larger than its limit is refused:', async (t) => {
  const service = await startService(t);
  const headersTooLarge = { status: 431, code: 'headers_too_large' };
  const bodyTooLarge = { status: 413, code: 'body_too_large' };

  await t.test('very long headers', () =>
    assertRefused(service, get(`${host}X-A: ${'a'.repeat(100_000)}\r\n`), headersTooLarge),
  );

  await t.test('very many headers', () =>
    assertRefused(service, get(`${host}${'a: b\r\n'.repeat(4_000)}`), headersTooLarge),
  );

  await t.test('headers too large by one byte', () =>
    assertRefused(service, `${largest}a\r\n\r\n`, headersTooLarge),
  );

  await t.test('a line too long by one byte', () => {
    const line = lineOf(limits.requestLineBytesMax + 1);
    return assertRefused(service, `${line}\r\n${host}\r\n`, { status: 414, code: 'uri_too_long' });
  });

  await t.test('a chunked body', () => {
    const body = `11000\r\n${'x'.repeat(0x11000)}\r\n`.repeat(3);
    return assertRefused(service, patch(service, chunked, body), bodyTooLarge);
  });

  await t.test('an announced body', () => {
    const announced = patch(service, 'Content-Length: 10000000\r\n', 'x'.repeat(100_000));
    return assertRefused(service, announced, bodyTooLarge);
  });
});

test('TRACE is a method that is not allowed', async (t) => {
  const service = await startService(t);
  const trace = `TRACE /healthz HTTP/1.1\r\n${host}${close}\r\n`;
  await assertRefused(service, trace, { status: 405, code: 'method_not_allowed' });
});

test('an unusual request is answered:', async (t) => {
  const service = await startService(t);
  const notFound = { status: 404, code: 'route_not_found' };

  const isAnswered = (name: string, bytes: string) =>
    t.test(name, async () => {
      const { status } = await exchangeOne(service.port, bytes);
      assert.equal(status, 200);
    });

  const quantity = async () => (await levelsIn(service.store))[0]?.quantity;

  await isAnswered('HTTP/1.0 without a Host', 'GET /healthz HTTP/1.0\r\n\r\n');
  await isAnswered(
    'an absolute target',
    `GET http://localhost/healthz HTTP/1.1\r\n${host}${close}\r\n`,
  );
  await isAnswered('the largest headers', `${largest}\r\n\r\n`);
  await isAnswered('many headers', get(`${'a:b\r\n'.repeat(2_500)}${host}${close}`));

  await t.test('the longest line', () => {
    const line = lineOf(limits.requestLineBytesMax);
    return assertRefused(service, `${line}${headersOf(limits.headerBytesMax)}\r\n\r\n`, notFound);
  });

  await t.test('an upgrade that the service does not know', () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
    return assertRefused(service, `GET /x HTTP/1.1\r\n${host}${upgrade}\r\n`, notFound);
  });

  await t.test('an expectation that the service does not know', () => {
    const request = `GET /x HTTP/1.1\r\n${host}${close}Expect: miracles\r\n\r\n`;
    return assertRefused(service, request, notFound);
  });

  await isAnswered('a chunked body', patch(service, chunked, 'e\r\n{"quantity":5}\r\n0\r\n\r\n'));
  assert.equal(await quantity(), 5);

  await isAnswered(
    'a body that did not wait for 100 Continue',
    patch(service, 'Expect: 100-continue\r\nContent-Length: 14\r\n', '{"quantity":6}'),
  );
  assert.equal(await quantity(), 6);
});
