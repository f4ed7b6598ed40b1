import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CommandResult } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { memoryLog } from '../support/service/memory-log.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { assertDocumented } from '../support/webhooks/documented-event.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const words = (line: string) => line.split(' ');

/** Returns the secret that the command printed. The command must print nothing else. */
async function secretFrom(added: Promise<CommandResult>): Promise<string> {
  const { code, stdout, stderr } = await added;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^whsec_[A-Za-z0-9+/=]{44}\n$/);
  assert.ok(!stderr.includes(stdout.trim()), 'the secret is on stderr as well');
  return stdout.trim();
}

async function listed(cli: CliHarness): Promise<Record<string, unknown>[]> {
  const { stdout } = await cli.runShared(['webhooks', 'list', '--json']);
  return JSON.parse(stdout) as Record<string, unknown>[];
}

test('pawstock webhooks add', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const add = 'webhooks add https://shop.example/hook --events out,low --low 0';

  const secret = await secretFrom(cli.run(words(add)));
  // One change that the endpoint has still to get.
  await cli.stock([{ petId: 2n, quantity: 1 }]);

  await t.test('adds an endpoint that starts after the last change', async () => {
    const [{ createdAt, ...endpoint } = {}, ...others] = await listed(cli);

    assert.deepEqual(others, []);
    assert.ok(Date.parse(String(createdAt)) > 0, `createdAt is ${createdAt}`);
    assert.deepEqual(endpoint, {
      name: 'shop.example',
      url: 'https://shop.example/hook',
      events: ['low', 'out'],
      low: 0,
      petIds: null,
      reasons: null,
      publicOnly: false,
      state: 'active',
      position: 1,
      lag: 1,
      replay: null,
      lastAnswer: null,
      lastStatus: null,
      lastFailure: null,
      lastAnswerAt: null,
      failingSinceAt: null,
      nextAttemptAt: null,
      disabledAt: null,
      secretOverlapEndsAt: null,
    });
  });

  await t.test('is followed by a table of the endpoints in "webhooks list"', async () => {
    const { stdout } = await cli.runShared(['webhooks', 'list']);

    assert.match(
      stdout,
      /^NAME +STATE +POSITION +LAG .*\nshop.example +active +1 +1 +- +- +low\(0\),out +https:/,
    );
  });

  await t.test('shows the secret only once: "webhooks list" does not', async () => {
    const table = await cli.runShared(['webhooks', 'list']);
    const json = await cli.runShared(['webhooks', 'list', '--json']);

    assert.ok(!table.stdout.includes(secret), table.stdout);
    assert.ok(!json.stdout.includes(secret), json.stdout);
  });

  await t.test('prints name and secret as JSON with --json', async () => {
    const { stdout, stderr } = await cli.runShared(words('webhooks add http://a.example/ --json'));

    assert.match(stdout, /^\{\n {2}"name": "a\.example",\n {2}"secret": "whsec_[^"]+"\n\}\n$/);
    assert.equal(stderr, '');
  });

  await t.test('refuses a name that another endpoint has', async () => {
    const { code, stderr } = await cli.runShared(words('webhooks add https://shop.example/'));

    assert.equal(code, 1);
    assert.match(stderr, /already/);
  });

  for (const url of ['http://10.0.0.7/', 'http://127.shop.example/']) {
    await t.test(`warns that ${url} is not encrypted`, async () => {
      const { stderr } = await cli.runShared(['webhooks', 'add', url]);

      assert.match(stderr, /Use https/);
    });
  }

  for (const { title, url } of [
    { title: 'the same machine', url: 'http://127.0.0.1:9000/' },
    { title: 'the same machine by IPv6', url: 'http://[::1]:9000/' },
    { title: 'HTTPS', url: 'https://encrypted.example/' },
  ]) {
    await t.test(`does not warn about ${title}`, async () => {
      const { code, stderr } = await cli.runShared(['webhooks', 'add', url]);

      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /Use https/);
    });
  }
});

test('a name that no endpoint has', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([]);

  for (const verb of ['remove', 'enable', 'test', 'attempts']) {
    await t.test(`is refused by "pawstock webhooks ${verb}"`, async () => {
      const { code, stdout, stderr } = await cli.runShared(['webhooks', verb, 'other']);

      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /no endpoint called "other"/);
    });
  }
});

test('pawstock webhooks test', async (t) => {
  const cli = openCliHarness(t);
  const receiver = await Receiver.start(t);
  const add = `webhooks add ${receiver.url} --name shop`;
  receiver.secret = await secretFrom(cli.runShared(words(add)));

  await t.test('says that the endpoint accepts the event', async () => {
    const { code, stdout, stderr } = await cli.runShared(words('webhooks test shop'));

    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.match(stderr, /accepts the test event: 200/);
  });

  await t.test('sends a signed event as the OpenAPI document describes it', () => {
    const [event] = receiver.accepted;

    assert.ok(event !== undefined, 'no event arrived');
    assert.equal(event.type, 'webhook.test');
    assert.deepEqual(receiver.errors, [], 'the signature is wrong');
    assertDocumented(event);
  });

  await t.test('ends with exit code 1 and the status that the endpoint answered', async () => {
    receiver.behaviour = 403;

    const { code, stdout } = await cli.runShared(words('webhooks test shop --json'));

    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), { name: 'shop', answer: '403', delivered: false });
  });

  await t.test('says why the endpoint cannot be reached', async () => {
    await receiver.close();

    const { stderr } = await cli.runShared(words('webhooks test shop'));

    assert.match(stderr, /ECONNREFUSED/);
  });

  await t.test('is listed among the attempts, the newest first', async () => {
    const { stdout } = await cli.runShared(words('webhooks attempts shop'));

    assert.match(stdout, / 0 +test +ECONNREFUSED .*\n.* test +403 .*\n.* test +200 /);
  });
});

test('with WEBHOOK_KEY', async (t) => {
  const cli = openCliHarness(t);
  const receiver = await Receiver.start(t);
  const WEBHOOK_KEY = join(cli.folder, 'webhook.key');
  writeFileSync(WEBHOOK_KEY, 'M5vT4xX1k2n6f0q9s8d7g6h5j4k3l2z1');
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  // Commands read WEBHOOK_KEY and WEBHOOK_KEY_FILE as the service does, so both can run in the
  // same environment.
  const env = { WEBHOOK_KEY_FILE: WEBHOOK_KEY };
  const add = words(`webhooks add ${receiver.url} --name shop`);
  const secret = await secretFrom(cli.runShared(add, { env }));
  receiver.secret = secret;

  await t.test('a command without it says that the secret is encrypted', async () => {
    const { stderr } = await cli.runShared(words('webhooks test shop'));

    assert.equal(stderr, 'pawstock: The secret is encrypted. Set WEBHOOK_KEY.\n');
  });

  await t.test('a command signs with the secret', async () => {
    const { code } = await cli.runShared(words('webhooks test shop'), { env });

    assert.equal(code, 0);
    assert.deepEqual(receiver.errors, [], 'the signature is wrong');
  });

  await t.test('the service signs with the secret', async (t) => {
    await startService(t, {
      pets: [],
      secret: '',
      settings: { DATABASE_URL: `sqlite:${cli.file}`, WEBHOOK_KEY },
    });
    await cli.stock([{ petId: 1n, quantity: 2 }]);

    await receiver.untilAccepted(2);

    assert.deepEqual(receiver.errors, [], 'the signature is wrong');
  });

  await t.test('no file of the store has the secret', async () => {
    const digits = secret.slice('whsec_'.length);

    for (const path of [cli.file, `${cli.file}-wal`]) {
      const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
      assert.ok(!bytes.includes(digits), `the secret is in ${path}`);
      assert.ok(!bytes.includes(Buffer.from(digits, 'base64')), `its bytes are in ${path}`);
    }
  });
});

test('a running service follows commands that change its endpoints', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const receiver = await Receiver.start(t);
  // Some keyboards type an umlaut as two characters (NFD). The commands get the endpoint's name in
  // that form.
  const name = 'Büro von 山田 太郎';
  const named = (line: string) =>
    words(line).map((word) => (word === 'NAME' ? name.normalize('NFD') : word));
  const run = async (line: string) => {
    const result = await cli.runShared(named(line));
    assert.equal(result.code, 0, result.stderr);
    return result;
  };
  const endpoint = async () => (await listed(cli))[0];
  const untilPosition = (seq: number) =>
    until(async () => (await endpoint())?.['position'] === seq);
  const untilState = (state: string) => until(async () => (await endpoint())?.['state'] === state);

  const add = `webhooks add ${receiver.url}?token=hush --name NAME --pets 1,2`;
  receiver.secret = await secretFrom(run(add));
  const { lines, logs } = memoryLog();
  const service = await startService(t, {
    pets: [],
    settings: { DATABASE_URL: `sqlite:${cli.file}` },
    logs,
    limits: { webhookTickMs: 50 },
  });
  const adjust = () =>
    service.call('POST', '/v1/inventory/1/adjustments', { body: { delta: 1, reason: 'sale' } });

  await t.test('an endpoint that was added gets the next change', async () => {
    await adjust();

    await receiver.untilAccepted(1);
    await untilPosition(2);
  });

  await t.test('one that answers 410 is listed as disabled, with what it has missed', async () => {
    receiver.behaviour = 410;
    await adjust();

    await untilState('disabled');

    assert.partialDeepStrictEqual(await endpoint(), { position: 2, lag: 1, lastAnswer: '410' });
  });

  await t.test('one that is enabled gets what it has missed', async () => {
    receiver.behaviour = 200;

    const { stderr } = await run('webhooks enable NAME');

    assert.equal(stderr, `The endpoint "${name}" is enabled.\n`);
    await receiver.untilAccepted(2);
    await untilPosition(3);
  });

  await t.test('one that is paused is listed as paused', async () => {
    await run('webhooks pause NAME');

    assert.equal((await endpoint())?.['state'], 'paused');
  });

  await t.test('an update changes what the endpoint gets', async () => {
    await run('webhooks update NAME --pets all --reasons sale --events changed');

    assert.partialDeepStrictEqual(await endpoint(), {
      petIds: null,
      reasons: ['sale'],
      events: ['changed'],
    });
  });

  await t.test('one that is resumed is active again', async () => {
    await run('webhooks resume NAME');

    await untilState('active');
  });

  const rotated = await run('webhooks rotate NAME --overlap 1h');

  await t.test('a rotation prints a new secret', () => {
    assert.match(rotated.stdout, /^whsec_/);
  });

  await t.test('a rotation says until when the old secret signs, too', async () => {
    const said = /^Until (.*) UTC webhooks are signed with the old secret, too\.$/m;
    const [, ends = ''] = said.exec(rotated.stderr) ?? [];

    const overlapEndsAt = String((await endpoint())?.['secretOverlapEndsAt']);
    assert.notEqual(ends, '', rotated.stderr);
    assert.equal(overlapEndsAt.slice(0, ends.length), ends.replace(' ', 'T'));
  });

  await t.test('a replay sends the same events again, signed with the old secret', async () => {
    const { stdout } = await run('webhooks replay NAME --after 1 --json');

    assert.deepEqual(JSON.parse(stdout), { name, replayed: true });
    await until(() => receiver.accepted.length >= 4);
    assert.equal(new Set(receiver.accepted.map(({ id }) => id)).size, 2);
    assert.deepEqual(receiver.errors, []);
  });

  await t.test('after a rotation events are signed with the new secret', async () => {
    receiver.secret = rotated.stdout.trim();

    await run('webhooks test NAME');

    assert.deepEqual(receiver.errors, []);
  });

  await t.test('a replay may begin at a time to come', async () => {
    await run('webhooks replay NAME --since 2100-01-01');
  });

  await t.test('the attempts are a table', async () => {
    const table = /^TIME +SEQ +EVENT +ANSWER +TOOK +RESPONSE\n(?:.*\n)*.* 2 +changed +200 /;

    await until(async () => table.test((await run('webhooks attempts NAME')).stdout));
  });

  await t.test('one that is removed is listed no longer', async () => {
    const { stdout } = await run('webhooks remove NAME --json');

    assert.deepEqual(JSON.parse(stdout), { name, removed: true });
    assert.deepEqual(await listed(cli), []);
  });

  const log = lines.join('');

  await t.test('the log says which endpoint was disabled, and by which answer', () => {
    assert.match(
      log,
      /"webhook":"Büro von 山田 太郎".*"answer":"410".*"msg":"the webhook endpoint is disabled/,
    );
  });

  await t.test('the log has no query of a URL', () => assert.ok(!log.includes('hush')));

  await t.test('the log has no secret', () => assert.ok(!log.includes('whsec_')));
});
