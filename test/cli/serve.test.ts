import assert from 'node:assert/strict';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { newSecret } from '../../src/domain/api-key.ts';
import { freePort } from '../support/free-port.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { sharedProcess } from '../support/service/shared-process.ts';
import { createKey, inStoreAt } from '../support/service/store-contents.ts';
import { executeSql } from '../support/store/file.ts';
import { asNobody, skipWithoutOtherUser } from '../support/tool.ts';
import { until } from '../support/until.ts';

/**
 * Opens a connection that stays open after its first response, as browsers and load balancers do.
 */
async function idleConnection(
  t: TestContext,
  { port }: ServiceProcess,
  request: string,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write(`${request}\r\nhost: shop\r\n\r\n`);
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  );
  assert.match(answer, /^HTTP\/1\.1 200 /);
  return socket;
}

test('a running service sees what is done beside it on the very next request, and ends with 0 on a signal', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.createKey();
  const server = await cli.serve(['--host', '0.0.0.0']);
  assert.match(
    server.url,
    /^http:\/\/127\.0\.0\.1:\d+$/,
    'the address that it announces can be opened',
  );
  // Without a certificate to reload, SIGHUP has no effect.
  process.kill(server.pid, 'SIGHUP');

  await t.test('a key that is made, and one that is revoked', async () => {
    const { stdout } = await cli.runShared(['keys', 'create', 'till', '--scope', 'read']);
    assert.equal(await server.statusFor(stdout.trimEnd()), 200);
    assert.equal((await cli.runShared(['keys', 'revoke', 'till'])).code, 0);
    assert.equal(await server.statusFor(stdout.trimEnd()), 401);
  });

  await t.test('an import', async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const list = async () => (await fetch(`${server.url}/v1/inventory`, { headers })).text();
    assert.equal(await list(), '[]');
    const file = join(cli.folder, 'pets.csv');
    writeFileSync(file, 'petId,quantity,status\n9223372036854775807,3,pending\n');
    assert.equal((await cli.runShared(['import', file])).code, 0);
    assert.equal(await list(), '[{"petId":9223372036854775807,"quantity":3,"status":"pending"}]');
  });

  await t.test(
    'a signal, even twice at once, ends it although connections are idle or listen to events',
    async (t) => {
      const events = `GET /v1/inventory/events HTTP/1.1\r\nauthorization: Bearer ${secret}`;
      const sockets = [
        await idleConnection(t, server, 'GET /healthz HTTP/1.1'),
        await idleConnection(t, server, events),
      ];
      const closed = sockets.map(
        (socket) => new Promise((resolve) => socket.once('close', resolve)),
      );
      const startedMs = performance.now();
      void server.signal('SIGINT');
      const { code, stdout, stderr } = await server.signal('SIGINT');
      assert.ok(performance.now() - startedMs < 20_000);
      // The store has a key, so the service does not print a setup link.
      assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
      const [serving, ...lines] = stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const { version, build, engine, schema, pets, msg } = serving;
      const told = (await cli.runShared(['--version'])).stdout.trim();
      assert.deepEqual(
        [`${version}+${build}`, engine, schema, pets, msg],
        [told, 'sqlite', 1, 0, 'serving'],
      );
      const messages = lines.map((line) => line.msg).filter((one) => one !== 'request');
      assert.deepEqual(messages, ['stopping']);
      await Promise.all(closed);
      await assert.rejects(fetch(server.url));
    },
  );
});

test('a service that creates its store', async (t) => {
  const cli = openCliHarness(t);
  const folder = join(cli.folder, 'made', 'here');
  const file = join(folder, 'pawstock.db');
  const server = await cli.serve(['--host', '::', '--database', `sqlite:${file}`]);
  const { url, port, pid } = server;
  const send = (method: string, path: string, secret: string, body: object) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  await t.test('lets only its owner read any file of it', () => {
    const modes = readdirSync(folder).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);
    assert.deepEqual(modes.sort(), [
      ['pawstock.db', '600'],
      ['pawstock.db-shm', '600'],
      ['pawstock.db-wal', '600'],
    ]);
    assert.equal((statSync(folder).mode & 0o777).toString(8), '700');
  });

  await t.test('is ready only when the thread that writes has the store open', async () => {
    const connections = () =>
      readdirSync(`/proc/${pid}/fd`).filter((name) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${name}`) === file;
        } catch {
          return false;
        }
      }).length;
    const secret = await inStoreAt(file, createKey);
    const before = connections();
    const added = await send('PUT', '/v1/inventory/1', secret, {
      quantity: 1,
      status: 'available',
    });
    assert.deepEqual([added.status, connections()], [201, before]);
  });

  await t.test(
    'announces an address that can be opened, and a link that creates the first key',
    async () => {
      assert.match(url, /^http:\/\/\[::1\]:\d+$/);
      const { secret = '' } = await server.until('stdout', /#setup=(?<secret>paw_\w+)\n/);
      assert.equal(
        (await send('POST', '/v1/keys', secret, { name: 'anna', scope: 'owner' })).status,
        201,
      );
    },
  );

  await t.test(
    'keeps its port: taking it is a fault of one line, and a demo leaves nothing behind',
    async () => {
      const { code, stdout, stderr } = await cli.run([
        'serve',
        '--demo',
        '--host',
        '::',
        '--port',
        String(port),
      ]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(
        stderr,
        new RegExp(`^pawstock: PORT ${port} is in use by another process [^\\n]*\\n$`),
      );
      assert.deepEqual(readdirSync(cli.temporary), []);
    },
  );
});

describe('the store', { concurrency: 3 }, () => {
  const faults: readonly (readonly [prepare: (file: string) => void, says: RegExp])[] = [
    [(file) => executeSql(file, 'create table cats (name)'), /pawstock\.db: .*another program/],
    [
      (file) => writeFileSync(file, 'cats and dogs\n'.repeat(100)),
      /pawstock\.db is not a Pawstock store\. Check the path; .* restore a backup/,
    ],
    [
      (file) => {
        writeFileSync(file, '');
        writeFileSync(`${file}-wal`, 'changes');
      },
      /pawstock\.db is empty: it is no store\. Restore a backup, or delete /,
    ],
  ];
  test('of a first start that was killed is made by the next start', async (t) => {
    const cli = openCliHarness(t);
    writeFileSync(cli.file, '');
    await cli.serve();
    await cli.stock([{ petId: 1n, quantity: 1 }]);
  });

  test('that is damaged ends the start at once, in words and with what to do', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock(Array.from({ length: 500 }, (_, n) => ({ petId: BigInt(n), quantity: 1 })));
    const whole = readFileSync(cli.file);
    writeFileSync(cli.file, whole.fill(255, whole.length / 4, whole.length / 2));
    for (const command of ['serve --port 0', 'verify', 'doctor']) {
      const { code, stdout, stderr } = await cli.run(command.split(' '));
      assert.equal(code, 1, command);
      assert.match(stdout + stderr, /damaged.*restore a backup/i, command);
      assert.doesNotMatch(stdout + stderr, /again later/, command);
    }
  });

  test('that cannot be used is refused in one clear line, and left as it was', async (t) => {
    for (const [prepare, says] of faults) {
      const cli = openCliHarness(t);
      prepare(cli.file);
      chmodSync(cli.file, 0o644);
      const before = readFileSync(cli.file);
      for (const command of ['serve --port 0', 'export']) {
        const { code, stdout, stderr } = await cli.runShared(command.split(' '));
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, command);
        assert.match(stderr, /^pawstock: [^\n]+\n$/);
        assert.match(stderr, says);
      }
      assert.deepEqual(readFileSync(cli.file), before);
      assert.equal(statSync(cli.file).mode & 0o777, 0o644);
    }
  });

  test('that turns out to be damaged on reading, or to be within a file, ends the start with 1', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    executeSql(cli.file, 'drop table item');
    const { code, stderr } = await cli.runShared(['serve', '--port', '0']);
    assert.equal(code, 1);
    assert.match(stderr, /no such table: item/);
    const within = ['--database', `sqlite:${join(cli.file, 'pawstock.db')}`];
    const impossible = await cli.runShared(['serve', '--port', '0', ...within]);
    assert.equal(impossible.code, 1);
    assert.match(impossible.stderr, /^pawstock: [^\n]+ Check the path\.\n$/);
  });

  test('that belongs to another user is named', { skip: skipWithoutOtherUser() }, async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    chmodSync(cli.folder, 0o755);
    chmodSync(cli.file, 0o644);
    const run = sharedProcess(asNobody);
    const refuses = async (command: string, says: string) => {
      const { code, stderr } = await run(command.split(' '), {
        DATABASE_URL: `sqlite:${cli.file}`,
      });
      assert.equal(code, 1);
      assert.ok(stderr.startsWith(`pawstock: You may not ${says} `), stderr);
      assert.match(stderr, /pawstock\.db\. Run this as the user that owns it [^\n]*\n$/);
    };
    for (const command of ['serve --port 0', 'keys create till', 'export'])
      await refuses(command, 'write to');
    const examined = await run(['doctor'], { DATABASE_URL: `sqlite:${cli.file}` });
    assert.equal(examined.code, 1);
    assert.match(
      examined.stdout,
      /to do +store +You may not write to .*pawstock\.db\. Run this as the user that owns it/,
    );
    // A folder that the user may not open does not reveal whether it contains a store.
    chmodSync(cli.folder, 0o700);
    for (const command of [
      'serve --port 0',
      'verify',
      `backup ${cli.folder}/copy.db`,
      `restore ${cli.file}`,
    ])
      await refuses(command, 'open');
  });
});

test('a store that is waited for is mentioned ever more rarely, as are refusals, and a stop meanwhile is no start', async (t) => {
  const cli = openCliHarness(t);
  // No PostgreSQL server listens on this port.
  const database = `postgres://shop@127.0.0.1:${await freePort()}/pets`;
  const port = String(await freePort());
  const server = cli.launch(['serve', '--port', port, '--database', database]);
  const list = () =>
    fetch(`http://127.0.0.1:${port}/v1/inventory`, {
      headers: { authorization: `Bearer ${newSecret()}` },
    });
  await until(() =>
    list().then(
      () => true,
      () => false,
    ),
  );
  for (let request = 0; request < 40; request++) assert.equal((await list()).status, 503);
  const waiting = /"time":"([^"]+)".*cannot reach the store at DATABASE_URL yet/g;
  const times = () =>
    [...server.output.stderr.matchAll(waiting)].map(([, time = '']) => Date.parse(time));
  await until(() => times().length >= 3);
  const { code, stderr } = await server.signal('SIGTERM');
  assert.equal(code, 0);
  const [first = 0, second = 0, third = 0] = times();
  assert.ok(second - first >= 500 && third - second >= 1_000, `${times()}`);
  const messages = stderr.match(/(?<="msg":")(?:request|stopping|serving)[^"]*/g);
  assert.deepEqual(messages, [
    'requests are refused',
    'stopping',
    'requests were refused in the last minute',
  ]);
  assert.match(stderr, /"requests":41,/);
});
