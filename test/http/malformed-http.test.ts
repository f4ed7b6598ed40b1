import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';

test('whatever is no proper request gets an Error all the same', async (t) => {
  const service = await startService(t);
  const authorization = `Authorization: Bearer ${service.secret}\r\n`;
  const cases: [string, (string | Buffer)[], number, string][] = [
    ['no HTTP at all', ['hello\r\n\r\n'], 400, 'invalid_request'],
    ['TLS', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'], 400, 'invalid_request'],
    ['an unknown version', [`GET / HTTP/9.9\r\n${host}\r\n`], 400, 'invalid_request'],
    ['no Host', ['GET /healthz HTTP/1.1\r\n\r\n'], 400, 'invalid_request'],
    ['an empty Host', ['GET /healthz HTTP/1.1\r\nHost:\r\n\r\n'], 400, 'invalid_request'],
    ['a Host that is none', ['GET /healthz HTTP/1.1\r\nHost: a b/c?\r\n\r\n'], 400, 'invalid_request'],
    ['two Hosts', [`GET /healthz HTTP/1.1\r\n${host}Host: other\r\n\r\n`], 400, 'invalid_request'],
    ['a header without a name', [`GET / HTTP/1.1\r\n${host}: x\r\n\r\n`], 400, 'invalid_request'],
    ['a space before the colon', [`GET / HTTP/1.1\r\n${host}X-A : b\r\n\r\n`], 400, 'invalid_request'],
    ['NUL in a header', [`GET / HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`], 400, 'invalid_request'],
    ['a bare line feed in a header', [`GET / HTTP/1.1\r\n${host}X-A: a\nX-B: c\r\n\r\n`], 400, 'invalid_request'],
    [
      'two lengths',
      [`PATCH /v1/inventory/1 HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
      400,
      'invalid_request',
    ],
    [
      'a length and chunks',
      [`PATCH /v1/inventory/1 HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      400,
      'invalid_request',
    ],
    ['a length that is no number', [`PATCH / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`], 400, 'invalid_request'],
    [
      'chunks with a space that is none',
      [
        `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${authorization}Transfer-Encoding: chunked\xa0\r\n\r\n`,
        'e\r\n{"quantity":5}\r\n0\r\n\r\n',
      ].map((text) => Buffer.from(text, 'latin1')),
      400,
      'invalid_request',
    ],
    [
      'a length with a space that is none',
      [
        Buffer.from(
          `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${authorization}Content-Length: 2\xa0\r\n\r\n{}`,
          'latin1',
        ),
      ],
      400,
      'invalid_request',
    ],
    [
      'a chunk without a size',
      [`PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${authorization}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
      400,
      'invalid_request',
    ],
    ['a target that is no path', [`GET nonsense HTTP/1.1\r\n${host}\r\n`], 400, 'invalid_request'],
    ['a long request line', [`GET /${'a'.repeat(9_000)} HTTP/1.1\r\n${host}\r\n`], 414, 'uri_too_long'],
    ['a very long request line', [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`], 431, 'headers_too_large'],
    ['long headers', [`GET /healthz HTTP/1.1\r\n${host}X-A: ${'a'.repeat(17_000)}\r\n\r\n`], 431, 'headers_too_large'],
    [
      'very long headers',
      [`GET /healthz HTTP/1.1\r\n${host}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
      431,
      'headers_too_large',
    ],
    [
      'very many headers',
      [`GET /healthz HTTP/1.1\r\n${host}${'a: b\r\n'.repeat(4_000)}\r\n`],
      431,
      'headers_too_large',
    ],
    ['TRACE', [`TRACE /healthz HTTP/1.1\r\n${host}${close}\r\n`], 405, 'method_not_allowed'],
    [
      'an upgrade that we do not know',
      [`GET /nothing HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
      404,
      'route_not_found',
    ],
    [
      'an expectation that we do not know',
      [`GET /nothing HTTP/1.1\r\n${host}${close}Expect: miracles\r\n\r\n`],
      404,
      'route_not_found',
    ],
    [
      'a chunked body past the limit',
      [
        `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${authorization}Transfer-Encoding: chunked\r\n\r\n`,
        `11000\r\n${'x'.repeat(0x11000)}\r\n`.repeat(3),
      ],
      413,
      'body_too_large',
    ],
    [
      'an announced body past the limit',
      [
        `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}${authorization}Content-Length: 10000000\r\n\r\n`,
        'x'.repeat(100_000),
      ],
      413,
      'body_too_large',
    ],
  ];
  for (const [name, pieces, status, code] of cases) {
    await t.test(`${name} → ${status}`, async () => {
      const { headers, body, status: actual } = await rawRequest(service.port, pieces);
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
