import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';
import { levelsIn } from '../support/service/store-contents.ts';

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';

const lineOf = (bytes: number) => `GET /${'a'.repeat(bytes - 'GET / HTTP/1.1'.length)} HTTP/1.1`;
const headersOf = (bytes: number) =>
  `\r\n${host}${close}X: ${'a'.repeat(bytes - `\r\n${host}${close}X: `.length)}`;
const largest = `GET /healthz HTTP/1.1${headersOf(limits.headerBytesMax)}`;

test('whatever is no proper request gets an Error all the same, and what is only unusual is answered', async (t) => {
  const service = await startService(t);
  const get = (headers: string) => `GET /healthz HTTP/1.1\r\n${headers}\r\n`;
  const patch = (headers: string, body = '') =>
    `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}Authorization: Bearer ${service.secret}\r\n${headers}\r\n${body}`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
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
    'a chunk without a size': patch(chunked, 'xyz\r\n'),
  };
  const tooLarge = `11000\r\n${'x'.repeat(0x11000)}\r\n`.repeat(3);
  const cases: [name: string, bytes: string, status: number, code: string][] = [
    ...Object.entries(malformed).map(([name, bytes]): (typeof cases)[number] => [
      name,
      bytes,
      400,
      'invalid_request',
    ]),
    ['very long headers', get(`${host}X-A: ${'a'.repeat(100_000)}\r\n`), 431, 'headers_too_large'],
    ['very many headers', get(`${host}${'a: b\r\n'.repeat(4_000)}`), 431, 'headers_too_large'],
    ['TRACE', `TRACE /healthz HTTP/1.1\r\n${host}${close}\r\n`, 405, 'method_not_allowed'],
    [
      'an unknown upgrade',
      `GET /x HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      404,
      'route_not_found',
    ],
    [
      'an unknown expectation',
      `GET /x HTTP/1.1\r\n${host}${close}Expect: miracles\r\n\r\n`,
      404,
      'route_not_found',
    ],
    [
      'a line too long by one',
      `${lineOf(limits.requestLineBytesMax + 1)}\r\n${host}\r\n`,
      414,
      'uri_too_long',
    ],
    ['headers too large by one', `${largest}a\r\n\r\n`, 431, 'headers_too_large'],
    ['a chunked body past the limit', patch(chunked, tooLarge), 413, 'body_too_large'],
    [
      'an announced body past it',
      patch('Content-Length: 10000000\r\n', 'x'.repeat(100_000)),
      413,
      'body_too_large',
    ],
  ];
  for (const [name, bytes, status, code] of cases) {
    const { headers, body, status: actual } = await exchangeOne(service.port, bytes);
    const { message, ...error } = JSON.parse(body) as Record<string, unknown>;
    assert.deepEqual([actual, error], [status, { code, status }], `${name}: ${message}`);
    assert.equal(typeof message, 'string', name);
    assert.equal(headers.get('content-type'), 'application/json', name);
    assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/, name);
  }

  const unusual: Readonly<Record<string, readonly [status: number, bytes: string]>> = {
    'HTTP/1.0 without a Host': [200, 'GET /healthz HTTP/1.0\r\n\r\n'],
    'an absolute target': [200, `GET http://localhost/healthz HTTP/1.1\r\n${host}${close}\r\n`],
    'the largest headers': [200, `${largest}\r\n\r\n`],
    'and the longest line': [
      404,
      `${lineOf(limits.requestLineBytesMax)}${headersOf(limits.headerBytesMax)}\r\n\r\n`,
    ],
    'many headers': [200, `GET /healthz HTTP/1.1\r\n${'a:b\r\n'.repeat(2_500)}${host}${close}\r\n`],
    'a chunked body': [200, patch(chunked, 'e\r\n{"quantity":5}\r\n0\r\n\r\n')],
    'a body that did not wait for 100 Continue': [
      200,
      patch('Expect: 100-continue\r\nContent-Length: 14\r\n', '{"quantity":6}'),
    ],
  };
  for (const [name, [status, bytes]] of Object.entries(unusual)) {
    assert.equal((await exchangeOne(service.port, bytes)).status, status, name);
  }
  assert.equal((await levelsIn(service.store))[0]?.quantity, 6);
});
