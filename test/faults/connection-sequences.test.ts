import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { createSequence, play } from '../support/hostile/connection-sequence.ts';
import { openSocket, parseResponses } from '../support/http/raw-socket.ts';
import { inForm } from '../support/long-form.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

const pets = 3_000;
const clients = 40;

/** So that connections that are left alone close soon. */
const limits = {
  headersTimeoutMs: 2_000,
  requestTimeoutMs: 3_000,
  keepAliveTimeoutMs: 2_000,
  connectionsCheckingIntervalMs: 100,
  eventHeartbeatMs: 500,
};

async function attack(t: TestContext, sequences: number, secure: boolean): Promise<void> {
  const random = randomFor(t);
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(pets, 1));
  const secret = await cli.createKey();
  const tls = secure ? createCertificate(cli.folder) : undefined;
  const server = await cli.serve(tls === undefined ? [] : ['--tls-cert', tls.cert, '--tls-key', tls.key], { limits });
  const target = { port: server.port, secret, pets, ca: tls && readFileSync(tls.cert) };
  const before = (await cli.ledger()).length;
  const answered = new Set<string>();
  const maybe = new Set<string>();
  let [next, responses] = [0, 0];
  const client = async () => {
    while (next < sequences) {
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
        next = sequences;
        throw new Error(
          `${name}: ${cause.message} ${server.stderr().slice(-1_000)} ${JSON.stringify(segments)} ${ending}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await until(async () => (await openConnections(target)) === 1);

  const stored = (await cli.ledger()).slice(before).map(({ requestId }) => requestId ?? '');
  assert.equal(new Set(stored).size, stored.length, 'a write was carried out twice');
  assert.deepEqual(
    stored.filter((id) => !answered.has(id) && !maybe.has(id)),
    [],
    'stored, and neither answered nor cut off',
  );
  assert.deepEqual(
    [...answered].filter((id) => !stored.includes(id)),
    [],
    'answered, and not stored',
  );
  assert.equal((await server.signal('SIGTERM')).code, 0);
  t.diagnostic(`${sequences} sequences, ${responses} responses, ${stored.length} changes`);
}

type Target = { readonly port: number; readonly secret: string; readonly ca: Buffer | undefined };

/** As the service counts them, this one included. */
async function openConnections({ port, secret, ca }: Target): Promise<number> {
  const request = `GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const [response] = parseResponses(await openSocket(port, request, { ca }).closed);
  return Number(/^pawstock_http_connections (\d+)$/m.exec(response?.body ?? '')?.[1]);
}

test('random sequences of messages, cut anywhere: no wrong response, no lost write, no connection left', async (t) => {
  await attack(t, inForm({ short: 600, long: 100_000 }), false);
});

test('the same over TLS', { skip: skipWithout('openssl', 'version') }, async (t) => {
  await attack(t, inForm({ short: 300, long: 100_000 }), true);
});
