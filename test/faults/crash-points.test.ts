import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEveryPoint, type CallPoint, keyFor } from '../support/faults/call-points.ts';
import { prepareStore, type Situation, situations } from '../support/faults/prepared-store.ts';
import { type FileHit, fileHit, noStrace, trace } from '../support/faults/strace.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** Every kind of call by which a PATCH reaches the disk, or its answer the caller. */
const calls = ['pwrite64', 'fsync,fdatasync', 'ftruncate', 'write', 'writev'];

const samples: Readonly<Record<Situation, CallPoint>> = {
  'one PATCH among many': { call: 'fsync,fdatasync', count: 1 },
  'the first PATCH of a new store': { call: 'pwrite64', count: 3 },
  'a PATCH that moves the log into the database': { call: 'fsync,fdatasync', count: 3 },
  'the PATCH after that, which begins the log anew': { call: 'fsync,fdatasync', count: 2 },
};

for (const situation of Object.keys(situations) as Situation[]) {
  test(`killed at any write or sync of ${situation}: it happens once`, { skip: noStrace }, async (t) => {
    const cli = openCliHarness(t);
    const store = await prepareStore(cli, situation);
    const output = join(cli.folder, 'trace');
    const hits = new Set<FileHit>();
    await atEveryPoint(t, { calls, samples: [samples[situation]] }, async (point) => {
      const key = keyFor(point);
      const server = await store.begin();
      const inject = `signal=KILL:when=${point.count}`;
      const tracing = await trace(t, server.pid, { calls: point.call, inject, output });
      const answer = await store.patch(server, key).catch(() => undefined);
      await tracing.detach();
      await server.signal('SIGKILL');
      if (answer !== undefined) assert.equal(answer.status, 200);
      const again = await cli.serve();
      assert.equal((await store.list(again)).status, 200);
      await store.assertSound(key, answer === undefined ? [0, 1] : [1]);
      const repeated = await store.patch(again, key);
      assert.equal(repeated.status, 200);
      const hadHappened = repeated.headers['idempotent-replayed'] === 'true';
      await store.assertSound(key, [1]);
      await again.signal('SIGKILL');
      const hit = fileHit(cli.file, output);
      if (answer !== undefined || hit === undefined) return undefined;
      hits.add(hit);
      return `${hit}: ${hadHappened ? 'had happened' : 'had not happened'}`;
    });
    assert.equal(hits.has('database'), 'movesLog' in situations[situation], [...hits].join(', '));
  });
}
