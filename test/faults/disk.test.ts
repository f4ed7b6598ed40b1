import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openShop, type Server, type Shop } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const noStrace = spawnSync('strace', ['-V']).status === 0 ? false : 'strace is not installed (apt-get install strace)';

async function openServing(
  shop: Shop,
  database: string,
): Promise<{ server: Server; update: (quantity: number) => Promise<string> }> {
  const env = { DATABASE_URL: database };
  await shop.run(['import', '-'], { env, input: 'petId,quantity,status\n1,0,available\n' });
  const secret = (await shop.run(['keys', 'create', 'till'], { env })).stdout.trim();
  const server = await shop.serve([], { env });
  const update = async (quantity: number) => {
    const response = await fetch(`${server.url}/v1/inventory/1`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ quantity }),
    });
    const body = (await response.json()) as { code?: string };
    return `${response.status} ${body.code ?? ''}`.trim();
  };
  return { server, update };
}

for (const call of ['fsync,fdatasync', 'pwrite64']) {
  test(`a failing ${call} is never acknowledged, ends the service, and a restart recovers`, {
    skip: noStrace,
  }, async (t) => {
    const shop = openShop(t);
    const { server, update } = await openServing(shop, `sqlite:${shop.file}`);
    assert.equal(await update(1), '200');
    const injection = [
      '-f',
      '-e',
      `trace=${call}`,
      '-e',
      `inject=${call}:error=EIO:when=3+`,
      '-o',
      '/dev/null',
      '-p',
      String(server.pid),
    ];
    const strace = spawn('strace', injection);
    await new Promise((resolve) => strace.stderr.once('data', resolve));
    const answers: string[] = [];
    let acknowledged = 1;
    for (let quantity = 2; quantity <= 20; quantity++) {
      const answer = await update(quantity).catch(() => 'gone');
      answers.push(answer);
      if (answer === '200') acknowledged = quantity;
      if (answer === 'gone') break;
    }
    const told = answers.filter((answer) => answer !== '200' && answer !== 'gone');
    assert.equal(told[0], '503 outcome_unknown', answers.join(', '));
    assert.ok(
      told.slice(1).every((answer) => answer === '503 store_unavailable'),
      answers.join(', '),
    );
    const { code, stderr } = await server.signal('SIGCONT');
    assert.equal(code, 1);
    assert.match(stderr, /the store failed/);
    assert.equal((await shop.run(['verify'])).code, 0);
    const [level] = await shop.levels();
    // The write of unknown outcome may be there or not; those before it must be.
    assert.ok(
      [acknowledged, acknowledged + 1].includes(level?.quantity ?? -1),
      `${level?.quantity}, acknowledged ${acknowledged}`,
    );
  });
}

test('on a full disk reads go on and writes get 507, until there is room again', async (t) => {
  const shop = openShop(t);
  const disk = temporaryFolder(t, async () => {
    await server?.signal('SIGTERM');
    spawnSync('umount', [disk]);
  });
  let server: Server | undefined;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  if (mounted.status !== 0) return t.skip('mounting a small disk needs root');
  const serving = await openServing(shop, `sqlite:${join(disk, 'pawstock.db')}`);
  const { update } = serving;
  server = serving.server;
  assert.equal(await update(1), '200');
  const ballast = join(disk, 'ballast');
  assert.throws(() => writeFileSync(ballast, Buffer.alloc(4 << 20)), { code: 'ENOSPC' });
  const answers: string[] = [];
  for (let quantity = 2; answers.at(-1) !== '507 storage_full' && quantity < 500; quantity++)
    answers.push(await update(quantity));
  assert.equal(answers.at(-1), '507 storage_full');
  const acknowledged = answers.lastIndexOf('200') + 2;
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  rmSync(ballast);
  assert.equal(await update(1_000), '200');
  const { stderr } = await shop.run(['verify'], { env: { DATABASE_URL: `sqlite:${join(disk, 'pawstock.db')}` } });
  // The import, the first update, those that found room, and the last one: nothing of a refused one.
  assert.match(stderr, new RegExp(`${acknowledged + 2} entries`));
});
