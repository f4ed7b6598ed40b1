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

test('in a path or a query a hostile text is no pet and no number', async (t) => {
  const service = await startService(t);
  const audit = await openAudit(service.store);
  for (const text of hostileStrings) {
    const encoded = encodeURIComponent(text).replaceAll('.', '%2e');
    for (const [line, status] of [
      [`DELETE /v1/inventory/${encoded}`, 400],
      [`GET /v1/inventory/${encoded}/history`, 400],
      [`GET /v1/inventory?status=${encoded}`, 400],
      [`GET /v1/inventory?${encoded}=1`, 200],
    ] as const) {
      assert.equal((await ask(service, line)).status, status, line);
    }
  }
  for (const raw of [
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
  ]) {
    assert.match((await ask(service, `GET /v1/inventory/${raw}`)).body, /"invalid_pet_id"/, raw);
    assert.ok([400, 404].includes((await ask(service, `GET /v1/${raw}/x`)).status), raw);
  }
  assert.equal(await audit.reconcile(), 0);
});

test('in a header a hostile text does no harm', async (t) => {
  const service = await startService(t);
  for (const text of hostileStrings.filter((candidate) => !/[\r\n\0]/.test(candidate))) {
    const other = /^[\w-]+$/.test(text) ? text : 'X-Other';
    const names = [
      'X-Request-Id',
      'If-None-Match',
      'Accept-Encoding',
      'Accept',
      'Cookie',
      'Origin',
      'X-Forwarded-For',
    ];
    assert.equal(
      (await ask(service, 'GET /v1/inventory/events', `Last-Event-ID: ${text}\r\n`)).status,
      400,
      text,
    );
    for (const name of [...names, other]) {
      const { status, headers } = await ask(service, 'GET /v1/inventory/1', `${name}: ${text}\r\n`);
      assert.ok(status === 200 || (status === 304 && name === 'If-None-Match'), `${name}: ${text}`);
      assert.ok(!headers.has('x-injected'), `a header was injected by ${text}`);
      assert.ok(!headers.has('access-control-allow-origin'), `${text} was let in as an origin`);
    }
    assert.equal((await ask({ ...service, secret: text }, 'GET /v1/inventory')).status, 401);
  }
});

test('a hostile text is kept to the letter in a note, and is ignored as the name of a field', async (t) => {
  const service = await startService(t);
  const audit = await openAudit(service.store);
  const notes = hostileStrings.filter((text) => !text.includes('\0'));
  for (const text of notes) {
    const members = `"${text === '__proto__' ? '__proto__' : JSON.stringify(text).slice(1, -1)}":{"quantity":-1}`;
    const body = `{${members},"quantity":5,"note":${JSON.stringify(text)}}`;
    const answer = await ask(service, 'PATCH /v1/inventory/1', '', body);
    assert.equal(answer.status, 200, text);
    audit.record([answer]);
  }
  assert.equal(await audit.reconcile(), notes.length);
  const history = await ask(service, 'GET /v1/inventory/1/history?limit=1000');
  const kept = (
    JSON.parse(Buffer.from(history.body, 'latin1').toString()) as { note: string | null }[]
  ).map(({ note }) => note);
  assert.deepEqual(kept.slice(0, notes.length).reverse(), notes);
});

test('no name of a field changes what other objects have', async (t) => {
  const service = await startService(t);
  const polluting = [
    '{"__proto__":{"quantity":5,"reason":"count"},"constructor":{"prototype":{"quantity":5}},"prototype":{"quantity":5}}',
    '[{"__proto__":{"petId":1,"quantity":5}}]',
    '{"__proto__":[],"length":1,"0":{"petId":1,"quantity":5}}',
  ];
  for (const line of ['PATCH /v1/inventory/1', 'PATCH /v1/inventory', 'PUT /v1/inventory/1']) {
    for (const body of polluting) {
      assert.equal((await ask(service, line, '', body)).status, 400, `${line} ${body}`);
    }
  }
  for (const method of [
    'constructor',
    '__proto__',
    'toString',
    'get',
    'Patch',
    'GETT',
    'X'.repeat(8_000),
  ]) {
    assert.equal((await ask(service, `${method} /v1/inventory`)).status, 400, method);
  }
  for (const path of [
    '/constructor',
    '/__proto__',
    '/v1/__proto__',
    '/v1/inventory/1/__proto__',
    '/docs/__proto__',
  ]) {
    assert.equal((await ask(service, `GET ${path}`)).status, 404, path);
  }
  assert.equal(
    (await ask(service, 'GET /v1/inventory?__proto__[limit]=1&constructor=2&limit=1')).status,
    200,
  );
  assert.equal(
    (await ask(service, 'GET /v1/inventory/1', '__proto__: x\r\nconstructor: y\r\n')).status,
    200,
  );
});
