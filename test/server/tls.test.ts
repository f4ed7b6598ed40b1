import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { limits } from '../../src/limits.ts';
import { loadTls } from '../../src/tls.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { type Certificate, createCertificate } from '../support/network/certificate.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';
import { fine, startServer } from './start-server.ts';

const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

test('HTTPS by the service itself', { skip: skipWithout('openssl', 'version') }, async (t) => {
  const cli = openCliHarness(t);
  const [one, other] = ['one', 'other'].map((name) => createCertificate(cli.folder, { name })) as [
    Certificate,
    Certificate,
  ];
  const ca = readFileSync(one.cert);
  const loadPair = () => loadTls({ certFile: one.cert, keyFile: one.key });

  await t.test('takes TLS 1.2 and 1.3, nothing older', async (own) => {
    const settings = { TLS_CERT: one.cert, TLS_KEY: one.key };
    const { port } = await startService(own, { settings });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await openTls(port, { ca, version });
      assert.equal(socket.getProtocol(), version);
      socket.write(health);
      assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1.1 200 OK\r\n/);
      socket.destroy();
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await assert.rejects(openTls(port, { ca, version }));
  });

  await t.test('closes a connection on which a client speaks without TLS', async (own) => {
    const { port } = await startServer(own, () => fine, { tls: loadPair() });
    await openSocket(port, health).closed;
  });

  await t.test('stops although a handshake is still unfinished', async (own) => {
    const settings = { TLS_CERT: one.cert, TLS_KEY: one.key };
    const { port, stop } = await startService(own, { settings, limits: { drainDeadlineMs: 200 } });
    const { connected, closed } = openSocket(port);
    assert.equal(await connected, true);
    await Promise.all([stop(), closed]);
  });

  const leftAlone: [what: string, bodyBytes: number][] = [
    ['that is idle', 4],
    ['whose client stops reading', 50_000_000],
  ];
  for (const [what, bodyBytes] of leftAlone) {
    await t.test(`closes a connection ${what}`, async (own) => {
      const body = Buffer.alloc(bodyBytes);
      const { port, connections } = await startServer(own, () => ({ ...fine, body }), {
        tls: loadPair(),
        limits: { ...limits, keepAliveTimeoutMs: 100, socketTimeoutMs: 500 },
      });
      const socket = await openTls(port, { ca });
      own.after(() => socket.destroy());
      assert.equal(connections(), 1);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'readable');
      await until(() => connections() === 0);
    });
  }

  await t.test('closes a connection whose handshake is never finished', async (own) => {
    const { port } = await startServer(own, () => fine, {
      tls: loadPair(),
      limits: { ...limits, headersTimeoutMs: 100 },
    });
    await openSocket(port).closed;
  });

  await t.test(
    'does not start with a pair that cannot be used, and names it with the other faults',
    async () => {
      const text = join(cli.folder, 'text');
      writeFileSync(text, 'no certificate');
      const missing = join(cli.folder, 'missing');
      const faults = [
        [
          missing,
          text,
          `TLS_CERT must be a file that can be read; ${missing} cannot (ENOENT).\npawstock: TLS_KEY must`,
        ],
        [missing, one.key, `TLS_CERT must be a file that can be read; ${missing} cannot (ENOENT).`],
        [
          one.cert,
          cli.folder,
          `TLS_KEY must be a file that can be read; ${cli.folder} cannot (EISDIR).`,
        ],
        [text, one.key, `TLS_CERT must be a certificate in PEM form; ${text} is not.`],
        [
          one.cert,
          text,
          `TLS_KEY must be a private key in PEM form without a passphrase; ${text} is not.`,
        ],
        [one.cert, other.key, `${other.key} belongs to another one.`],
      ] as const;
      for (const [cert, key, message] of faults) {
        const { code, stderr } = await cli.runShared([
          'serve',
          '--port',
          'x',
          '--tls-cert',
          cert,
          '--tls-key',
          key,
        ]);
        assert.equal(code, 2, stderr);
        assert.ok(stderr.includes(message), `"${message}" is missing in: ${stderr}`);
        assert.ok(stderr.includes('PORT must be'), `the fault of PORT is missing in: ${stderr}`);
      }
    },
  );

  await t.test(
    'goes on with its certificate when SIGHUP finds one that cannot be used, with a line in the log',
    async () => {
      const { cert, key } = one;
      const service = await cli.serve(['--tls-cert', cert, '--tls-key', key]);
      chmodSync(cert, 0o600);
      writeFileSync(cert, 'half written');
      process.kill(service.pid, 'SIGHUP');
      await until(() => service.stderr().includes(`${cert} is not.`));
      await openSocket(service.port, health, { ca }).until('HTTP/1.1 200 OK');
    },
  );
});

type TlsOptions = { readonly ca: Buffer; readonly version?: SecureVersion };

/** Opens a TLS connection. Rejects if the server refuses the handshake. */
async function openTls(port: number, { ca, version }: TlsOptions): Promise<TLSSocket> {
  const only = version === undefined ? {} : { minVersion: version, maxVersion: version };
  // OpenSSL's default security level refuses old TLS versions by itself.
  const socket = connect({ port, host: '127.0.0.1', ca, ciphers: 'DEFAULT:@SECLEVEL=0', ...only });
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined);
  return socket;
}
