import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { TcpProxy } from '../support/network/tcp-proxy.ts';
import { openRemoteCli } from '../support/service/cli-harness.ts';

const seqOf = (line: string) => (JSON.parse(line) as { seq: number }).seq;

test('watch', async (t) => {
  const { cli, env, pawstockShared, launchOnTerminal } = await openRemoteCli(t, [{ petId: 1n, quantity: 12 }]);

  await t.test('on a terminal is a table that fits', async () => {
    await cli.runShared(['set', '1', '9', '--note', 'n'.repeat(300)], { env });
    const pid = join(cli.folder, 'pid');
    const watching = launchOnTerminal(`watch --after 0 & echo $! >"${pid}"; wait $!; echo "exit $?"`, 90);
    await watching.until('stdout', /set: n+…/);
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGINT');
    const { stdout } = await watching.ended;
    const [head, told, first, second, end] = stdout.split('\r\n');
    assert.equal(head, '   SEQ  UTC          PET            CHANGE  STATUS     BY        HOW');
    assert.equal(told, 'Watching for changes. Press Ctrl-C to stop.');
    assert.match(first ?? '', /^ {5}1 {2}[\d:]{8} {7}1 {6}- → 12 \(\+12\) {2}available {2}- {9}import$/);
    assert.match(second ?? '', /^ {5}2 {2}[\d:]{8} {7}1 {7}12 → 9 \(-3\) {2}available {2}till {6}set: n+…$/);
    assert.equal(second?.length, 90);
    assert.equal(end, 'exit 0');
  });

  await t.test('shows every change over lost connections, and says so; Ctrl-C ends it with 0', async (t) => {
    const line = await TcpProxy.start(t, Number(new URL(env.PAWSTOCK_URL).port));
    const watching = cli.launch(['watch', '--json', '--after', '1'], { env: { ...env, PAWSTOCK_URL: line.url } });
    await watching.until('stdout', /"seq":2/);
    line.cut();
    await watching.until('stderr', /Reconnected/);
    await pawstockShared('adjust 1 +1');
    await watching.until('stdout', /"seq":3/);

    const other = await cli.serve();
    line.upstreamPort = other.port;
    line.cut();
    await pawstockShared('adjust 1 -1');
    await watching.until('stdout', /"seq":4/);
    const { code, signal, stdout, stderr } = await watching.signal('SIGINT');
    assert.deepEqual([code, signal], [0, null]);
    assert.deepEqual(stdout.trimEnd().split('\n').map(seqOf), [2, 3, 4]);
    assert.match(stderr, /^(pawstock: [^\n]+ Reconnecting\.\npawstock: Reconnected\. No changes were missed\.\n){2}$/);
  });

  await t.test('begins with the next change, has tabs in a pipe, and ends with SIGTERM too', async () => {
    const client = new PawstockClient({ url: env.PAWSTOCK_URL, key: env.PAWSTOCK_API_KEY });
    const watching = cli.launch(['watch'], { env });
    // It does not say when it begins.
    const change = () => client.adjustInventory(1n, { delta: 2, reason: 'return', note: 'a\tb' });
    const changing = setInterval(change, 100);
    await watching.until('stdout', /\n/).finally(() => clearInterval(changing));
    const { code, stdout, stderr } = await watching.signal('SIGTERM');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const [seq, at, petId, kind, before, after, ...rest] = stdout.split('\n')[0]?.split('\t') ?? [];
    assert.match(at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Number(seq) >= 5);
    assert.deepEqual([petId, kind, Number(after)], ['1', 'adjust', Number(before) + 2]);
    assert.deepEqual(rest, ['2', 'available', 'till', 'return', 'a b']);
  });

  await t.test('ends when nobody reads any more', async () => {
    const line = `set -o pipefail; "${process.execPath}" bin/pawstock.js watch --after 0 | head -1`;
    const head = cli.program('bash', ['-c', line], { env });
    let quantity = 100;
    const changing = setInterval(() => cli.stock([{ petId: 1n, quantity: quantity++ }]), 500);
    const { code, stdout, stderr } = await head.finally(() => clearInterval(changing));
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /^1\t[^\n]*\n$/);
  });
});
