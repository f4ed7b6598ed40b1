import assert from 'node:assert/strict';
import { once } from 'node:events';
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
import { createKey, inStoreAt, numberedPets } from '../support/service/store-contents.ts';
import { executeSql } from '../support/store/file.ts';
import { asNobody, skipWithoutOtherUser } from '../support/tool.ts';
import { patienceMs, until } from '../support/until.ts';

type LogLine = Readonly<Record<string, unknown>> & {
  readonly msg: string;
  readonly time: string;
};

/** Returns the complete lines of a log. */
function logLines(log: string): LogLine[] {
  const lines = log.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/**
 * Opens a connection that stays open after its first response, as browsers and load balancers do.
 */
async function openConnection(
  t: TestContext,
  { port }: ServiceProcess,
  request: string,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write(`${request}\r\nhost: shop\r\n\r\n`);

  const [response] = await once(socket, 'data');

  assert.match(String(response), /^HTTP\/1\.1 200 /);
  return socket;
}

/** Returns how many times a service has a file open. */
function openTimes({ pid }: ServiceProcess, file: string): number {
  const opened = readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`) === file;
    } catch {
      // The service has closed this file meanwhile.
      return false;
    }
  });
  return opened.length;
}

test('a running service', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.createKey();
  const server = await cli.serve(['--host', '0.0.0.0']);

  const listPets = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${server.url}/v1/inventory`, { headers })).text();
  };

  await t.test('announces an address that can be opened, where it listens on all', () => {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  });

  await t.test('announces its version, its store and its stock in the log', async () => {
    const version = (await cli.runShared(['--version'])).stdout.trim();
    const [serving] = logLines(server.stderr());

    const announced = `${serving?.['version']}+${serving?.['build']}`;
    assert.equal(announced, version);
    assert.partialDeepStrictEqual(serving, {
      msg: 'serving',
      engine: 'sqlite',
      schema: 1,
      pets: 0,
    });
  });

  await t.test('goes on after SIGHUP where it has no certificate to read again', async () => {
    process.kill(server.pid, 'SIGHUP');

    assert.equal(await server.statusFor(secret), 200);
  });

  await t.test('accepts a key on the first request after its creation', async () => {
    const created = await cli.runShared(['keys', 'create', 'till', '--scope', 'read']);

    assert.equal(await server.statusFor(created.stdout.trimEnd()), 200);
  });

  await t.test('refuses a key on the first request after its revocation', async () => {
    const created = await cli.runShared(['keys', 'create', 'old-till', '--scope', 'read']);
    const revoked = await cli.runShared(['keys', 'revoke', 'old-till']);
    assert.equal(revoked.code, 0);

    assert.equal(await server.statusFor(created.stdout.trimEnd()), 401);
  });

  await t.test('shows the pets of an import on the first request after it', async () => {
    assert.equal(await listPets(), '[]');
    const file = join(cli.folder, 'pets.csv');
    writeFileSync(file, 'petId,quantity,status\n9223372036854775807,3,pending\n');

    const imported = await cli.runShared(['import', file]);

    assert.equal(imported.code, 0);
    const pets = '[{"petId":9223372036854775807,"quantity":3,"status":"pending"}]';
    assert.equal(await listPets(), pets);
  });
});

test('a service that gets two signals at once', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.createKey();
  // Only the drain itself may close the connections, and no deadline: if it keeps one, the service
  // says that stopping took too long.
  const limits = { drainDeadlineMs: 10 * patienceMs, stopDeadlineMs: patienceMs };
  const server = await cli.serve([], { limits });
  const idle = await openConnection(t, server, 'GET /healthz HTTP/1.1');
  const events = `GET /v1/inventory/events HTTP/1.1\r\nauthorization: Bearer ${secret}`;
  const listening = await openConnection(t, server, events);
  const closed = [idle, listening].map((socket) => once(socket, 'close'));

  // The process stands still meanwhile, so both signals reach it at the same moment.
  process.kill(server.pid, 'SIGSTOP');
  process.kill(server.pid, 'SIGINT');
  process.kill(server.pid, 'SIGTERM');
  process.kill(server.pid, 'SIGCONT');
  const { code, stdout, stderr } = await server.ended;

  await t.test('ends with exit code 0', () => assert.equal(code, 0));

  await t.test('says once that it stops, and nothing else', () => {
    const messages = logLines(stderr).map(({ msg }) => msg);
    const ofStopping = messages.filter((msg) => msg !== 'serving' && msg !== 'request');
    assert.deepEqual(ofStopping, ['stopping']);
  });

  await t.test('has closed idle connections and event streams', async () => {
    await Promise.all(closed);
  });

  await t.test('does not listen any more', async () => {
    await assert.rejects(fetch(server.url));
  });

  await t.test('has offered no link for a first key, because its store has one', () => {
    assert.equal(stdout, '');
  });
});

test('a service that creates its store', async (t) => {
  const cli = openCliHarness(t);
  const folder = join(cli.folder, 'made', 'here');
  const file = join(folder, 'pawstock.db');
  const server = await cli.serve(['--host', '::', '--database', `sqlite:${file}`]);

  const send = (method: string, path: string, secret: string, body: object) =>
    fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  await t.test('lets only its owner read any file of the store', () => {
    const modes = readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]);

    assert.deepEqual(modes.sort(), [
      ['pawstock.db', '600'],
      ['pawstock.db-shm', '600'],
      ['pawstock.db-wal', '600'],
    ]);
  });

  await t.test('lets only its owner open the folder of the store', () => {
    assert.equal(modeOf(folder), '700');
  });

  await t.test('is ready only when the thread that writes has the store open', async () => {
    const secret = await inStoreAt(file, createKey);
    const whenReady = openTimes(server, file);

    const pet = { quantity: 1, status: 'available' };
    const added = await send('PUT', '/v1/inventory/1', secret, pet);

    assert.equal(added.status, 201);
    assert.equal(openTimes(server, file), whenReady, 'the first write opened the file again');
  });

  await t.test('announces an IPv6 address that can be opened', () => {
    assert.match(server.url, /^http:\/\/\[::1\]:\d+$/);
  });

  await t.test('offers a link that creates the first key', async () => {
    const { secret = '' } = await server.until('stdout', /#setup=(?<secret>paw_\w+)\n/);

    const created = await send('POST', '/v1/keys', secret, { name: 'anna', scope: 'owner' });

    assert.equal(created.status, 201);
  });

  await t.test('keeps its port from others', async (t) => {
    const { code, stdout, stderr } = await cli.run([
      'serve',
      '--demo',
      '--host',
      '::',
      '--port',
      String(server.port),
    ]);

    await t.test('the other one ends with exit code 1', () => {
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    });

    await t.test('the other one names the port in one line', () => {
      const fault = `^pawstock: PORT ${server.port} is in use by another process [^\\n]*\\n$`;
      assert.match(stderr, new RegExp(fault));
    });

    await t.test('the other one, a demo, leaves nothing of its temporary store', () => {
      assert.deepEqual(readdirSync(cli.temporary), []);
    });
  });
});

/** Files in the place of a store with which no service can start. */
const unusable: readonly {
  readonly title: string;
  readonly prepare: (file: string) => void;
  readonly says: RegExp;
}[] = [
  {
    title: 'the database of another program',
    prepare: (file) => executeSql(file, 'create table cats (name)'),
    says: /pawstock\.db: .*another program/,
  },
  {
    title: 'a file that is no database',
    prepare: (file) => writeFileSync(file, 'cats and dogs\n'.repeat(100)),
    says: /pawstock\.db is not a Pawstock store\. Check the path; .* restore a backup/,
  },
  {
    title: 'an empty file beside a log with changes',
    prepare: (file) => {
      writeFileSync(file, '');
      writeFileSync(`${file}-wal`, 'changes');
    },
    says: /pawstock\.db is empty: it is no store\. Restore a backup, or delete /,
  },
];

describe('in the place of the store', { concurrency: 3 }, () => {
  for (const { title, prepare, says } of unusable) {
    test(title, async (t) => {
      const cli = openCliHarness(t);
      prepare(cli.file);
      chmodSync(cli.file, 0o644);
      const before = readFileSync(cli.file);

      for (const command of ['serve --port 0', 'export']) {
        await t.test(`is refused by "pawstock ${command}" in one clear line`, async () => {
          const { code, stdout, stderr } = await cli.runShared(command.split(' '));

          assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
          assert.match(stderr, /^pawstock: [^\n]+\n$/);
          assert.match(stderr, says);
        });
      }

      await t.test('is left as it was', () => {
        assert.deepEqual(readFileSync(cli.file), before);
        assert.equal(statSync(cli.file).mode & 0o777, 0o644, 'the permissions have changed');
      });
    });
  }

  test('the empty file of a first start that was killed becomes a store', async (t) => {
    const cli = openCliHarness(t);
    writeFileSync(cli.file, '');

    await cli.serve();

    await cli.stock([{ petId: 1n, quantity: 1 }]);
  });

  for (const command of ['serve --port 0', 'verify', 'doctor']) {
    test(`a damaged store ends "pawstock ${command}" with what to do about it`, async (t) => {
      const cli = openCliHarness(t);
      await cli.stock(numberedPets(500, 1));
      const whole = readFileSync(cli.file);
      writeFileSync(cli.file, whole.fill(255, whole.length / 4, whole.length / 2));

      const { code, stdout, stderr } = await cli.run(command.split(' '));

      assert.equal(code, 1);
      assert.match(stdout + stderr, /damaged.*restore a backup/i);
      assert.doesNotMatch(stdout + stderr, /again later/, 'waiting does not repair a store');
    });
  }

  test('a store without one of its tables ends the start with exit code 1', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    executeSql(cli.file, 'drop table item');

    const { code, stderr } = await cli.runShared(['serve', '--port', '0']);

    assert.equal(code, 1);
    assert.match(stderr, /no such table: item/);
  });

  test('a path within a file ends the start with the advice to check it', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const database = `sqlite:${join(cli.file, 'pawstock.db')}`;

    const { code, stderr } = await cli.runShared(['serve', '--port', '0', '--database', database]);

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: [^\n]+ Check the path\.\n$/);
  });
});

test('the store of another user', { skip: skipWithoutOtherUser() }, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([]);
  chmodSync(cli.folder, 0o755);
  chmodSync(cli.file, 0o644);
  const runAsNobody = sharedProcess(asNobody);
  const run = (command: string) =>
    runAsNobody(command.split(' '), { DATABASE_URL: `sqlite:${cli.file}` });

  const assertRefused = async (command: string, says: string) => {
    const { code, stderr } = await run(command);
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(`pawstock: You may not ${says} `), stderr);
    assert.match(stderr, /pawstock\.db\. Run this as the user that owns it [^\n]*\n$/);
  };

  for (const command of ['serve --port 0', 'keys create till', 'export']) {
    await t.test(`cannot be written to by "pawstock ${command}"`, async () => {
      await assertRefused(command, 'write to');
    });
  }

  await t.test('is a finding of "pawstock doctor"', async () => {
    const { code, stdout } = await run('doctor');

    assert.equal(code, 1);
    assert.match(
      stdout,
      /to do +store +You may not write to .*pawstock\.db\. Run this as the user that owns it/,
    );
  });

  // A folder that the user may not open does not reveal whether it contains a store.
  for (const command of [
    'serve --port 0',
    'verify',
    `backup ${cli.folder}/copy.db`,
    `restore ${cli.file}`,
  ]) {
    const [name = ''] = command.split(' ');
    await t.test(`cannot be opened by "pawstock ${name}" in a folder of its owner`, async () => {
      chmodSync(cli.folder, 0o700);

      await assertRefused(command, 'open');
    });
  }
});

test('a service that waits for its store', async (t) => {
  const cli = openCliHarness(t);
  // No PostgreSQL server listens on this port.
  const database = `postgres://shop@127.0.0.1:${await freePort()}/pets`;
  const port = String(await freePort());
  const server = cli.launch(['serve', '--port', port, '--database', database]);

  const list = () =>
    fetch(`http://127.0.0.1:${port}/v1/inventory`, {
      headers: { authorization: `Bearer ${newSecret()}` },
    });
  const answers = () =>
    list().then(
      () => true,
      () => false,
    );
  const waitedAtMs = () => {
    const lines = logLines(server.output.stderr);
    const waiting = lines.filter(({ msg }) => msg.startsWith('cannot reach the store'));
    return waiting.map(({ time }) => Date.parse(time));
  };

  await t.test('answers every request with 503', async () => {
    await until(answers);
    for (let request = 0; request < 40; request++) assert.equal((await list()).status, 503);
  });

  await t.test('mentions ever more rarely that it cannot reach the store', async () => {
    await until(() => waitedAtMs().length >= 3);

    const [first = 0, second = 0, third = 0] = waitedAtMs();
    assert.ok(second - first >= 500, `the second line came ${second - first} ms after the first`);
    assert.ok(third - second >= 1_000, `the third line came ${third - second} ms after the second`);
  });

  const { code, stderr } = await server.signal('SIGTERM');
  const lines = logLines(stderr);
  const messages = lines.map(({ msg }) => msg);

  await t.test('ends with exit code 0 on a signal', () => {
    assert.equal(code, 0);
    assert.ok(messages.includes('stopping'), messages.join(', '));
  });

  await t.test('never says that it serves', () => {
    assert.ok(!messages.includes('serving'), messages.join(', '));
  });

  await t.test('says only once that it refuses requests', () => {
    const begun = messages.filter((msg) => msg === 'requests are refused');
    assert.equal(begun.length, 1);
  });

  await t.test('counts the requests that it refused', () => {
    const summaries = lines.filter(({ msg }) => msg === 'requests were refused in the last minute');
    const refused = summaries.reduce((sum, { requests }) => sum + Number(requests), 0);
    assert.equal(refused, 41);
  });
});
