import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noBrowser } from '../support/browser/chromium.ts';
import { chooseInMenu, openPage, quantityOf, shows } from '../support/browser/page.ts';
import { freePort } from '../support/free-port.ts';
import { codeIn, createClient, type HttpRequest } from '../support/http/client.ts';
import { noDebianServer, startDebianServer } from '../support/postgres/debian-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

/** Follows docs/guides/several-shops.md with PostgreSQL and Caddy from Debian. */

const skip = noDebianServer || skipWithout('caddy', 'version') || noBrowser();

test('two shops behind one proxy', { skip }, async (t) => {
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
    const created = await cli.runShared(['keys', 'create', 'owner', '--scope', 'owner'], { env });
    const secret = created.stdout.trim();
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

  const put = ({ send }: Shop, quantity: number) =>
    send({ method: 'PUT', path: '/1', body: { quantity, status: 'available' } });
  const sell = async ({ send }: Shop) =>
    (await send({ method: 'POST', path: '/1/adjustments', body: { delta: -1 } })).status;
  const quantityIn = async ({ send }: Shop) => {
    const { body } = await send({ path: '/1' });
    return (JSON.parse(body) as { quantity: number }).quantity;
  };
  assert.equal((await put(north, 300)).status, 201);
  assert.equal((await put(south, 700)).status, 201);

  await t.test('sell pets with the same ID at the same time', async () => {
    const sales = Array.from({ length: 100 }, () => [sell(north), sell(south)]);
    const statuses = await Promise.all(sales.flat());

    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal(await quantityIn(north), 200);
    assert.equal(await quantityIn(south), 600);
  });

  for (const { own, foreign } of [
    { own: north, foreign: south },
    { own: south, foreign: north },
  ]) {
    await t.test(`do not know each other's keys: that of ${foreign.name}`, async () => {
      const headers = { authorization: `Bearer ${foreign.secret}` };
      const refused = await own.send({ path: '', headers });

      assert.equal(refused.status, 401);
      assert.equal(codeIn(refused), 'invalid_api_key');
    });

    await t.test(`may not read each other's tables: those of ${foreign.name}`, async () => {
      const select = sql(`select * from ${foreign.name}.item`, own.env.DATABASE_URL);
      await assert.rejects(select, /permission denied for schema/);
    });
  }

  await t.test('have a sign-in of their own in one browser', async (t) => {
    const page = await openPage(t, north);
    await shows(quantityOf(page, 1), '200');
    const second = await page.context().newPage();
    await second.goto(south.url);
    await second.getByText('Sign in').first().waitFor();
    await second.goto(`${south.url}/#key=${south.secret}`);
    await shows(quantityOf(second, 1), '600');

    await chooseInMenu(second, 'Menu', 'Sign out');
    await second.getByText('Sign in').first().waitFor();

    await shows(quantityOf(page, 1), '200');
    await page.close();
  });

  await shell('pg_dump --format=custom --schema=north --file=/var/backups/north.dump shops');
  assert.equal(await sell(north), 200);
  assert.equal(await sell(south), 200);
  await north.service.signal('SIGKILL');

  await t.test('sell although the other one is down', async () => {
    assert.equal(await sell(north), 502);
    assert.equal(await sell(south), 200);
  });

  await t.test('are restored from their dumps alone', async () => {
    await sql('\\connect shops\ndrop schema north cascade');
    await shell(
      'pg_restore --exit-on-error --single-transaction --dbname=shops /var/backups/north.dump',
    );
    await cli.serve(['--port', String(north.service.port)], { env: north.env });

    assert.equal(await quantityIn(north), 200);
    assert.equal(await quantityIn(south), 598);
  });

  for (const shop of shops) {
    await t.test(`sell after that: ${shop.name}`, async () => {
      assert.equal(await sell(shop), 200);
    });

    await t.test(`have a ledger that accounts for the stock: ${shop.name}`, async () => {
      const { code } = await cli.runShared(['verify'], { env: shop.env });
      assert.equal(code, 0);
    });
  }
});
