import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { readPage } from '../support/docs/document.ts';
import { guideFolder } from '../support/docs/guide-folder.ts';
import { freePort } from '../support/free-port.ts';
import { olderNode } from '../support/older-node.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { repository } from '../support/service/runtime.ts';
import { startService } from '../support/service/service.ts';
import { addPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';
import { addEndpoint, changeBeside, quickLimits } from '../support/webhooks/endpoint.ts';

/**
 * Runs the webhook receivers of docs/guides, which must accept the service's messages and reject
 * all others.
 */

const typescript =
  readPage('docs/guides/webhooks.md').blocks.find(({ kind }) => kind === 'ts receiver')?.text ?? '';

type Receiver = {
  readonly file: string;
  readonly text: string;
  readonly run: (file: string, port: number) => readonly [string, ...string[]];
  readonly skip: string | false;
  /**
   * `action` matches the line of `text` that acts on an event. The test inserts `failure` above, to
   * throw once.
   */
  readonly action: RegExp;
  readonly failure: string;
};

const receivers: Readonly<Record<string, Receiver>> = {
  // An older Node runs the TypeScript receiver with its types stripped.
  TypeScript: {
    file: olderNode === undefined ? 'receiver.mts' : 'receiver.mjs',
    text: olderNode === undefined ? typescript : stripTypeScriptTypes(typescript),
    run: (file) => [olderNode ?? process.execPath, file],
    skip: false,
    action: /^ *console\.log/m,
    failure: `if (!process.env['FAILED'] && (process.env['FAILED'] = '1')) throw new Error('The action fails.');`,
  },
  Python: {
    file: 'receiver.py',
    text: fileText('receiver.py'),
    run: (file) => ['python3', file],
    skip: skipWithout('python3'),
    action: /^ *print\(/m,
    failure: `if os.environ.pop('HANDLED', None): raise Exception('The action fails.')`,
  },
  PHP: {
    file: 'receiver.php',
    text: fileText('receiver.php'),
    run: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
    skip: skipWithout('php'),
    action: /^ *file_put_contents\('php:\/\/stdout'/m,
    failure: `if (@fopen(__FILE__ . '.failed', 'x')) throw new Exception('The action fails.');`,
  },
};

function fileText(name: string): string {
  return readFileSync(join(repository, 'docs/guides', name), 'utf8');
}

/** Starts a webhook receiver, and a service that sends events to it. */
async function start(t: TestContext, { file, run }: Receiver, text: string) {
  const pets = [
    { petId: 1n, quantity: 5 },
    { petId: 9223372036854775807n, quantity: 1 },
  ];
  const { store } = await startService(t, {
    pets,
    limits: { ...quickLimits, webhookPauseMinMs: 50 },
  });
  const cli = openCliHarness(t);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const secret = await addEndpoint(store, url);
  const path = join(await guideFolder(), file);
  writeFileSync(path, text);
  const env = { PORT: String(port), WEBHOOK_SECRET: secret, HANDLED: cli.temporary };
  const [program, ...args] = run(path, port);
  const receiver = cli.launchProgram(program, args, { env });
  const isUp = () =>
    fetch(url, { method: 'POST' }).then(
      ({ status }) => status === 400,
      () => false,
    );
  await until(isUp, () => receiver.output.stderr);
  return { store, url, secret, receiver };
}

const body = JSON.stringify({ type: 'inventory.changed', data: { petId: 1, after: 99 } });

type Message = {
  readonly id?: string;
  readonly at?: Date;
  readonly body?: string;
  /** Headers in place of those that belong to the message. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends a message with its signature, and returns the status of the response. */
async function post(url: string, secret: string, message: Message = {}): Promise<number> {
  const { id = 'one', at = new Date(), headers = {} } = message;
  const right = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new StandardWebhook(secret).sign(id, at, body),
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...right, ...headers },
    body: message.body ?? body,
  });
  return response.status;
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

for (const [language, receiving] of Object.entries(receivers)) {
  const { text, skip, action, failure } = receiving;

  test(`the receiver of docs/guides/webhooks.md in ${language}`, { skip }, async (t) => {
    assert.match(text, action);
    const failing = text.replace(
      action,
      (found) => `${found.match(/^ */)?.[0]}${failure}\n${found}`,
    );
    const { store, url, secret, receiver } = await start(t, receiving, failing);

    await t.test('answers with 500 if its action fails', async () => {
      await changeBeside(store, 2);

      await until(async () => (await store.attempts('shop')).some(({ status }) => status === 500));
    });

    const genuine = [
      'inventory.changed: pet 1 has 6',
      'inventory.changed: pet 1 has 7',
      'inventory.changed: pet 9223372036854775807 has 0',
      'inventory.out: pet 9223372036854775807 has 0',
      '',
    ].join('\n');

    await t.test('takes each genuine event once, also that of the failed action', async () => {
      await addPets(store, [{ petId: 9223372036854775807n, quantity: 0 }]);
      await receiver.until('stdout', /inventory\.out.*\n/);

      assert.equal(receiver.output.stdout, genuine);
    });

    const foreign = new StandardWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const now = new Date();
    const foreignSignature = foreign.sign('one', now, body);
    const forgeries: readonly { readonly title: string; readonly message: Message }[] = [
      {
        title: 'with a signature of another secret',
        message: { at: now, headers: { 'webhook-signature': foreignSignature } },
      },
      { title: 'without a signature', message: { headers: { 'webhook-signature': '' } } },
      { title: 'with an empty signature', message: { headers: { 'webhook-signature': 'v1,' } } },
      { title: 'with another body', message: { body: body.replace('99', '98') } },
      { title: 'with another id', message: { headers: { 'webhook-id': 'two' } } },
      { title: 'whose time is no number', message: { headers: { 'webhook-timestamp': 'now' } } },
      { title: 'of six minutes ago', message: { at: minutesFromNow(-6) } },
      { title: 'of six minutes to come', message: { at: minutesFromNow(6) } },
    ];
    for (const { title, message } of forgeries) {
      await t.test(`refuses an event ${title}`, async () => {
        assert.equal(await post(url, secret, message), 400);
      });
    }

    await t.test('has done nothing for what it refused', () => {
      assert.equal(receiver.output.stdout, genuine);
    });

    await t.test('accepts an event, also when it is repeated', async () => {
      assert.equal(await post(url, secret), 204);
      assert.equal(await post(url, secret), 204);
    });

    await t.test('accepts an event of which one of several signatures is right', async () => {
      const at = new Date();
      const right = new StandardWebhook(secret).sign('two', at, body);
      const headers = { 'webhook-signature': `v1a,xyz ${foreignSignature} ${right}` };

      assert.equal(await post(url, secret, { id: 'two', at, headers }), 204);
    });

    await t.test('has taken each of these two events once', async () => {
      const line = 'inventory.changed: pet 1 has 99\n';

      await until(
        () => receiver.output.stdout === genuine + line + line,
        () => receiver.output.stdout,
      );
    });
  });
}
