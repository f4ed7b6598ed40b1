import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { atMost, closingMs } from '../store/store.ts';
import type { Statement } from '../store/tables.ts';

export type ReaderReply = { readonly integers: BigInt64Array<ArrayBuffer> } | { readonly failure: string };

/** The main thread's side of the reader thread. Replies come in the order of the queries. */
export class ReaderClient {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<BigInt64Array>[] = [];
  hasEnded = false;

  constructor(file: string) {
    this.#worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: file });
    this.#worker.on('message', (reply: ReaderReply) => {
      const waiting = this.#waiting.shift();
      if ('integers' in reply) waiting?.resolve(reply.integers);
      else waiting?.reject(unavailable(reply.failure));
    });
    const onEnd = (error: unknown) => {
      this.hasEnded = true;
      for (const { reject } of this.#waiting.splice(0)) reject(unavailable(error));
    };
    this.#worker.on('error', onEnd);
    this.#worker.on('exit', onEnd);
  }

  /** All values of all rows, which must be integers. */
  selectIntegers(statement: Statement): Promise<BigInt64Array> {
    const reply = Promise.withResolvers<BigInt64Array>();
    this.#waiting.push(reply);
    this.#worker.postMessage(statement);
    return reply.promise;
  }

  async close(): Promise<void> {
    await atMost(closingMs, this.#worker.terminate());
  }
}

function unavailable(cause: unknown): DomainError {
  return new DomainError('store_unavailable', 'The store cannot be read at the moment. Try again later.', { cause });
}
