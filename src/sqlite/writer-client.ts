import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DomainError, type DomainErrorCode } from '../domain/errors.ts';
import type { Write } from '../domain/write.ts';
import { limits } from '../limits.ts';
import type { KeyUse, WebhookLease, WebhookUpdate } from '../store/store.ts';
import type { LogState } from './write-ahead-log.ts';

/** What the main thread sends to the writer thread. Messages are cloned on their way, bigints included. */
export type WriterRequest =
  | { readonly task: 'commit'; readonly writes: readonly Write[]; readonly atMs: number }
  | { readonly task: 'recordKeyUses'; readonly uses: readonly KeyUse[] }
  | { readonly task: 'deleteIdempotencyRecords'; readonly olderThanMs: number }
  | { readonly task: 'takeWebhookLease'; readonly seen: WebhookLease; readonly holder: string }
  | {
      readonly task: 'saveWebhooks';
      readonly holder: string;
      readonly progress: readonly WebhookUpdate[];
      readonly nextHolder: string;
    }
  | { readonly task: 'close' };

/** What the writer thread replies, in the order of the requests. */
export type WriterReply =
  | { readonly result: unknown; readonly syncMs: number }
  | {
      readonly failure: {
        readonly code: DomainErrorCode | 'fatal' | 'unexpected';
        readonly message: string;
        readonly detail: string;
      };
    };

type Waiting = {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
};

export type WriterEvents = {
  /** Called when the store can no longer be trusted. The process should end. */
  readonly onFatal: (error: Error) => void;
  /** Called with the time that each commit took, its sync included. */
  readonly onSync: (durationMs: number) => void;
};

/** The main thread's side of the writer thread. Replies come in the order of the requests. */
export class Writer {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
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
  send<T>(request: WriterRequest): Promise<T> {
    if (this.#ended)
      return Promise.reject(new DomainError('store_unavailable', 'The store has stopped taking writes.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage({ task: 'close' } satisfies WriterRequest);
    // The thread may be waiting for another process's lock.
    await Promise.race([exited, delay(limits.closingMs, undefined, { ref: false })]);
    await this.#worker.terminate();
  }

  #settle(reply: WriterReply): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) return;
    if ('result' in reply) {
      this.#events.onSync(reply.syncMs);
      waiting.resolve(reply.result as never);
      return;
    }
    const { code, message, detail } = reply.failure;
    if (code === 'unexpected') {
      waiting.reject(new Error(detail));
      return;
    }
    if (code !== 'fatal') {
      waiting.reject(new DomainError(code, message, { cause: detail }));
      return;
    }
    this.#waiting.unshift(waiting);
    this.#fail(new Error(`the store failed while writing: ${detail}`));
  }

  /** What was under way may or may not have reached the disk. */
  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(
        new DomainError(
          'outcome_unknown',
          'The store failed during the write; whether it took effect is unknown. Repeat it with the same Idempotency-Key, or read the pet.',
          {
            cause: error,
          },
        ),
      );
    }
    if (this.#ended) return;
    this.#ended = true;
    this.#events.onFatal(error);
  }
}
