import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openShop } from '../support/process.ts';

const noStrace = spawnSync('strace', ['-V']).status === 0 ? false : 'strace is not installed (apt-get install strace)';

test('an update is synced before it is answered, and many at once share a sync', { skip: noStrace }, async (t) => {
  const shop = openShop(t);
  await shop.run(['import', '-'], { input: 'petId,quantity,status\n1,0,available\n' });
  const secret = (await shop.run(['keys', 'create', 'till'])).stdout.trim();
  const server = await shop.serve();
  const update = async (quantity: number) => {
    const response = await fetch(`${server.url}/v1/inventory/1`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${secret}` },
      body: new TextEncoder().encode(JSON.stringify({ quantity })),
    });
    assert.equal(response.status, 200);
    await response.text();
  };
  await update(1);

  const trace = join(shop.folder, 'trace');
  const calls = 'trace=fsync,fdatasync,write,writev,sendto,sendmsg';
  const strace = spawn('strace', ['-f', '-tt', '-s', '32', '-e', calls, '-o', trace, '-p', String(server.pid)]);
  await new Promise((resolve) => strace.stderr.once('data', resolve));
  for (let quantity = 2; quantity <= 11; quantity++) await update(quantity);
  const alone = events(trace);
  await Promise.all(Array.from({ length: 200 }, (_, index) => update(100 + index)));
  strace.kill('SIGINT');
  await new Promise((resolve) => strace.once('close', resolve));
  const all = events(trace);

  assert.equal(alone.filter((event) => event === 'answer').length, 10);
  // One after the other, no answer may come without a sync since the answer before it.
  let synced = false;
  for (const event of alone) {
    if (event === 'answer') assert.ok(synced, alone.join(' '));
    synced = event === 'sync';
  }
  const together = all.slice(alone.length);
  const answers = together.filter((event) => event === 'answer').length;
  const syncs = together.filter((event) => event === 'sync').length;
  assert.equal(answers, 200);
  assert.ok(syncs > 0 && syncs < answers / 2, `${syncs} syncs for ${answers} answers`);
});

/** The finished syncs and the answers begun, in order. */
function events(trace: string): ('sync' | 'answer')[] {
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line): ('sync' | 'answer')[] => {
      if (/(?:fsync|fdatasync)(?:\(\d+\)| resumed>\)) += 0/.test(line)) return ['sync'];
      return line.includes('HTTP/1.1 200') ? ['answer'] : [];
    });
}
