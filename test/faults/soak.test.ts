import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { noProc, openFiles, residentMb, usedMs } from '../support/faults/process-usage.ts';
import { startMixedLoad } from '../support/load/mixed.ts';
import { long } from '../support/long-form.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';

const minutes = long ? Number(process.env['SOAK_MINUTES'] ?? 60) : 0.05;
const samples = 60;
const pets = long ? 20_000 : 2_000;

type Sample = { readonly memoryMb: number; readonly files: number };

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test(`${minutes} minutes of everything at once: memory and open files stay as they are`, {
  skip: noProc,
}, async (t) => {
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(pets, 1));
  const secret = await cli.createKey();
  const { url, port, pid, signal } = await cli.serve();
  const load = startMixedLoad({ url, port, secret, pets, clients: 12, pauseMs: 30, random: randomFor(t) });
  const seen: Sample[] = [];
  for (let sample = 0; sample < samples; sample++) {
    await delay((minutes * 60_000) / samples);
    seen.push({ memoryMb: residentMb(pid), files: openFiles(pid) });
    if (long && sample % 6 === 5)
      t.diagnostic(`minute ${((sample + 1) * minutes) / samples}: ${JSON.stringify(seen.at(-1))}`);
  }
  await load.stop();
  const counts = [...load.responses].sort().map(([answer, count]) => `${count} × ${answer}`);
  t.diagnostic(`${counts.join(', ')}, ${(usedMs(pid) / 1000).toFixed(1)} s of the processor`);
  for (const answer of load.responses.keys()) assert.match(answer, /^(?:2|4)\d\d$|^given up$/, answer);

  // The second quarter against the last: by then what is filled once has been filled.
  const [second, last] = [seen.slice(samples / 4, samples / 2), seen.slice((3 * samples) / 4)];
  const memory = [second, last].map((part) => mean(part.map(({ memoryMb }) => memoryMb))) as [number, number];
  const files = [second, last].map((part) => Math.max(...part.map(({ files: open }) => open))) as [number, number];
  t.diagnostic(
    `second quarter: ${memory[0].toFixed(0)} MB, up to ${files[0]} files; last: ${memory[1].toFixed(0)} MB, up to ${files[1]} files`,
  );
  assert.ok(files[1] <= files[0] + 15, `${files[1]} files are open`);
  if (long) assert.ok(memory[1] < 1.1 * memory[0] + 10, `${memory[1]} MB`);
  assert.equal((await signal('SIGTERM')).code, 0);
  assert.equal((await cli.run(['verify'])).code, 0);
});
