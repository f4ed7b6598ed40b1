import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { noProc, openFiles, residentMb } from '../support/faults/process-usage.ts';
import { createSequence, play } from '../support/hostile/connection-sequence.ts';
import { openSocket, parseResponses } from '../support/http/raw-socket.ts';
import { inForm, long } from '../support/long-form.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

const pets = inForm({ short: 1_000, long: 3_000 });
const clients = 40;

/** Short timeouts, so that abandoned connections close soon. */
const limits = {
  headersTimeoutMs: 2_000,
  requestTimeoutMs: 3_000,
  keepAliveTimeoutMs: 2_000,
  connectionsCheckingIntervalMs: 100,
  eventHeartbeatMs: 500,
};

type Attack = { readonly sequences: number; readonly secure?: boolean };

async function attack(t: TestContext, { sequences, secure = false }: Attack): Promise<void> {
  const random = randomFor(t);
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(numberedPets(pets, 1));
  const tls = secure ? createCertificate(cli.folder) : undefined;
  const server = await cli.serve(
    tls === undefined ? [] : ['--tls-cert', tls.cert, '--tls-key', tls.key],
    { limits },
  );
  const target = { port: server.port, secret, pets, ca: tls && readFileSync(tls.cert) };
  const before = (await cli.ledger()).length;
  const answered = new Set<string>();
  const maybe = new Set<string>();
  const samples: Sample[] = [];
  let next = 0;
  let responses = 0;
  let failed = false;

  const client = async () => {
    while (!failed && next < sequences) {
      if (long && noProc === false)
        samples.push({ memoryMb: residentMb(server.pid), files: openFiles(server.pid) });
      const name = `s${next++}`;
      const sequence = createSequence(random.branch(next), name, target);
      try {
        const outcome = await play(sequence, target);
        for (const id of outcome.answered) answered.add(id);
        for (const id of outcome.maybe) maybe.add(id);
        responses += outcome.responses;
      } catch (error) {
        const cause = error as Error;
        const { segments, ending } = sequence;
        failed = true;
        const sent = JSON.stringify(segments).replaceAll(/x{99,}/g, '…');
        const log = server.stderr().slice(-1_000);
        throw new Error(`${name}: ${cause.message} ${log} ${sent} ${ending}`);
      }
    }
  };

  await t.test('get no wrong response', async () => {
    await Promise.all(Array.from({ length: clients }, client));
  });

  await t.test('leave no connection', async () => {
    await until(async () => (await openConnections(target)) === 1);
  });

  const stored = (await cli.ledger()).slice(before).map(({ requestId }) => requestId ?? '');

  await t.test('are carried out at most once each', () => {
    assert.equal(new Set(stored).size, stored.length);
  });

  await t.test('are carried out only if they were answered or cut off', () => {
    const unexplained = stored.filter((id) => !answered.has(id) && !maybe.has(id));

    assert.deepEqual(unexplained, []);
  });

  await t.test('are carried out if they were answered', () => {
    const lost = [...answered].filter((id) => !stored.includes(id));

    assert.deepEqual(lost, []);
  });

  await t.test('leave a ledger that accounts for the stock', async () => {
    const { differences } = await cli.inStore((store) => verify(store, () => undefined));

    assert.deepEqual(differences, []);
  });

  await t.test('do not keep the service from stopping', async () => {
    assert.equal((await server.signal('SIGTERM')).code, 0);
  });

  t.diagnostic(`${next} sequences, ${responses} responses, ${stored.length} changes`);
  if (samples.length > 0)
    await t.test('take no more memory and files with time', (t) => assertSteady(t, samples));
}

type Sample = { readonly memoryMb: number; readonly files: number };

/**
 * Compares memory and open files in the last quarter of a run with the second quarter, when caches
 * are full.
 */
function assertSteady(t: TestContext, samples: readonly Sample[]): void {
  const quarter = Math.floor(samples.length / 4);
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map(
    (part) => ({
      memoryMb: part.reduce((sum, { memoryMb }) => sum + memoryMb, 0) / part.length,
      files: Math.max(...part.map(({ files }) => files)),
    }),
  ) as [Sample, Sample];
  t.diagnostic(`second quarter: ${JSON.stringify(second)}; last: ${JSON.stringify(last)}`);
  assert.ok(last.files <= second.files + 15, `${last.files} files are open`);
  assert.ok(last.memoryMb < 1.1 * second.memoryMb + 10, `${last.memoryMb} MB`);
}

type Target = { readonly port: number; readonly secret: string; readonly ca: Buffer | undefined };

/**
 * Requests the service's metrics, and returns their number of open connections. It includes this
 * request's own.
 */
async function openConnections({ port, secret, ca }: Target): Promise<number> {
  const request = `GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const [response] = parseResponses(await openSocket(port, request, { ca }).closed);
  return Number(/^pawstock_http_connections (\d+)$/m.exec(response?.body ?? '')?.[1]);
}

test('random sequences of messages, cut anywhere,', async (t) => {
  await attack(t, { sequences: inForm({ short: 200, long: 100_000 }) });
});

test('random sequences of messages over TLS, cut anywhere,', {
  skip: skipWithout('openssl', 'version'),
}, async (t) => {
  await attack(t, { sequences: inForm({ short: 60, long: 100_000 }), secure: true });
});
