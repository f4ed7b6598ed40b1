import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEveryPoint, type CallPoint, keyFor } from '../support/faults/call-points.ts';
import { failingPatch, prepareStore, type Situation, situations } from '../support/faults/prepared-store.ts';
import { type FileHit, noStrace } from '../support/faults/strace.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** The calls by which a PATCH reaches the disk. */
const calls = ['pwrite64', 'fsync,fdatasync', 'ftruncate'];

const samples: Readonly<Record<Situation, CallPoint>> = {
  'one PATCH among many': { call: 'fsync,fdatasync', count: 1 },
  'the first PATCH of a new store': { call: 'pwrite64', count: 2 },
  'a PATCH that moves the log into the database': { call: 'fsync,fdatasync', count: 3 },
  'the PATCH after that, which begins the log anew': { call: 'fsync,fdatasync', count: 2 },
};

test('whichever write or sync of a PATCH fails, no yes without the disk, and a restart recovers', {
  skip: noStrace,
}, async (t) => {
  const cli = openCliHarness(t);
  const store = await prepareStore(cli, 'the first PATCH of a new store');
  let recovered: ServiceProcess | undefined;
  /** What has recovered from one failure goes on to the next, unless the store is to be new. */
  const begin = async (situation: Situation) => {
    const isNew = situations[situation].before.length === 0;
    if (isNew) await recovered?.signal('SIGKILL');
    const server = (isNew ? undefined : recovered) ?? (await store.begin());
    recovered = undefined;
    await store.lead(server, situation);
    return server;
  };
  for (const situation of Object.keys(situations) as Situation[]) {
    await t.test(situation, async (t) => {
      const hits = new Set<FileHit>();
      await atEveryPoint(t, { calls, samples: [samples[situation]] }, async (point) => {
        const key = `${situation.replaceAll(/\W/g, '-')}-${keyFor(point)}`;
        const server = await begin(situation);
        const { answer, failedOn } = await failingPatch(t, { cli, store, server, point, error: 'EIO', key });
        const comesBeforeYes = point.call === 'pwrite64' || point.count <= situations[situation].syncs;
        if (failedOn === 'log' && comesBeforeYes) {
          assert.equal(answer, '503 outcome_unknown');
          const next = await store.patch(server, `${key}-next`).catch(() => undefined);
          assert.ok(next === undefined || next.status === 503, `after a failure came ${next?.status}`);
          const { code, stderr } = await server.ended;
          assert.equal(code, 1);
          assert.match(stderr, /the store failed/);
        } else {
          // After the commit a failure is harmless: the log has it all, and has been synced.
          assert.equal(answer, '200');
          await server.signal('SIGKILL');
        }
        recovered = await cli.serve();
        await store.assertSound(key, answer === '200' ? [1] : [0, 1]);
        assert.equal((await store.patch(recovered, key)).status, 200);
        await store.assertSound(key, [1]);
        if (failedOn === undefined) return undefined;
        hits.add(failedOn);
        return `${failedOn}: ${answer}`;
      });
      assert.equal(hits.has('database'), 'movesLog' in situations[situation], [...hits].join(', '));
    });
  }
});
