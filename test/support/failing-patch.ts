import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CallPoint } from './call-points.ts';
import { codeIn } from './caller.ts';
import type { PreparedStore } from './prepared-store.ts';
import type { Server, Shop } from './process.ts';
import { type FileHit, fileHit, trace } from './strace.ts';

type Failure = {
  readonly shop: Shop;
  readonly store: PreparedStore;
  readonly server: Server;
  readonly point: CallPoint;
  readonly error: 'EIO' | 'ENOSPC';
  readonly key: string;
};

/**
 * A PATCH during which one call fails, and the file of the store that it was on, if it came so far. All others work, as
 * on a disk that drops what it cannot write and says so once.
 */
export async function failingPatch(
  t: TestContext,
  { shop, store, server, point, error, key }: Failure,
): Promise<{ answer: string; failedOn: FileHit | undefined }> {
  const output = join(shop.folder, 'trace');
  const inject = `error=${error}:when=${point.count}`;
  const tracing = await trace(t, server.pid, { calls: point.call, inject, output });
  const answer = await store.patch(server, key);
  await tracing.detach();
  return {
    answer: answer.status === 200 ? '200' : `${answer.status} ${codeIn(answer)}`,
    failedOn: fileHit(shop.file, output),
  };
}
