import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { atEveryPoint, type CallPoint, keyFor } from '../support/faults/call-points.ts';
import {
  failingPatch,
  type PreparedStore,
  prepareStore,
  type Situation,
  situations,
} from '../support/faults/prepared-store.ts';
import { type FileHit, fileHit, noStrace, trace } from '../support/faults/strace.ts';
import { inForm } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

const samples: Readonly<Record<Situation, CallPoint>> = {
  'one PATCH among many': { call: 'fsync,fdatasync', count: 1 },
  'the first PATCH of a new store': { call: 'pwrite64', count: 2 },
  'a PATCH that moves the log into the database': { call: 'fsync,fdatasync', count: 3 },
  'the PATCH after that, which begins the log anew': { call: 'fsync,fdatasync', count: 2 },
};

type Struck = {
  readonly cli: CliHarness;
  readonly store: PreparedStore;
  readonly server: ServiceProcess;
  readonly situation: Situation;
  readonly point: CallPoint;
  readonly key: string;
};

/** Returns the response to the PATCH, if there was one, and the file of the call that was struck; undefined if there is no such call. */
type Strike = (t: TestContext, struck: Struck) => Promise<{ answer: string; file: FileHit | undefined }>;

const kill: Strike = async (t, { cli, store, server, point, key }) => {
  const output = join(cli.folder, 'trace');
  const inject = `signal=KILL:when=${point.count}`;
  const tracing = await trace(t, server.pid, { calls: point.call, inject, output });
  const answer = await store.patch(server, key).catch(() => undefined);
  await tracing.detach();
  await server.signal('SIGKILL');
  if (answer === undefined) return { answer: 'none', file: fileHit(cli.file, output) };
  assert.equal(answer.status, 200);
  return { answer: '200', file: undefined };
};

const failOnce: Strike = async (t, { cli, store, server, situation, point, key }) => {
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
    // A failure after the commit is harmless: the log has been synced, and holds everything.
    assert.equal(answer, '200');
    await server.signal('SIGKILL');
  }
  return { answer, file: failedOn };
};

/** The calls by which a PATCH reaches the disk, and its answer the caller. */
const toDisk = ['pwrite64', 'fsync,fdatasync', 'ftruncate'];

/** In the short form the two tests divide the situations between them. */
const situationNames = Object.keys(situations) as Situation[];
const forKills = inForm({ short: situationNames.slice(0, 2), long: situationNames });
const forFailures = inForm({ short: situationNames.slice(2), long: situationNames });

async function strikeEverywhere(
  t: TestContext,
  chosen: readonly Situation[],
  calls: readonly string[],
  strike: Strike,
): Promise<void> {
  const cli = openCliHarness(t);
  const store = await prepareStore(cli, 'the first PATCH of a new store');
  let recovered: ServiceProcess | undefined;
  /** A service that has recovered from one strike gets the next one, unless the situation needs a new store. */
  const begin = async (situation: Situation) => {
    const isNew = situations[situation].before.length === 0;
    if (isNew) await recovered?.signal('SIGKILL');
    const server = (isNew ? undefined : recovered) ?? (await store.begin());
    recovered = undefined;
    await store.lead(server, situation);
    return server;
  };
  for (const situation of chosen) {
    await t.test(situation, async (own) => {
      const hits = new Set<FileHit>();
      await atEveryPoint(own, { calls, samples: [samples[situation]] }, async (point) => {
        const key = `${situation.replaceAll(/\W/g, '-')}-${keyFor(point)}`;
        const server = await begin(situation);
        const { answer, file } = await strike(own, { cli, store, server, situation, point, key });
        recovered = await cli.serve();
        assert.equal((await store.list(recovered)).status, 200);
        await store.assertSound(key, answer === '200' ? [1] : [0, 1]);
        const repeated = await store.patch(recovered, key);
        assert.equal(repeated.status, 200);
        await store.assertSound(key, [1]);
        if (file === undefined) return undefined;
        hits.add(file);
        return `${file}: ${answer}, ${repeated.headers['idempotent-replayed'] ? 'had' : 'had not'} happened`;
      });
      assert.equal(hits.has('database'), 'movesLog' in situations[situation], [...hits].join(', '));
    });
  }
}

test('killed at any write or sync of a PATCH: it happens once', { skip: noStrace }, (t) =>
  strikeEverywhere(t, forKills, [...toDisk, 'write', 'writev'], kill),
);

test(
  'whichever write or sync of a PATCH fails, no yes without the disk, and a restart recovers',
  {
    skip: noStrace,
  },
  (t) => strikeEverywhere(t, forFailures, toDisk, failOnce),
);
