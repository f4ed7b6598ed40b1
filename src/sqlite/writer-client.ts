import { Worker } from 'node:worker_threads';
import { DomainError, type DomainErrorCode } from '../domain/errors.ts';
import type { Store } from '../store/store.ts';
import { atMost, closingMs } from '../store/store.ts';
import type { LogState } from './write-ahead-log.ts';

export type WriterEvents = {
  /** Called when the store can no longer be trusted. The process should end. */
  readonly onFatal: (error: Error) => void;
  /** Called with the time that each commit took, its sync included. */
  readonly onSync: (durationMs: number) => void;
};

/** What the thread does, as the store does it. Each task is a transaction. */
export type WriterTasks = {
  readonly [Task in WriterTask]: (...args: Parameters<Store[Task]>) => Awaited<ReturnType<Store[Task]>>;
};
type WriterTask =
  | 'commit'
  | 'deleteExpiredReservations'
  | 'deleteIdempotencyRecords'
  | 'perform'
  | 'recordKeyUses'
  | 'saveWebhooks'
  | 'takeWebhookLease';

/** What the main thread sends. Messages are cloned on their way, bigints included. */
export type WriterRequest = { readonly task: keyof WriterTasks; readonly args: unknown[] } | 'close';

/** What the thread replies, in the order of the requests. */
export type WriterReply =
  | { readonly result: unknown; readonly syncMs: number }
  | { readonly code: DomainErrorCode | 'fatal' | 'unexpected'; readonly message: string; readonly cause: string };

/** The main thread's side of the writer thread. Replies come in the order of the requests. */
export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  readonly #events: WriterEvents;
  #ended = false;

  constructor(file: string, logState: LogState, events: WriterEvents) {
    this.#events = events;
    this.#worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { file, logState } });
    this.#worker.on('message', (reply: WriterReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#fail(error as Error));
    this.#worker.on('exit', () => this.#fail(new Error('the writer thread ended')));
  }

  /** Resolves to what the task results in. */
  async send<Task extends keyof WriterTasks>(
    task: Task,
    ...args: Parameters<WriterTasks[Task]>
  ): Promise<ReturnType<WriterTasks[Task]>> {
    if (this.#ended) throw new DomainError('store_unavailable', 'The store has stopped taking writes.');
    const reply = Promise.withResolvers<unknown>();
    this.#waiting.push(reply);
    this.#worker.postMessage({ task, args } satisfies WriterRequest);
    return reply.promise as Promise<ReturnType<WriterTasks[Task]>>;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('close' satisfies WriterRequest);
    // The thread may be waiting for another process's lock.
    await atMost(closingMs, exited);
    await this.#worker.terminate();
  }

  #settle(reply: WriterReply): void {
    if ('result' in reply) {
      this.#events.onSync(reply.syncMs);
      this.#waiting.shift()?.resolve(reply.result);
      return;
    }
    const { code, message, cause } = reply;
    if (code === 'fatal') this.#fail(new Error(`the store failed while writing: ${cause}`));
    else if (code === 'unexpected') this.#waiting.shift()?.reject(new Error(cause));
    else this.#waiting.shift()?.reject(new DomainError(code, message, { cause }));
  }

  /** What was under way may or may not have reached the disk. */
  #fail(error: Error): void {
    const message =
      'The store failed during the write; whether it took effect is unknown. Repeat it with the same Idempotency-Key, or read the pet.';
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new DomainError('outcome_unknown', message, { cause: error }));
    }
    if (this.#ended) return;
    this.#ended = true;
    this.#events.onFatal(error);
  }
}
