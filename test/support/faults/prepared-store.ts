import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { LedgerEntry } from '../../../src/domain/ledger-entry.ts';
import { verify } from '../../../src/inventory/copy-and-verify.ts';
import { codeIn, createClient, type HttpResponse } from '../http/client.ts';
import type { ServiceProcess } from '../service/child-process.ts';
import type { CliHarness } from '../service/cli-harness.ts';
import { addPets, createKey } from '../service/store-contents.ts';
import { copyStore, fillLog, integrityOf } from '../store/file.ts';
import type { CallPoint } from './call-points.ts';
import { type FileHit, fileHit, trace } from './strace.ts';

type Step = 'a PATCH' | 'fill the log';

type Special = {
  /** The steps before the PATCH that is attacked. */
  readonly before: readonly Step[];
  /** The number of syncs before the response. A new log needs one more, for its folder. */
  readonly syncs: number;
  /** Whether the PATCH also moves the log into the database. */
  readonly movesLog?: true;
};

export const situations = {
  'the first PATCH of a new store': { before: [], syncs: 4 },
  'one PATCH among many': { before: ['a PATCH'], syncs: 1 },
  'a PATCH that moves the log into the database': { before: ['a PATCH', 'fill the log'], syncs: 1, movesLog: true },
  'the PATCH after that, which begins the log anew': { before: ['fill the log', 'a PATCH'], syncs: 2 },
} as const satisfies Record<string, Special>;

export type Situation = keyof typeof situations;

/** A store with one pet that can be brought back to the same state again and again, each time for another PATCH. */
export type PreparedStore = {
  /** Restores the prepared store, and starts a service on it that is in the situation. */
  readonly begin: () => Promise<ServiceProcess>;
  /** Brings a running service into another situation, or into the same one again. */
  readonly lead: (server: ServiceProcess, situation: Situation) => Promise<void>;
  readonly patch: (server: ServiceProcess, key: string) => Promise<HttpResponse>;
  readonly list: (server: ServiceProcess) => Promise<HttpResponse>;
  /** Asserts that the store is sound, and that the PATCH with this key happened one of these numbers of times. */
  readonly assertSound: (key: string, times: readonly number[]) => Promise<void>;
};

export async function prepareStore(cli: CliHarness, situation: Situation): Promise<PreparedStore> {
  const secret = await cli.inStore(async (store) => {
    await addPets(store, [{ petId: 1n, quantity: 0 }]);
    return createKey(store);
  });
  const client = createClient(secret);
  const patch = (server: ServiceProcess, key: string) =>
    client.send(server.url, {
      method: 'PATCH',
      path: '/1',
      headers: { 'idempotency-key': key, 'x-request-id': key },
      body: { quantity: 7 },
    });
  let led = 0;
  const lead = async (server: ServiceProcess, to: Situation) => {
    for (const step of situations[to].before) {
      if (step === 'a PATCH') await patch(server, `before-${++led}`);
      else fillLog(cli.file);
    }
  };
  const prepared = `${cli.file}.prepared`;
  copyStore(cli.file, prepared);
  return {
    begin: async () => {
      copyStore(prepared, cli.file);
      const server = await cli.serve();
      await lead(server, situation);
      return server;
    },
    lead,
    patch,
    list: (server) => client.send(server.url, { path: '' }),
    assertSound: async (key, times) => {
      assert.equal(integrityOf(cli.file), 'ok');
      await cli.inStore(async (store) => {
        assert.deepEqual((await verify(store, () => undefined)).differences, []);
        const entries: LedgerEntry[] = await store.entriesAfter(0, Number.MAX_SAFE_INTEGER);
        const count = entries.filter(({ requestId }) => requestId === key).length;
        assert.ok(times.includes(count), `${key} is in the ledger ${count} times; expected ${times.join(' or ')}`);
      });
    },
  };
}

type Failure = {
  readonly cli: CliHarness;
  readonly store: PreparedStore;
  readonly server: ServiceProcess;
  readonly point: CallPoint;
  /** EIO and ENOSPC come once, as of a disk that drops what it cannot write and says so once. EDQUOT stays. */
  readonly error: 'EIO' | 'ENOSPC' | 'EDQUOT';
  readonly key: string;
};

/**
 * Sends a PATCH during which one call fails. Returns the response, and the file of the failed call if it was reached. All
 * other calls work, as on a disk that drops what it cannot write and reports that once.
 */
export async function failingPatch(
  t: TestContext,
  { cli, store, server, point, error, key }: Failure,
): Promise<{ answer: string; failedOn: FileHit | undefined }> {
  const output = join(cli.folder, 'trace');
  const inject = `error=${error}:when=${point.count}${error === 'EDQUOT' ? '+' : ''}`;
  const tracing = await trace(t, server.pid, { calls: point.call, inject, output });
  const answer = await store.patch(server, key);
  await tracing.detach();
  return {
    answer: answer.status === 200 ? '200' : `${answer.status} ${codeIn(answer)}`,
    failedOn: fileHit(cli.file, output),
  };
}
