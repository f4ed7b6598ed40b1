import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { type FileHit, fileHit, noStrace, trace } from '../support/faults/strace.ts';
import { codeIn, createClient } from '../support/http/client.ts';
import { inForm } from '../support/long-form.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { copyStore, fillLog, integrityOf } from '../support/store/file.ts';

/**
 * At each system call of a PATCH, one test kills the service, and another test lets that call fail.
 */

/** One system call, identified by its name and by its position among the calls of that name. */
type CallPoint = { readonly call: string; readonly count: number };

type Situation = {
  /** The steps that prepare the store for the PATCH in which the fault occurs. */
  readonly before: readonly ('a PATCH' | 'fill the log')[];
  /**
   * The number of disk syncs before the response. Creating SQLite's write-ahead log needs one more,
   * for its folder.
   */
  readonly syncs: number;
  /**
   * Whether the PATCH in which the fault occurs also moves SQLite's write-ahead log into the
   * database.
   */
  readonly movesLog: boolean;
  /** In the short form of the test, the fault occurs only at this system call. */
  readonly sample: CallPoint;
};

const syncCalls = 'fsync,fdatasync';
const usual: Situation = {
  before: ['a PATCH'],
  syncs: 1,
  movesLog: false,
  sample: { call: syncCalls, count: 1 },
};
const situations: Readonly<Record<string, Situation>> = {
  'the first PATCH of a new store': {
    ...usual,
    before: [],
    syncs: 4,
    sample: { call: 'pwrite64', count: 2 },
  },
  'one PATCH among many': usual,
  'a PATCH that moves the log into the database': {
    before: ['a PATCH', 'fill the log'],
    syncs: 1,
    movesLog: true,
    sample: { call: syncCalls, count: 3 },
  },
  'the PATCH after that, which begins the log anew': {
    before: ['fill the log', 'a PATCH'],
    syncs: 2,
    movesLog: false,
    sample: { call: syncCalls, count: 2 },
  },
};

/**
 * The effect of a fault in a PATCH: its response or "none", and the file that the disturbed system
 * call used.
 */
type Outcome = { readonly answer: string; readonly file: FileHit | undefined };

/**
 * Creates a store with one pet, and a copy. The copy replaces the store each time before a new
 * service is started.
 */
async function openTarget(t: TestContext) {
  const cli = openCliHarness(t);
  const client = createClient(await cli.stockWithKey([{ petId: 1n, quantity: 0 }]));
  const prepared = `${cli.file}.prepared`;
  copyStore(cli.file, prepared);
  const patch = ({ url }: ServiceProcess, key: string) => {
    const headers = { 'idempotency-key': key, 'x-request-id': key };
    return client.send(url, { method: 'PATCH', path: '/1', headers, body: { quantity: 7 } });
  };
  let led = 0;
  return {
    cli,
    patch,
    /**
     * Performs a situation's steps `before` on the `running` service, or on a new service with a
     * copied store.
     */
    lead: async ({ before }: Situation, running?: ServiceProcess) => {
      if (running === undefined) copyStore(prepared, cli.file);
      const server = running ?? (await cli.serve());
      for (const step of before) {
        if (step === 'a PATCH') await patch(server, `before-${++led}`);
        else fillLog(cli.file);
      }
      return server;
    },
    /**
     * Sends a PATCH. At one of its system calls, strace kills the service or makes the call fail,
     * as `what` says.
     */
    strike: async (
      server: ServiceProcess,
      point: CallPoint,
      key: string,
      what: string,
    ): Promise<Outcome> => {
      const output = join(cli.folder, 'trace');
      // A full quota (EDQUOT) makes this call and all later ones fail. Any other error makes only
      // this call fail.
      const inject = `${what}:when=${point.count}${what === 'error=EDQUOT' ? '+' : ''}`;
      const tracing = await trace(t, server.pid, { calls: point.call, inject, output });
      const response = await patch(server, key).catch(() => undefined);
      await tracing.detach();
      const told =
        response && (response.status === 200 ? '200' : `${response.status} ${codeIn(response)}`);
      return { answer: told ?? 'none', file: fileHit(cli.file, output) };
    },
    /**
     * Asserts that the store is intact, and that the PATCH was applied one of these numbers of
     * times.
     */
    assertSound: async (key: string, times: readonly number[]) => {
      assert.equal(integrityOf(cli.file), 'ok');
      assert.deepEqual(
        (await cli.inStore((store) => verify(store, () => undefined))).differences,
        [],
      );
      const count = (await cli.ledger()).filter(({ requestId }) => requestId === key).length;
      assert.ok(
        times.includes(count),
        `${key} is in the ledger ${count} times; expected ${times.join(' or ')}`,
      );
    },
  };
}

type Target = Awaited<ReturnType<typeof openTarget>>;

/**
 * Runs `attack` at one system call, `sample`. The test's long form runs it at every call of each
 * name in `calls`.
 */
async function atEveryPoint(
  t: TestContext,
  calls: readonly string[],
  sample: CallPoint,
  attack: (point: CallPoint, name: string) => Promise<string | undefined>,
): Promise<void> {
  const visit = async (point: CallPoint) => {
    const name = `${point.call.replaceAll(',', '-')}-${point.count}`;
    const result = await attack(point, name);
    if (result !== undefined) t.diagnostic(`${name}: ${result}`);
    return result !== undefined;
  };
  if (inForm({ short: true, long: false })) assert.ok(await visit(sample), 'choose another sample');
  else for (const call of calls) for (let count = 1; await visit({ call, count }); count++);
}

type Struck = {
  readonly server: ServiceProcess;
  readonly situation: Situation;
  readonly point: CallPoint;
  readonly key: string;
};

async function kill({ strike }: Target, { server, point, key }: Struck): Promise<Outcome> {
  const { answer, file } = await strike(server, point, key, 'signal=KILL');
  await server.signal('SIGKILL');
  if (answer === 'none') return { answer, file };
  assert.equal(answer, '200');
  return { answer, file: undefined };
}

async function failOnce(
  { strike, patch }: Target,
  { server, situation, point, key }: Struck,
): Promise<Outcome> {
  const { answer, file } = await strike(server, point, key, 'error=EIO');
  const comesBeforeYes = point.call === 'pwrite64' || point.count <= situation.syncs;
  if (file === 'log' && comesBeforeYes) {
    assert.equal(answer, '503 outcome_unknown');
    const next = await patch(server, `${key}-next`).catch(() => undefined);
    assert.ok(next === undefined || next.status === 503, `after a failure came ${next?.status}`);
    const { code, stderr } = await server.ended;
    assert.equal(code, 1);
    assert.match(stderr, /the store failed/);
  } else {
    // A failure after the commit is harmless, because the synced write-ahead log contains
    // everything.
    assert.equal(answer, '200');
    await server.signal('SIGKILL');
  }
  return { answer, file };
}

/** The system calls with which a PATCH writes to the disk. */
const toDisk = ['pwrite64', syncCalls, 'ftruncate'];

/**
 * In short test runs, the service is killed in the first two situations, and system calls fail in
 * the other ones.
 */
const names = Object.keys(situations);
const forKills = inForm({ short: names.slice(0, 2), long: names });
const forFailures = inForm({ short: names.slice(2), long: names });

async function strikeEverywhere(
  t: TestContext,
  chosen: readonly string[],
  calls: readonly string[],
  attack: (target: Target, struck: Struck) => Promise<Outcome>,
): Promise<void> {
  const target = await openTarget(t);
  const { cli, patch, lead, assertSound } = target;
  let recovered: ServiceProcess | undefined;
  for (const name of chosen) {
    const situation = situations[name] as Situation;
    await t.test(name, async (own) => {
      const hits = new Set<FileHit>();

      await atEveryPoint(own, calls, situation.sample, async (point, pointName) => {
        const key = `${name.replaceAll(/\W/g, '-')}-${pointName}`;
        // The service that recovered from the previous fault gets the next one, unless the test
        // case needs a new store.
        const needsNew = situation.before.length === 0;
        if (needsNew) await recovered?.signal('SIGKILL');
        const server = await lead(situation, needsNew ? undefined : recovered);
        const { answer, file } = await attack(target, { server, situation, point, key });
        recovered = await cli.serve();
        await assertSound(key, answer === '200' ? [1] : [0, 1]);
        const repeated = await patch(recovered, key);
        assert.equal(repeated.status, 200);
        await assertSound(key, [1]);
        if (file === undefined) return undefined;
        hits.add(file);
        return `${file}: ${answer}, ${repeated.headers['idempotent-replayed'] ? 'had' : 'had not'} happened`;
      });

      assert.equal(hits.has('database'), situation.movesLog, [...hits].join(', '));
    });
  }
}

test(
  'a PATCH happens once although the service is killed at one of its writes or syncs',
  { skip: noStrace },
  (t) => strikeEverywhere(t, forKills, [...toDisk, 'write', 'writev'], kill),
);

test(
  'a PATCH of which a write or a sync fails is acknowledged only if the disk has it',
  { skip: noStrace },
  (t) => strikeEverywhere(t, forFailures, toDisk, failOnce),
);

test('a PATCH that finds no room in the middle', { skip: noStrace }, async (t) => {
  const { cli, patch, lead, strike, assertSound } = await openTarget(t);
  const server = await lead(usual);
  const sample = { call: 'pwrite64', count: 2 };

  for (const { title, error } of [
    { title: 'is refused and can be repeated: the disk is full', error: 'ENOSPC' },
    { title: 'is refused and can be repeated: the quota is used up', error: 'EDQUOT' },
  ]) {
    await t.test(title, async (t) => {
      await atEveryPoint(t, ['pwrite64'], sample, async (point, name) => {
        const key = `${error}-${name}`;
        const { answer, file } = await strike(server, point, key, `error=${error}`);
        assert.equal(answer, file ? '507 storage_full' : '200');
        await assertSound(key, file ? [0] : [1]);

        assert.equal((await patch(server, key)).status, 200);
        await assertSound(key, [1]);
        return file && answer;
      });
    });
  }

  await t.test('leaves no unfinished file', () => {
    const unfinished = readdirSync(cli.folder).filter((name) => name.startsWith('.pawstock'));

    assert.deepEqual(unfinished, []);
  });
});
