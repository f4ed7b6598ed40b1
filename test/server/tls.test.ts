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

  await t.test('takes TLS 1.2 and 1.3, and nothing older or without TLS', async (own) => {
    const settings = { TLS_CERT: one.cert, TLS_KEY: one.key };
    const { port, stop } = await startService(own, { settings, limits: { drainDeadlineMs: 200 } });
    await openSocket(port, health).closed;
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await openTls(port, { ca, version });
      assert.equal(socket.getProtocol(), version);
      socket.write(health);
      assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1.1 200 OK\r\n/);
      socket.destroy();
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await assert.rejects(openTls(port, { ca, version }));
    const { connected, closed } = openSocket(port);
    assert.equal(await connected, true);
    // The server stops although a TLS handshake is still unfinished.
    await Promise.all([stop(), closed]);
  });

  await t.test(
    'closes connections that are idle, stop reading or never finish their handshake',
    async (own) => {
      const options = {
        tls: loadTls({ certFile: one.cert, keyFile: one.key }),
        limits: { ...limits, keepAliveTimeoutMs: 100, socketTimeoutMs: 500 },
      };
      const { port, connections } = await startServer(
        own,
        ({ path }) => (path === '/' ? fine : { ...fine, body: Buffer.alloc(50_000_000) }),
        options,
      );
      for (const path of ['/', '/large']) {
        const socket = await openTls(port, { ca });
        own.after(() => socket.destroy());
        assert.equal(connections(), 1);
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
        await once(socket, 'readable');
        await until(() => connections() === 0);
      }
      const impatient = await startServer(own, () => fine, {
        ...options,
        limits: { ...limits, headersTimeoutMs: 100 },
      });
      await openSocket(impatient.port).closed;
    },
  );

  await t.test(
    'does not start with a pair that cannot be used, and names the setting and the file',
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
        assert.deepEqual(
          [code, stderr.includes(message), stderr.includes('PORT must be')],
          [2, true, true],
          stderr,
        );
      }
    },
  );

  await t.test(
    'keeps its certificate where SIGHUP finds a pair that cannot be used, and says so',
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
