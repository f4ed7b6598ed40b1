import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/errors.ts';
import { atMost, closingMs } from '../store/store.ts';
import type { Query, Row, Statement } from '../store/tables.ts';

export type ReaderReply = { readonly rows: Row[] } | { readonly failure: string };

/** The main thread's side of the reader thread. Replies come in the order of the queries. */
export class ReaderClient {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<Row[]>[] = [];
  hasEnded = false;

  constructor(file: string) {
    this.#worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: file });
    this.#worker.on('message', (reply: ReaderReply) => {
      const waiting = this.#waiting.shift();
      if ('rows' in reply) waiting?.resolve(reply.rows);
      else waiting?.reject(unavailable(reply.failure));
    });
    const onEnd = (error: unknown) => {
      this.hasEnded = true;
      for (const { reject } of this.#waiting.splice(0)) reject(unavailable(error));
    };
    this.#worker.on('error', onEnd);
    this.#worker.on('exit', onEnd);
  }

  async select<T>({ text, values, fromRow }: Query<T>): Promise<T[]> {
    const reply = Promise.withResolvers<Row[]>();
    this.#waiting.push(reply);
    this.#worker.postMessage({ text, ...(values && { values }) } satisfies Statement);
    return (await reply.promise).map(fromRow);
  }

  async close(): Promise<void> {
    await atMost(closingMs, this.#worker.terminate());
  }
}

function unavailable(cause: unknown): DomainError {
  return new DomainError('store_unavailable', 'The store cannot be read at the moment. Try again later.', { cause });
}
