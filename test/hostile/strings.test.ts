import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAudit } from '../support/hostile/audit.ts';
import { assertProper, exchangeOne, type RawResponse } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';

/**
 * Texts with a special meaning in a database, a shell, a template, a browser or a JavaScript
 * object.
 */
const hostileStrings = [
  "' or '1'='1",
  '1; drop table item; --',
  "1' union select digest from api_key --",
  "'||pg_sleep(9)||'",
  '$1',
  '$' + '{7*7}',
  '$(id)',
  '%n%s%x',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '=1+1',
  '@SUM(1)',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'length',
  '../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  'NUL',
  '.',
  '..',
  '*',
  '%',
  '%%',
  '%00',
  '%0d%0aX: y',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: y',
  '\n',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ufffd',
  'ﷺ',
  'Z͑ͫ̓',
  '👩‍👩‍👧',
  '٣',
  '１',
  'ı',
  '\u00a0',
  'NaN',
  'null',
  'true',
  '0x1',
  '1e3',
  '1_000',
  '007',
  '+5',
  '-0',
  '5.0',
  ' 5',
  '5 ',
  '9'.repeat(20),
  '9'.repeat(500),
];

async function ask(
  { port, secret }: TestService,
  line: string,
  headers = '',
  body = '',
): Promise<RawResponse> {
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${length}${headers}\r\n`;
  const answer = await exchangeOne(port, Buffer.from(head + body));
  assertProper(answer);
  return answer;
}

const encodedOf = (text: string) => encodeURIComponent(text).replaceAll('.', '%2e');

test('in a URL', async (t) => {
  const service = await startService(t);
  const audit = await openAudit(service.store);

  for (const { title, lineFor, status } of [
    {
      title: 'a hostile text is no petId',
      lineFor: (text: string) => `DELETE /v1/inventory/${encodedOf(text)}`,
      status: 400,
    },
    {
      title: 'a hostile text is no petId of a history',
      lineFor: (text: string) => `GET /v1/inventory/${encodedOf(text)}/history`,
      status: 400,
    },
    {
      title: 'a hostile text is no status of a filter',
      lineFor: (text: string) => `GET /v1/inventory?status=${encodedOf(text)}`,
      status: 400,
    },
    {
      title: 'a hostile text is ignored as the name of a parameter',
      lineFor: (text: string) => `GET /v1/inventory?${encodedOf(text)}=1`,
      status: 200,
    },
  ]) {
    await t.test(title, async () => {
      for (const text of hostileStrings) {
        const response = await ask(service, lineFor(text));
        assert.equal(response.status, status, JSON.stringify(text));
      }
    });
  }

  const badEncodings = [
    '%',
    '%z',
    '%zz',
    '%e2%82',
    '%c0%af',
    '%ed%a0%80',
    '%00',
    '%0',
    'a%',
    '%%31',
    '%u0031',
  ];

  await t.test('a bad percent-encoding is no petId', async () => {
    for (const encoding of badEncodings) {
      const { body } = await ask(service, `GET /v1/inventory/${encoding}`);
      assert.match(body, /"invalid_pet_id"/, encoding);
    }
  });

  await t.test('a bad percent-encoding is no path', async () => {
    for (const encoding of badEncodings) {
      const { status } = await ask(service, `GET /v1/${encoding}/x`);
      assert.ok(status === 400 || status === 404, `${status} for ${encoding}`);
    }
  });

  await t.test('nothing of this changes the stock', async () => {
    assert.equal(await audit.reconcile(), 0, 'changes');
  });
});

test('in a header', async (t) => {
  const service = await startService(t);
  // These characters end a header.
  const texts = hostileStrings.filter((text) => !/[\r\n\0]/.test(text));

  await t.test('a hostile text is no place in the stream of events', async () => {
    for (const text of texts) {
      const header = `Last-Event-ID: ${text}\r\n`;
      const { status } = await ask(service, 'GET /v1/inventory/events', header);
      assert.equal(status, 400, text);
    }
  });

  await t.test('a hostile text is no key', async () => {
    for (const text of texts) {
      const { status } = await ask({ ...service, secret: text }, 'GET /v1/inventory');
      assert.equal(status, 401, text);
    }
  });

  for (const name of [
    'X-Request-Id',
    'If-None-Match',
    'Accept-Encoding',
    'Accept',
    'Cookie',
    'Origin',
    'X-Forwarded-For',
    'X-Other',
  ]) {
    await t.test(`a hostile text in ${name} gets a usual response`, async () => {
      for (const text of texts) {
        const response = await ask(service, 'GET /v1/inventory/1', `${name}: ${text}\r\n`);
        assertUsual(response, { name, text });
      }
    });
  }

  await t.test('a hostile text as the name gets a usual response', async () => {
    for (const text of texts.filter((candidate) => /^[\w-]+$/.test(candidate))) {
      const response = await ask(service, 'GET /v1/inventory/1', `${text}: ${text}\r\n`);
      assertUsual(response, { name: text, text });
    }
  });
});

/** Asserts that a response shows a pet, and that a header of the request had no effect on it. */
function assertUsual(
  { status, headers }: RawResponse,
  { name, text }: { readonly name: string; readonly text: string },
): void {
  const isUnchanged = status === 304 && name === 'If-None-Match';
  assert.ok(status === 200 || isUnchanged, `${status} for ${name}: ${text}`);
  assert.ok(!headers.has('x-injected'), `a header was injected by ${text}`);
  assert.ok(!headers.has('access-control-allow-origin'), `${text} was let in as an origin`);
}

test('in the body of a change', async (t) => {
  const service = await startService(t);
  const audit = await openAudit(service.store);
  const notes = hostileStrings.filter((text) => !text.includes('\0'));

  await t.test('a hostile text is ignored as the name of a field', async () => {
    for (const text of notes) {
      const name = text === '__proto__' ? text : JSON.stringify(text).slice(1, -1);
      const body = `{"${name}":{"quantity":-1},"quantity":5,"note":${JSON.stringify(text)}}`;
      const answer = await ask(service, 'PATCH /v1/inventory/1', '', body);
      assert.equal(answer.status, 200, text);
      audit.record([answer]);
    }

    assert.equal(await audit.reconcile(), notes.length, 'changes');
  });

  await t.test('a hostile text is kept to the letter as a note', async () => {
    const { body } = await ask(service, 'GET /v1/inventory/1/history?limit=1000');

    const entries = JSON.parse(Buffer.from(body, 'latin1').toString()) as { note: string | null }[];
    const kept = entries.map(({ note }) => note).slice(0, notes.length);
    assert.deepEqual(kept.reverse(), notes);
  });
});

test('a name that every JavaScript object has', async (t) => {
  const service = await startService(t);

  for (const line of ['PATCH /v1/inventory/1', 'PATCH /v1/inventory', 'PUT /v1/inventory/1']) {
    await t.test(`gives no field to the body of ${line}`, async () => {
      for (const body of [
        '{"__proto__":{"quantity":5,"reason":"count"},"constructor":{"prototype":{"quantity":5}},"prototype":{"quantity":5}}',
        '[{"__proto__":{"petId":1,"quantity":5}}]',
        '{"__proto__":[],"length":1,"0":{"petId":1,"quantity":5}}',
      ])
        assert.equal((await ask(service, line, '', body)).status, 400, body);
    });
  }

  for (const method of ['constructor', '__proto__', 'toString', 'get', 'Patch', 'GETT']) {
    await t.test(`is no method: ${method}`, async () => {
      assert.equal((await ask(service, `${method} /v1/inventory`)).status, 400);
    });
  }

  await t.test('is no method, nor is a very long one', async () => {
    const method = 'X'.repeat(8_000);

    assert.equal((await ask(service, `${method} /v1/inventory`)).status, 400);
  });

  for (const path of [
    '/constructor',
    '/__proto__',
    '/v1/__proto__',
    '/v1/inventory/1/__proto__',
    '/docs/__proto__',
  ]) {
    await t.test(`is no path: ${path}`, async () => {
      assert.equal((await ask(service, `GET ${path}`)).status, 404);
    });
  }

  await t.test('is ignored as a parameter', async () => {
    const query = '__proto__[limit]=1&constructor=2&limit=1';

    assert.equal((await ask(service, `GET /v1/inventory?${query}`)).status, 200);
  });

  await t.test('is ignored as a header', async () => {
    const headers = '__proto__: x\r\nconstructor: y\r\n';

    assert.equal((await ask(service, 'GET /v1/inventory/1', headers)).status, 200);
  });
});
