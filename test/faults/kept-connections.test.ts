import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { keepConnections } from '../support/load/kept-connections.ts';
import { inForm } from '../support/long-form.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';

const pets = 4_000;
const connections = 50;
const requests = inForm({ short: 12, long: 2_000 });

async function expectKept(t: TestContext, secure: boolean): Promise<void> {
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(pets, 1));
  const secret = await cli.createKey();
  const tls = secure ? createCertificate(cli.folder) : undefined;
  const { port } = await cli.serve(tls === undefined ? [] : ['--tls-cert', tls.cert, '--tls-key', tls.key]);
  await keepConnections({ port, secret, ca: tls && readFileSync(tls.cert), connections, requests, pets });
}

test('a client that sends as soon as it has a response keeps its connection, however fast it reads', (t) =>
  expectKept(t, false));

test('the same over TLS', { skip: skipWithout('openssl', 'version') }, (t) => expectKept(t, true));
