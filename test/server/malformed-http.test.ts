import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';

test('whatever is no proper request gets an Error all the same', async (t) => {
  const service = await startService(t);
  const get = (headers: string) => `GET /healthz HTTP/1.1\r\n${headers}\r\n`;
  const patch = (headers: string, body = '') =>
    `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}Authorization: Bearer ${service.secret}\r\n${headers}\r\n${body}`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const malformed: Readonly<Record<string, string>> = {
    'no HTTP at all': 'hello\r\n\r\n',
    TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'an unknown version': `GET / HTTP/9.9\r\n${host}\r\n`,
    'no Host': get(''),
    'an empty Host': get('Host:\r\n'),
    'a Host that is none': get('Host: a b/c?\r\n'),
    'two Hosts': get(`${host}Host: other\r\n`),
    'a header without a name': get(`${host}: x\r\n`),
    'a header on two lines': get(`${host}X-A: b\r\n folded\r\n`),
    'a space before the colon': get(`${host}X-A : b\r\n`),
    'NUL in a header': get(`${host}X-A: a\0b\r\n`),
    'a bare line feed in a header': get(`${host}X-A: a\nX-B: c\r\n`),
    'a control character in the path': `GET /\x7f HTTP/1.1\r\n${host}\r\n`,
    'a target that is no path': `GET nonsense HTTP/1.1\r\n${host}\r\n`,
    'two lengths': patch('Content-Length: 1\r\nContent-Length: 2\r\n', '{}'),
    'a length and chunks': patch(`Content-Length: 2\r\n${chunked}`, '0\r\n\r\n'),
    'a length that is no number': patch('Content-Length: -1\r\n'),
    'a length with a space that is none': patch('Content-Length: 2\xa0\r\n', '{}'),
    'chunks with a space that is none': patch('Transfer-Encoding: chunked\xa0\r\n', 'e\r\n{"quantity":5}\r\n0\r\n\r\n'),
    'a chunk without a size': patch(chunked, 'xyz\r\n'),
  };
  const tooLarge = `11000\r\n${'x'.repeat(0x11000)}\r\n`.repeat(3);
  const cases: [name: string, bytes: string, status: number, code: string][] = [
    ...Object.entries(malformed).map(([name, bytes]): (typeof cases)[number] => [name, bytes, 400, 'invalid_request']),
    ['a long request line', `GET /${'a'.repeat(9_000)} HTTP/1.1\r\n${host}\r\n`, 414, 'uri_too_long'],
    ['a very long request line', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'headers_too_large'],
    ['long headers', get(`${host}X-A: ${'a'.repeat(17_000)}\r\n`), 431, 'headers_too_large'],
    ['very long headers', get(`${host}X-A: ${'a'.repeat(100_000)}\r\n`), 431, 'headers_too_large'],
    ['very many headers', get(`${host}${'a: b\r\n'.repeat(4_000)}`), 431, 'headers_too_large'],
    ['TRACE', `TRACE /healthz HTTP/1.1\r\n${host}${close}\r\n`, 405, 'method_not_allowed'],
    [
      'an unknown upgrade',
      `GET /x HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      404,
      'route_not_found',
    ],
    ['an unknown expectation', `GET /x HTTP/1.1\r\n${host}${close}Expect: miracles\r\n\r\n`, 404, 'route_not_found'],
    ['a chunked body past the limit', patch(chunked, tooLarge), 413, 'body_too_large'],
    ['an announced body past it', patch('Content-Length: 10000000\r\n', 'x'.repeat(100_000)), 413, 'body_too_large'],
  ];
  for (const [name, bytes, status, code] of cases) {
    await t.test(`${name} → ${status}`, async () => {
      const { headers, body, status: actual } = await rawRequest(service.port, [Buffer.from(bytes, 'latin1')]);
      assert.equal(actual, status, body);
      const error = JSON.parse(body) as Record<string, unknown>;
      assert.deepEqual(Object.keys(error), ['code', 'message', 'status']);
      assert.equal(error['code'], code, String(error['message']));
      assert.equal(error['status'], status);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/);
    });
  }
});

test('requests that are unusual but right are answered', async (t) => {
  const service = await startService(t);
  const authorization = `Authorization: Bearer ${service.secret}\r\n`;
  const cases: [string, string[], number][] = [
    ['HTTP/1.0 without a Host', ['GET /healthz HTTP/1.0\r\n\r\n'], 200],
    ['an absolute target', [`GET http://localhost/healthz HTTP/1.1\r\n${host}${close}\r\n`], 200],
    ['16,000 bytes of headers', [`GET /healthz HTTP/1.1\r\n${host}${close}X-A: ${'a'.repeat(16_000)}\r\n\r\n`], 200],
    ['many headers', [`GET /healthz HTTP/1.1\r\n${'a:b\r\n'.repeat(2_500)}${host}${close}\r\n`], 200],
    [
      'a chunked body',
      [
        `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${close}${authorization}Transfer-Encoding: chunked\r\n\r\n`,
        'e\r\n{"quantity":5}\r\n0\r\n\r\n',
      ],
      200,
    ],
    [
      'a body that did not wait for 100 Continue',
      [
        `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${close}${authorization}Expect: 100-continue\r\nContent-Length: 14\r\n\r\n{"quantity":6}`,
      ],
      200,
    ],
  ];
  for (const [name, pieces, status] of cases) {
    await t.test(name, async () => {
      assert.equal((await rawRequest(service.port, pieces)).status, status);
    });
  }
  assert.equal(((await (await service.call('GET', '/v1/inventory')).json()) as { quantity: number }[])[0]?.quantity, 6);
});
