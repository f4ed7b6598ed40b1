import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { startLoad } from './generator.ts';

type Options = {
  readonly url: string;
  readonly secret: string;
  readonly clients: number;
  /** The pets are numbered from 0. */
  readonly rows: number;
};

export type BatchLoad = {
  /** How often each status came so far. */
  readonly responses: () => Promise<ReadonlyMap<string, number>>;
  readonly stop: () => Promise<unknown>;
};

/**
 * Clients that each send a batch as soon as the one before is answered, refused or not. In a thread of their own, so that
 * they do not slow down the client whose latencies are measured.
 */
export function startBatches(options: Options): BatchLoad {
  const worker = new Worker(new URL(import.meta.url), { workerData: { batches: options } });
  // A test that fails does not wait for it.
  worker.unref();
  return {
    responses: async () => {
      worker.postMessage('responses');
      const [responses] = (await once(worker, 'message')) as [ReadonlyMap<string, number>];
      return responses;
    },
    stop: () => worker.terminate(),
  };
}

function sendBatches({ url, secret, clients, rows }: Options): void {
  const body = JSON.stringify(Array.from({ length: rows }, (_, petId) => ({ petId, quantity: 5 })));
  const load = startLoad({ urls: [url], secret, clients }, ({ send }) => send({ method: 'PATCH', path: '', body }));
  parentPort?.on('message', () => parentPort?.postMessage(load.responses));
}

const given = workerData as { readonly batches?: Options } | null;
if (given?.batches !== undefined) sendBatches(given.batches);
