import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

/** Tests HTTPS as docs/operating/https.md describes it: in the service itself, and in proxies. */

const deploy = new URL('../../deploy/', import.meta.url);
const pets = numberedPets(1_000, 5);

describe('HTTPS', { skip: skipWithout('openssl', 'version') }, () => {
  test('by the service itself', async (t) => {
    const cli = openCliHarness(t);
    const tls = createCertificate(cli.folder, { name: 'first' });
    const key = await cli.stockWithKey(pets);
    const service = await cli.serve(['--tls-cert', tls.cert, '--tls-key', tls.key]);
    const client = curl(cli, { url: service.url, ca: tls.cert, key });

    await t.test('announces its address with https', () => assert.match(service.url, /^https:/));

    await testService(t, client);

    for (const command of ['health', 'health --ready']) {
      await t.test(`is well for "pawstock ${command}"`, async () => {
        const { code } = await cli.runShared(command.split(' '), {
          env: { TLS_CERT: tls.cert, TLS_KEY: tls.key, PORT: String(service.port) },
        });
        assert.equal(code, 0);
      });
    }

    await t.test('is missed by "pawstock health" where it does not run', async () => {
      const { code, stderr } = await cli.runShared(['health'], { env: { PORT: '9' } });

      assert.equal(code, 1);
      assert.match(stderr, /^pawstock: No service answers at http:\/\/127\.0\.0\.1:9\/healthz: /);
    });

    await t.test('tells in its metrics when its certificate expires', async () => {
      const { body } = await client.send('/metrics');
      assert.match(body, /^pawstock_tls_expiry_timestamp_seconds \d{10}$/m);
    });

    const stream = await client.watch();
    const renewed = createCertificate(cli.folder, { name: 'second' });
    writeFileSync(tls.cert, readFileSync(renewed.cert));
    writeFileSync(tls.key, readFileSync(renewed.key));
    process.kill(service.pid, 'SIGHUP');
    await until(() => service.stderr().includes('certificate was read again'));

    await t.test('takes a new certificate for new connections', async () => {
      const other = curl(cli, { url: service.url, ca: renewed.cert, key });
      assert.equal((await other.patch('/8', '{"quantity":3}')).status, 200);
    });

    await t.test('takes a new certificate without closing connections', async () => {
      await stream.until('stdout', /"petId":8,.*"after":3,/);
    });
  });

  test('by a proxy in front of it', async (t) => {
    const service = openCliHarness(t);
    const tls = createCertificate(service.folder, { name: 'proxy' });
    const key = await service.stockWithKey(pets);
    const { port } = await service.serve();
    const clientThrough = async (cli: CliHarness, https: number) => {
      const client = curl(cli, { url: `https://127.0.0.1:${https}`, ca: tls.cert, key });
      await until(async () => {
        const response = await client.send('/readyz').catch(() => undefined);
        return response?.status === 200;
      });
      return client;
    };

    await t.test('nginx', { skip: skipWithout('nginx', '-v') }, async (own) => {
      const cli = openCliHarness(own);
      const [https, http] = [await freePort(), await freePort()];
      const site = configuration(cli, 'https/nginx.conf', {
        'listen 443': `listen 127.0.0.1:${https}`,
        'listen 80': `listen 127.0.0.1:${http}`,
        '127.0.0.1:8080': `127.0.0.1:${port}`,
        '/etc/nginx/tls/shop.example.crt': tls.cert,
        '/etc/nginx/tls/shop.example.key': tls.key,
      });
      const main = join(cli.folder, 'main.conf');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${cli.temporary}/${name};`,
      );
      writeFileSync(
        main,
        `${process.getuid?.() === 0 ? 'user root;' : ''}
        daemon off;
        # One process: a killed one leaves no workers behind.
        master_process off;
        pid ${cli.folder}/nginx.pid;
        events {}
        http { access_log off; ${temporary.join(' ')} include ${site}; }`,
      );
      const args = ['-e', 'stderr', '-c', main];

      await own.test('finds nothing wrong in its configuration', async () => {
        const { code, stderr } = await cli.program('nginx', ['-t', ...args], {});
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stderr, /\[(?:warn|emerg)\]/);
      });

      cli.launchProgram('nginx', args, {});
      const client = await clientThrough(cli, https);
      await testService(own, client);

      await own.test('tells browsers to use HTTPS from then on', async () => {
        assert.match((await client.send('/')).head, /^strict-transport-security: max-age=/im);
      });

      const plain = curl(cli, { url: `http://127.0.0.1:${http}`, ca: tls.cert, key });

      await own.test('sends browsers from HTTP to HTTPS', async () => {
        const { head } = await plain.send('/docs');
        assert.match(head, /^location: https:\/\/127\.0\.0\.1\/docs$/im);
      });

      await own.test('refuses calls over HTTP, whose key has been read on the way', async () => {
        assert.equal((await plain.send('/v1/inventory')).status, 403);
      });
    });

    await t.test('Caddy', { skip: skipWithout('caddy', 'version') }, async (own) => {
      const cli = openCliHarness(own);
      const https = await freePort();
      const site = configuration(cli, 'https/Caddyfile', {
        'shop.example {': `https://127.0.0.1:${https} {\n\ttls ${tls.cert} ${tls.key}`,
        '127.0.0.1:8080': `127.0.0.1:${port}`,
      });
      const file = join(cli.folder, 'main.caddy');
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\nimport ${site}\n`);
      cli.launchProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {});

      const client = await clientThrough(cli, https);
      await testService(own, client);

      await own.test('tells browsers to use HTTPS from then on', async () => {
        assert.match((await client.send('/')).head, /^strict-transport-security: max-age=/im);
      });
    });

    await t.test('HAProxy', { skip: skipWithout('haproxy', '-v') }, async (own) => {
      const cli = openCliHarness(own);
      const https = await freePort();
      const pem = join(cli.folder, 'both.pem');
      writeFileSync(pem, readFileSync(tls.cert, 'utf8') + readFileSync(tls.key, 'utf8'));
      // haproxy-hosts.cfg lists three instances, whose ports may be in use. The test's service
      // replaces all three.
      const site = configuration(cli, 'haproxy-hosts.cfg', {
        '    bind :8080\n': '',
        '# bind :443': `bind 127.0.0.1:${https}`,
        '/etc/haproxy/shop.pem': pem,
        '127.0.0.1:8081': `127.0.0.1:${port}`,
        '127.0.0.1:8082': `127.0.0.1:${port}`,
        '127.0.0.1:8083': `127.0.0.1:${port}`,
      });
      cli.launchProgram('haproxy', ['-db', '-f', site], {});

      await testService(own, await clientThrough(cli, https));
    });
  });
});

/**
 * Copies a recommended configuration file, replaces texts in the copy, and returns the path of the
 * copy.
 */
function configuration(
  cli: CliHarness,
  name: string,
  replacements: Readonly<Record<string, string>>,
): string {
  let text = readFileSync(new URL(name, deploy), 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    assert.ok(text.includes(from), `${name} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  const file = join(cli.folder, basename(name));
  writeFileSync(file, text);
  return file;
}

type Client = ReturnType<typeof curl>;

/** Calls curl with an API key. curl trusts only the certificate in the file `ca`. */
function curl(cli: CliHarness, { url, ca, key }: { url: string; ca: string; key: string }) {
  const common = [
    '--silent',
    '--show-error',
    '--cacert',
    ca,
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  const send = async (path: string, ...args: string[]) => {
    const { code, stdout, stderr } = await cli.program(
      'curl',
      [...common, '--include', ...args, url + path],
      {},
    );
    assert.equal(code, 0, stderr);
    // curl prints the head of an interim "100 Continue" response first, which the test removes.
    const [head = '', ...body] = stdout.replace(/^HTTP\/1.1 100.*?\r\n\r\n/s, '').split('\r\n\r\n');
    return {
      status: Number(head.split(' ')[1]),
      head: head.replaceAll('\r', ''),
      body: body.join('\r\n\r\n'),
    };
  };
  return {
    send,
    patch: (path: string, body: string) => {
      const file = join(cli.folder, 'body.json');
      writeFileSync(file, body);
      return send(`/v1/inventory${path}`, '--request', 'PATCH', '--json', `@${file}`);
    },
    /** Resolves when the event stream has begun. */
    watch: async () => {
      const stream = cli.launchProgram(
        'curl',
        [...common, '--no-buffer', `${url}/v1/inventory/events`],
        {},
      );
      await stream.until('stdout', /^: connected\n/);
      return stream;
    },
  };
}

/** Tests that reads, writes, an event stream and the service's own errors pass through a proxy. */
async function testService(t: TestContext, { send, patch, watch }: Client): Promise<void> {
  await t.test('passes the whole list on', async () => {
    const { body } = await send('/v1/inventory');
    assert.equal((JSON.parse(body) as unknown[]).length, pets.length);
  });

  await t.test('passes on that a list has not changed', async () => {
    const { head } = await send('/v1/inventory');
    const [, etag = ''] = /^etag: (.+)$/im.exec(head) ?? [];
    assert.equal((await send('/v1/inventory', '--header', `If-None-Match: ${etag}`)).status, 304);
  });

  await t.test('passes a compressed list on', async () => {
    const whole = await send('/v1/inventory');
    const compressed = await send('/v1/inventory', '--compressed');
    assert.match(compressed.head, /^content-encoding: gzip$/im);
    assert.equal(compressed.body, whole.body);
  });

  await t.test('passes each event on at once, in a stream that stays open', async () => {
    const stream = await watch();
    const { body } = await patch('/7', '{"quantity":42}');
    assert.equal(body, '{"petId":7,"quantity":42,"status":"available"}');

    await stream.until('stdout', /^id: \d+\nevent: change\ndata: \{.*"petId":7,.*"after":42,/m);

    assert.equal(stream.child.exitCode, null, 'the stream has ended');
    stream.child.kill('SIGTERM');
  });

  await t.test('passes the largest batch on', async () => {
    const note = 'x'.repeat(500);
    const rows = pets.map(({ petId }) => ({ petId: Number(petId), quantity: 6, note }));
    assert.equal((await patch('', JSON.stringify(rows))).status, 200);
  });

  const codeOf = async (sent: ReturnType<typeof send>) =>
    (JSON.parse((await sent).body) as { code: string }).code;

  await t.test('leaves it to the service to refuse a body that is too large', async () => {
    const large = `[${' '.repeat(1_100_000)}]`;
    // Caddy 2.6 sometimes truncates a response that arrives before Caddy has sent the whole
    // request, so the test retries.
    await until(async () => (await codeOf(patch('', large)).catch(() => '')) === 'body_too_large');
  });

  await t.test('leaves it to the service to refuse a path that is too long', async () => {
    assert.equal(await codeOf(send(`/v1/${'x'.repeat(9_000)}`)), 'uri_too_long');
  });

  await t.test('leaves it to the service to refuse headers that are too large', async () => {
    const header = `X: ${'x'.repeat(17_000)}`;
    assert.equal(await codeOf(send('/v1/inventory', '--header', header)), 'headers_too_large');
  });
}
