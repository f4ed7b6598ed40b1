import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAudit } from '../support/hostile/audit.ts';
import { assertProper, exchange } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';

/** A hostile connection: the bytes that are sent, and the statuses of all responses. */
type Smuggled = {
  readonly name: string;
  readonly bytes: string;
  readonly statuses: readonly number[];
};

/**
 * Hides a request within another one: a server that misreads the outer request's length also
 * carries out the inner one, which sets pet 2 to 666.
 */
function smuggledRequests(secret: string): Smuggled[] {
  const key = `Host: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const inner = `PATCH /v1/inventory/2 HTTP/1.1\r\n${key}Content-Length: 16\r\n\r\n{"quantity":666}`;
  const outer = (framing: string, body: string, statuses = [400]): Smuggled => ({
    name: `${JSON.stringify(framing)} and ${JSON.stringify(body.replace(inner, '<inner>').slice(0, 60))}`,
    bytes: `PATCH /v1/inventory/1 HTTP/1.1\r\n${key}${framing}\r\n${body}`,
    statuses,
  });
  const size = inner.length.toString(16);
  const whole = `${size}\r\n${inner}\r\n0\r\n\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const codings = [
    '',
    'x',
    'identity',
    'gzip',
    'chunked, identity',
    'identity, chunked',
    'gzip, chunked',
    'chunked, chunked',
    'chunked,',
    ',chunked',
    '"chunked"',
    'chunked;q=1',
    'xchunked',
    'chunkedx',
    'chun\tked',
    'chunked\x0b',
    '\x0bchunked',
    'chunked\xa0',
    '\xa0chunked',
    'chunked\x00',
    'chunked\r\n x',
    'chunked\x85',
    'chunked\x1f',
    'chunKed\xff',
    'chunked x',
  ];
  const lengths = [
    '',
    '-0',
    '-1',
    '+5',
    '0x5',
    '5, 5',
    '5,5',
    '5 5',
    '5;',
    '5.0',
    '1e1',
    '5\xa0',
    '\xa05',
    '٥',
    '٠',
    'five',
    '5\x00',
    '5\x0b',
    '99999999999999999999',
    '0x',
    '5,',
    ',5',
    '"5"',
    '5\r\n 0',
  ];
  const withTwoFramings = [
    `Content-Length: 4\r\n${chunked}`,
    `${chunked}Content-Length: 4\r\n`,
    `${chunked}Content-Length: 0\r\n`,
  ];
  const otherFramings = [
    outer(`${chunked}${chunked}`, `0\r\n\r\n${inner}`),
    outer(`${chunked}Transfer-Encoding: x\r\n`, `0\r\n\r\n${inner}`),
    outer('Content-Length: 0\r\nContent-Length: 0\r\n', inner),
    outer('Content-Length: 9007199254740993\r\n', inner, [413]),
    outer(`Content-Length: 0\r\nContent-Length: ${inner.length}\r\n`, inner),
    outer(`Content-Length: ${inner.length}\r\ncontent-length: 0\r\n`, inner),
    outer('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${inner}`),
    outer('Content-Length : 0\r\n', inner),
    outer('X: y\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${inner}`),
    outer('X: y\rContent-Length: 0\r\n', inner),
    outer(' Transfer-Encoding: chunked\r\n', `0\r\n\r\n${inner}`),
  ];
  const ambiguousSizes = [
    '0x0',
    '-0',
    '+0',
    ' 0',
    '0 0',
    '0_',
    'g',
    '',
    '\n0',
    '0\n',
    '0;\n',
    '0;\x00',
  ];
  // The hidden request is in a chunk whose stated size is too large.
  const largeSizes = ['100000000', 'ffffffffffffffff'];
  const ambiguousEnds = [
    '2\r\n{}\n0\r\n\r\n',
    '2\n{}\r\n0\r\n\r\n',
    '2\r\n{}0\r\n\r\n',
    '1\r\n{}\r\n0\r\n\r\n',
    '2\r\n{}\r\n0\r\nX\r\n\r\n',
    '2\r\n{}\r\n0\n\n',
  ];
  // The hidden request is the whole body of the outer request, which the service refuses: the body
  // is not JSON.
  const asBody = [
    outer(`Content-Length: ${inner.length}\r\n`, inner),
    outer(chunked, whole),
    outer('TRANSFER-ENCODING: Chunked\r\n', whole),
    outer(`Content-Length: 000${inner.length}\r\nTransfer_Encoding: chunked\r\n`, inner),
  ];
  return [
    codings.map((coding) => outer(`Transfer-Encoding: ${coding}\r\n`, `0\r\n\r\n${inner}`)),
    lengths.map((length) => outer(`Content-Length: ${length}\r\n`, inner)),
    withTwoFramings.map((both) => outer(both, `0\r\n\r\n${inner}`)),
    withTwoFramings.map((both) => outer(both, whole)),
    otherFramings,
    ambiguousSizes.map((bad) => outer(chunked, `${bad}\r\n\r\n${inner}`)),
    largeSizes.map((large) => outer(chunked, `${large}\r\n\r\n${inner}`, [413])),
    ambiguousEnds.map((bad) => outer(chunked, `${bad}${inner}`)),
    asBody,
  ].flat();
}

test('a request within a request', async (t) => {
  const service = await startService(t, {
    pets: [1n, 2n].map((petId) => ({ petId, quantity: 10 })),
  });
  const audit = await openAudit(service.store);

  for (const { name, bytes, statuses } of smuggledRequests(service.secret)) {
    await t.test(`is not answered on its own: ${name}`, async () => {
      const responses = await exchange(service.port, bytes);

      for (const response of responses) assertProper(response);
      const bodies = responses.map(({ body }) => body).join(' ');
      assert.deepEqual(
        responses.map(({ status }) => status),
        statuses,
        bodies,
      );
      if (bodies.includes('invalid_request')) {
        const connection = responses.at(-1)?.headers.get('connection');
        assert.equal(connection, 'close', 'the connection goes on after malformed HTTP');
      }
    });
  }

  await t.test('is never carried out', async () => {
    assert.equal(await audit.reconcile(), 0, 'changes');
  });
});
