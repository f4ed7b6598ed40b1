import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PawstockClient } from 'pawstock-client/client.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { openRemoteCli } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

test('watch', async (t) => {
  const { cli, service, env, pawstock, onTerminal } = await openRemoteCli(t, [
    { petId: 1n, quantity: 12 },
  ]);
  const admin = new PawstockClient({ url: env.PAWSTOCK_URL, key: service.secret });

  await t.test('on a terminal', async (t) => {
    const pidFile = join(cli.folder, 'pid');
    const line = `watch --after 0 & echo $! >"${pidFile}"; wait $!; echo "exit $?"`;
    const watching = onTerminal(line, 90);
    await watching.until('stdout', /import/);
    await admin.updateDetails(1n, { name: 'Rex' });
    await pawstock('set 1 9 --reason count');
    await watching.until('stdout', /set, count/);
    await until(() => /\d\n/.test(readFileSync(pidFile, 'utf8')));
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGINT');
    const [head, first, second, end] = (await watching.ended).stdout.split('\r\n');

    await t.test('it says how it ends', () => {
      assert.equal(head, 'Watching for changes. Press Ctrl-C to stop.');
    });

    await t.test('a change is a sentence', () => {
      assert.match(first ?? '', /^[\d:]{8} Pet 1: - → 12 \(\+12\), import$/);
    });

    await t.test('a sentence has the present name of the pet', () => {
      assert.match(second ?? '', /^[\d:]{8} Pet 1 \(Rex\): 12 → 9 \(-3\), set, count by till$/);
    });

    await t.test('Ctrl-C ends it with exit code 0', () => assert.equal(end, 'exit 0'));
  });

  await t.test('over a lost connection', async (t) => {
    const line = await TcpProxy.start(t, service.port);
    const watching = cli.launch(['watch', '--json', '--after', '1'], {
      env: { ...env, PAWSTOCK_URL: line.url },
    });
    await watching.until('stdout', /"seq":2/);
    const { port } = await startService(t, {
      pets: [],
      secret: '',
      settings: { DATABASE_URL: `sqlite:${cli.file}` },
    });
    line.upstreamPort = port;
    line.cut();
    await watching.until('stderr', /Reconnected/);
    await pawstock('adjust 1 +1');
    await watching.until('stdout', /"seq":3/);
    const { code, signal, stdout, stderr } = await watching.signal('SIGINT');

    await t.test('every change is shown, each of them once', () => {
      assert.match(stdout, /^\{"seq":2,.*\}\n\{"seq":3,.*\}\n$/);
    });

    await t.test('the loss and the new connection are told', () => {
      assert.match(
        stderr,
        /^pawstock: [^\n]+ Reconnecting\.\npawstock: Reconnected\. No changes were missed\.\n$/,
      );
    });

    await t.test('Ctrl-C still ends it with exit code 0', () => {
      assert.deepEqual({ code, signal }, { code: 0, signal: null });
    });
  });

  await t.test('in a pipe', async (t) => {
    const line = `set -o pipefail; "${process.execPath}" bin/pawstock.js watch | head -1`;
    let isOver = false;
    const head = cli.program('bash', ['-c', line], { env }).finally(() => {
      isOver = true;
    });
    // `pawstock watch` does not report that it has started, so the test changes the stock until a
    // change is printed.
    await until(async () => {
      await admin.adjustInventory(1n, { delta: 2, reason: 'return', note: 'a\tb' });
      return isOver;
    });
    const { code, stdout, stderr } = await head;

    await t.test('a change has fields with tabs between them', () => {
      assert.match(
        stdout,
        /^\d+\t\d{4}-\d\d-\d\dT[\d:.]{12}Z\t1\tadjust\t\d+\t\d+\t2\tavailable\tadmin\treturn\ta b\n$/,
      );
    });

    await t.test('it begins with the next change', () => {
      const seq = Number(stdout.split('\t')[0]);
      assert.ok(seq > 3, `the change ${seq} was there before`);
    });

    await t.test('it ends with exit code 0 when its reader ends', () => {
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    });
  });
});
