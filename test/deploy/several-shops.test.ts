import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { openPage, quantityOf, shows } from '../support/browser/page.ts';
import { freePort } from '../support/free-port.ts';
import { codeIn, createClient, type HttpRequest } from '../support/http/client.ts';
import { noDebianServer, startDebianServer } from '../support/postgres/debian-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

/** Follows docs/guides/several-shops.md with PostgreSQL and Caddy from Debian. */

const skip = noDebianServer || skipWithout('caddy', 'version') || noBrowser();

test('two shops behind one proxy know nothing of each other', { skip }, async (t) => {
  const { blocks, sql, shell, here } = await startDebianServer(t, 'docs/guides/several-shops.md');
  const [setUp = '', serve = '', proxy = '', ...others] = blocks;
  assert.deepEqual(others, [], 'blocks that no step below runs');
  await sql(setUp);
  const cli = openCliHarness(t);
  const proxyPort = await freePort();

  const line =
    /^DATABASE_URL='(?<DATABASE_URL>\S+)' BASE_URL=(?<BASE_URL>\S+) PORT=(?<PORT>\d+) pawstock serve$/;
  const open = async (name: string, text = '') => {
    const { PORT, ...env } = { DATABASE_URL: '', PORT: '', ...line.exec(here(text))?.groups };
    const secret = (
      await cli.runShared(['keys', 'create', 'owner', '--scope', 'owner'], { env })
    ).stdout.trim();
    const service = await cli.serve([], { env });
    const host = `${name}.example:${proxyPort}`;
    const client = createClient(secret);
    t.after(client.close);
    const send = (request: HttpRequest) =>
      client.send(`http://127.0.0.1:${proxyPort}`, {
        ...request,
        headers: { host, ...request.headers },
      });
    return {
      name,
      env,
      secret,
      service,
      send,
      url: `http://${host}`,
      upstream: `127.0.0.1:${PORT}`,
    };
  };
  const lines = serve.split('\n');
  const north = await open('north', lines[0]);
  const south = await open('south', lines[1]);
  const shops = [north, south];
  type Shop = typeof north;

  const sites = shops.reduce(
    (text, { name, url, upstream, service }) =>
      text.replace(`${name}.example {`, `${url} {`).replace(upstream, `127.0.0.1:${service.port}`),
    proxy,
  );
  const file = join(cli.folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${sites}`);
  cli.launchProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {});
  const isReady = async ({ send }: Shop) =>
    (await send({ root: '', path: '/readyz' })).status === 200;
  for (const shop of shops) await until(() => isReady(shop).catch(() => false));

  // Both shops sell the same pet ID at the same time.
  const put = ({ send }: Shop, quantity: number) =>
    send({ method: 'PUT', path: '/1', body: { quantity, status: 'available' } });
  const sell = async ({ send }: Shop) =>
    (await send({ method: 'POST', path: '/1/adjustments', body: { delta: -1 } })).status;
  assert.deepEqual([(await put(north, 300)).status, (await put(south, 700)).status], [201, 201]);
  const sold = await Promise.all(
    Array.from({ length: 200 }, (_, n) => sell(n % 2 === 0 ? north : south)),
  );
  assert.deepEqual([...new Set(sold)], [200]);
  const levels = () =>
    Promise.all(
      shops.map(async ({ send }) => (await send({ path: '' })).body.match(/\d+(?=,"s)/g)),
    );
  assert.deepEqual(await levels(), [['200'], ['600']]);

  // An API key, a database role and the browser's stored sign-in are each valid for one shop only.
  for (const [own, foreign] of [shops, shops.toReversed()] as [Shop, Shop][]) {
    const refused = await own.send({
      path: '',
      headers: { authorization: `Bearer ${foreign.secret}` },
    });
    assert.deepEqual([refused.status, codeIn(refused)], [401, 'invalid_api_key']);
    const select = sql(`select * from ${foreign.name}.item`, own.env.DATABASE_URL);
    await assert.rejects(select, /permission denied for schema/);
  }
  const page = await openPage(t, north);
  await shows(quantityOf(page, 1), '200');
  await page.goto(south.url);
  await page.getByText('Sign in').first().waitFor();
  await page.goto(`${south.url}/#key=${south.secret}`);
  await shows(quantityOf(page, 1), '600');
  await page.goto(north.url);
  await shows(quantityOf(page, 1), '200');
  await page.close();

  // One shop is restored from its dump while the other shop keeps selling.
  await shell('pg_dump --format=custom --schema=north --file=/var/backups/north.dump shops');
  assert.deepEqual([await sell(north), await sell(south)], [200, 200]);
  await north.service.signal('SIGKILL');
  assert.deepEqual([await sell(north), await sell(south)], [502, 200]);
  await sql('\\connect shops\ndrop schema north cascade');
  await shell(
    'pg_restore --exit-on-error --single-transaction --dbname=shops /var/backups/north.dump',
  );
  await cli.serve(['--port', String(north.service.port)], { env: north.env });
  assert.deepEqual(await levels(), [['200'], ['598']]);
  assert.deepEqual([await sell(north), await sell(south)], [200, 200]);
  for (const { env } of shops) assert.equal((await cli.runShared(['verify'], { env })).code, 0);
});
