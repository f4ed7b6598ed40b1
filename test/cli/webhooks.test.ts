import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
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
  return JSON.parse((await cli.runShared(['webhooks', 'list', '--json'])).stdout) as Record<
    string,
    unknown
  >[];
}

describe('pawstock webhooks', { concurrency: 3 }, () => {
  test('add prints the secret alone, and list shows everything but it', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([{ petId: 1n, quantity: 1 }]);
    const secret = await secretFrom(
      cli.run(words('webhooks add https://shop.example/hook --events out,low --low 0')),
    );
    await cli.stock([{ petId: 2n, quantity: 1 }]);
    const [{ createdAt, ...first } = {}, ...others] = await listed(cli);
    assert.ok(Date.parse(String(createdAt)) > 0);
    assert.deepEqual(others, []);
    assert.deepEqual(first, {
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
    const table = await cli.runShared(['webhooks', 'list']);
    assert.match(
      table.stdout,
      /^NAME +STATE +POSITION +LAG .*\nshop.example +active +1 +1 +- +- +low\(0\),out +https:/,
    );
    assert.ok(!table.stdout.includes(secret));
  });

  test('what cannot be done is refused, and plain http is warned about, except on the same machine', async (t) => {
    const cli = openCliHarness(t);
    const add = (url: string) => cli.runShared(['webhooks', 'add', url]);
    for (const url of ['http://10.0.0.7/', 'http://127.shop.example/'])
      assert.match((await add(url)).stderr, /Use https/, url);
    for (const url of ['http://127.0.0.1:9000/', 'http://[::1]:9000/', 'https://shop.example/'])
      assert.doesNotMatch((await add(url)).stderr, /Use https/, url);
    const { stdout, stderr } = await cli.runShared(words('webhooks add http://a.example/ --json'));
    assert.match(stdout, /^\{\n {2}"name": "a\.example",\n {2}"secret": "whsec_[^"]+"\n\}\n$/);
    assert.equal(stderr, '');
    assert.match((await add('https://shop.example/')).stderr, /already/);
    for (const verb of ['remove', 'enable', 'test', 'attempts']) {
      const refused = await cli.runShared(['webhooks', verb, 'other']);
      assert.deepEqual([refused.code, refused.stdout], [1, '']);
      assert.match(refused.stderr, /no endpoint called "other"/);
    }
  });

  test('test sends a signed event now and says how it was answered', async (t) => {
    const cli = openCliHarness(t);
    const receiver = await Receiver.start(t);
    receiver.secret = await secretFrom(
      cli.runShared(words(`webhooks add ${receiver.url} --name shop`)),
    );
    const accepted = await cli.runShared(words('webhooks test shop'));
    assert.deepEqual([accepted.code, accepted.stdout], [0, '']);
    assert.match(accepted.stderr, /accepts the test event: 200/);
    const [event] = receiver.accepted;
    assert.deepEqual([event?.type, receiver.errors], ['webhook.test', []]);
    assertDocumented(event ?? { type: '', body: '' });
    receiver.behaviour = 403;
    const rejected = await cli.runShared(words('webhooks test shop --json'));
    assert.deepEqual(
      [rejected.code, JSON.parse(rejected.stdout)],
      [1, { name: 'shop', answer: '403', delivered: false }],
    );
    await receiver.close();
    assert.match((await cli.runShared(words('webhooks test shop'))).stderr, /ECONNREFUSED/);
    const { stdout } = await cli.runShared(words('webhooks attempts shop'));
    assert.match(stdout, / 0 +test +ECONNREFUSED .*\n.* test +403 .*\n.* test +200 /);
  });

  test('with WEBHOOK_KEY the store has the secret encrypted, and service and commands use it', async (t) => {
    const cli = openCliHarness(t);
    const receiver = await Receiver.start(t);
    const WEBHOOK_KEY = join(cli.folder, 'webhook.key');
    writeFileSync(WEBHOOK_KEY, 'M5vT4xX1k2n6f0q9s8d7g6h5j4k3l2z1');
    await cli.stock([{ petId: 1n, quantity: 1 }]);
    // Commands read WEBHOOK_KEY and WEBHOOK_KEY_FILE as the service does, so both can run in the
    // same environment.
    const env = { WEBHOOK_KEY_FILE: WEBHOOK_KEY };
    receiver.secret = await secretFrom(
      cli.runShared(words(`webhooks add ${receiver.url} --name shop`), { env }),
    );
    const withoutKey = await cli.runShared(words('webhooks test shop'));
    assert.equal(withoutKey.stderr, 'pawstock: The secret is encrypted. Set WEBHOOK_KEY.\n');
    assert.equal((await cli.runShared(words('webhooks test shop'), { env })).code, 0);
    await startService(t, {
      pets: [],
      secret: '',
      settings: { DATABASE_URL: `sqlite:${cli.file}`, WEBHOOK_KEY },
    });
    await cli.stock([{ petId: 1n, quantity: 2 }]);
    await receiver.untilAccepted(2);
    assert.deepEqual(receiver.errors, []);
    const bytes = Buffer.concat(['', '-wal'].map((suffix) => readFileSync(cli.file + suffix)));
    const secret = receiver.secret.slice('whsec_'.length);
    for (const form of [secret, Buffer.from(secret, 'base64')])
      assert.ok(!bytes.includes(form), 'it is in the file');
  });
});

test('a running service follows what the commands do to its endpoints', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const receiver = await Receiver.start(t);
  // Some keyboards type an umlaut as two characters (NFD). The commands get the endpoint's name in
  // that form.
  const name = 'Büro von 山田 太郎';
  const named = (line: string) =>
    words(line).map((word) => (word === 'NAME' ? name.normalize('NFD') : word));
  const added = cli.runShared(
    named(`webhooks add ${receiver.url}?token=hush --name NAME --pets 1,2`),
  );
  receiver.secret = await secretFrom(added);
  const run = async (line: string) => {
    const result = await cli.runShared(named(line));
    assert.equal(result.code, 0, result.stderr);
    return result;
  };
  const { lines, logs } = memoryLog();
  const settings = { DATABASE_URL: `sqlite:${cli.file}` };
  const service = await startService(t, {
    pets: [],
    settings,
    logs,
    limits: { webhookTickMs: 50 },
  });
  const sell = () =>
    service.call('POST', '/v1/inventory/1/adjustments', { body: { delta: 1, reason: 'sale' } });
  await sell();
  await receiver.untilAccepted(1);
  await until(async () => (await listed(cli))[0]?.['position'] === 2);
  receiver.behaviour = 410;
  await sell();
  await until(async () => (await listed(cli))[0]?.['state'] === 'disabled');
  assert.partialDeepStrictEqual((await listed(cli))[0], { position: 2, lag: 1, lastAnswer: '410' });
  receiver.behaviour = 200;
  assert.equal((await run('webhooks enable NAME')).stderr, `The endpoint "${name}" is enabled.\n`);
  await receiver.untilAccepted(2);
  await until(async () => (await listed(cli))[0]?.['position'] === 3);

  await run('webhooks pause NAME');
  assert.equal((await listed(cli))[0]?.['state'], 'paused');
  await run('webhooks update NAME --pets all --reasons sale --events changed');
  assert.partialDeepStrictEqual((await listed(cli))[0], {
    petIds: null,
    reasons: ['sale'],
    events: ['changed'],
  });
  await run('webhooks resume NAME');
  const rotated = await run('webhooks rotate NAME --overlap 1h');
  assert.match(rotated.stdout, /^whsec_/);
  const [, ends = ''] =
    /^Until (.*) UTC webhooks are signed with the old secret, too\.$/m.exec(rotated.stderr) ?? [];
  const overlapEnds = String((await listed(cli))[0]?.['secretOverlapEndsAt']);
  assert.equal(ends.replace(' ', 'T'), overlapEnds.slice(0, ends.length));
  await until(async () => (await listed(cli))[0]?.['state'] === 'active');
  const replayed = await run('webhooks replay NAME --after 1 --json');
  assert.deepEqual(JSON.parse(replayed.stdout), { name, replayed: true });
  await until(() => receiver.accepted.length >= 4);
  assert.equal(new Set(receiver.accepted.map(({ id }) => id)).size, 2, 'the same two events again');
  receiver.secret = rotated.stdout.trim();
  await run('webhooks test NAME');
  await run('webhooks replay NAME --since 2100-01-01');
  const table = /^TIME +SEQ +EVENT +ANSWER +TOOK +RESPONSE\n(?:.*\n)*.* 2 +changed +200 /;
  await until(async () => table.test((await run('webhooks attempts NAME')).stdout));
  assert.deepEqual(JSON.parse((await run('webhooks remove NAME --json')).stdout), {
    name,
    removed: true,
  });
  assert.deepEqual([await listed(cli), receiver.errors], [[], []]);
  const log = lines.join('');
  assert.match(
    log,
    /"webhook":"Büro von 山田 太郎".*"answer":"410".*"msg":"the webhook endpoint is disabled/,
  );
  assert.ok(
    !log.includes('hush') && !log.includes('whsec_'),
    'neither the query nor the secret is logged',
  );
});
