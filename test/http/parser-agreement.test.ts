import assert from 'node:assert/strict';
import { createServer, METHODS } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { listen } from '../../src/http/server/server.ts';
import { patienceMs } from '../support/until.ts';

/**
 * Requests are smuggled where two readers of the same bytes find different requests in them. Node's own parser is as
 * good a second reader as any: whatever we take for a request, it must take for the same one, and for no more and no
 * less of it. We may refuse what it takes; never the reverse.
 */
type Seen = { readonly method: string; readonly target: string; readonly body: string };

const refusal = { status: 400, headers: { connection: 'close' }, body: 'no' };

async function startOurs(t: TestContext, seen: Seen[]): Promise<number> {
  const listening = await listen(
    async (asked) => {
      // Node knows only the methods that somebody has registered.
      if (!METHODS.includes(asked.method)) return refusal;
      try {
        const body = Buffer.from(await asked.body(100_000)).toString('latin1');
        seen.push({ method: asked.method, target: targetOf(asked), body });
        return { status: 200, headers: {}, body: 'ok' };
      } catch {
        return refusal;
      }
    },
    { host: '127.0.0.1', port: 0, onFault: (fault) => assert.fail(String(fault)) },
  );
  t.after(async () => {
    listening.cut();
    await listening.stop();
  });
  return listening.port;
}

const targetOf = ({ path, query }: { path: string; query: string | undefined }) =>
  query === undefined ? path : `${path}?${query}`;

async function startNodes(t: TestContext, seen: Seen[]): Promise<number> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const target = (request.url ?? '').replace(/^https?:\/\/[^/?#\\]+/i, '');
      const path = target.startsWith('/') || target === '*' ? target : `/${target}`;
      seen.push({ method: request.method ?? '', target: path, body: Buffer.concat(chunks).toString('latin1') });
      response.end('ok');
    });
  });
  // Otherwise it gives up what it has understood when the caller stops sending.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Resolves when the server has nothing more to say. */
function send(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes));
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    setTimeout(() => socket.destroy(), patienceMs).unref();
  });
}

const host = 'Host: a\r\n';
const good = [
  `GET /x HTTP/1.1\r\n${host}\r\n`,
  `POST /y?q=1 HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`,
  `PATCH /z HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n`,
  `GET http://a/abs HTTP/1.1\r\n${host}Connection: keep-alive\r\n\r\n`,
  `GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
  `PUT /e HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 2\r\n\r\nhi`,
];

const pieces = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    ',',
    ';',
    '0',
    '5',
    'a',
    '-',
    '+',
    '"',
    '\x7f',
    '\x85',
    '\xa0',
    '\xff',
    '#',
  ],
  ...['Content-Length: 0\r\n', 'Content-Length: 5\r\n', 'Content-Length: +5\r\n', 'content-length : 5\r\n'],
  ...['Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: identity\r\n', 'Transfer-Encoding: xchunked\r\n'],
  ...[
    'Transfer-Encoding:\tchunked\r\n',
    'Transfer-Encoding: gzip, chunked\r\n',
    ' folded\r\n',
    'X: y\n',
    'Connection: close\r\n',
  ],
  ...[
    'GET /smuggled HTTP/1.1\r\nHost: b\r\n\r\n',
    '0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '0x5\r\n',
    '5 \r\n',
    'HTTP/1.1',
    'HTTP/1.0',
  ],
];

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 3 }),
  insert: fc.constantFrom('', ...pieces),
});

const bytesSent = fc
  .record({
    requests: fc.array(fc.constantFrom(...good), { minLength: 1, maxLength: 3 }),
    mutations: fc.array(mutation, { maxLength: 3 }),
  })
  .map(({ requests, mutations }) => {
    let text = requests.join('');
    for (const { at, remove, insert } of mutations) {
      const index = Math.floor(at * text.length);
      text = text.slice(0, index) + insert + text.slice(index + remove);
    }
    return Buffer.from(text, 'latin1');
  });

test('whatever we take for a request, another parser takes for the same one', async (t) => {
  const ours: Seen[] = [];
  const nodes: Seen[] = [];
  const ourPort = await startOurs(t, ours);
  const nodesPort = await startNodes(t, nodes);
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(bytesSent, async (bytes) => {
      ours.length = 0;
      nodes.length = 0;
      await Promise.all([send(ourPort, bytes), send(nodesPort, bytes)]);
      taken += ours.length;
      assert.deepEqual(ours, nodes.slice(0, ours.length));
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 600) },
  );
  assert.ok(taken > 100, `only ${taken} requests were taken: the test tests nothing`);
});
