import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { readPage } from '../support/docs/document.ts';
import { freePort } from '../support/free-port.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { addPets } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';
import { addEndpoint, changeBeside, quickLimits } from '../support/webhooks/endpoint.ts';

/** The receivers of docs/guides/webhooks.md, run as they stand: they take what the service sends, and nothing else. */

const { blocks } = readPage('docs/guides/webhooks.md');

type Language = { readonly file: string; readonly run: (file: string, port: number) => readonly [string, ...string[]] };

const languages: Readonly<Record<string, Language & { readonly skip: string | false }>> = {
  ts: { file: 'receiver.ts', run: (file) => [process.execPath, file], skip: false },
  python: { file: 'receiver.py', run: (file) => ['python3', file], skip: skipWithout('python3') },
  php: {
    file: 'receiver.php',
    run: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
    skip: skipWithout('php'),
  },
};

describe('docs/guides/webhooks.md', () => {
  for (const [language, { file, run, skip }] of Object.entries(languages)) {
    test(`has a receiver in ${language} that takes genuine events once, and refuses all others`, {
      skip,
    }, async (t) => {
      const pets = [
        { petId: 1n, quantity: 5 },
        { petId: 9223372036854775807n, quantity: 1 },
      ];
      const { store } = await startService(t, { pets, limits: quickLimits });
      const cli = openCliHarness(t);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const secret = await addEndpoint(store, url);
      const path = join(cli.folder, file);
      writeFileSync(path, blocks.find(({ kind }) => kind === `${language} receiver`)?.text ?? '');
      const env = { PORT: String(port), WEBHOOK_SECRET: secret, SEEN: cli.temporary };
      const [program, ...args] = run(path, port);
      const receiver = cli.launchProgram(program, args, { env });
      const isUp = () =>
        fetch(url, { method: 'POST' }).then(
          ({ status }) => status === 400,
          () => false,
        );
      await until(isUp, () => receiver.output.stderr);
      await changeBeside(store, 2);
      await addPets(store, [{ petId: 9223372036854775807n, quantity: 0 }]);
      await receiver.until('stdout', /inventory\.out.*\n/);
      const expected = [
        'inventory.changed: pet 1 has 6',
        'inventory.changed: pet 1 has 7',
        'inventory.changed: pet 9223372036854775807 has 0',
        'inventory.out: pet 9223372036854775807 has 0',
        '',
      ].join('\n');
      assert.equal(receiver.output.stdout, expected);

      const body = JSON.stringify({ type: 'inventory.changed', data: { petId: 1, after: 99 } });
      const post = async (id: string, at: Date, changes: Record<string, string> = {}) => {
        const signature = new StandardWebhook(secret).sign(id, at, body);
        const timestamp = String(Math.floor(at.getTime() / 1000));
        const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
        const { body: sent = body, ...others } = changes;
        return (await fetch(url, { method: 'POST', headers: { ...headers, ...others }, body: sent })).status;
      };
      const now = new Date();
      const foreign = new StandardWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').sign('one', now, body);
      assert.equal(await post('one', now, { 'webhook-signature': foreign }), 400, 'another secret');
      assert.equal(await post('one', now, { 'webhook-signature': '' }), 400, 'no signature');
      assert.equal(await post('one', now, { 'webhook-signature': 'v1,' }), 400, 'an empty signature');
      assert.equal(await post('one', now, { body: body.replace('99', '98') }), 400, 'another body');
      assert.equal(await post('one', now, { 'webhook-id': 'two' }), 400, 'another id');
      assert.equal(await post('one', now, { 'webhook-timestamp': 'now' }), 400, 'no timestamp');
      for (const minutes of [-6, 6]) {
        const at = new Date(now.getTime() + minutes * 60_000);
        assert.equal(await post('one', at), 400, `${minutes} minutes`);
      }
      assert.equal(receiver.output.stdout, expected);
      assert.equal(await post('one', now), 204);
      assert.equal(await post('one', now), 204);
      const signature = `v1a,xyz ${foreign} ${new StandardWebhook(secret).sign('two', now, body)}`;
      assert.equal(await post('two', now, { 'webhook-signature': signature }), 204, 'one of several signatures');
      const line = 'inventory.changed: pet 1 has 99\n';
      await until(
        () => receiver.output.stdout === expected + line + line,
        () => receiver.output.stdout,
      );
    });
  }
});
