import { Worker } from 'node:worker_threads';
import { errorMessage } from '../caught-error.ts';
import { DomainError, outcomeUnknown } from '../domain/errors.ts';
import type { Limits } from '../limits.ts';
import { type Platform, systemPlatform } from '../platform.ts';
import type { OpenOptions } from '../store/store.ts';
import type { Query } from '../store/tables.ts';
import { atMost, closingMs } from '../time-limit.ts';
import { unavailable } from './errors.ts';
import type {
  RequestMessage,
  ResultMessage,
  ThreadCall,
  ThreadReply,
  ThreadRequest,
} from './thread-messages.ts';
import type { LogState } from './write-ahead-log.ts';

/**
 * The data with which a worker thread starts. Only the thread that may write gets the write-ahead
 * log's state.
 */
export type ThreadData = {
  readonly file: string;
  readonly limits: Limits;
  readonly walState?: LogState;
};

const cannotRead = 'The store cannot be read at the moment. Try again later.';

/**
 * Sends requests to a worker thread with a SQLite connection of its own. The first request starts
 * the thread. After a thread that only reads has failed, the next request starts a new thread. A
 * writing thread that failed stays ended.
 */
export class ThreadClient {
  readonly #workerData: ThreadData;
  readonly #options: OpenOptions;
  readonly #platform: Platform;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, PromiseWithResolvers<ThreadReply>>();
  #lastId = 0;
  #ended = false;

  constructor(workerData: ThreadData, options: OpenOptions) {
    this.#workerData = workerData;
    this.#options = options;
    this.#platform = options.platform ?? systemPlatform;
  }

  async send<Call extends ThreadCall>(request: ThreadRequest<Call>): Promise<ThreadReply<Call>> {
    if (this.#ended)
      throw new DomainError('store_unavailable', 'The store has stopped. Try again later.');
    this.#worker ??= this.#start();
    const waiting = Promise.withResolvers<ThreadReply>();
    const id = ++this.#lastId;
    this.#waiting.set(id, waiting);
    const { now } = this.#platform;
    const clockMs = now === systemPlatform.now ? undefined : now();
    const message: RequestMessage<Call> = { id, request, clockMs };
    this.#worker.postMessage(message);
    // The thread answers each request with the reply to its kind: see `answer` in thread.ts.
    return waiting.promise as Promise<ThreadReply<Call>>;
  }

  async select<T>({ fromRow, ...statement }: Query<T>, msMax: number): Promise<T[]> {
    return (await this.send({ kind: 'select', statement, msMax })).map(fromRow);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (this.#ended || worker === undefined) return;
    const closed = this.send({ kind: 'close' });
    this.#ended = true;
    // A thread that waits for a lock or runs a long query may not close its connection in time.
    // Then it is terminated.
    await atMost(this.#platform, closingMs, closed);
    await atMost(this.#platform, closingMs, worker.terminate());
  }

  #start(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#workerData,
    });
    worker.on('message', (message: ResultMessage) => this.#settle(message, worker));
    worker.on('error', (error) => this.#fail(asError(error), worker));
    worker.on('exit', () => this.#fail(new Error('the thread ended'), worker));
    return worker;
  }

  #settle({ id, result }: ResultMessage, worker: Worker): void {
    const waiting = this.#waiting.get(id);
    if (result.result === 'failed') {
      const { code, message, cause } = result;
      if (code === 'outcome_unknown')
        this.#fail(new Error(`the store failed while writing: ${cause}`), worker);
      else if (code === 'unexpected') waiting?.reject(new Error(cause));
      else waiting?.reject(new DomainError(code, message, { cause }));
    } else {
      if (result.result === 'committed') this.#options.onSync?.(result.syncMs);
      waiting?.resolve(result.reply);
    }
    this.#waiting.delete(id);
  }

  #fail(cause: Error, worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    void worker.terminate();
    const isWriter = this.#workerData.walState !== undefined;
    const failure = isWriter ? outcomeUnknown(cause) : unavailable(cannotRead, cause);
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
    if (this.#ended || !isWriter) return;
    this.#ended = true;
    this.#options.onFatal?.(cause);
  }
}

/** A thread may throw any value. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(errorMessage(thrown));
}
